"""Wrong texts without end: a reader may refuse a text only by what it documents, soon, in little memory.

    python tests/fuzz/front_ends.py --seconds 600 --seed 1
    python tests/fuzz/front_ends.py --seconds 600 --seed 1 --atheris --only yaml csv

changes examples of every reader (`readers.py`) in random places, by words of the grammar, parts of each other
and single characters. With `--atheris` (`pip install atheris`), changes that reach new code are kept and
changed further. What breaks the rule is printed and kept in `fuzz-failures`. The number of texts is
printed every minute.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import fuzz.places  # noqa: F401

# isort: split
from fuzz.readers import READERS, check

MOST_SECONDS = 2.0
MOST_CHARACTERS = 20_000
MOST_BYTES = 1 << 30  # of address space, of which the interpreter and the native core take a good part


def words() -> list[str]:
    """The words of the grammar, and others that mean something somewhere."""
    grammar = (Path(__file__).parents[2] / "grammars" / "excover.lark").read_text()
    spelled = set(re.findall(r"/\(?([a-z][a-z|-]*)", grammar)) | set(re.findall(r'"([^"\s]+)"', grammar))
    single = {word for group in spelled for word in group.split("|")}
    others = {
        "0",
        "1",
        "2",
        "-1",
        "999999999999999999",
        '"A"',
        "{}",
        "a",
        "x",
        "é",
        "\u202e",
        "\x00",
        "  |A.\n",
        "#",
    }
    return sorted(
        single | others | {"excover: 1", "- ", ": ", "[", "{", "art: |\n", "&a", "*a", "!t", "'", "---\n"}
    )


class Mutator:
    """Changes texts of a corpus, the same for the same seed."""

    def __init__(self, form: str, seed: int) -> None:
        self.random = Random(f"{form} {seed}")
        self.texts = READERS[form].examples()
        self.words = words()

    def text(self) -> str:
        return self.changed(self.random.choice(self.texts))

    def changed(self, text: str) -> str:
        for _ in range(1 + min(9, int(self.random.expovariate(0.5)))):
            text = self.random.choice(CHANGES)(self, text)[:MOST_CHARACTERS]
        return text

    def place(self, text: str) -> tuple[int, int]:
        """Where a word or sign stands; or anywhere in the text."""
        found = [match.span() for match in re.finditer(r"\w+|[^\w\s]", text)]
        return self.random.choice(found or [(0, len(text))])

    def word(self, text: str) -> str:
        """A word of the grammar, or one of the text itself."""
        start, end = self.place(text)
        return self.random.choice([self.random.choice(self.words), text[start:end]])

    def replace(self, text: str) -> str:
        start, end = self.place(text)
        return text[:start] + self.word(text) + text[end:]

    def insert(self, text: str) -> str:
        start, _ = self.place(text)
        return f"{text[:start]}{self.word(text)} {text[start:]}"

    def delete(self, text: str) -> str:
        start, end = self.place(text)
        return text[:start] + text[end:]

    def double(self, text: str) -> str:
        (start, _), (_, end) = sorted([self.place(text), self.place(text)])
        return text[:end] + text[start : start + 200] + text[end:]

    def splice(self, text: str) -> str:
        other = self.random.choice(self.texts).splitlines(keepends=True) or [""]
        lines = text.splitlines(keepends=True)
        at, first = self.random.randint(0, len(lines)), self.random.randrange(len(other))
        return "".join(lines[:at] + other[first : first + self.random.randint(1, 4)] + lines[at:])

    def swap(self, text: str) -> str:
        lines = text.splitlines(keepends=True) or [""]
        first, second = self.random.randrange(len(lines)), self.random.randrange(len(lines))
        lines[first], lines[second] = lines[second], lines[first]
        return "".join(lines)

    def character(self, text: str) -> str:
        at = self.random.randint(0, len(text))
        return (
            text[:at]
            + chr(self.random.choice([self.random.randrange(128), 0x7F, 0x3B1, 0x1F600]))
            + text[at + 1 :]
        )


CHANGES: tuple[Callable[[Mutator, str], str], ...] = (
    *(Mutator.replace, Mutator.replace, Mutator.insert, Mutator.delete),
    *(Mutator.double, Mutator.splice, Mutator.swap, Mutator.character),
)


def judged(text: str, form: str) -> str:
    """What is wrong with how a text is met; empty if nothing is."""
    started = time.process_time()
    try:
        check(text, form)
    except BaseException as fault:
        if isinstance(fault, KeyboardInterrupt):
            raise
        return "".join(traceback.format_exception(fault))
    seconds = time.process_time() - started
    return f"takes {seconds:.1f} seconds" if seconds > MOST_SECONDS else ""


def report(text: str, form: str, fault: str) -> None:
    folder = Path("fuzz-failures")
    folder.mkdir(exist_ok=True)
    path = folder / f"{len(list(folder.iterdir()))}.{form}"
    path.write_text(text)
    print(f"{path}: {fault}", flush=True)


def campaign(forms: Sequence[str], seconds: float, seed: int) -> int:
    """For so long, each reader in turn; the number of faults."""
    mutators = {form: Mutator(form, seed) for form in forms}
    ends = time.monotonic() + seconds
    tried = faults = 0
    while time.monotonic() < ends:
        for form, mutator in mutators.items():
            text = mutator.text()
            tried += 1
            if fault := judged(text, form):
                faults += 1
                report(text, form, fault)
    print(f"{tried:,} texts of {len(mutators)} readers, {faults} faults")
    return faults


def guided(forms: Sequence[str], seconds: float, seed: int) -> None:
    """Atheris (libFuzzer with the coverage of Python), which ends the process when the time is up.

    The first line of what it keeps is the name of the reader.
    """
    import atheris  # type: ignore[import-not-found]

    mutators = {form: Mutator(form, seed) for form in forms}
    tried = dict.fromkeys(forms, 0)
    faults: list[str] = []
    due = time.monotonic() + 60

    def parted(data: bytes) -> tuple[str, str]:
        form, _, text = data.decode("utf-8", "ignore").partition("\n")
        return (form if form in mutators else forms[0]), text

    def one(data: bytes) -> None:
        nonlocal due
        form, text = parted(data)
        tried[form] += 1
        if time.monotonic() > due:
            due += 60
            told()
        if fault := judged(text, form):
            faults.append(form)
            report(text, form, fault)

    def change(data: bytes, most: int, _seed: int) -> bytes:
        form, text = parted(data)
        return f"{form}\n{mutators[form].changed(text)}".encode()[:most]

    def told() -> None:
        each = ", ".join(f"{form} {count:,}" for form, count in tried.items())
        print(f"{sum(tried.values()):,} texts ({each}), {len(faults)} faults", flush=True)

    kept = Path("fuzz-corpus")
    kept.mkdir(exist_ok=True)
    for form, mutator in mutators.items():
        for number, text in enumerate(mutator.texts):
            (kept / f"{form}-{number}").write_text(f"{form}\n{text}", "utf-8")
    atheris.instrument_all()
    flags = [
        f"-max_total_time={int(seconds)}",
        f"-seed={seed}",
        "-max_len=4000",
        "-rss_limit_mb=0",
        str(kept),
    ]
    atheris.Setup([sys.argv[0], *flags], one, custom_mutator=change)
    atheris.Fuzz()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=list(READERS), default=list(READERS))
    parser.add_argument("--atheris", action="store_true")
    options = parser.parse_args()
    os.nice(15)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    if options.atheris:
        guided(options.only, options.seconds, options.seed)
        return 0
    return 1 if campaign(options.only, options.seconds, options.seed) else 0


if __name__ == "__main__":
    sys.exit(main())
