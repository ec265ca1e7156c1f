// The board with its clues. A click on a cell, or a key on the focused one, sets a clue: an edit of the text. So does a piece
// that is drawn by dragging over its cells, or by arrows with Shift.
import { $, make, makeSvg, parsedSvg, withoutIds } from "./dom.js";

const PAD = [4, 25]; // the fewest and the most marks in rows of the same length

export class Board {
  // `choose(cells, mark)` is called with a mark of the cells, or with "" to take their clues away; `fitting(cells, marks)`
  // tells which of the marks can be on all of the cells together.
  // `undo(isAgain)` takes the last clue back, or sets it again.
  constructor(choose, fitting, undo) {
    this.choose = choose;
    this.fitting = fitting;
    this.undo = undo;
    this.menu = $("marks");
    this.focused = 0;
    this.cells = [];
    this.group = []; // the numbers of the cells that are chosen
    this.isDragging = false;
    document.addEventListener("pointerdown", (event) => {
      if (!this.menu.contains(event.target)) this.closeMenu(false);
    });
    document.addEventListener("pointerup", () => this.dragged());
    document.addEventListener("pointercancel", () => this.abandoned());
    this.menu.addEventListener("keydown", (event) => this.menuKey(event));
  }

  // The board as an SVG element; null if nothing is drawn.
  // `hasPieces`: several cells together may have a clue, so that a finger that moves over them draws it.
  drawn(found, canSetClues, hasPieces = false) {
    this.closeMenu(false);
    $("clear-clues").hidden = !(canSetClues && found?.cells.some(({ given }) => given));
    this.fingersDraw = hasPieces;
    this.cells = [];
    this.group = [];
    this.isDragging = false;
    if (!found) return null;
    const svg = makeSvg("svg", { viewBox: `0 0 ${found.width} ${found.height}`, class: "picture" });
    const body = makeSvg("g", found.style);
    for (const text of [found.under, ...found.svg]) body.append(...withoutIds(parsedSvg(text)).childNodes);
    svg.append(body);
    svg.style.maxWidth = `${Math.max(280, 2 * found.width)}px`;
    if (!canSetClues || !found.cells.length) {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", "The board");
      return svg;
    }
    svg.setAttribute("role", "group");
    svg.classList.toggle("draws", hasPieces);
    svg.setAttribute("aria-label", "The board. Enter sets a clue on a cell, arrows move, with Shift they choose several cells, Delete removes a clue.");
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
    shape.addEventListener("pointerdown", (event) => this.drag(event, number));
    shape.addEventListener("pointerenter", (event) => this.isDragging && event.buttons === 1 && this.add(number));
    shape.addEventListener("click", () => this.group.length < 2 && this.open(number, false));
    shape.addEventListener("keydown", (event) => this.key(event, number));
    return { ...cell, shape, middle };
  }

  // A finger scrolls the page where no pieces are drawn; for it, there are clicks.
  drag(event, number) {
    this.choosing([]);
    const scrolls = event.pointerType === "touch" && !(this.fingersDraw && event.isPrimary);
    if (scrolls || event.button !== 0) return;
    this.isDragging = true;
    this.add(number);
    event.target.releasePointerCapture(event.pointerId); // so that other cells hear of the finger, too
    event.preventDefault(); // nothing else is dragged or selected
  }

  dragged() {
    const [isDragging, last] = [this.isDragging, this.group.at(-1)];
    this.isDragging = false;
    if (isDragging && this.group.length > 1) this.open(last);
  }

  // The browser took the pointer away, as for a pen that scrolls, or fingers that enlarge the page: nothing was drawn.
  abandoned() {
    if (this.isDragging) this.choosing([]);
    this.isDragging = false;
  }

  choosing(group) {
    this.group = group;
    this.cells.forEach(({ shape }, number) => shape.classList.toggle("chosen", group.length > 1 && group.includes(number)));
  }

  // A clue is on one board.
  add(number) {
    const isSame = !this.group.length || this.cells[number].canvas === this.cells[this.group[0]].canvas;
    if (isSame && !this.group.includes(number)) this.choosing([...this.group, number]);
  }

  // The cells on which a clue is set, and the marks that all of them can have.
  asked(number) {
    const numbers = this.group.length > 1 ? this.group : [number];
    const cells = numbers.map((each) => this.cells[each]);
    const shared = cells[0].marks.filter((mark) => cells.every((cell) => cell.marks.includes(mark)));
    return { cells, marks: shared.map((mark) => this.marks[mark]) };
  }

  focus(number) {
    this.cells[this.focused]?.shape.setAttribute("tabindex", "-1");
    this.focused = number;
    this.cells[number].shape.setAttribute("tabindex", "0");
    this.cells[number].shape.focus();
  }

  key(event, number) {
    const { cells, marks } = this.asked(number);
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const back = { z: event.shiftKey, Z: true, y: true }[event.key];
    if ((event.ctrlKey || event.metaKey) && back !== undefined) {
      event.preventDefault();
      this.undo(back);
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!["Enter", " ", "Shift", "Escape"].includes(event.key)) this.closeMenu(false, false);
    if (step) {
      const next = this.next(number, step);
      if (!event.shiftKey) this.choosing([]);
      else for (const each of [number, next]) this.add(each);
      this.focus(next);
    } else if (event.key === "Enter" || event.key === " ") this.open(number);
    else if (event.key === "Escape" && !this.menu.hidden) this.closeMenu(true);
    else if (event.key === "Delete" || event.key === "Backspace") this.choose(cells, "");
    else if (marks.includes(event.key)) this.choose(cells, event.key);
    else return;
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

  // The marks to choose from. After a click, the cell keeps the focus, so that a key sets one, too.
  open(number, isFocused = true) {
    this.focus(number);
    const cell = this.cells[number];
    const { cells, marks } = this.asked(number);
    const choice = (text, mark, label) =>
      make("button", { type: "button", role: "menuitem", "aria-label": label, onclick: () => this.chosen(cells, mark) }, text);
    const choices = new Map(marks.map((mark) => [mark, choice(mark, mark, `clue ${mark}`)]));
    this.menu.replaceChildren(...choices.values());
    this.pad(marks);
    if (cells.some(({ given }) => given)) this.menu.append(choice("×", "", "no clue"));
    this.sayIfEmpty(cells);
    if (cells.length > 1 && marks.length) this.narrow(cells, choices);
    this.menu.setAttribute("aria-label", cells.length > 1 ? `Clue for ${cells.length} cells` : `Clue for ${cell.label}`);
    this.menu.hidden = false;
    const place = cell.shape.getBoundingClientRect();
    const size = this.menu.getBoundingClientRect();
    const left = Math.max(8, Math.min(place.left, innerWidth - size.width - 8));
    const below = place.bottom + 6 + size.height < innerHeight;
    this.menu.style.left = `${left}px`;
    this.menu.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - size.height - 6)}px`;
    if (isFocused) this.menu.firstElementChild.focus();
  }

  // Short marks as on a telephone: nine of them in three rows.
  pad(marks) {
    const isPad = marks.length >= PAD[0] && marks.length <= PAD[1] && marks.every((mark) => [...mark].length < 3);
    this.menu.classList.toggle("pad", isPad);
    this.menu.style.gridTemplateColumns = isPad ? `repeat(${Math.ceil(Math.sqrt(marks.length))}, minmax(2.75rem, 1fr))` : "";
  }

  sayIfEmpty(cells) {
    if (this.menu.children.length) return;
    const words = cells.length > 1 ? "nothing fits on all of these" : "no option draws here";
    this.menu.append(make("span", { role: "menuitem", tabindex: "-1" }, words));
  }

  // Leaves the choices that fit, as soon as they are known.
  async narrow(cells, choices) {
    const fitting = await this.fitting(cells, [...choices.keys()]);
    for (const [mark, button] of choices) {
      if (fitting.includes(mark) || !button.isConnected) continue;
      const hadFocus = button === document.activeElement;
      button.remove();
      this.sayIfEmpty(cells);
      if (hadFocus) this.menu.firstElementChild.focus();
    }
  }

  chosen(cells, mark) {
    this.closeMenu(true);
    this.choose(cells, mark);
  }

  closeMenu(back, isDone = true) {
    if (this.menu.hidden) return;
    this.menu.hidden = true;
    if (isDone) this.choosing([]);
    if (back) this.cells[this.focused]?.shape.focus();
  }

  menuKey(event) {
    const items = [...this.menu.children];
    const at = items.indexOf(document.activeElement);
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const mark = items.find((item) => item.textContent === event.key);
    const none = ["Delete", "Backspace"].includes(event.key) && items.find((item) => item.textContent === "×");
    if (event.key === "Escape" || event.key === "Tab") this.closeMenu(true);
    else if (mark || none) (mark || none).click();
    else if (step) items[(at + step + items.length) % items.length].focus();
    else return;
    event.preventDefault();
  }
}
