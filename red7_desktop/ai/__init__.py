"""Computer players: they get an observation and give the steps they choose. Pure."""
