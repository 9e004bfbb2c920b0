import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createJsonServer, Refusal } from '../../workbench/json-server';

const server = createJsonServer({
  'POST /echo': ({ body, pageId }) => ({ body, pageId }),
  'POST /refuse': () => {
    throw new Refusal(409, 'Not like this.');
  },
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve())));
afterAll(() => new Promise((resolve) => server.close(resolve)));

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends what `fetch` would not let one send: any `Host` at all. */
function send({ method = 'POST', path = '/echo', headers = {}, body = '{}' }: Sent) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const all = { 'Content-Type': 'application/json', ...headers };
    const sent = request(
      { host: '127.0.0.1', port, method, path, headers: all, agent: false },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the server', () => {
  it('answers JSON with JSON and knows which page asked', async () => {
    const { status, text } = await send({ headers: { 'X-Page': 'p1' }, body: '{"a":1}' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ body: { a: 1 }, pageId: 'p1' });
  });

  it.each<[string, number, Sent]>([
    ['a name that leads here from elsewhere', 403, { headers: { Host: 'evil.example:80' } }],
    ['a name that begins like this machine', 403, { headers: { Host: '127.0.0.1.evil.example:80' } }],
    ['another site', 403, { headers: { Origin: 'https://evil.example' } }],
    ['a frame without an origin', 403, { headers: { Origin: 'null' } }],
    ['a plain form', 415, { headers: { 'Content-Type': 'text/plain' } }],
    ['a body that is not JSON', 400, { body: '{' }],
    ['an unknown path', 404, { path: '/nothing' }],
    ['another method', 404, { method: 'PUT' }],
    ['what the route refuses', 409, { path: '/refuse' }],
  ])('refuses %s with %d', async (_what, status, sent) => {
    expect((await send(sent)).status).toBe(status);
  });

  it('takes requests of its own page', async () => {
    const { port } = server.address() as AddressInfo;
    const headers = { Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
    expect((await send({ headers })).status).toBe(200);
  });

  it('refuses a body over 32 MB', async () => {
    const { status } = await send({ body: JSON.stringify('x'.repeat(33 * 1024 * 1024)) });
    expect(status).toBe(413);
  });
});
