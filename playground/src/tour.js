// The tour: steps with a task each (docs/tour.md), which excover checks. A step is open while its name is that of the text.
import { $, make } from "./dom.js";
import { Kept } from "./kept.js";

const LONGEST = 20_000; // characters of a text that is kept

export class Tour {
  // `playground` opens texts and asks; `kept` remembers between visits.
  constructor(playground, steps, kept = new Kept("tour")) {
    this.playground = playground;
    this.steps = steps;
    this.kept = kept;
    const found = kept.read();
    this.step = this.known(found.step) ?? 1;
    this.done = new Set((Array.isArray(found.done) ? found.done : []).filter((step) => this.known(step)));
    const isText = ([step, text]) => this.known(Number(step)) && typeof text === "string" && text.length <= LONGEST;
    this.texts = new Map(Object.entries(found.texts ?? {}).filter(isText));
    this.before = null; // what was open when the tour began
    $("open-tour").onclick = () => this.open(this.step);
    $("close-tour").onclick = () => this.close();
    $("tour-step").onchange = () => this.open(Number($("tour-step").value));
    $("tour-before").onclick = () => this.open(this.step - 1);
    $("tour-next").onclick = () => (this.step < steps.length ? this.open(this.step + 1) : this.playground.gallery.open());
    $("tour-again").onclick = () => this.begin();
    $("tour-check").onclick = () => this.check();
  }

  known(step) {
    return Number.isInteger(step) && step >= 1 && step <= this.steps.length ? step : null;
  }

  // Opens a step with the text that was written there, or its own.
  open(step) {
    this.step = this.known(step) ?? this.step;
    const text = this.texts.get(String(this.step)) ?? this.steps[this.step - 1].example;
    this.playground.open(text, { name: nameOf(this.step) });
    $("tour-title").focus();
    $("tour").scrollIntoView({ block: "nearest" });
  }

  begin() {
    this.playground.editor.text = this.steps[this.step - 1].example;
    this.say("");
  }

  // Back to the text that was there before; if that is not known, the one of the step stays.
  close() {
    const { text, ...more } = this.before ?? { ...this.playground.kept, name: "" };
    this.playground.open(text, more);
    $("open-tour").focus();
  }

  // `now` is open, and a text of that name will be: when the tour begins, it is remembered, and when it ends, forgotten.
  leave(now, name) {
    if (!isStep(name)) this.before = null;
    else if (!isStep(now.name) && now.text.trim()) this.before = now;
  }

  // A text was opened: of a step, or another one, which ends the tour for now.
  opened(name) {
    const step = this.known(Number(/^tour-(\d+)\.xc$/.exec(name)?.[1]));
    $("tour").hidden = !step;
    if (!step) return;
    this.step = step;
    this.show();
    this.keep();
  }

  show() {
    const { title, words, task, answer } = this.steps[this.step - 1];
    $("tour-title").textContent = title;
    $("tour-words").replaceChildren(...words.map((pieces) => make("p", {}, ...pieces.map(piece))));
    $("tour-task").replaceChildren(make("strong", {}, "Task. "), ...task.map(piece));
    $("tour-answer").open = false;
    $("tour-answer").querySelector("pre").textContent = answer;
    $("tour-before").disabled = this.step === 1;
    this.say(this.done.has(this.step) ? "You have done this one." : "");
    this.marks();
  }

  // The list of steps, and which button comes next.
  marks() {
    const choice = ({ title }, number) =>
      make("option", { value: number + 1 }, `${this.done.has(number + 1) ? "✓ " : ""}${title}`);
    $("tour-step").replaceChildren(...this.steps.map(choice));
    $("tour-step").value = this.step;
    $("tour-done").textContent = `${this.done.size} of ${this.steps.length} done`;
    const isDone = this.done.has(this.step);
    $("tour-check").classList.toggle("main", !isDone);
    $("tour-next").classList.toggle("main", isDone);
    $("tour-next").textContent = this.step < this.steps.length ? "Next step" : "Gallery";
  }

  async check() {
    const step = this.step;
    this.say("");
    const found = await this.playground.search("task", { step });
    if (!found || this.step !== step) return;
    if (found.done) this.done.add(step);
    this.marks();
    this.keep();
    const last = this.done.size === this.steps.length ? ". That was the last one: go on with a puzzle of the gallery, or with your own" : "";
    if (found.diagnostics) this.say(`Not yet: the text has an error, described below it: ${found.error}`, "bad");
    else this.say(`${found.text ?? found.error ?? found.stopped}${found.done ? last : ""}.`, found.done ? "good" : "bad");
  }

  say(text, kind = "") {
    $("tour-said").textContent = text;
    $("tour-said").className = kind;
  }

  // What is written is kept, and what was said about an older text is not.
  wrote(text) {
    if ($("tour").hidden) return;
    const step = String(this.step);
    if (text === this.steps[this.step - 1].example || text.length > LONGEST) this.texts.delete(step);
    else this.texts.set(step, text);
    if ($("tour-said").className) this.say("");
    this.keep();
  }

  keep() {
    this.kept.write({ step: this.step, done: [...this.done] }, { texts: Object.fromEntries(this.texts) });
  }
}

const nameOf = (step) => `tour-${step}.xc`;
const isStep = (name) => /^tour-\d+\.xc$/.test(name);

function piece([kind, text]) {
  if (kind === "code") return make("code", {}, text);
  if (kind === "term") return make("em", {}, text);
  return document.createTextNode(text);
}
