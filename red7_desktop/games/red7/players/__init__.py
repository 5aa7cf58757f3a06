"""Computer players of Red7, which map an observation to steps without side effects."""
