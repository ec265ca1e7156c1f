"""The pages about the codes: one for each, with examples that are what they say."""

from __future__ import annotations

import re

import pytest
from message_classes import classes
from page_examples import example, told

from excover.base.diagnostics import Diagnostic
from excover.language.messages.message import FACT, SHOWN, Worded, codes, document, message_page

pytestmark = pytest.mark.outer


def test_every_code_has_one_page() -> None:
    """A section of docs/errors.md, in their order."""
    assert re.findall(r"^## ([EW]\d{3}): \S", document(), re.MULTILINE) == codes()
    assert sorted({made.code for made in classes()}) == codes() == sorted(codes())
    assert all(len(message_page(code) or "") > 80 for code in codes())


def test_every_message_has_a_code_and_a_wording() -> None:
    for made in classes():
        assert re.fullmatch(r"[EW]\d{3}", made.code)
        assert made.__subclasses__() or "report" in vars(made) or hasattr(made, "wording")


def test_templates_name_facts_of_their_messages() -> None:
    """Fields or other attributes, and ways to show them; a class that words itself has no template."""
    for made in classes():
        assert not {"report", "wording"} <= set(vars(made)), made
        for template in templates(made):
            facts = [(found[1], found[2] or "") for found in FACT.finditer(template) if found[1]]
            assert not re.search(r"[{}]", FACT.sub("", template)), template
            for name, form in facts:
                assert (
                    hasattr(made, name.partition(".")[0]) or name.partition(".")[0] in made.__match_args__
                ), made
                assert form in {"", ",", *SHOWN} or re.fullmatch(r"plural \w+", form), template


def templates(made: type[Diagnostic]) -> list[str]:
    if not issubclass(made, Worded) or not hasattr(made, "wording"):
        return []
    related = made.related or ("", "")
    assert related[0] in {"", *made.__match_args__}
    advice = [made.advice] if isinstance(made.advice, str) else made.advice
    return [made.wording, made.label, related[1], made.note, *advice]


WITHOUT = {
    *(
        "E001",
        "E011",
        "E012",
        "E013",
        "E014",
        "E015",
        "E016",
        "E017",
        "E018",
        "E204",
        "E206",
        "E248",
        "E258",
        "E260",
        "E263",
        "E266",
        "E278",
        "E299",
        "E334",
        "E431",
        "E825",
        "E505",
        "E507",
        "E508",
    ),
    *("E402", "E420", "E421", "E422", "E424", "E425", "E430", "E432"),
    *("E701", "E702", "E703", "E704", "E705", "E706", "E772", "E780", "E799", "E790", "E791", "E792", "E793"),
    *(f"E28{number}" for number in range(1, 10)),  # calls of models
    *("E267", "E290", "W211"),
    *("E295", "E809", "E835"),
    *("E330", "E449", "E510", "E511", "E512", "E513", "E514", "E730", "E731", "E732", "E733", "E734"),
    *("E601", "E602", "E603", "E604", "E605", "E606", "E621", "E622", "E623"),
}
"""About files, parameters from outside, models in Python, answers of other solvers, what is too long to be
shown, or what is asked of a description."""


def test_pages_have_examples() -> None:
    assert {code for code in codes() if not example(code, "Wrong")} == WITHOUT
    assert {code for code in codes() if not example(code, "Fixed")} == WITHOUT | {"E247"}


@pytest.mark.parametrize("code", [code for code in codes() if code not in WITHOUT])
def test_examples(code: str) -> None:
    wrong, fixed = example(code, "Wrong"), example(code, "Fixed")
    assert wrong is not None
    assert [diagnostic.code for diagnostic in told(wrong)] == [code]
    assert fixed is None or not told(fixed)
