"""The games. Each is a package with rules, AI players, puzzles and views; `registry` lists them."""
