"""Messages about what `require` asks of several pieces together."""

from __future__ import annotations

from excover.base.source import Span
from excover.language.messages.message import Located


class RequirementOffBoard(Located, code="E767"):
    what: str
    needed: str
    board: str
    declared: Span

    wording = "the board `{board}` can have no {what}"
    related = ("declared", "`{board}` is declared here")
    advice = "{what} need {needed}"


class RequirementTooEarly(Located, code="E768"):
    shapes: str

    wording = "`{shapes}` is placed on no board above, or on another one below"
    advice = "move it below `place .. {shapes} on ..`"


class CoversRequired(Located, code="E770"):
    family: str
    required: Span

    wording = "`{family}` is covered by `require` alone"
    related = ("required", "its items are declared here")
    advice = "declare an item of your own"


class NothingApart(Located, code="W769"):
    shapes: str

    wording = "no two pieces of `{shapes}` must be apart"
    note = "each is used at most once, and no other has the same value"
    advice = "to keep all pieces apart, leave out `per`"
