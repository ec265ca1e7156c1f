"""The syntax tree: what a description says, before its names are resolved.

Every node knows the text it was read from. The text form and every other form give the same tree.
This module is the one namespace of all nodes; each is defined beside what belongs to it, a statement in its
module of `excover.syntax.statements`.

>>> from excover.source import Source
>>> from excover.syntax.parse import parse
>>> [type(statement) is Puzzle for statement in parse(Source("x.xc", 'puzzle "Tiny"')).statements]
[True]
"""

from excover.syntax.expr import *  # noqa: F403
from excover.syntax.node import Node as Node
from excover.syntax.node import same as same
from excover.syntax.parts import *  # noqa: F403
from excover.syntax.statements import *  # noqa: F403
