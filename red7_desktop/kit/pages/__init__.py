"""Pages, forms, dialogs and their controls."""
