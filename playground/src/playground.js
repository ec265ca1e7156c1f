// The state of the page: a text, values of parameters, and what was found for them.
import { turnable } from "../../excover/render/turn.js";
import { Board } from "./board.js";
import { BoardView } from "./board_view.js";
import { $ } from "./dom.js";
import { Earlier } from "./earlier.js";
import { pngOf, saved } from "./exports.js";
import { Gallery } from "./gallery.js";
import { Help } from "./help.js";
import { Params } from "./params.js";
import { Report, problemItem } from "./report.js";
import { linkInside, packed, pngWithLink, svgWithLink } from "./share.js";
import { Sheet, Solutions } from "./solutions.js";
import { Tour } from "./tour.js";

const CHECK_AFTER = 80; // milliseconds without a key
const CHECK_PATIENCE = 400; // how long a check of an older text may go on
const NEXT = 1000; // solutions that "Next" has listed
const LONGEST_ARGUMENT = 131_000; // characters of one argument of a command, of which Linux takes 131,071
const LARGEST_FILE = 100_000_000; // bytes
const ASIDE = ["task", "count"]; // questions that leave the solutions that are shown
const VIEWS = ["board", "solution", "sheet", "report"];

export class Playground {
  constructor(backend, facts) {
    this.backend = backend;
    this.facts = facts;
    this.file = false;
    this.name = "";
    this.solutions = new Solutions();
    this.solid = turnable($("solid"));
    this.sheet = new Sheet(this.solutions, (number) => this.show("solution", number));
    this.board = new Board(
      (cells, mark) => this.setClue(cells, mark),
      (cells, marks) => this.fitting(cells, marks),
      (isAgain) => (isAgain ? this.editor.redo() : this.editor.undo()),
    );
    this.boardView = new BoardView(this.board);
    this.params = new Params(() => this.changed(true));
    this.report = new Report();
    this.gallery = new Gallery(backend, facts.gallery, facts.groups, (entry) => this.open(entry.text, { name: `${entry.name}.xc` }));
    this.tour = new Tour(this, facts.tour);
    this.help = new Help(facts.help, facts.documents, (text) => this.open(text));
    const examples = facts.help.examples.map((each) => each.text);
    const known = [...examples, ...facts.gallery.map((entry) => entry.text), ...facts.tour.map((step) => step.example)];
    this.earlier = new Earlier(known, () => this.kept, (kept) => {
      this.open(kept.text, kept);
      this.editor.goTo(0);
    });
    for (const each of ["tour", "help", "gallery"]) $(`begin-${each}`).onclick = () => $(`open-${each}`).click();
    this.at = 0;
    this.listed = false;
    this.isFirst = false; // whether the text is to be solved as soon as it is checked
    this.clues = []; // those that are not in the text yet
    this.listen();
  }

  get data() {
    return { text: this.editor.text, settings: this.params.settings, file: this.file };
  }

  get kept() {
    return { ...this.data, name: this.name };
  }

  // The text that was open is kept.
  open(text, { settings = {}, file = false, name = "" } = {}, before = this.kept) {
    this.tour.leave(before, name);
    this.file = Boolean(file);
    this.name = name;
    this.tour.opened(name);
    this.params.settings = { ...settings };
    this.editor.text = text;
    $("undo-clue").hidden = true;
    this.earlier.keep(before);
    this.changed(true);
  }

  // The text before the link is kept. To undo this leads back to that text, not to the link, which would open again.
  openLink(link, text, settings) {
    const isUndone = link === this.link;
    this.link = isUndone ? null : link;
    if (isUndone) this.editor.undo();
    else this.open(text, { settings }, this.checked);
  }

  // Checking

  // `isOther`: one that stands in the place of all of the text before.
  wrote(isOther) {
    if (isOther) this.clear();
    this.changed();
  }

  clear() {
    this.clues = []; // they are of the text before
    this.boardView.clear();
    this.params.clear();
    $("size").textContent = "";
  }

  changed(now = false) {
    delete document.documentElement.dataset.checked; // which says that what is shown is of what is written
    this.ended();
    this.tour.wrote(this.editor.text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), now ? 0 : CHECK_AFTER);
  }

  // `again`: once more, with more time, since the machine may be busy.
  async check(again = false) {
    if (this.checking && performance.now() - this.checkedAt < CHECK_PATIENCE) {
      this.timer = setTimeout(() => this.check(again), 30);
      return;
    }
    $("check-again").hidden = true;
    const data = this.data;
    const isChecked = this.boardView.checking();
    const run = (this.checking = this.backend.ask("check", { ...data, again }, ({ progress }) => {
      if (progress && !this.found) isChecked(this.boardView.note(`${progress.stage} …`));
    }));
    this.checkedAt = performance.now();
    const found = await run.answer;
    isChecked();
    if (this.checking === run) this.checking = null;
    if (JSON.stringify(data) !== JSON.stringify(this.data)) return; // another check is on its way
    if (found.stopped === "stopped") return;
    if (found.stopped && !again) return this.check(true);
    if (found.stopped || found.error) return this.notChecked(found);
    if (this.isUnchecked) this.say("");
    this.isUnchecked = false;
    if (found.opens) return this.openLink(data.text, found.opens, found.settings);
    document.documentElement.dataset.checked = "yes";
    this.checked = this.kept;
    this.found = found;
    this.editor.show(found, data.text);
    const isEmpty = !data.text.trim(); // there, it is told how to begin instead
    $("problems").replaceChildren(...(isEmpty ? [] : found.diagnostics).map((each) => problemItem(each, this.editor)));
    $("begin").hidden = !isEmpty;
    const size = found.size;
    $("size").textContent = size ? `${counted(size[0], "item")}, ${counted(size[1], "option")}` : "";
    if (found.title) document.title = `${found.title}: excover playground`;
    if (found.board === undefined) return this.boardView.showDraft(found.draft);
    this.params.show(found.params);
    this.boardView.show(found, isEmpty);
    const isFirst = this.isFirst;
    this.isFirst = false;
    if (isFirst) await this.ask("solve", {}, false);
  }

  notChecked({ stopped, error }) {
    this.isUnchecked = true;
    this.say(error ?? `The text was not checked: ${stopped}.`, error ? "bad" : "unknown");
    $("check-again").hidden = false;
    this.boardView.unchecked();
  }

  async complete(at) {
    return this.backend.ask("complete", { ...this.data, at }).answer;
  }

  setClue(cells, mark) {
    this.clues.push({ canvas: cells[0].canvas, cells: cells.map((each) => each.cell), mark });
    if (this.clues.length === 1) this.cluesSet = this.setClues(this.clues);
  }

  // Each board is one step of undo. Clues that are still on their way are cleared, too.
  clearClues() {
    const { cells } = this.board;
    for (const canvas of new Set(cells.map((cell) => cell.canvas))) this.setClue(cells.filter((cell) => cell.canvas === canvas), "");
  }

  // One after the other: the place of a clue in the text depends on those before it, and on what is written meanwhile.
  async setClues(clues) {
    while (clues.length) {
      const text = this.editor.text;
      const found = await this.backend.ask("clue", { ...this.data, ...clues[0] }).answer;
      if (clues !== this.clues) return;
      if (text !== this.editor.text) continue;
      clues.shift();
      if (found.error || found.stopped) this.noClue(found.error ?? `No clue was set: ${found.stopped}.`);
      else if (found.edit) this.writeClue(found.edit);
    }
  }

  // What is asked of the text with its clues is not asked of a text without one of them.
  noClue(words) {
    if (this.run?.isWaiting) this.ended();
    this.say(words, "bad");
  }

  // The edit of a clue ends a search for the text before, but not what waits for the clue.
  writeClue(edit) {
    const waiting = this.run?.isWaiting ? this.run : null;
    if (waiting) this.run = null;
    this.editor.editAlone(edit);
    this.run ??= waiting;
    $("undo-clue").hidden = false;
  }

  // Waits, as a run that can be stopped, until all clues are in the text. Returns false if it was ended before.
  async hasClues() {
    const run = (this.run = { isWaiting: true, stop: () => this.run === run && this.stopWaiting() });
    $("stage").textContent = "setting the clues first";
    while (this.clues.length) await this.cluesSet;
    return this.run === run;
  }

  stopWaiting() {
    this.run = null;
    this.busy("");
    this.say("stopped before the search: the clues were not in the text yet", "unknown");
  }

  // Which marks can be given on all of the cells together; all of them if that is not known.
  async fitting(cells, marks) {
    const places = cells.map((each) => each.cell);
    const found = await this.backend.ask("fitting", { ...this.data, canvas: cells[0].canvas, cells: places, marks }).answer;
    return found.marks ?? marks;
  }

  // Searching

  // The run that is going on is stopped, and what was found forgotten: it would be taken for an answer to what is asked now.
  ended() {
    this.run?.stop();
    if (this.run) this.busy("");
    this.run = null;
    this.forget();
  }

  // `seen`: what is said is brought into sight, where there is little room.
  async ask(question, data = {}, seen = true) {
    const found = await this.search(question, data);
    if (!found) return;
    this.accept(found, question);
    if (seen && matchMedia("(max-width: 760px)").matches) $("said").scrollIntoView();
  }

  // What a question has found; null if another one ended it.
  async search(question, data) {
    await this.run?.stop();
    this.busy(question);
    if (question === "count") this.forgetReport();
    else if (question !== "task") this.forget();
    if (this.clues.length && !(await this.hasClues())) return null;
    const more = { pieces: Number($("pieces").value) || 2, level: $("level").value, symmetric: $("symmetric").checked };
    const hear = (part) => this.run === run && this.hear(part, question);
    const run = (this.run = this.backend.ask(question, { ...this.data, ...more, ...data }, hear));
    const found = await run.answer;
    if (this.run !== run) return null;
    this.run = null;
    this.busy("");
    return found;
  }

  hear(part, question) {
    if (part.progress) {
      const { stage, count, done, note } = part.progress;
      const bar = $("running").querySelector("progress");
      if (done === null) bar.removeAttribute("value");
      else bar.value = done;
      const words = [stage, BigInt(count) ? BigInt(count).toLocaleString("en") : "", note].filter(Boolean).join(" · ");
      $("stage").textContent = words;
      this.lastHeard = stage === "search" ? `${BigInt(count) ? `at least ${counted(BigInt(count), "solution")} found` : "no solution found"} until then` : words;
      if (done !== null) this.lastHeard += `, ${Math.floor(100 * done)} % of the work done`;
    }
    if (part.rows) {
      const first = this.solutions.rows.length === 0;
      this.solutions.add(part);
      if (first) this.show(question === "list" ? "sheet" : "solution", 0);
      this.sheet.later();
      this.numbered();
      $("stage").textContent = `${this.solutions.rows.length.toLocaleString("en")} solutions`;
    }
  }

  accept(found, question) {
    if (found.edit) this.editor.edit(found.edit); // first, since a new text forgets what was found
    if (found.rows) {
      const first = this.solutions.rows.length === 0;
      this.solutions.add(found);
      if (first && found.rows.length) this.show(question === "list" && found.rows.length > 1 ? "sheet" : "solution", 0);
    }
    if (this.view === "sheet" && question === "list" && this.solutions.rows.length === 1) this.show("solution", 0);
    if (!ASIDE.includes(question)) this.listed = question === "list" && !found.stopped;
    this.sheet.later();
    this.numbered();
    if (found.stopped) this.say(this.soFar(found.stopped, question), "unknown");
    else if (found.diagnostics && this.isWrong) this.say(`The text has an error, described below it: ${found.error}`, "bad");
    else if (found.error) this.say(found.error, "bad");
    else this.say(`${found.text}${timeOf(found.seconds)}`, found.exists === false ? "bad" : "good");
    $("look-why").hidden = !isNone(found, question);
    if (this.report.show(found)) this.show("report");
  }

  // Whether errors are told below the text.
  get isWrong() {
    return Boolean(this.found?.diagnostics.some(({ severity }) => severity === "error"));
  }

  // What was found or known when a search was stopped.
  soFar(why, question) {
    const listed = ASIDE.includes(question) ? 0 : this.solutions.rows.length;
    if (listed) return `${why}, with ${counted(listed, "solution")} found`;
    return `${why}: ${this.lastHeard ?? "nothing was known until then"}`;
  }

  async next() {
    if (this.at + 1 < this.solutions.rows.length) return this.show("solution", this.at + 1);
    if (this.listed || this.run) return;
    const before = this.solutions.rows.length ? this.solutions.key(this.at) : null;
    await this.ask("list", { most: NEXT, symmetric: false });
    if (!this.solutions.rows.length) return;
    const other = this.solutions.rows.findIndex((_, number) => this.solutions.key(number) !== before);
    this.show("solution", Math.max(0, before === null ? 0 : other));
  }

  // Forgets what was found for another text.
  forget() {
    if (this.solutions.rows.length) {
      this.solutions.clear();
      this.sheet.clear();
    }
    this.listed = false;
    this.lastHeard = null;
    this.report.clear();
    this.show("board");
    if (!this.run) this.say("");
  }

  // Solutions stay, as they are those that are counted; a report would be taken for an answer.
  forgetReport() {
    this.report.clear();
    this.show(this.view === "report" ? "board" : this.view);
  }

  // Showing

  say(text, kind = "") {
    $("said").textContent = text;
    $("said").className = kind;
    $("look-why").hidden = true;
  }

  busy(question) {
    if (question) this.lastHeard = null;
    $("running").hidden = !question;
    $("running").querySelector("progress").removeAttribute("value");
    $("stage").textContent = question ? "working" : "";
    document.body.toggleAttribute("data-busy", Boolean(question));
    if (question) this.say("");
  }

  show(view, number = this.at) {
    if (view === "solution" && number < this.solutions.rows.length) {
      this.at = number;
      this.draw(number);
      this.numbered();
    }
    this.view = view;
    const has = { board: true, solution: this.solutions.rows.length, sheet: this.solutions.rows.length, report: this.report.has };
    for (const each of VIEWS) {
      const [tab, panel] = [$(`tab-${each}`), $(`view-${each}`)];
      tab.setAttribute("aria-selected", String(each === view));
      tab.tabIndex = each === view ? 0 : -1;
      tab.disabled = !has[each];
      panel.hidden = each !== view;
    }
    if (view === "sheet") this.sheet.later();
  }

  // A solid is turned, unless its layers are asked for.
  draw(number) {
    const isSolid = this.solutions.isSolid(number);
    const isTurned = isSolid && $("layers").getAttribute("aria-pressed") === "false";
    $("layers").hidden = !isSolid;
    $("solid").hidden = !isTurned;
    $("solution").hidden = isTurned;
    $("solution").replaceChildren(...(isTurned ? [] : [this.solutions.drawn(number)]));
    $("view-solution").hidden = false; // a canvas has its size only when it is seen
    if (isTurned) this.solid.show(this.solutions.stage.solid, this.solutions.solid(number));
  }

  numbered() {
    const total = this.solutions.rows.length;
    for (const each of ["solution", "sheet"]) $(`tab-${each}`).disabled = !total;
    const place = `${(this.at + 1).toLocaleString("en")} of ${total.toLocaleString("en")}`;
    const open = total === 1 ? "a solution; Next looks for another" : `${place} found so far`;
    $("which").textContent = !total ? "" : this.listed ? place : open;
    $("before").disabled = this.at === 0;
    $("after").disabled = this.at + 1 >= total && this.listed;
  }

  listen() {
    for (const button of document.querySelectorAll("[data-ask]")) button.onclick = () => this.ask(button.dataset.ask);
    for (const button of document.querySelectorAll("[data-export]")) button.onclick = () => this.export(button.dataset.export);
    $("next").onclick = $("after").onclick = () => this.next();
    $("before").onclick = () => this.at && this.show("solution", this.at - 1);
    $("layers").onclick = () => {
      $("layers").setAttribute("aria-pressed", String($("layers").getAttribute("aria-pressed") === "false"));
      this.show("solution");
    };
    $("look-why").onclick = () => this.ask("why");
    $("check-again").onclick = () => {
      $("check-again").hidden = true;
      this.say("");
      this.check(true);
    };
    $("stop").onclick = () => this.run?.stop();
    $("symmetric").onchange = () => this.ended();
    $("undo").onclick = $("undo-clue").onclick = () => this.editor.undo();
    $("clear-clues").onclick = () => this.clearClues();
    $("redo").onclick = () => this.editor.redo();
    $("format").onclick = () => this.format();
    $("new").onclick = () => this.open("");
    $("share").onclick = () => this.share();
    $("copy").onclick = () => this.copy();
    $("close-link").onclick = () => $("link").close();
    $("open-gallery").onclick = () => this.gallery.open();
    $("open-file").onclick = () => $("file").click();
    $("file").onchange = () => {
      this.openFile($("file").files[0]);
      $("file").value = "";
    };
    document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.openFile(event.dataTransfer.files[0]);
    });
    $("theme").onclick = () => {
      const root = document.documentElement;
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
    };
    addEventListener("beforeprint", () => this.sheet.beforePrint(this.view === "sheet"));
    addEventListener("afterprint", () => this.sheet.redraw());
    for (const view of VIEWS) $(`tab-${view}`).onclick = () => this.show(view);
    $("tabs").addEventListener("keydown", (event) => this.tabKey(event));
    document.addEventListener("keydown", (event) => {
      const open = document.querySelector("details.menu[open]");
      if (event.key === "Escape" && open) {
        open.open = false;
        open.querySelector("summary").focus();
      } else if (event.key === "Escape" && this.run && !document.querySelector("dialog[open]")) this.run.stop();
    });
    document.addEventListener("keydown", (event) => this.solveKey(event), true);
    document.addEventListener("click", (event) => {
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        if (!menu.contains(event.target) || event.target.closest("button")) menu.open = false;
      }
    });
  }

  // Ctrl-Enter solves wherever the focus is, as in a list of clues or of completions, where Enter alone chooses.
  solveKey(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.board.closeMenu(false);
    this.editor.closeCompletions();
    this.ask("solve");
  }

  tabKey(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const able = VIEWS.filter((view) => !$(`tab-${view}`).disabled);
    const next = able[(able.indexOf(this.view) + step + able.length) % able.length];
    this.show(next);
    $(`tab-${next}`).focus();
    event.preventDefault();
  }

  async format() {
    await this.cluesSet;
    const text = this.editor.text;
    const found = await this.backend.ask("format", this.data).answer;
    if (found.error) this.say(found.error, "bad");
    else if (text === this.editor.text && found.text !== text) this.editor.text = found.text;
  }

  // Leaving the page

  async share() {
    await this.cluesSet;
    const found = await packed(this.editor.text, this.params.settings);
    if (found === null) return this.say("this text is longer than a link may hold, 1,000,000 bytes: export it as .xc", "bad");
    const base = this.facts.link_base || `${location.origin}${location.pathname}`;
    const address = `${base}#p=${found}`;
    const hasServer = Boolean(document.querySelector("meta[name=token]").content);
    const hasCommand = hasServer && address.length < LONGEST_ARGUMENT;
    $("address").value = address;
    const isAnywhere = this.facts.link_base || !hasServer;
    const ways = [isAnywhere && "in any browser", hasCommand && "by the command excover play 'LINK'", "pasted in place of this page's text"];
    const alone = isAnywhere ? "" : " A browser does not open it: this page is on this machine, and only for who started it.";
    $("link-how").textContent = `It opens ${ways.filter(Boolean).join(", or ")}.${alone}`;
    $("link").showModal();
    $("address").select();
  }

  // A description, or a picture with one inside.
  async openFile(file) {
    if (!file) return;
    if (file.size > LARGEST_FILE) return this.say(`${file.name} is larger than a puzzle`, "bad");
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (/\.(svg|png)$/i.test(file.name)) {
      const linked = await linkInside(bytes);
      if (!linked) return this.say(`${file.name} has no puzzle inside; pictures of Export and of excover solve have theirs`, "bad");
      return this.open(linked.text, { settings: linked.settings });
    }
    try {
      this.open(new TextDecoder("utf-8", { fatal: true }).decode(bytes), { name: file.name });
    } catch {
      this.say(`${file.name} is no text`, "bad");
    }
  }

  async copy() {
    $("address").select();
    await navigator.clipboard?.writeText($("address").value).catch(() => {});
    $("copy").textContent = "Copied";
    setTimeout(() => ($("copy").textContent = "Copy"), 1500);
  }

  get base() {
    return ((this.file && this.name) || this.found?.title || this.name || "puzzle").replace(/\.\w+$/, "").replace(/[^\p{ID_Continue}-]+/gu, "-").slice(0, 60) || "puzzle";
  }

  // The picture that is shown, as a file; of a sheet, the first solutions.
  picture() {
    if (this.view === "report") return this.report.svg;
    if (this.solutions.rows.length && this.view === "sheet") return this.solutions.sheet();
    if (this.solutions.rows.length && this.view !== "board") return this.solutions.file(this.at);
    const board = $("board").querySelector("svg")?.cloneNode(true);
    if (!board) return null;
    for (const cell of board.querySelectorAll(".cell")) cell.remove();
    for (const name of ["style", "class", "role", "aria-label"]) board.removeAttribute(name);
    const [, , width, height] = board.getAttribute("viewBox").split(" ");
    board.setAttribute("width", width);
    board.setAttribute("height", height);
    return new XMLSerializer().serializeToString(board);
  }

  async export(kind) {
    if (kind === "print") return print();
    await this.cluesSet;
    if (kind === "xc") return saved(`${this.base}.xc`, "text/plain", this.editor.text);
    if (kind === "json") {
      const solutions = this.solutions.rows.map((_, number) => this.solutions.words(number));
      const data = { text: this.editor.text, settings: this.params.settings, complete: this.listed, solutions };
      return saved(`${this.base}.json`, "application/json", JSON.stringify(data, null, 1));
    }
    const svg = this.picture();
    if (!svg) return this.say("there is no picture to export", "bad");
    const link = await packed(this.editor.text, this.params.settings);
    if (kind === "svg") saved(`${this.base}.svg`, "image/svg+xml", link ? svgWithLink(svg, link) : svg);
    else if (kind === "png") {
      const png = await pngOf(svg);
      saved(`${this.base}.png`, "image/png", link ? await pngWithLink(png, link) : png);
    }
    else {
      const found = await this.backend.ask("pdf", { svg }).answer;
      if (found.error) return this.say(found.error, "bad");
      saved(`${this.base}.pdf`, "application/pdf", Uint8Array.from(atob(found.pdf), (c) => c.charCodeAt(0)));
    }
    const { exported, rows } = this.solutions;
    if (this.view === "sheet" && exported < rows.length) {
      this.say(`The picture has the first ${exported} of ${counted(rows.length, "solution")}; JSON has all.`, "unknown");
    }
  }
}

// Whether there is no solution, which is certain if the search came to its end; then one may ask why.
function isNone({ exists, exhausted }, question) {
  return exists === false && exhausted !== false && ["solve", "count", "list", "unique", "heat", "starts"].includes(question);
}

// How long the search itself took: a browser may first have had to start Python.
function timeOf(seconds) {
  if (!(seconds >= 0.001)) return "";
  return ` (${seconds.toFixed(seconds < 0.1 ? 3 : seconds < 10 ? 2 : 0)} s)`;
}

function counted(number, what) {
  return `${number.toLocaleString("en")} ${what}${Number(number) === 1 ? "" : "s"}`;
}
