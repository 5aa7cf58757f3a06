"""The desktop program: window, screens, theme, settings and saves. May import all packages."""
