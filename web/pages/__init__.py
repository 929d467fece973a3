"""One module a page: its address, and what its buttons may ask for."""
