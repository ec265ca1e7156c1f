"""Messages about counts whose states are on disk."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report

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


class NoCheckpoint(Diagnostic, code="E449"):
    folder: str

    def report(self) -> Report:
        return (
            Report(f"`checkpoint` in the folder `{self.folder}` is not a file of a count")
            .noted("nothing in the folder was read further, or changed")
            .helped("give another folder, such as a new one: `--disk DIR` makes it")
        )


class DamagedCount(Diagnostic, code="E731"):
    folder: str
    file: str
    reason: str

    def report(self) -> Report:
        return Report(f"the count in `{self.folder}` is damaged: `{self.file}`: {self.reason}").helped(AFRESH)


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


class FolderInUse(Diagnostic, code="E733"):
    folder: str

    def report(self) -> Report:
        return Report(f"another process is counting in `{self.folder}`")


class NoFolder(Diagnostic, code="E734"):
    folder: str
    reason: str

    def report(self) -> Report:
        return Report(f"cannot count in the folder `{self.folder}`: {self.reason}")
