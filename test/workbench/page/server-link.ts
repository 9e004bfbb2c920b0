import type { ServerSign, WorkbenchEvent } from '../protocol';

/** How often a server that has gone is looked for. */
const LOOK_MILLIS = 1_000;

/** The server does not answer: the page says so by itself, once for all that fails. */
export class ServerGone extends Error {
  override readonly name = 'ServerGone';

  constructor() {
    super('The local server has stopped: nothing is calculated or saved.');
  }
}

/** What there is to know of the server's coming and going. */
export interface ServerListeners {
  onGone(): void;
  /** @param isSame Whether it is the server that this page began with. */
  onBack(isSame: boolean): void;
}

/** Talks to the workbench's server and knows whether anything is under way. */
export class ServerLink {
  /** Tells the server's events apart: what this page did itself does not come back to it. */
  readonly #pageId = crypto.randomUUID();
  readonly #listeners: ServerListeners;
  #pending = 0;
  #edits: Promise<unknown> = Promise.resolve();
  #source: EventSource | null = null;
  #serverId = '';
  #isGone = false;
  #isLeaving = false;

  constructor(listeners: ServerListeners) {
    this.#listeners = listeners;
    addEventListener('pagehide', () => {
      this.#isLeaving = true;
    });
  }

  /** Requests that have not been answered yet. */
  get pending(): number {
    return this.#pending;
  }

  /** True from the first sign that the server has gone. Nothing is sent after that, also not to a server that comes back. */
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

  /** Calls `listener` for every event of the server that this page began with. @param serverId Which one that is. */
  listen(serverId: string, listener: (event: WorkbenchEvent) => void): void {
    this.#serverId = serverId;
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
    this.#listeners.onGone();
    this.#look();
  }

  #look(): void {
    setTimeout(async () => {
      const found = await fetch('/alive').catch(() => null);
      if (found?.ok !== true) return this.#look();
      const { serverId } = (await found.json()) as ServerSign;
      this.#listeners.onBack(serverId === this.#serverId);
    }, LOOK_MILLIS);
  }
}
