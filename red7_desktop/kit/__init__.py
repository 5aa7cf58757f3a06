"""Building blocks of the screens: models, settings, pages, HUD and sound, for any game."""
