"""Where things are kept: folders, files of settings, one place for each running copy."""
