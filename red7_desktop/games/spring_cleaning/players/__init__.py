"""Computer players of Spring Cleaning, which map an observation to steps."""
