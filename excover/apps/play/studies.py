"""What the page shows about all solutions at once, and for authors of puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow

from excover.apps.play.asked import Asked, BadQuestion, PlayAnswer, Say
from excover.apps.play.checked import edit_data
from excover.apps.play.clue_edits import with_drawing
from excover.apps.play.drawn_solutions import scenes_of
from excover.apps.play.marked_pictures import changed_places, differing_picture
from excover.authors.clues import NotUnique
from excover.authors.generate import GaveUp, Wanted, generate
from excover.authors.ladder import Technique
from excover.authors.rate import Level, rate
from excover.authors.unique import Verdict, unique
from excover.base.words import plural
from excover.matrix.compiled import Place
from excover.problem.solution_set.heat import require_drawing
from excover.problem.solution_set.solution_set import SolutionSet
from excover.render.tree_picture import Words, picture, text_lines, tree_summary
from excover.search.search_tree import grow
from excover.solutions.decode import Solution

MOST_NODES = 150
"""The most nodes of a search tree that is drawn."""

MOST_STARTS = 60

VERDICTS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "several solutions: here are two",
    Verdict.UNKNOWN: "stopped before it was known whether there is exactly one solution",
}

NOT_RATED = {
    Verdict.NONE: 'There is no solution, so there is nothing to rate: "Why none?" tells why',
    Verdict.SEVERAL: "There are several solutions, and only a puzzle with exactly one can be rated: more"
    ' clues leave fewer solutions, and "Generate" sets enough of them',
}
TECHNIQUES = {
    Technique.FORCED: "each step is forced, since something has only one place left",
    Technique.LOCKED: "it takes looking at what every choice for something would rule out",
    Technique.PAIRS: "it takes pairs, of which two things share two places",
    Technique.TRIPLES: "it takes triples, of which three things share three places",
    Technique.WINGS: "it takes trying a choice and seeing one step later that it fails",
    Technique.CHAINS: "it takes trying a choice and following a few steps until it fails",
    Technique.TRIAL: "it takes trying a choice and following it until it fails, however far",
    Technique.GUESSES: "it takes guesses within guesses",
}


def heated(asked: Asked, say: Say) -> PlayAnswer:
    """How often each mark lies on each cell."""
    problem, run = asked.problem(), asked.run(say)
    require_drawing(problem.compiled)
    solutions = SolutionSet.of(problem, run)
    if not solutions:
        return {"text": "no solution", "exists": False}
    return {"text": f"percent of {plural(solutions.count, 'solution')}", "svg": solutions.heat(run).svg()}


def started(asked: Asked, say: Say) -> PlayAnswer:
    """Sets of ``pieces`` options that leave exactly one solution."""
    pieces = asked.number("pieces", 1, 100, 2)
    problem, run = asked.problem(), asked.run(say)
    solutions = SolutionSet.of(problem, run)
    if not solutions:
        return {"text": "no solution", "exists": False}
    starts = solutions.starts(pieces, keep=MOST_STARTS, run=run)
    found = [
        {"text": str(start), "svg": start.placed.svg(), "label": f"#{number}"}
        for number, start in enumerate(starts, 1)
    ]
    part = "" if starts.exhausted else "at least "
    every = f"{part}{starts.unique:,} of {part}{plural(starts.count, 'start')}"
    shown = f"; the first {len(found)}" if len(found) < starts.unique else ""
    return {"text": f"{every} of {pieces} have exactly one completion{shown}", "pictures": found}


def tree_drawn(asked: Asked, say: Say) -> PlayAnswer:
    """The search tree of Algorithm X, or its beginning."""
    problem = asked.problem()
    tree = grow(problem.matrix, asked.run(say).limited(nodes=MOST_NODES))
    words = Words(problem.matrix, frozenset(board.name for board in problem.puzzle.boards))
    svg = picture(tree, words).svg(problem.title)
    return {"text": tree_summary(tree), "svg": svg, "lines": "\n".join(text_lines(tree, words))}


def told_unique(asked: Asked, say: Say) -> PlayAnswer:
    """Whether there is exactly one solution; two of several, with what differs marked."""
    found = unique(asked.problem(), asked.run(say))
    solutions = found.solutions
    several = len(solutions) == 2
    marked = changed_places(*solutions) if several else {}
    labels = ("one solution", "another one") if several else ("",)
    shown = [
        _card(each, other, marked, label)
        for each, other, label in zip(solutions, reversed(solutions), labels, strict=False)
    ]
    text = VERDICTS[found.verdict] + ", and what differs is marked" * several
    return {"text": text, "exists": found.verdict is not Verdict.NONE, "pictures": shown}


def _card(solution: Solution, other: Solution, marked: Mapping[Place, str], label: str) -> PlayAnswer:
    """A picture, or the options: each with whether the other solution is without it."""
    is_drawn = any(solution.markings)
    svg = differing_picture(scenes_of(solution), marked).svg(label) if is_drawn else ""
    options = [(str(option), option not in other.options) for option in solution]
    return {"options": options, "svg": svg, "label": label}


def rated(asked: Asked, say: Say) -> PlayAnswer:
    """How hard a puzzle with one solution is."""
    try:
        found = rate(asked.problem(), asked.run(say))
    except NotUnique as wrong:
        return {"text": NOT_RATED[wrong.found.verdict], "exists": False}
    level, number = str(found).split(", ")
    how = TECHNIQUES[found.technique] if found.number else "nothing is left to find"
    return {"text": f"{level.capitalize()}: {how}; rating {number}"}


def generated(asked: Asked, say: Say) -> PlayAnswer:
    """A new puzzle with one solution, as an edit of the givens; of a ``level``, if one is asked for."""
    level = asked.data.get("level") or None
    if level is not None and level not in [each.value for each in Level]:
        raise BadQuestion("there is no such level")
    problem = asked.problem()
    is_rated = not problem.matrix.constraints  # what rates puzzles cannot keep to them
    wanted = Wanted(level=Level(level) if level else None, rated=is_rated)
    try:
        made = next(generate(problem, randbelow(10**9), wanted=wanted, run=asked.run(say)))
    except GaveUp as gave_up:
        said = f"{gave_up}" if gave_up.attempts else "there is no solution, so there is no puzzle"
        return {"text": said, "exists": False}
    rating = f", {made.rating}" if made.rating else ""
    said = f"a puzzle with {plural(len(made.clues), 'clue')} and exactly one solution{rating}"
    return {"text": said, "edit": edit_data(asked, with_drawing(asked, made.drawing))}
