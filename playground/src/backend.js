// Asks the server of `excover play`. What a run says arrives by asking again and again: a connection that
// stays open for each tab would use up the six that browsers allow.

const POLL = 90;

export class ServerBackend {
  constructor(token) {
    this.token = token;
    this.tab = crypto.randomUUID();
  }

  async post(what, data) {
    const answer = await fetch(`/api/${what}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Excover-Token": this.token },
      body: JSON.stringify(data),
      keepalive: what === "stop", // even when the page is left
    });
    if (!answer.ok) throw new Error(`the server says: ${answer.status} ${answer.statusText}`);
    return answer.json();
  }

  begin() {
    return this.post("begin", {});
  }

  // Starts a question. `hear` gets what is said before the answer.
  ask(question, data, hear = () => {}) {
    return new ServerRun(this, question, data, hear);
  }

  // Those of the gallery; `hear` gets some that come before the others.
  pictures(data, hear) {
    return this.ask("pictures", data, hear).answer;
  }
}

class ServerRun {
  constructor(backend, question, data, hear) {
    this.backend = backend;
    this.job = null;
    this.stopped = false;
    this.wake = null; // ends the pause before the next question for news
    this.answer = this.follow(question, data, hear).catch((wrong) => ({
      error: `excover play does not answer: ${wrong.message}`,
    }));
  }

  async follow(question, data, hear) {
    const { job, error } = await this.backend.post("start", { tab: this.backend.tab, question, data });
    if (error) return { error };
    this.job = job;
    if (this.stopped) await this.stop();
    for (let turn = 0; ; turn++) {
      const { said, answer } = await this.backend.post("news", { job });
      for (const part of said) hear(part);
      if (answer) return answer;
      await new Promise((go) => {
        this.wake = go;
        setTimeout(go, this.stopped ? 10 : Math.min(POLL, 10 + 10 * turn));
      });
    }
  }

  async stop() {
    this.stopped = true;
    if (this.job !== null) await this.backend.post("stop", { job: this.job }).catch(() => {}); // `follow` tells
    this.wake?.();
  }
}
