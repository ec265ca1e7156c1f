// Words and names of every script: the classes of a regular expression are those of ASCII in JavaScript.
const FIRST = "[\\p{ID_Start}_]";
const LETTER = "\\p{ID_Continue}";
const EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;

export const NAME_BEFORE = new RegExp(`${FIRST}${LETTER}*$`, "u");
export const LETTERS = new RegExp(`^${LETTER}*$`, "u");

// The regular expression that means here what one of Python means there.
function ofEveryScript(regex) {
  return regex.replaceAll("[^\\W\\d]", FIRST).replaceAll("\\w", LETTER).replaceAll("\\b", EDGE);
}

export function compiledPatterns(patterns) {
  return patterns.map(({ regex, kinds }) => ({ regex: new RegExp(ofEveryScript(regex), "ymdu"), kinds }));
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
