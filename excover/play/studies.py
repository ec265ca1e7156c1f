"""What the page shows about all solutions at once, and for authors of puzzles."""

from __future__ import annotations

from secrets import randbelow

from excover.analysis.generate import GaveUp, Wanted, generate
from excover.analysis.rate import Level, rate
from excover.analysis.unique import Verdict, unique
from excover.analysis.why import Extent, why
from excover.play.asked import Asked, BadQuestion, PlayAnswer, Say
from excover.play.checked import edit_data
from excover.play.clue_edits import drawn_marks, marks_drawing, with_drawing, without_drawings
from excover.render.tree_picture import Words, picture, text_lines, tree_summary
from excover.render.views import page, puzzle_drawn
from excover.solution_set.heat import require_drawing
from excover.solution_set.solution_set import SolutionSet
from excover.solve.search_tree import grow
from excover.words import plural

MOST_NODES = 150
"""The most nodes of a search tree that is drawn."""

MOST_STARTS = 60

EXTENTS = {
    Extent.SMALLEST: "no set of fewer givens does",
    Extent.IRREDUCIBLE: "none of them can be left out",
    Extent.SOME: "fewer of them may conflict, too",
}
VERDICTS = {
    Verdict.UNIQUE: "exactly one solution",
    Verdict.NONE: "no solution",
    Verdict.SEVERAL: "several solutions: here is one, and where another one differs",
    Verdict.UNKNOWN: "stopped before it was known whether there is exactly one solution",
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
    """Whether there is exactly one solution."""
    found = unique(asked.problem(), asked.run(say))
    shown = [{"text": str(each), "svg": each.svg(), "label": ""} for each in found.solutions[:1]]
    return {"text": VERDICTS[found.verdict], "pictures": shown, "lines": found.difference}


def reasoned(asked: Asked, say: Say) -> PlayAnswer:
    """Why there is no solution: givens that conflict, and a reason."""
    problem = without_drawings(asked).problem()
    given = marks_drawing(problem.full, drawn_marks(asked, problem.full))
    found = why(problem, given or None, asked.run(say))
    if found.solution is not None:
        return {"text": "there is a solution, so nothing needs a reason", "exists": True}
    if found.extent is None:
        return {"stopped": "stopped before it was known whether there is a solution"}
    said = "there is no solution, even without givens"
    if found.clues:
        names = "; ".join(map(str, found.clues))
        one = len(found.clues) == 1
        conflict = "this given cannot be met" if one else f"these {len(found.clues)} givens conflict"
        said = f"no solution: {conflict}, and {EXTENTS[found.extent]}: {names}"
    reason = found.reason
    marked = [marking for clue in found.clues for marking in clue.markings]
    drawn = puzzle_drawn(problem.full.canvases, marked) if marked else None
    return {
        "text": said,
        "exists": False,
        "svg": page([drawn]).svg(said) if drawn else "",
        "reason": reason.text if reason else "",
        "lines": reason.drawing if reason else "",
    }


def rated(asked: Asked, say: Say) -> PlayAnswer:
    """How hard a puzzle with one solution is."""
    found = rate(asked.problem(), asked.run(say))
    return {"text": f"{found}; the hardest technique needed: {found.technique.value}"}


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
        return {"text": f"{gave_up}" if gave_up.attempts else "there is no solution, so there is no puzzle"}
    rating = f", {made.rating}" if made.rating else ""
    said = f"a puzzle with {plural(len(made.clues), 'clue')} and exactly one solution{rating}"
    return {"text": said, "edit": edit_data(asked, with_drawing(asked, made.drawing))}
