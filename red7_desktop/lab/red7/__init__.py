"""Measurements of Red7 for developers: its part of the command line program `red7_desktop.lab`."""
