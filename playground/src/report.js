// What is neither a board nor a solution: errors below the text, heat maps, trees, starts, reasons.
import { $, make, parsedSvg } from "./dom.js";

// An error or a warning, with its place as a link and its fixes as buttons.
export function problemItem(found, editor) {
  const words = found.label ? `${found.message}: ${found.label}` : found.message;
  const place = make("button", { type: "button", class: "place", onclick: () => editor.goTo(found.from) }, `line ${found.line}`);
  const item = make("li", { class: found.severity }, place, make("span", {}, `${words} `), make("span", { class: "soft" }, found.code));
  for (const line of [...found.beside, ...found.notes, ...found.help]) item.append(make("p", { class: "soft" }, line));
  for (const fix of found.fixes) item.append(make("button", { type: "button", class: "fix", onclick: () => editor.fix(fix) }, fix.title), " ");
  return item;
}

export class Report {
  constructor() {
    this.clear();
  }

  clear() {
    this.has = false;
    this.svg = null;
    $("report").replaceChildren();
  }

  // Whether there is something to show.
  show(found) {
    const { svg, lines, pictures, reason, expectations, hints } = found;
    const parts = [];
    if (hints) parts.push(hintList(hints, (shown) => (this.svg = shown)));
    if (reason) parts.push(make("p", { class: "reason" }, `Reason: ${reason}`));
    const kind = lines && !reason ? "paper wide" : "paper"; // a search tree would be too small to read
    if (svg) parts.push(make("div", { class: kind, tabindex: "0", role: "region", "aria-label": "Picture" }, sized(parsedSvg(svg), kind)));
    for (const each of pictures ?? []) parts.push(card(each));
    if (lines) parts.push(make("pre", {}, lines));
    if (expectations?.length) parts.push(expectationList(expectations));
    if (!parts.length) return false;
    this.has = true;
    this.svg = svg || pictures?.[0]?.svg || hints?.[0].svg || null;
    $("report").replaceChildren(...parts);
    return true;
  }
}

// Not larger than the board itself is shown.
function sized(svg, kind) {
  if (kind === "paper") svg.style.maxWidth = `${Math.max(220, 1.4 * svg.viewBox.baseVal.width)}px`;
  return svg;
}

// `options` are pairs: a name, and whether the other solution is without it.
function card({ svg, options, text, label }) {
  const list = options?.map(([name, isOnly]) => make("li", { class: isOnly ? "only" : "" }, name));
  const shown = svg ? parsedSvg(svg) : list && make("ul", { class: "options" }, ...list);
  const drawn = shown ? make("div", { class: "paper" }, shown) : make("pre", {}, text);
  return make("figure", { class: "card" }, drawn, make("figcaption", {}, label));
}

function expectationList(expectations) {
  const word = (holds) => (holds === null ? "unknown" : holds ? "met" : "not met");
  const rows = expectations.map(({ text, holds, found }) =>
    make("li", { class: holds === null ? "unknown" : holds ? "good" : "bad" }, `${word(holds)}: ${text}${holds ? "" : `; found ${found}`}`),
  );
  return make("ul", { class: "expectations" }, ...rows);
}

// One hint after the other: nobody is told more than what is asked for.
function hintList(hints, shown) {
  let at = 0;
  const words = make("p", { role: "status" });
  const drawn = make("div", { class: "paper" });
  const [back, on] = [-1, 1].map((step) => make("button", { type: "button", onclick: () => turn(step) }, step < 0 ? "Hint before" : "Next hint"));
  const turn = (step) => {
    at += step;
    const { name, text, svg } = hints[at];
    words.replaceChildren(make("strong", {}, `${at + 1} of ${hints.length}: ${name}. `), text);
    drawn.replaceChildren(...(svg ? [sized(parsedSvg(svg), "paper")] : []));
    [back.disabled, on.disabled] = [at === 0, at + 1 === hints.length];
    shown(svg || null);
  };
  turn(0);
  return make("div", { class: "hints" }, make("div", { class: "bar" }, back, on), words, drawn);
}
