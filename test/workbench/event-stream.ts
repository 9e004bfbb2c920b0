import type { ServerResponse } from 'node:http';
import type { WorkbenchEvent } from './protocol';

/** Every page that listens, and a way to tell them things. */
export class EventStream {
  readonly #pages = new Map<ServerResponse, string>();

  /** Keeps an answer open and writes events to it until the page goes away. */
  add(response: ServerResponse, pageId: string): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': connected\n\n');
    this.#pages.set(response, pageId);
    response.on('close', () => this.#pages.delete(response));
  }

  /** Tells all pages. @param except The page that caused the event and shows it already. */
  send(event: WorkbenchEvent, except?: string): void {
    const text = `data: ${JSON.stringify(event)}\n\n`;
    for (const [response, pageId] of this.#pages) if (pageId !== except) response.write(text);
  }

  /** Ends all answers, so that the server can close. */
  close(): void {
    for (const response of this.#pages.keys()) response.end();
    this.#pages.clear();
  }
}
