"""Starting, resuming, saving and ending matches."""
