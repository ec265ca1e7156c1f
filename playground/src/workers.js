// Answers without a server: excover itself runs in Web Workers of the page (worker.js). A worker cannot be
// interrupted, so to stop a search is to end its worker, and another one is started in its place.

const WORKERS = 2; // one searches, while the other one checks what is typed
const CHECK_PATIENCE = 20_000; // milliseconds that everything but a search may take
const MORE_PATIENCE = 3; // times as long, for what is tried again
const SEARCH_PATIENCE = 900_000; // beyond the limit of a search itself
const SEARCHES = ["solve", "count", "list", "heat", "starts", "tree", "unique", "why", "rate", "hints", "generate", "expect", "task"];
const TOO_MUCH = "out of memory: this needs more than a page can have";

export class WorkerBackend {
  constructor() {
    this.idle = [];
    this.waiting = []; // runs without a worker
    this.failed = ""; // why no worker can be started
    this.start();
  }

  async begin() {
    const answer = await fetch("facts.json");
    if (!answer.ok) throw new Error(`facts.json: ${answer.status} ${answer.statusText}`);
    return answer.json();
  }

  // Those of the gallery, which are beside the page.
  async pictures() {
    const answer = await fetch("gallery.json").catch(() => null);
    return answer?.ok ? { pictures: await answer.json() } : {};
  }

  // Starts a question. `hear` gets what is said before the answer.
  ask(question, data, hear = () => {}) {
    const run = new WorkerRun(this, question, data, hear);
    for (const old of this.waiting.filter((each) => each.question === question)) old.end({ stopped: "stopped" });
    this.waiting.push(run);
    if (this.failed) run.end({ error: this.failed });
    this.serve();
    return run;
  }

  // One after the other: two that begin at once would both be late.
  start() {
    const worker = policed("worker.js");
    worker.onmessage = ({ data }) => {
      if (data.fatal !== undefined) {
        this.failed = `Python cannot be started in this browser: ${data.fatal}`;
        for (const run of [...this.waiting]) run.end({ error: this.failed });
        return;
      }
      worker.onmessage = null;
      this.idle.push(worker);
      this.started = (this.started ?? 0) + 1;
      document.documentElement.dataset.workers = this.started;
      if (this.started < WORKERS) this.start();
      this.serve();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      worker.onmessage({ data: { fatal: event.message || "a file is missing" } });
    };
  }

  serve() {
    while (this.idle.length && this.waiting.length) this.waiting.shift().take(this.idle.shift());
  }

  replace(worker) {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    this.start();
  }
}

// A worker under the policy of the page: one that is loaded from an address has that of its own headers, and
// simple servers send none.
function policed(name) {
  const line = `import ${JSON.stringify(new URL(name, document.baseURI).href)};`;
  const address = URL.createObjectURL(new Blob([line], { type: "text/javascript" }));
  return new Worker(address, { type: "module" });
}

class WorkerRun {
  constructor(backend, question, data, hear) {
    this.backend = backend;
    this.question = question;
    this.data = data;
    this.hear = hear;
    this.worker = null;
    this.answer = new Promise((done) => (this.done = done));
    queueMicrotask(() => this.worker || hear({ progress: { stage: "starting Python in this browser", count: "0", done: null, note: "" } }));
  }

  take(worker) {
    this.worker = worker;
    worker.onmessage = ({ data }) => this.heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message);
    };
    const check = CHECK_PATIENCE * (this.data.again ? MORE_PATIENCE : 1);
    const patience = SEARCHES.includes(this.question) ? SEARCH_PATIENCE : check;
    this.timer = setTimeout(() => this.give({ stopped: "it takes too long, and was ended" }), patience);
    worker.postMessage({ question: this.question, data: this.data });
  }

  heard({ said, answer, fatal }) {
    if (said) this.hear(said);
    else if (fatal !== undefined) this.fail(fatal);
    else if (answer.spent) this.give({ error: TOO_MUCH }); // its memory never becomes smaller again
    else {
      const worker = this.worker;
      this.end(answer);
      this.backend.idle.push(worker);
      this.backend.serve();
    }
  }

  // The worker cannot go on: its memory ended where Python cannot say so, or the browser ended it. What it says then differs between browsers, and is mostly about memory.
  fail(message) {
    const isMemory = /memory|alloc|abort/i.test(message);
    this.give({ error: isMemory ? TOO_MUCH : `this was too much for the page: ${message}` });
  }

  // Ends the run and its worker.
  give(answer) {
    const worker = this.worker;
    this.end(answer);
    if (worker) this.backend.replace(worker);
  }

  end(answer) {
    clearTimeout(this.timer);
    this.worker = null;
    this.backend.waiting = this.backend.waiting.filter((each) => each !== this);
    this.done(answer);
  }

  // A check ends by itself soon; a new worker would take longer.
  async stop() {
    if (this.worker && !SEARCHES.includes(this.question)) return;
    this.give({ stopped: "stopped" });
  }
}
