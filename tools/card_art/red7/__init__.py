"""Drawing of Red7's cards, symbols and action icons, and of the program's icon."""
