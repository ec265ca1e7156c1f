// The page of `excover play`: what is where, and what happens when.
import { ServerBackend } from "./backend.js";
import { $ } from "./dom.js";
import { Editor } from "./editor.js";
import { checkedText } from "./kept.js";
import { Playground } from "./playground.js";
import { unpacked } from "./share.js";
import { compiledPatterns, wordsOf } from "./words.js";
import { WorkerBackend } from "./workers.js";

const KEPT = "excover playground";

async function begin() {
  const token = document.querySelector("meta[name=token]").content;
  const backend = token ? new ServerBackend(token) : new WorkerBackend();
  const facts = await backend.begin();
  $("export-pdf").hidden = !token || !facts.pdf; // it takes a program outside the browser
  const playground = new Playground(backend, facts);
  playground.editor = new Editor($("editor"), {
    patterns: facts.highlighting,
    nonce: document.querySelector("link[nonce]").nonce,
    changed: (isOther) => playground.wrote(isOther),
    complete: (at) => playground.complete(at),
  });
  wake();
  const open = async () => {
    const step = /^#tour(?:=(\d{1,3}))?$/.exec(location.hash);
    if (step) {
      history.replaceState(null, "", location.pathname + location.search); // where it is from now on, the tour knows
      playground.tour.open(Number(step[1] ?? playground.tour.step));
    }
    const linked = await unpacked(location.hash);
    if (linked) {
      playground.isFirst = false;
      playground.open(linked.text, { settings: linked.settings });
    }
    return step !== null || linked !== null;
  };
  const kept = keptOfTab();
  const isKept = kept?.token === token; // another server, at the same port, has another text
  const first = isKept ? kept : facts;
  playground.isFirst = !isKept && !facts.name; // the page begins with a picture
  const isLinked = !(isKept && kept.link === location.hash) && (await open());
  if (!isLinked) playground.open(first.text, first);
  if (isKept) playground.earlier.restore(kept.earlier);
  if (isKept && !isLinked) playground.tour.before = kept.before;
  if (isKept && isLinked) playground.earlier.keep(kept);
  addEventListener("hashchange", open);
  addEventListener("pagehide", () => {
    keepForTab({ ...playground.kept, before: playground.tour.before, earlier: playground.earlier.texts, token, link: location.hash });
    playground.run?.stop();
  });
  window.excoverAsk = (question, data) => backend.ask(question, data).answer; // for tests, as this:
  window.excoverWords = (text) => allWords(text, compiledPatterns(facts.highlighting)); // for tests
  document.documentElement.dataset.ready = "yes";
}

// What is kept for a reload; null if that is nothing, or not of our making, or the browser does not tell.
function keptOfTab() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEPT));
    const text = checkedText(found);
    return text && { ...text, before: checkedText(found.before), earlier: found.earlier, token: found.token, link: found.link };
  } catch {
    return null;
  }
}

// Without the oldest of the earlier texts, if there is no room for all.
function keepForTab({ earlier, ...data }) {
  for (let first = 0; first <= earlier.length; first++) {
    try {
      return sessionStorage.setItem(KEPT, JSON.stringify({ ...data, earlier: earlier.slice(first) }));
    } catch {
      // no room, or a browser that keeps nothing
    }
  }
}

// The words of a whole text, with their places in it.
function allWords(text, compiled) {
  let start = 0;
  return text.split("\n").flatMap((line) => {
    const words = wordsOf(line, compiled).map(([from, to, kind]) => [start + from, start + to, kind]);
    start += line.length + 1;
    return words;
  });
}

// Until then, what is pressed would do nothing.
function wake() {
  for (const each of document.querySelectorAll("[inert]")) each.inert = false;
}

begin().catch((wrong) => {
  wake();
  $("board-help").textContent = "";
  const served = document.querySelector("meta[name=token]").content;
  const help = served ? "Is `excover play` still running?" : "It has to come from a web server: see the documentation.";
  $("said").textContent = `The page cannot begin: ${wrong.message}. ${help}`;
});
