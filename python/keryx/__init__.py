"""What tool files of Keryx import. Pure Python, no dependencies."""
