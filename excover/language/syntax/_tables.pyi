"""Made by make_tables.py when the package is built."""

SOURCES: tuple[str, str]
"""The grammar and the source of make_tables.py: the tables are those of no other."""

TABLES: str
"""The fields of `grammar.Tables` as JSON."""
