// The board with its clues. A click on a cell, or a key on the focused one, sets a clue: an edit of the text.
import { $, make, makeSvg, parsedSvg, withoutIds } from "./dom.js";

export class Board {
  // `choose(cell, mark)` is called with a mark of the cell, or with "" to take its clue away.
  constructor(choose) {
    this.choose = choose;
    this.menu = $("marks");
    this.focused = 0;
    document.addEventListener("pointerdown", (event) => {
      if (!this.menu.contains(event.target)) this.closeMenu(false);
    });
    this.menu.addEventListener("keydown", (event) => this.menuKey(event));
  }

  // The board as an SVG element; null if nothing is drawn.
  drawn(found, canSetClues) {
    this.closeMenu(false);
    this.cells = [];
    if (!found) return null;
    const svg = makeSvg("svg", { viewBox: `0 0 ${found.width} ${found.height}`, class: "picture" });
    const body = makeSvg("g", found.style);
    for (const text of [found.under, ...found.svg]) body.append(...withoutIds(parsedSvg(text)).childNodes);
    svg.append(body);
    svg.style.maxWidth = `${Math.max(220, 1.4 * found.width)}px`;
    if (!canSetClues || !found.cells.length) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", "The board");
      return svg;
    }
    svg.setAttribute("role", "group");
    svg.setAttribute("aria-label", "The board. Enter sets a clue on a cell, arrows move, Delete removes a clue.");
    this.marks = found.marks;
    this.cells = found.cells.map((cell, number) => this.cell(cell, number));
    this.focused = Math.min(this.focused, this.cells.length - 1);
    this.cells[this.focused].shape.setAttribute("tabindex", "0");
    svg.append(...this.cells.map((cell) => cell.shape));
    return svg;
  }

  cell(cell, number) {
    const corners = cell.points.split(" ").map((point) => point.split(",").map(Number));
    const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    const shape = makeSvg("polygon", {
      points: cell.points,
      class: "cell",
      role: "button",
      tabindex: "-1",
      "aria-haspopup": "menu",
      "aria-label": `${cell.label}: ${cell.given || "no clue"}`,
    });
    shape.addEventListener("click", () => this.open(number));
    shape.addEventListener("keydown", (event) => this.key(event, number));
    return { ...cell, shape, middle };
  }

  focus(number) {
    this.cells[this.focused]?.shape.setAttribute("tabindex", "-1");
    this.focused = number;
    this.cells[number].shape.setAttribute("tabindex", "0");
    this.cells[number].shape.focus();
  }

  key(event, number) {
    const cell = this.cells[number];
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) this.focus(this.next(number, step));
    else if (event.key === "Enter" || event.key === " ") this.open(number);
    else if (event.key === "Delete" || event.key === "Backspace") this.choose(cell, "");
    else {
      const mark = cell.marks.map((each) => this.marks[each]).find((each) => each === event.key);
      if (mark === undefined) return;
      this.choose(cell, mark);
    }
    event.preventDefault();
  }

  // The nearest cell in a direction.
  next(number, [right, down]) {
    const [x, y] = this.cells[number].middle;
    let best = number;
    let least = Infinity;
    this.cells.forEach(({ middle }, other) => {
      const along = (middle[0] - x) * right + (middle[1] - y) * down;
      const across = Math.abs((middle[0] - x) * down) + Math.abs((middle[1] - y) * right);
      if (along > 1 && along + 3 * across < least) [best, least] = [other, along + 3 * across];
    });
    return best;
  }

  open(number) {
    this.focus(number);
    const cell = this.cells[number];
    const marks = cell.marks.map((each) => this.marks[each]);
    const choice = (text, mark, label) =>
      make("button", { type: "button", role: "menuitem", "aria-label": label, onclick: () => this.chosen(cell, mark) }, text);
    this.menu.replaceChildren(...marks.map((mark) => choice(mark, mark, `clue ${mark}`)));
    if (cell.given) this.menu.append(choice("×", "", "no clue"));
    if (!this.menu.children.length) this.menu.append(make("span", { role: "menuitem", tabindex: "-1" }, "no option draws here"));
    this.menu.setAttribute("aria-label", `Clue for ${cell.label}`);
    this.menu.hidden = false;
    const place = cell.shape.getBoundingClientRect();
    const size = this.menu.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.left, innerWidth - size.width - 8));
    const below = place.bottom + 6 + size.height < innerHeight;
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - size.height - 6)}px`;
    this.menu.firstElementChild.focus();
  }

  chosen(cell, mark) {
    this.closeMenu(true);
    this.choose(cell, mark);
  }

  closeMenu(back) {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    if (back) this.cells[this.focused]?.shape.focus();
  }

  menuKey(event) {
    const items = [...this.menu.children];
    const at = items.indexOf(document.activeElement);
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") this.closeMenu(true);
    else if (step) items[(at + step + items.length) % items.length].focus();
    else return;
    event.preventDefault();
  }
}
