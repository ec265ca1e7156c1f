"""A plot of a running estimate, by matplotlib (an extra: ``pip install excover[plot]``)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from excover.base.errors import ExcoverError
from excover.base.words import visible

FORMATS = ("svg", "png", "pdf")
HIGHEST = 2.5
"""The end of the axis relative to the final values; higher means of the first walks leave the plot."""
ENDLESS = 1e300
"""The number at which matplotlib stops computing."""


class NoPlot(ExcoverError):
    """Why a plot cannot be made; the message is for users."""


def plot_format(path: str) -> str:
    """The format of a file by its suffix. Raises NoPlot if it is not supported, or matplotlib is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise NoPlot("a plot needs matplotlib: pip install 'excover[plot]'") from None
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in FORMATS:
        raise NoPlot(f"a plot cannot be written as `{visible(path)}`: end the name with .svg, .png or .pdf")
    return suffix


def running_estimate(
    trace: Sequence[tuple[int, float]],
    interval: tuple[float, float],
    exact: int | None,
    title: str,
    form: str,
) -> bytes:
    """The estimate after numbers of walks, the interval at the end, and the exact number if known."""
    from matplotlib.figure import Figure

    top = _top([mean for _, mean in trace], [*interval, exact or 0])
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.plot(*zip(*((walks, min(mean, ENDLESS)) for walks, mean in trace), strict=True), label="estimate")
    low, high = (min(end, 2 * top) for end in interval)
    axes.axhspan(low, high, color="C0", alpha=0.15, linewidth=0, label="95 % at the end")
    if exact is not None:
        axes.axhline(exact, color="C1", linestyle="--", label=f"exact: {exact:,}")
    axes.set(xscale="log", xlabel="random walks", ylabel="solutions", ylim=(0, top))
    axes.set_title(visible(title), parse_math=False)
    axes.yaxis.set_major_formatter("{x:,.12g}")
    axes.legend()
    written = BytesIO()
    figure.savefig(written, format=form, metadata={"Date": None} if form == "svg" else None)
    return written.getvalue()


def _top(means: Sequence[float], interval: Sequence[float]) -> float:
    """The end of the axis: room for everything, or for HIGHEST times the final value."""
    end = [value for value in (means[-1], *interval) if value < ENDLESS]
    seen = [value for value in (*means, *end) if value < ENDLESS]
    return min(1.05 * max(seen, default=0), HIGHEST * max(end, default=0)) or 1.0
