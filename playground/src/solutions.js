// Solutions: each a list of parts, which are drawn once. One of them large, or all of them on a sheet that
// draws only what can be seen.
import { $, make, makeSvg, parsedSvg } from "./dom.js";

export class Solutions {
  constructor() {
    this.clear();
  }

  clear() {
    this.rows = [];
    this.labels = [];
    this.bodies = []; // of parts of a solid: { cells, fill, word }
    this.longest = 1; // options of a solution
    this.stage = null;
    $("parts").replaceChildren(makeSvg("defs"));
  }

  add({ rows = [], stage, parts = [] }) {
    const defs = $("parts").firstElementChild;
    if (stage?.under && !this.stage) {
      this.stage = stage;
      const under = makeSvg("g", { id: "under" });
      under.append(...parsedSvg(stage.under).childNodes);
      for (const each of under.querySelectorAll("[id]")) each.removeAttribute("id");
      defs.append(under);
    }
    for (const part of parts) {
      this.labels.push(part.label);
      this.bodies.push(part);
      if (part.svg) defs.append(...parsedSvg(part.svg).childNodes);
    }
    for (const row of rows) {
      this.rows.push(row);
      this.longest = Math.max(this.longest, row.length);
    }
  }

  // What distinguishes a solution from others, of this and other runs.
  key(number) {
    return this.rows[number].map((part) => this.labels[part]).sort().join(";");
  }

  words(number) {
    return this.rows[number].map((part) => this.labels[part]);
  }

  // Whether a solution is a solid that can be turned.
  isSolid(number) {
    return Boolean(this.stage?.solid) && this.rows[number].some((part) => this.bodies[part].cells.length);
  }

  solid(number) {
    return this.rows[number].map((part) => this.bodies[part]);
  }

  // A picture that refers to the shared parts; a list of options if nothing is drawn.
  drawn(number) {
    if (!this.stage) {
      const options = this.rows[number].map((part) => make("li", {}, this.labels[part]));
      return make("ul", { class: "options" }, ...options);
    }
    const { width, height } = this.stage;
    const svg = picture(width, height, `Solution ${number + 1}`, this.group(number));
    svg.classList.add("picture");
    svg.style.maxWidth = `${Math.max(280, 2 * width)}px`;
    return svg;
  }

  group(number) {
    const group = makeSvg("g", this.stage.style, makeSvg("use", { href: "#under" }));
    for (const part of this.rows[number]) group.append(makeSvg("use", { href: `#part${part}` }));
    return group;
  }

  // The same as a file of its own; null if nothing is drawn.
  file(number) {
    if (!this.stage) return null;
    const { width, height } = this.stage;
    return alone(picture(width, height, `Solution ${number + 1}`, this.group(number)));
  }

  // How many of them a picture of a sheet has.
  get exported() {
    return Math.min(this.rows.length, MOST_EXPORTED);
  }

  // The first solutions side by side, as a file of its own; null if nothing is drawn.
  sheet() {
    if (!this.stage) return null;
    const [width, height] = [this.stage.width + GAP, this.stage.height + CAPTION + GAP];
    const count = this.exported;
    const across = Math.min(count, Math.ceil(Math.sqrt((count * height) / width)));
    const cards = this.rows.slice(0, count).map((_, number) => {
      const at = `translate(${GAP + (number % across) * width},${GAP + Math.floor(number / across) * height})`;
      const place = { x: this.stage.width / 2, y: this.stage.height + CAPTION - 8, "text-anchor": "middle", "font-size": 14, "font-family": "sans-serif" };
      const caption = makeSvg("text", place);
      caption.textContent = `#${(number + 1).toLocaleString("en")}`;
      return makeSvg("g", { transform: at }, this.group(number), caption);
    });
    const title = count === 1 ? "Solution 1" : `Solutions 1 to ${count}`;
    return alone(picture(across * width + GAP, Math.ceil(count / across) * height + GAP, title, ...cards));
  }
}

function picture(width, height, words, ...content) {
  const title = makeSvg("title");
  title.textContent = words;
  return makeSvg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, title, ...content);
}

// The text of a picture, with copies of what it refers to.
function alone(svg) {
  for (const use of svg.querySelectorAll("use")) {
    const copy = $("parts").querySelector(use.getAttribute("href")).cloneNode(true);
    copy.removeAttribute("id");
    use.replaceWith(copy);
  }
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  return new XMLSerializer().serializeToString(svg);
}

const GAP = 14;
const CAPTION = 24;
const NARROWEST = 150;
const MOST_LINES = 30; // of a list of options; a longer one scrolls
const MOST_PRINTED = 2000; // some hundred sheets of paper
const MOST_EXPORTED = 200; // in one picture

// A sheet of all solutions: only the rows near the visible part are in the page.
export class Sheet {
  constructor(solutions, chosen) {
    this.solutions = solutions;
    this.chosen = chosen;
    this.room = $("sheet-room");
    this.scroller = $("sheet");
    this.shown = new Map();
    this.scroller.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(this.scroller);
  }

  clear() {
    this.scroller.scrollTop = 0;
    this.redraw();
  }

  redraw() {
    this.isPrinting = false;
    this.room.replaceChildren();
    this.shown.clear();
    this.later();
  }

  // A printer gets more than what can be seen, up to a number, which is told (play.css).
  beforePrint(isShown) {
    this.isPrinting = true;
    const total = this.solutions.rows.length;
    const most = isShown ? Math.min(total, MOST_PRINTED) : 0;
    for (let number = 0; number < most; number++) this.room.append(this.shown.get(number) ?? this.figure(number));
    for (const [number, figure] of this.shown) if (number >= most) figure.remove();
    const [printed, all] = [most, total].map((each) => each.toLocaleString("en"));
    $("printed").textContent = most < total ? `The first ${printed} of ${all} solutions.` : "";
  }

  later() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.draw();
    });
  }

  layout() {
    const width = this.scroller.clientWidth - GAP;
    const across = Math.max(1, Math.floor(width / (NARROWEST + GAP)));
    const card = Math.floor(width / across - GAP); // no fractions, at which borders are cut
    const { stage, longest } = this.solutions;
    const picture = stage ? (card * stage.height) / stage.width : Math.min(longest, MOST_LINES) * 22 + 8;
    return { across, card, picture, line: picture + CAPTION + GAP };
  }

  draw() {
    const { across, card, picture, line } = this.layout();
    const total = this.solutions.rows.length;
    if (this.isPrinting || !this.scroller.clientHeight || !Number.isFinite(line)) return;
    this.room.style.height = `${Math.ceil(total / across) * line + GAP}px`;
    const first = Math.max(0, Math.floor(this.scroller.scrollTop / line) - 1) * across;
    const last = Math.min(total, (Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / line) + 1) * across);
    for (const [number, figure] of this.shown) {
      if (number >= first && number < last) continue;
      figure.remove();
      this.shown.delete(number);
    }
    for (let number = first; number < last; number++) {
      const figure = this.shown.get(number) ?? this.figure(number);
      figure.style.left = `${GAP + (number % across) * (card + GAP)}px`;
      figure.style.top = `${GAP + Math.floor(number / across) * line}px`;
      figure.style.width = `${card}px`;
      figure.style.height = `${picture + CAPTION}px`;
    }
  }

  figure(number) {
    const caption = make("button", { type: "button", onclick: () => this.chosen(number) }, `#${(number + 1).toLocaleString("en")}`);
    caption.setAttribute("aria-label", `Show solution ${number + 1}`);
    const figure = make("figure", {}, this.solutions.drawn(number), make("figcaption", {}, caption));
    figure.addEventListener("click", () => this.chosen(number));
    this.shown.set(number, figure);
    this.room.append(figure);
    return figure;
  }
}
