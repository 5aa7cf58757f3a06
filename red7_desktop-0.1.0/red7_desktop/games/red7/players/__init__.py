"""Players of Red7: they get an observation and give steps. Pure."""
