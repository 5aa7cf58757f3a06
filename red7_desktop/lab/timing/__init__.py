"""How the benchmark takes its times: engines, fresh starts, the program at work and at rest."""
