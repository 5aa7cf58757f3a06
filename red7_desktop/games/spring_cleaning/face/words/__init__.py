"""The sentences of Spring Cleaning: rules, turns, reasons, hints and reviews."""
