// Colors of the language by its own patterns (excover/apps/editing/vocabulary.py), for CodeMirror.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { Tag } from "@lezer/highlight";
import { compiledPatterns, wordsOf } from "./words.js";

const KINDS = ["comment", "drawing", "text", "number", "statement", "keyword", "operator", "function", "name"];
const TAGS = Object.fromEntries(KINDS.map((kind) => [kind, Tag.define()]));

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
