"""Messages about counts whose states are on disk."""

from __future__ import annotations

from collections.abc import Sequence

from excover.base.diagnostics import Diagnostic, Report

AFRESH = (
    "to begin afresh, give another folder, or delete the files of this count: `checkpoint` and `*.states`"
)


class OtherCount(Diagnostic, code="E730"):
    """A folder with another count.

    `excover count --disk DIR` goes on with the count in the folder. That needs the same items and options, so
    the same description, parameters and givens, and the same version of excover, since another one may visit
    states in another order. Give each count a folder of its own.
    """

    folder: str
    differences: Sequence[str]

    def report(self) -> Report:
        report = Report(f"the folder `{self.folder}` has the states of another count")
        for difference in self.differences:
            report = report.noted(difference)
        return report.helped(AFRESH)


class NoCheckpoint(Diagnostic, code="E449"):
    """A file of something else in the folder of a count.

    `excover count --disk DIR` keeps what it knows in `DIR/checkpoint`. The file of this name that is there
    does not begin as such a file does, so it belongs to something else. Nothing in the folder was changed.
    """

    folder: str

    def report(self) -> Report:
        return (
            Report(f"`checkpoint` in the folder `{self.folder}` is not a file of a count")
            .noted("nothing in the folder was read further, or changed")
            .helped("give another folder, such as a new one: `--disk DIR` makes it")
        )


class DamagedCount(Diagnostic, code="E731"):
    """A file of a count on disk does not hold what was written.

    Every block of every file has a checksum, and the checkpoint names all files and their lengths. If one was
    cut, changed, exchanged or deleted, the count cannot go on, since its number would be wrong. Neither a
    crash nor a full disk does that: files are on the disk before a checkpoint names them.
    """

    folder: str
    file: str
    reason: str

    def report(self) -> Report:
        return Report(f"the count in `{self.folder}` is damaged: `{self.file}`: {self.reason}").helped(AFRESH)


class DiskFull(Diagnostic, code="E732"):
    """A count on disk has no more room.

    The disk is full, its files would take more than `--disk-limit`, or no memory is left. The last checkpoint
    is complete: make room, or raise the limit, and the same command goes on from there. At most the work
    since then, about a minute, is done again.
    """

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
    """Two counts in one folder.

    Another process counts in this folder at this moment. Wait for it, or give another folder.
    """

    folder: str

    def report(self) -> Report:
        return Report(f"another process is counting in `{self.folder}`")


class NoFolder(Diagnostic, code="E734"):
    """A folder for a count that cannot be used.

    `--disk DIR` needs a folder that can be locked, and whose files can be read and written; it is made if it
    is not there. If that changes while a count is running, its last checkpoint is complete.
    """

    folder: str
    reason: str

    def report(self) -> Report:
        return Report(f"cannot count in the folder `{self.folder}`: {self.reason}")
