"""A fault anywhere: the guard, its report and its page, a log that names nobody."""
