"""Computer players of Spring Cleaning: they get an observation and give steps."""
