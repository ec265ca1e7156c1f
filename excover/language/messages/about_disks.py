"""Messages about counts whose states are on disk."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report
from excover.language.messages.message import Worded

AFRESH = (
    "to begin afresh, give another folder, or delete the files of this count: `checkpoint` and `*.states`"
)


class OtherCount(Diagnostic, code="E730"):
    folder: str
    differences: Sequence[str]

    def report(self) -> Report:
        report = Report(f"the folder `{self.folder}` has the states of another count")
        for difference in self.differences:
            report = report.noted(difference)
        return report.helped(AFRESH)


class NoCheckpoint(Worded, code="E449"):
    folder: str

    wording = "`checkpoint` in the folder `{folder}` is not a file of a count"
    note = "nothing in the folder was read further, or changed"
    advice = "give another folder, such as a new one: `--disk DIR` makes it"


class DamagedCount(Worded, code="E731"):
    folder: str
    file: str
    reason: str

    wording = "the count in `{folder}` is damaged: `{file}`: {reason}"
    advice = AFRESH


class DiskFull(Diagnostic, code="E732"):
    folder: str
    reason: str
    limit: int | None

    def report(self) -> Report:
        """``limit`` of bytes, if that is what was reached."""
        if self.limit is None:
            return Report(f"the count in `{self.folder}` cannot go on: {self.reason}").helped(
                "make room; the same command then goes on from the last checkpoint"
            )
        return Report(
            f"the count in `{self.folder}` needs more than {self.limit / 10**6:,.0f} MB on disk"
        ).helped(
            "raise the limit: the same command with a larger `--disk-limit` goes on from the last checkpoint"
        )


class FolderInUse(Worded, code="E733"):
    folder: str

    wording = "another process is counting in `{folder}`"


class NoFolder(Worded, code="E734"):
    folder: str
    reason: str

    wording = "cannot count in the folder `{folder}`: {reason}"
