"""The colors of texts by patterns are those of the parser's own tokens, on all texts that there are."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from effort import HANGS
from extras import program_or_skip

from excover.apps.editing.vocabulary import SCOPES, HighlightedWord, highlighted, patterns, textmate
from excover.language import gallery
from excover.language.syntax.grammar import END, _Run, tables

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```excover[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def texts() -> dict[str, str]:
    """The gallery, the libraries, and all examples in documents."""
    paths = sorted(gallery.folder().rglob("*.xc"))
    found = {path.stem: path.read_text() for path in paths}
    for document in sorted((ROOT / "docs").glob("*.md")):
        for number, block in enumerate(BLOCK.findall(document.read_text())):
            found[f"{document.stem}-{number}"] = block
    return found


TEXTS = texts()
CONTEXTS = """\
board b hex 3x3, torus, open below
board holes 3x3, at most 4 holes, torus
board b hex 2x2, torus, at most n + (most) holes
require apart apart at corners per corners
require without without faults, crossroads
require faults apart per crossroads
require connected connected at corners per one
require one(loop, one) where loop > 1 at one connected along loop
require loop(one) connected at corners per loop
require loop as one loop
shapes square hex |A
shapes s = all free 1..3 of square without holes
shapes s hex detached |A
shapes detached detached |A
shapes s = all free 4 of square without holes, X
shapes s = F, of, 1 of without
shapes s = detached without detached, of
shapes s = "A" at of, (k at {(1, 1)} for k in 1..2) of square detached
shapes s = "A" at detached
let detached = 1
shapes sides = all one-sided tiles of square with sides in sides where corners = sides
shapes tiles = "A" with corners (1, 2), (k with corners sides for k in 1..2) of hex
place one-sided sides on tray border border where sides = 1
place one-sided square on b each at most 2 times covering at least 2 where piece = "A"
fill b with {row, column}, once per row, column, block 2x2, label
expect solutions up to symmetry = 3 when color = 2
let of = {hex, torus}
draw as row color color for color in column
draw line at ((1, 1), (1, 2))
draw dot(text) at text as dot color "red"
draw cage at cage as text color "red" for cage in text
draw wall[line] at line
item row at most once, column at most once, label at most once
option free(row in all, cube in 1..2) where up < least covers options[row] = color
"""


class Recorder(_Run):
    """A parse that notes the kind of each word."""

    def __init__(self, text: str) -> None:
        super().__init__(tables(), text, "spec", {}, None, 0)
        self.found: list[tuple[str, int, int]] = []

    def word(self) -> tuple[str, int, int]:
        self.found.append(super().word())
        return self.found[-1]


NAMES = {"NAME", "FIELD"}
KINDS = {"ART": "drawing", "STRING": "text", "NUMBER": "number", "DIMENSIONS": "number"}


def own_tokens(text: str) -> list[tuple[int, str, str]]:
    """The words of the parser: start, text, and the kind that a pattern should find."""
    recorder = Recorder(text)
    recorder.whole()
    found = []
    for kind, start, end in recorder.found:
        written = text[start:end]
        if kind == END or not re.search(r"\w|^[|\"]", written):
            continue
        is_called = kind == "LOOK" and re.match(r"\s*[(\[]", text[end:])  # an option or item of that name
        expected = "name" if kind in NAMES or is_called else KINDS.get(kind, "keyword")
        pieces = written.split() if expected == "keyword" else [written]
        for piece in pieces:
            at = text.index(piece, start)
            found.append((at, piece, expected))
            start = at + len(piece)
    return found


def general(word: HighlightedWord) -> tuple[int, str, str]:
    kinds = {"statement": "keyword", "operator": "keyword", "function": "name"}
    return word.start, word.text, kinds.get(word.kind, word.kind)


@pytest.mark.parametrize("name", TEXTS)
def test_patterns_find_what_the_parser_reads(name: str) -> None:
    text = TEXTS[name]
    found = [general(word) for word in highlighted(text) if word.kind != "comment"]
    assert found == own_tokens(text)


def test_words_that_are_keywords_only_at_some_places() -> None:
    found = [general(word) for word in highlighted(CONTEXTS)]
    assert found == own_tokens(CONTEXTS)


@pytest.mark.parametrize(
    "text", ['puzzle "Half', "board b hex", "item a[", "§ 3x", "fill b with 1..2, once per", ""]
)
def test_half_written_texts_have_colors(text: str) -> None:
    at = 0
    for word in highlighted(text):
        assert word.start >= at
        assert text[word.start : word.start + len(word.text)] == word.text
        at = word.start + len(word.text)


@pytest.mark.slow
def test_long_texts_take_no_longer_than_they_are_long() -> None:
    """Patterns that backtrack would not end here."""
    assert list(highlighted("once per row," * 5_000 + " " * 50_000 + "place " * 5_000))


# TextMate


NODE = """
const fs = require("fs"), path = require("path");
const modules = path.join(process.env.TEXTMATE_MODULES, "/");
const textmate = require(modules + "vscode-textmate"), oniguruma = require(modules + "vscode-oniguruma");
const wasm = fs.readFileSync(modules + "vscode-oniguruma/release/onig.wasm").buffer;
oniguruma.loadWASM(wasm).then(async () => {
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(process.argv[1], "utf8"), "x.json"),
  });
  const grammar = await registry.loadGrammar("source.excover");
  const texts = JSON.parse(fs.readFileSync(0, "utf8"));
  const found = texts.map((text) => {
    let state = textmate.INITIAL;
    return text.split("\\n").map((line) => {
      const read = grammar.tokenizeLine(line, state);
      state = read.ruleStack;
      return read.tokens.map((t) => [t.startIndex, t.endIndex, t.scopes[t.scopes.length - 1]]);
    });
  });
  console.log(JSON.stringify(found));
});
"""


def test_the_textmate_grammar_in_the_program_of_editors(tmp_path: Path) -> None:
    """With the npm packages vscode-textmate and vscode-oniguruma in the folder TEXTMATE_MODULES."""
    modules = os.environ.get("TEXTMATE_MODULES")
    node = shutil.which("node")
    if not (modules and node):
        pytest.skip("TEXTMATE_MODULES names no folder with vscode-textmate and vscode-oniguruma of npm")
    asked = json.dumps(list(TEXTS.values()))
    grammar = tmp_path / "excover.tmLanguage.json"
    grammar.write_text(textmate())
    command = [node, "-e", NODE, str(grammar)]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=HANGS, check=True)
    for text, lines in zip(TEXTS.values(), json.loads(ran.stdout), strict=True):
        assert _of_textmate(text, lines) == [
            (word.text, SCOPES[word.kind]) for line in text.split("\n") for word in highlighted(line)
        ]


def _of_textmate(text: str, lines: Any) -> list[tuple[str, str]]:
    found = []
    for line, tokens in zip(text.split("\n"), lines, strict=True):
        found += [(line[start:end], scope) for start, end, scope in tokens if scope != "source.excover"]
    return found


# The playground


WORDS = """
const { compiledPatterns, wordsOf, NAME_BEFORE, LETTERS } = await import(process.argv[1]);
const { patterns, lines } = JSON.parse((await import("node:fs")).readFileSync(0, "utf8"));
const compiled = compiledPatterns(patterns);
const names = ["x = größe", "let दिन", "3x", "a.été", "²"].map((line) => NAME_BEFORE.exec(line)?.[0] ?? "");
const whole = ["", "größe", "दिन", "a b"].map((text) => LETTERS.test(text));
console.log(JSON.stringify({ words: lines.map((line) => wordsOf(line, compiled)), names, whole }));
"""
OF_OTHER_SCRIPTS = """\
board änderung hex 3x3
place free änderung on größe, at most 2 holes
item größe[é in 1..3], ряд[1..2] once per row
option été(große in größe, in_ö in 1..2) covers änderung[große.ä, inö], é div ö
require ö connected along ö
"""


@pytest.mark.slow
def test_words_in_the_playground_are_those_of_python() -> None:
    node = program_or_skip("node", "nodejs")
    texts = [*TEXTS.values(), CONTEXTS, OF_OTHER_SCRIPTS]
    lines = [line for text in texts for line in text.splitlines()]
    asked = json.dumps({"patterns": [each._asdict() for each in patterns()], "lines": lines})
    command = [node, "--input-type=module", "-e", WORDS, (ROOT / "playground" / "src" / "words.js").as_uri()]
    ran = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=HANGS, check=True)
    found = json.loads(ran.stdout)
    for line, words in zip(lines, found["words"], strict=True):
        assert words == [[w.start, w.start + len(w.text), w.kind] for w in highlighted(line)], line
    assert found["names"] == ["größe", "दिन", "x", "été", ""]
    assert found["whole"] == [True, True, True, False]


# Pygments


def test_patterns_have_no_escapes_that_browsers_refuse() -> None:
    """With Unicode, JavaScript refuses a backslash before what needs none: the playground would not begin."""
    escaped = {letter for each in patterns() for letter in re.findall(r"\\(.)", each.regex)}
    assert escaped <= {*"^$.*+?()[]{}|/-", "\\", *"wWdDsSbBnt"}


def test_pygments_gets_all_of_a_text() -> None:
    """By the entry point with which Pygments finds the lexer in an installed package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    module, name = project["entry-points"]["pygments.lexers"]["excover"].split(":")
    lexer = getattr(import_module(module), name)(stripnl=False, ensurenl=False)
    assert (lexer.aliases, lexer.filenames) == (("excover",), ("*.xc",))
    for text in TEXTS.values():
        assert "".join(written for _, written in lexer.get_tokens(text)) == text


@pytest.mark.parametrize("name", gallery.names())
def test_lines_of_the_gallery_have_the_colors_of_the_whole(name: str) -> None:
    """Pages color line by line."""
    source = gallery.puzzle(name)
    assert source
    alone = [(word.text, word.kind) for line in source.text.splitlines() for word in highlighted(line)]
    assert alone == [(word.text, word.kind) for word in highlighted(source.text)]
