// The view of the board: that of the text, or what is left to show while the text has errors or is being checked. What is shown
// of another text than the one that is written says so, and is pale.
import { $, make, parsedSvg, withoutIds } from "./dom.js";

const SOON = 150; // milliseconds after which a check is told of, if nothing is shown,
const LATE = 1000; // and if there is a board of an earlier text
const OLDER = "The text has errors: this is the board of the last text without errors.";
const DRAFT = "The text has errors: this is what can be drawn of it.";
const EARLIER = "The text has errors, and nothing can be drawn of it: this is of an earlier text.";
const NO_BOARD = "The text has errors: what it draws is shown when it has none.";
const CHECKING = "The text is being checked …";
const UNCHECKED = "This is of the last text that was checked.";
const NOTHING = "Nothing is drawn: solutions are shown as lists of options.";

export class BoardView {
  constructor(board) {
    this.board = board;
    this.shape = null; // of the board of a text without errors
    this.shown = null; // all of that board
  }

  get isBare() {
    return !$("board").firstElementChild;
  }

  // `isOther`: what is shown is of another text.
  note(text, isOther = false) {
    $("board-help").textContent = text;
    $("view-board").classList.toggle("other", isOther);
  }

  // Takes the board away: the next text has nothing to do with it.
  clear() {
    if (this.isBare) return;
    this.board.drawn(null, false);
    this.fill([]);
    this.note("");
  }

  fill(drawn, shape = null) {
    $("board").replaceChildren(...drawn);
    $("board").hidden = !drawn.length;
    this.shape = shape;
    this.shown = null;
  }

  // While a check takes long. Returns what is to be called at its end.
  checking() {
    const timer = setTimeout(() => this.note(CHECKING, true), this.isBare ? SOON : LATE);
    return () => clearTimeout(timer);
  }

  unchecked() {
    this.note(this.isBare ? "" : UNCHECKED, true);
  }

  // The board of a text, with its clues. One that is there stays, with the list of clues that may be open on it.
  show({ board, clues, pieces }, isEmpty) {
    const shown = JSON.stringify([board, clues]);
    if (shown !== this.shown) {
      const hadFocus = document.activeElement?.classList.contains("cell");
      const drawn = this.board.drawn(board, clues, Boolean(pieces));
      this.fill(drawn ? [drawn] : [], shapeOf(board));
      if (hadFocus && this.board.cells.length) this.board.focus(this.board.focused);
      this.shown = shown;
    }
    this.note(board ? (this.board.cells.length ? clueHint(pieces) : "") : isEmpty ? "" : NOTHING);
  }

  // What can be drawn of a text with errors. The board of the last one without stays, with what is given, unless this one is another.
  showDraft(draft) {
    const isNew = draft && (draft.board ? shapeOf(draft.board) !== this.shape : draft.pieces.length > 0);
    if (!isNew) return this.note(this.shape ? OLDER : this.isBare ? NO_BOARD : EARLIER, true);
    const drawn = draft.board && this.board.drawn(draft.board, false);
    const pieces = draft.pieces.map(({ name, svg }) => make("figure", { class: "piece" }, ofPieces(svg), make("figcaption", {}, name)));
    this.fill([...(drawn ? [drawn] : []), ...pieces]);
    this.note(DRAFT);
  }
}

function clueHint(hasPieces) {
  const press = matchMedia("(pointer: coarse)").matches ? "tap" : "click";
  return `A ${press} on a cell sets a clue${hasPieces ? "; dragging over the cells of a piece places it" : ""}.`;
}

// Which cells the boards have, and where; null without boards.
function shapeOf(board) {
  return board && JSON.stringify([board.width, board.height, board.cells.map(({ label, points }) => [label, points])]);
}

// Pieces as large as cells of boards are shown.
function ofPieces(text) {
  const svg = withoutIds(parsedSvg(text));
  svg.style.maxWidth = `${1.4 * svg.viewBox.baseVal.width}px`;
  return svg;
}
