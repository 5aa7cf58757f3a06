"""Screens and pages outside a match: title, new match, settings, rules, lessons, daily deals."""
