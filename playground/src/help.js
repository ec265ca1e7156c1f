// The help: examples to begin with, the words of the language, keys, and where the documents are.
import { $, make } from "./dom.js";

export class Help {
  // `documents` is the address of the documents, empty if they are nowhere beside the page; `open` opens an example.
  constructor({ words, examples, drawings }, documents, open) {
    const example = ({ title, text }) => {
      const opened = () => {
        $("help").close();
        open(text);
      };
      const head = make("div", { class: "bar small" }, make("h3", {}, title), make("button", { type: "button", onclick: opened, "aria-label": `Open: ${title}` }, "Open"));
      return make("section", {}, head, make("pre", { tabindex: "0" }, text));
    };
    $("help-examples").replaceChildren(...examples.map(example));
    $("help-words").replaceChildren(...words.flatMap(([word, meaning]) => [make("dt", {}, make("code", {}, word)), make("dd", {}, ...coded(meaning))]));
    $("help-drawings").replaceChildren(tableHead(drawings.heads), ...drawings.rows.map(tableRow));
    const buttons = [...document.querySelectorAll("main .bar [title]")].map((each) => [each.textContent, each.title]);
    $("help-buttons").replaceChildren(...buttons.flatMap(([name, meaning]) => [make("dt", {}, name), make("dd", {}, ...coded(meaning))]));
    $("help-tour").onclick = () => {
      $("help").close();
      $("open-tour").click();
    };
    $("help-documents").hidden = !documents;
    $("help-documents").querySelector("a").href = documents || "#";
    $("open-help").onclick = () => $("help").showModal();
    $("close-help").onclick = () => $("help").close();
  }
}

function tableHead(heads) {
  return make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, ...coded(head))));
}

function tableRow([first, ...rest]) {
  return make("tr", {}, make("th", { scope: "row" }, ...coded(first)), ...rest.map((each) => make("td", {}, ...coded(each))));
}

// Markdown's code, and text.
function coded(text) {
  return text.split("`").map((part, number) => (number % 2 ? make("code", {}, part) : part));
}
