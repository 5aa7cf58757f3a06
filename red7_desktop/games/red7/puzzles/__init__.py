"""Red7's puzzles: positions with one right turn, how they are judged, made and graded."""
