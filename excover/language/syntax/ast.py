"""The syntax tree: the content of a description before its names are resolved.

Every node knows its text. The text form and the YAML form give the same tree. This module is the one
namespace of all nodes; each is defined in a related module, a statement in its module of
`excover.language.syntax.statements`.

>>> from excover.base.source import Source
>>> from excover.language.syntax.parse import parse
>>> [type(statement) is PuzzleStatement for statement in parse(Source("x.xc", 'puzzle "Tiny"')).statements]
[True]
"""

from excover.language.syntax.nodes import *  # noqa: F403  # noqa: F403
from excover.language.syntax.nodes import Node as Node
from excover.language.syntax.nodes import same as same
from excover.language.syntax.statements import *  # noqa: F403
