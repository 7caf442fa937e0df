"""What tool files of Edge import. Pure Python, no dependencies."""
