"""The questions of a page without a server; this runs in its Web Workers (playground/src/worker.js).

>>> answer_json("count", '{"text": "item a  option x() covers a"}', str)  # doctest: +ELLIPSIS
'{"text": "1 solution", "count": "1", "exhausted": true, "exists": true, "seconds": ...}'
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from excover.apps.play.questions import answer

sys.set_int_max_str_digits(0)


def answer_json(question: str, data: str, emit: Callable[[str], object]) -> str:
    """An answer, and the news before it, as texts, which cross between languages as they are."""
    return json.dumps(answer(question, json.loads(data), "", lambda part: emit(json.dumps(part))))
