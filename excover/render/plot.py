"""A plot of a running estimate, by matplotlib (an extra: ``pip install excover[plot]``)."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from excover.words import visible


class NoPlot(Exception):
    """Why a plot cannot be made; the message is for people."""


def plot_format(path: str) -> str:
    """The format of a file by its suffix. Raises NoPlot if that is none, or matplotlib is not there."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
    except ImportError:
        raise NoPlot("a plot needs matplotlib: pip install 'excover[plot]'") from None
    known = sorted(FigureCanvasAgg.get_supported_filetypes())
    suffix = Path(path).suffix.lstrip(".").lower()
    if suffix not in known:
        raise NoPlot(f"a plot cannot be written as `{visible(path)}`; end the name with .{', .'.join(known)}")
    return suffix


def running_estimate(
    trace: Sequence[tuple[int, float]],
    interval: tuple[float, float],
    exact: int | None,
    title: str,
    form: str,
) -> bytes:
    """What the estimate was after so many walks, the interval at the end, and the exact number if known."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    walks, means = zip(*trace, strict=True)
    axes.plot(walks, means, color="#0072b2", label="estimate")
    axes.axhspan(*interval, color="#0072b2", alpha=0.15, linewidth=0, label="95 % at the end")
    if exact is not None:
        axes.axhline(exact, color="#d55e00", linestyle="--", label=f"exact: {exact:,}")
    axes.set_xscale("log")
    axes.set_ylim(bottom=0)
    axes.set_xlabel("random walks")
    axes.set_ylabel("solutions")
    axes.set_title(visible(title), parse_math=False)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.legend()
    written = BytesIO()
    figure.savefig(written, format=form, metadata={"Date": None} if form == "svg" else None)
    return written.getvalue()
