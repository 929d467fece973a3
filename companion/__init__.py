"""The rules, the table that runs them, its journal and its referee."""
