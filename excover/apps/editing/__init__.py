"""What an editor asks of a text: its names, what can stand at a place, what a statement makes.

These modules know the language, and nothing of protocols or pages: `excover.apps.lsp` is a face of them. All
of them answer on half-written texts, from the statements that can be read.
"""
