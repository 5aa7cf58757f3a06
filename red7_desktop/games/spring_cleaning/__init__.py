"""Spring Cleaning: a card game for two to five, in which hands can't be rearranged.

Players get rid of their cards by beating the combination on the table.
"""
