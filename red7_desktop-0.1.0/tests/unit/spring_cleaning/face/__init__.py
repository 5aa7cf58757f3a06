"""Tests of what Spring Cleaning shows."""
