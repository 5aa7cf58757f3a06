"""Synthesis of the sounds: waves, instruments, music, and measuring of loudness."""
