"""Pages, forms, dialogs and what they are built from."""
