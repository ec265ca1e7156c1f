// Texts in whose place another one was opened, for the way back. Texts of the gallery and of the tour are there anyway.
import { $ } from "./dom.js";
import { checkedText } from "./kept.js";

const MOST = 20;

export class Earlier {
  // `now()` is what is open: a text, with its settings and its name; `open` opens another one.
  constructor(known, now, open) {
    this.known = new Set(known);
    this.now = now;
    this.open = open;
    this.texts = [];
    $("earlier-back").onclick = () => this.back();
  }

  // Keeps a text that is about to be replaced.
  keep(text) {
    const isMade = text.text.trim() && !this.known.has(text.text) && !/^tour-\d+\.xc$/.test(text.name);
    if (isMade && text.text !== this.texts.at(-1)?.text) this.texts = [...this.texts, text].slice(-MOST);
    this.show();
  }

  // After a reload; what browsers keep may have any form.
  restore(texts) {
    this.texts = (Array.isArray(texts) ? texts.slice(-MOST) : []).map(checkedText).filter(Boolean);
    this.show();
  }

  // Opens the last one; what is open now is kept in its place.
  back() {
    const last = this.texts.pop();
    this.open(last);
  }

  // Not the text that is open.
  show() {
    this.texts = this.texts.filter(({ text }) => text !== this.now().text);
    const many = this.texts.length;
    $("earlier").hidden = !many;
    $("earlier-words").textContent = many > 1 ? `The last ${many} texts are kept.` : "The text from before is kept.";
    $("earlier-back").textContent = many > 1 ? "Return to the last one" : "Return to it";
  }
}
