"""The lens: everybody's standing under all seven rules at once."""
