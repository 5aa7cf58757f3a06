"""Spring Cleaning's puzzles: positions with one right turn, judged, made and graded."""
