// The gallery of shipped puzzles. Their pictures are made one after the other, when they come into sight.
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
    this.waiting = [];
    this.seen = new IntersectionObserver((found) => this.appeared(found), { root: $("gallery"), rootMargin: "200px" });
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
    for (const card of this.cards) if (!card.dataset.drawn) this.seen.observe(card);
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

  appeared(found) {
    for (const { isIntersecting, target } of found) {
      if (!isIntersecting || target.dataset.drawn) continue;
      target.dataset.drawn = "yes";
      this.seen.unobserve(target);
      this.waiting.push(target);
    }
    if (!this.drawing) this.drawAll();
  }

  // Empty if nothing is drawn; null if it took too long: with `again`, there is more time, since the machine may be busy.
  async thumbnail(card, again = false) {
    const found = await this.backend.ask("thumbnail", { text: card.entry.text, again }).answer;
    return found.stopped ? null : found.svg ?? "";
  }

  async drawAll() {
    this.drawing = true;
    while (this.waiting.length) {
      const next = this.waiting.findIndex((card) => !card.hidden); // those that are looked for first
      const [card] = this.waiting.splice(Math.max(0, next), 1);
      const svg = (await this.thumbnail(card)) ?? (await this.thumbnail(card, true));
      if (!svg) card.querySelector(".thumb").append("≡"); // solutions are lists of options
      if (!svg) continue;
      const image = make("img", { alt: "", src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
      card.querySelector(".thumb").append(image);
    }
    this.drawing = false;
  }
}
