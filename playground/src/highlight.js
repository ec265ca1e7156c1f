// Colors of the language by its own patterns (excover/apps/editing/highlighting.py), for CodeMirror.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { Tag } from "@lezer/highlight";

const KINDS = ["comment", "drawing", "text", "number", "statement", "keyword", "operator", "function", "name"];
const TAGS = Object.fromEntries(KINDS.map((kind) => [kind, Tag.define()]));

export function compiledPatterns(patterns) {
  return patterns.map(({ regex, kinds }) => ({ regex: new RegExp(regex, "ymd"), kinds }));
}

// The words of a line with their kinds and places: [[start, end, kind], ..].
export function wordsOf(line, compiled) {
  const words = [];
  for (let at = 0; at < line.length; ) {
    const found = compiled.find(({ regex }) => ((regex.lastIndex = at), regex.test(line)));
    if (!found) {
      at += 1;
      continue;
    }
    found.regex.lastIndex = at;
    const match = found.regex.exec(line);
    found.kinds.forEach((kind, group) => {
      const place = match.indices[group + 1];
      if (place && place[0] < place[1]) words.push([place[0], place[1], kind]);
    });
    at = Math.max(at + 1, match.index + match[0].length);
  }
  return words;
}

export function language(patterns) {
  const compiled = compiledPatterns(patterns);
  const stream = StreamLanguage.define({
    name: "excover",
    startState: () => ({ words: [] }),
    token(stream, state) {
      if (stream.sol()) state.words = wordsOf(stream.string, compiled);
      while (state.words.length && state.words[0][1] <= stream.pos) state.words.shift();
      const [start, end, kind] = state.words[0] ?? [stream.string.length, 0, null];
      if (stream.pos < start) {
        stream.pos = start;
        return null;
      }
      stream.pos = end;
      return kind;
    },
    tokenTable: TAGS,
    languageData: { commentTokens: { line: "#" } },
  });
  const style = HighlightStyle.define(KINDS.map((kind) => ({ tag: TAGS[kind], class: `word-${kind}` })));
  return [stream, syntaxHighlighting(style)];
}
