import type { WorkbenchEvent } from '../protocol';

/** The server does not answer: the page says so by itself, once for all that fails. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';

  constructor() {
    super('The local server has stopped: nothing is calculated or saved.');
  }
}

/** Talks to the workbench's server and knows whether anything is under way. */
export class ServerLink {
  /** Tells the server's events apart: what this page did itself does not come back to it. */
  readonly #pageId = crypto.randomUUID();
  readonly #onGone: () => void;
  #pending = 0;
  #edits: Promise<unknown> = Promise.resolve();
  #source: EventSource | null = null;
  #isGone = false;
  #isLeaving = false;

  constructor(onGone: () => void) {
    this.#onGone = onGone;
    addEventListener('pagehide', () => {
      this.#isLeaving = true;
    });
  }

  /** Requests that have not been answered yet. */
  get pending(): number {
    return this.#pending;
  }

  /** True from the first sign that the server has gone. Nothing is sent after that, not even to one started anew. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Fetches what a path answers. @throws {Error} with the server's text on any status but 200. */
  async get<Answer>(path: string): Promise<Answer> {
    return this.#send(path, { method: 'GET' });
  }

  /** Posts JSON. Requests run side by side. @throws {ServerGone} */
  async post<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Page': this.#pageId },
      body: JSON.stringify(body),
    });
  }

  /**
   * Posts JSON after everything posted this way before was answered, so that edits arrive in the order made.
   * `body` is built only then, since the answer before may bring a sheet's ID.
   */
  postInOrder<Answer>(path: string, body: () => unknown): Promise<Answer> {
    this.#pending++;
    const answer = this.#edits.then(() => this.post<Answer>(path, body()));
    this.#edits = answer.catch(() => undefined).then(() => this.#pending--);
    return answer;
  }

  /** Calls `listener` for every event of the server. */
  listen(listener: (event: WorkbenchEvent) => void): void {
    this.#source = new EventSource(`/events?page=${this.#pageId}`);
    // The browser would connect again by itself, and whatever was told meanwhile would be missing without a sign.
    this.#source.onerror = () => this.#lose();
    this.#source.onmessage = (message) => listener(JSON.parse(message.data) as WorkbenchEvent);
  }

  /** Posts JSON after the edits made so far have arrived, so that the script sees them. */
  async postAfterEdits<Answer>(path: string, body: unknown): Promise<Answer> {
    await this.#edits;
    return this.post(path, body);
  }

  async #send<Answer>(path: string, init: RequestInit): Promise<Answer> {
    if (this.#isGone) throw new ServerGone();
    this.#pending++;
    try {
      const response = await fetch(path, init).catch(() => {
        this.#lose();
        throw new ServerGone();
      });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Answer;
    } finally {
      this.#pending--;
    }
  }

  #lose(): void {
    if (this.#isGone || this.#isLeaving || this.#source === null) return;
    this.#isGone = true;
    this.#source.close();
    this.#onGone();
  }
}
