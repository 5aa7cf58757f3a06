"""The settings' page, with its rows and its preview."""
