"""The user interface of Spring Cleaning: its table and pages."""
