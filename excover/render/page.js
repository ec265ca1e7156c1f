// Shows solutions page by page, and only those that hold what is asked for. Reads what the document says as text;
// nothing of it is ever run, or read as markup.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const PER_PAGE = 60;
const { solutions, labels } = JSON.parse(document.getElementById("data").textContent);
const place = document.getElementById("solutions");
const model = place.querySelector("figure");
const input = document.getElementById("filter");
const summary = document.getElementById("summary");
const [first, back, on, last] = document.querySelectorAll("nav button");

// "T at (1,1) (2,1); X" asks for a T on both cells, and for an X anywhere.
const AT = /^(.*?)\s*\bat\s*((?:\(\s*-?\d+(?:\s*,\s*-?\d+)*\s*\)[\s,]*)+)$/;

function cellsOf(text) {
  return (text.match(/\([^)]*\)/g) || []).map((cell) => cell.replace(/\s/g, ""));
}

function marked(label) {
  const found = AT.exec(label);
  return found ? { mark: found[1], cells: new Set(cellsOf(found[2])) } : null;
}

const parts = labels.map(marked);

function partsWith(term) {
  const asked = AT.exec(term);
  const low = term.toLowerCase();
  const found = new Set();
  labels.forEach((label, at) => {
    const part = parts[at];
    const holds = asked && part
      ? (!asked[1] || part.mark === asked[1]) && cellsOf(asked[2]).every((cell) => part.cells.has(cell))
      : part && low.length === 1 ? part.mark.toLowerCase() === low : label.toLowerCase().includes(low);
    if (holds) found.add(at);
  });
  return found;
}

function matching(text) {
  let found = solutions.map((_, number) => number);
  for (const term of text.split(";").map((each) => each.trim()).filter(Boolean)) {
    const number = /^#\s*(\d+)$/.exec(term);
    const wanted = number || partsWith(term);
    found = found.filter((at) => number ? at === Number(number[1]) - 1 : solutions[at].some((part) => wanted.has(part)));
  }
  return found;
}

function card(number) {
  const made = model.cloneNode(true);
  made.querySelector("figcaption").textContent = `#${(number + 1).toLocaleString("en")}`;
  const board = made.querySelector("[data-parts]");
  board.replaceChildren(...solutions[number].map((part) => drawn(part, board)));
  const title = made.querySelector("title");
  if (title) title.textContent = `solution ${number + 1}`;
  return made;
}

function drawn(part, board) {
  if (board.tagName.toLowerCase() === "ul") {
    const item = document.createElement("li");
    item.textContent = labels[part];
    item.dataset.part = part;
    return item;
  }
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#part${part}`);
  use.dataset.part = part;
  return use;
}

let shown = [];
let page = 0;

function show() {
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE));
  page = Math.min(Math.max(page, 0), pages - 1);
  place.replaceChildren(...shown.slice(page * PER_PAGE, (page + 1) * PER_PAGE).map(card));
  summary.textContent = `${shown.length.toLocaleString("en")} of ${solutions.length.toLocaleString("en")}; page ${page + 1} of ${pages}`;
  first.disabled = back.disabled = page === 0;
  on.disabled = last.disabled = page === pages - 1;
}

function filter() {
  shown = matching(input.value);
  page = 0;
  show();
}

function turn(to) {
  page = to;
  show();
  place.scrollIntoView();
}

input.addEventListener("input", filter);
input.form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
input.form.addEventListener("reset", () => setTimeout(filter));
first.addEventListener("click", () => turn(0));
back.addEventListener("click", () => turn(page - 1));
on.addEventListener("click", () => turn(page + 1));
last.addEventListener("click", () => turn(Infinity));
place.addEventListener("click", (event) => {
  const part = event.target.closest("[data-part]");
  if (!part) return;
  const asked = input.value.trim();
  input.value = (asked ? asked + "; " : "") + labels[part.dataset.part];
  filter();
});
filter();
