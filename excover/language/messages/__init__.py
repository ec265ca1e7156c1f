"""Every message as a class: its code, its facts, its wording, its page, and where there is one its fix.

A module is loaded when a message of it is made, which a description without errors never does.

>>> from excover.language import messages
>>> messages.NotASize.code
'E838'
"""

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from excover.language.messages.about_boards import *
    from excover.language.messages.about_burrtools import *
    from excover.language.messages.about_constraints import *
    from excover.language.messages.about_drawings import *
    from excover.language.messages.about_files import *
    from excover.language.messages.about_formats import *
    from excover.language.messages.about_givens import *
    from excover.language.messages.about_items import *
    from excover.language.messages.about_lattices import *
    from excover.language.messages.about_limits import *
    from excover.language.messages.about_model_arguments import *
    from excover.language.messages.about_names import *
    from excover.language.messages.about_pieces import *
    from excover.language.messages.about_rules import *
    from excover.language.messages.about_statements import *
    from excover.language.messages.about_syntax import *
    from excover.language.messages.about_values import *
else:
    # Classes of the first topics are also passed on before there is an error.
    _TOPICS = (
        *("statements", "givens", "rules", "constraints", "boards", "burrtools", "drawings", "files"),
        *("formats", "items", "lattices", "limits", "model_arguments", "names", "pieces"),
        *("syntax", "values"),
    )

    def __getattr__(name: str) -> object:
        if not name.startswith(("_", "about_")) and name != "message":
            from importlib import import_module

            likely = (topic for topic in _TOPICS if _defines(topic, name))
            for topic in (*islice(likely, 1), *_TOPICS):
                module = import_module(f"excover.language.messages.about_{topic}")
                if (found := vars(module).get(name)) is not None:
                    globals()[name] = found
                    return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def _defines(topic: str, name: str) -> bool:
        """By its text, which is read sooner than the topics before it are run; False where there is none."""
        file = __file__.replace("__init__", f"about_{topic}")
        with suppress(OSError):
            return f"\nclass {name}(".encode() in __loader__.get_data(file)
        return False
