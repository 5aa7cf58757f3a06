"""The first game and the lessons: the coach at the table, the list of all, the ways there."""
