import type { WorkbenchEvent } from '../protocol';

/** Talks to the workbench's server and knows whether anything is under way. */
export class ServerLink {
  /** Tells the server's events apart: what this page did itself does not come back to it. */
  readonly #pageId = crypto.randomUUID();
  #pending = 0;
  #edits: Promise<unknown> = Promise.resolve();

  /** Requests that have not been answered yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Fetches what a path answers. @throws {Error} with the server's text on any status but 200. */
  async get<Answer>(path: string): Promise<Answer> {
    return this.#send(path, { method: 'GET' });
  }

  /** Posts JSON. Requests run side by side. */
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

  /**
   * Calls `listener` for every event of the server.
   *
   * The browser reconnects by itself; what was missed meanwhile is only to be had by starting anew.
   */
  listen(listener: (event: WorkbenchEvent) => void): void {
    const source = new EventSource(`/events?page=${this.#pageId}`);
    let wasOpen = false;
    source.onopen = () => {
      if (wasOpen) location.reload();
      wasOpen = true;
    };
    source.onmessage = (message) => listener(JSON.parse(message.data) as WorkbenchEvent);
  }

  /** Posts JSON after the edits made so far have arrived, so that the script sees them. */
  async postAfterEdits<Answer>(path: string, body: unknown): Promise<Answer> {
    await this.#edits;
    return this.post(path, body);
  }

  async #send<Answer>(path: string, init: RequestInit): Promise<Answer> {
    this.#pending++;
    try {
      const response = await fetch(path, init);
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Answer;
    } finally {
      this.#pending--;
    }
  }
}
