"""What people start: the command line, the playground, the language server, notebooks.

``cli`` is the only room that prints, exits or reads arguments; ``editing`` answers what any editor asks of a
text, and is shared by the playground, the language server and notebooks.
"""
