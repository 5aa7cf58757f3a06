"""The desktop program: window, screens, theme, settings, saves. Knows everything below it."""
