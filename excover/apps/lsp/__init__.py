"""The language server, `excover lsp`: `excover.apps.editing` in the words of the Language Server Protocol.

It needs pygls and lsprotocol (an extra: ``pip install excover[lsp]``), and is imported only by that command.
"""
