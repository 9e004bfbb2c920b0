import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** In a thread of its own: the emulator blocks this one while it waits for an answer. */
const SERVER = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const { space, key, token, mostBytes } = workerData;
let answers = [];
const problemOf = (request, body) => {
  const address = new URL(request.url, 'http://chat');
  if (request.method !== 'POST' || address.pathname !== '/v1/spaces/' + space + '/messages') return [404, 'no such space'];
  if ([...address.searchParams.keys()].join() !== 'key,token') return [400, 'unexpected parameters'];
  if (address.searchParams.get('key') !== key || address.searchParams.get('token') !== token) return [401, 'wrong key or token'];
  if (!/^application\\/json(;|$)/.test(request.headers['content-type'] || '')) return [400, 'not JSON'];
  if (Buffer.byteLength(body) > mostBytes) return [400, 'too large'];
  try {
    const message = JSON.parse(body);
    const cards = message.cardsV2;
    const known = Object.keys(message).every((name) => ['text', 'fallbackText', 'cardsV2'].includes(name));
    const shaped = Array.isArray(cards) && cards.every(({ cardId, card }) => typeof cardId === 'string' && card.sections.every(({ widgets }) =>
      Array.isArray(widgets) && widgets.length > 0 && widgets.every((widget) =>
        Object.keys(widget).length === 1 && ['textParagraph', 'decoratedText', 'buttonList'].includes(Object.keys(widget)[0]))));
    return known && shaped && typeof message.fallbackText === 'string' ? undefined : [400, 'unknown shape'];
  } catch {
    return [400, 'not JSON'];
  }
};
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8');
    const problem = problemOf(request, body);
    const ordered = answers.length > 0 ? answers.shift() : 200;
    const status = problem ? problem[0] : ordered;
    parentPort.postMessage({ seen: { url: request.url, status, problem: problem ? problem[1] : '', body } });
    if (status === 'reset') return request.socket.destroy();
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(status === 200 ? JSON.stringify({ name: 'spaces/' + space + '/messages/1' }) : JSON.stringify({ error: { code: status, message: body } }));
  });
});
parentPort.on('message', ({ next }) => { answers = next; parentPort.postMessage({ set: true }); });
server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));
`;

/** A message as it arrived. */
export interface ChatArrival {
  readonly url: string;
  readonly status: number | 'reset';
  /** What was wrong with it; empty where nothing was. */
  readonly problem: string;
  readonly body: string;
}

/** The webhook that the server takes. */
export const WEBHOOK = {
  space: 'AAQAcanary01',
  key: 'AIzaCANARY-key_5d1f',
  token: 'CANARYtoken-e7c2_90ab%3D',
} as const;

/** Its address, as Google Chat shows it. */
export const WEBHOOK_ADDRESS = `https://chat.googleapis.com/v1/spaces/${WEBHOOK.space}/messages?key=${WEBHOOK.key}&token=${WEBHOOK.token}`;

/**
 * The webhook of a space of Google Chat on this machine: real HTTP on a loopback port. It checks path, key, token, content
 * type, size and the shape of the card, and answers with another status on demand.
 */
export class ChatServer {
  private readonly seen: ChatArrival[] = [];

  private constructor(
    private readonly worker: Worker,
    /** `http://127.0.0.1:…`. */
    readonly origin: string,
  ) {
    worker.on('message', ({ seen }: { readonly seen?: ChatArrival }) => {
      if (seen !== undefined) this.seen.push(seen);
    });
  }

  static async start(): Promise<ChatServer> {
    const token = decodeURIComponent(WEBHOOK.token);
    const worker = new Worker(SERVER, { eval: true, workerData: { ...WEBHOOK, token, mostBytes: 32_000 } });
    const [{ port }] = (await once(worker, 'message')) as [{ readonly port: number }];
    worker.unref();
    return new ChatServer(worker, `http://127.0.0.1:${port}`);
  }

  /** What the next messages are answered with, if nothing else is wrong; all later ones with 200. */
  async answer(...next: readonly (number | 'reset')[]): Promise<void> {
    this.worker.postMessage({ next });
    await once(this.worker, 'message');
  }

  /** The messages so far, once they have crossed from the server's thread. */
  async arrivals(): Promise<readonly ChatArrival[]> {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return this.seen;
  }

  close(): void {
    void this.worker.terminate();
  }
}
