"""The lab: command-line tools that examine rules, rounds and speed."""
