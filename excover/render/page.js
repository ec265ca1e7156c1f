// Shows solutions as they come into view, and only those that hold what is asked for. Reads what the document says as text;
// nothing of it is ever run, or read as markup.

const SVG = "http://www.w3.org/2000/svg";
const PER_BLOCK = 60; // cards that are drawn, and taken away, together
const MOST_PRINTED = 30 * PER_BLOCK; // some hundred sheets of paper
const PER_PAGE = 30000; // browsers do not scroll further than some ten million pixels
const { solutions, labels } = JSON.parse(document.getElementById("data").textContent);
const place = document.getElementById("solutions");
const model = place.querySelector("figure");
const input = document.getElementById("filter");
const summary = document.getElementById("summary");
const printed = document.getElementById("printed");
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
  made.dataset.number = number;
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
let width = 0;

const watch = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) isIntersecting ? fill(target) : empty(target);
}, { rootMargin: "1200px" });

function numbersOf(block) {
  const begin = Number(block.dataset.begin);
  return shown.slice(begin, Math.min(begin + PER_BLOCK, (page + 1) * PER_PAGE));
}

function fill(block) {
  if (block.hasChildNodes()) return;
  block.replaceChildren(...numbersOf(block).map(card));
  block.style.minHeight = "";
}

function empty(block) {
  if (!block.hasChildNodes()) return;
  block.style.minHeight = `${block.offsetHeight}px`;
  block.replaceChildren();
}

// Blocks that are not drawn are as high, for each of their cards, as the first one.
function estimate() {
  const each = place.firstChild.offsetHeight / numbersOf(place.firstChild).length;
  for (const block of place.children) {
    if (!block.hasChildNodes()) block.style.minHeight = `${Math.round(each * numbersOf(block).length)}px`;
  }
}

function blocks() {
  const made = [];
  for (let begin = page * PER_PAGE; begin < Math.min(shown.length, (page + 1) * PER_PAGE); begin += PER_BLOCK) {
    const block = document.createElement("div");
    block.className = "block";
    block.dataset.begin = begin;
    made.push(block);
  }
  return made;
}

function show() {
  const pages = Math.max(1, Math.ceil(shown.length / PER_PAGE));
  page = Math.min(Math.max(page, 0), pages - 1);
  watch.disconnect();
  place.replaceChildren(...blocks());
  if (place.firstChild) {
    fill(place.firstChild);
    estimate();
    for (const block of place.children) watch.observe(block);
  }
  const where = pages > 1 ? `; page ${page + 1} of ${pages}` : "";
  summary.textContent = `${shown.length.toLocaleString("en")} of ${solutions.length.toLocaleString("en")}${where}`;
  first.disabled = back.disabled = page === 0;
  on.disabled = last.disabled = page === pages - 1;
  first.hidden = back.hidden = on.hidden = last.hidden = pages === 1;
}

new ResizeObserver(() => {
  if (place.offsetWidth === width || !place.firstChild) return;
  width = place.offsetWidth;
  fill(place.firstChild);
  estimate();
}).observe(place);

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

// A printer gets cards that are not in view, too, up to a number, which is told.
function beforePrint() {
  const begin = page * PER_PAGE;
  const end = Math.min(shown.length, begin + MOST_PRINTED);
  for (const block of place.children) Number(block.dataset.begin) < end ? fill(block) : empty(block);
  const [from, to, all] = [begin + 1, end, shown.length].map((number) => number.toLocaleString("en"));
  const what = end > begin + 1 ? `${from} to ${to} of ${all} solutions` : end ? `${to} of ${all} solutions` : "no solution";
  const asked = input.value.trim();
  printed.textContent = `${what}${asked ? ` with ${asked}` : ""}`;
}

function afterPrint() {
  for (const block of place.children) {
    watch.unobserve(block);
    watch.observe(block); // which tells at once whether it is in view
  }
}

addEventListener("beforeprint", beforePrint);
addEventListener("afterprint", afterPrint);
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

// Solids are turned in a window (turn.js).
const found = document.getElementById("solid");
if (found) {
  const { parts: lies, fills, labels: words, ...board } = JSON.parse(found.textContent);
  const dialog = document.getElementById("turning");
  const solid = turnable(dialog);
  const piece = (part) => ({ cells: lies[part], fill: fills[part], word: words[part] });
  dialog.querySelector("button").addEventListener("click", () => dialog.close());
  place.addEventListener("click", (event) => {
    const number = Number(event.target.closest("button")?.closest("figure").dataset.number ?? -1);
    if (number < 0) return;
    dialog.querySelector("h2").textContent = `#${(number + 1).toLocaleString("en")}`;
    dialog.showModal();
    dialog.querySelector("canvas").focus();
    solid.show(board, solutions[number].map(piece));
  });
  document.body.classList.add("turns");
}
