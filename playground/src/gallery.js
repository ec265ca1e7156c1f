// The gallery of shipped puzzles. Their pictures come when it is opened for the first time.
import { $, make } from "./dom.js";

export class Gallery {
  constructor(backend, entries, groups, chosen) {
    this.backend = backend;
    this.chosen = chosen;
    this.cards = entries.map((entry) => this.card(entry)).sort((one, other) => one.dataset.title.localeCompare(other.dataset.title, "en"));
    this.groups = groups.map((group) => {
      const cards = this.cards.filter(({ entry }) => entry.group === group);
      return { cards, section: make("section", { "aria-label": group }, make("h3", {}, group), make("div", {}, ...cards)) };
    });
    $("puzzles").replaceChildren(...this.groups.map(({ section }) => section));
    $("close-gallery").onclick = () => $("gallery").close();
    $("find").addEventListener("input", () => this.find($("find").value));
    $("find").addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !$("find").value.trim()) return;
      event.preventDefault(); // else it would press the button that opened the gallery, which has the focus again
      this.hits[0]?.click();
    });
  }

  open() {
    $("find").value = "";
    this.find("");
    $("gallery").showModal();
    this.pictures ??= this.draw();
  }

  card(entry) {
    const title = /^puzzle\s+"([^"\n]*)"/m.exec(entry.text)?.[1] || entry.name;
    const open = () => {
      $("gallery").close();
      this.chosen(entry);
    };
    const card = make("button", { type: "button", class: "puzzle", onclick: open }, make("span", { class: "thumb" }), make("span", {}, title));
    card.entry = entry;
    card.words = `${entry.name} ${title}`.toLowerCase();
    card.dataset.title = title;
    return card;
  }

  find(text) {
    const wanted = text.trim().toLowerCase();
    for (const card of this.cards) {
      card.hidden = !card.words.includes(wanted);
      const isIt = wanted && [card.entry.name, card.dataset.title.toLowerCase()].includes(wanted);
      card.style.order = isIt ? -1 : ""; // first of its group
    }
    for (const { cards, section } of this.groups) section.hidden = cards.every((card) => card.hidden);
    const isNone = this.cards.every((card) => card.hidden);
    $("found-none").textContent = isNone ? `No puzzle has “${text.trim()}” in its name.` : "";
  }

  // The cards that are found, as they are shown, but one of just that name first.
  get hits() {
    const found = this.groups.flatMap(({ cards }) => cards).filter((card) => !card.hidden);
    return found.sort((one, other) => Number(one.style.order) - Number(other.style.order));
  }

  // In the order of the page. If it took too long, the others come once more, with more time: the machine may be busy.
  async draw() {
    const waiting = new Map(this.groups.flatMap(({ cards }) => cards).map((card) => [card.entry.name, card]));
    const hear = ({ pictures = {} }) => {
      for (const [name, svg] of Object.entries(pictures)) {
        if (waiting.has(name)) this.drawn(waiting.get(name), svg);
        waiting.delete(name);
      }
    };
    for (const again of [false, true]) if (waiting.size) hear(await this.backend.pictures({ names: [...waiting.keys()], again }, hear));
  }

  drawn(card, svg) {
    if (!svg) card.querySelector(".thumb").append("≡"); // solutions are lists of options
    else card.querySelector(".thumb").append(make("img", { alt: "", src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` }));
  }
}
