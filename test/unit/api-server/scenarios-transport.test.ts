import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ScenarioService } from './scenario-service';

let service: ScenarioService;
let good: Buffer;

beforeAll(async () => {
  service = await ScenarioService.start();
  good = (await service.requestReport()).bytes;
});
afterEach(() => service.control.clear());
afterAll(() => service.close());

describe('scenario "reset"', () => {
  test('breaks the connection before the status line', async () => {
    await service.control.setScenario('report', { name: 'reset' });
    await expect(service.requestReport()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await service.newest()).toMatchObject({ status: null, scenario: 'reset' });
  });

  test('breaks the connection in mid body', async () => {
    await service.control.setScenario('report', { name: 'reset', afterBytes: 100 });
    await expect(service.requestReport()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await service.newest()).toMatchObject({ status: 200, scenario: 'reset' });
  });

  test('leaves the server fit for the next request', async () => {
    await service.control.setScenario('token', { name: 'reset', times: 1 });
    await expect(service.requestToken()).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect((await service.requestToken()).status).toBe(200);
  });
});

describe('scenario "content-length"', () => {
  test('states too much, so that the answer never completes', async () => {
    await service.control.setScenario('report', { name: 'content-length', difference: 10 });
    await expect(service.requestReport()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test.each([10, -10])('states a length that is off by %i, and sends the same bytes', async (difference) => {
    const plain = await readRawAnswer(service.addresses.regions.UK);
    await service.control.setScenario('report', { name: 'content-length', difference });
    const faulty = await readRawAnswer(service.addresses.regions.UK);
    expect([faulty.stated - plain.stated, faulty.sent - plain.sent]).toEqual([difference, 0]);
  });
});

describe('a caller that goes away', () => {
  test('in mid request is no event: nothing is recorded and the next one is served', async () => {
    const { port } = new URL(service.addresses.auth);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('POST /oauth/v2/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf');
    await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
    const reply = await service.requestToken();
    expect([reply.status, (await service.control.requests()).length]).toEqual([200, 1]);
  });
});

describe('scenario "drip"', () => {
  test('sends the whole answer piece by piece', async () => {
    await service.control.setScenario('token', { name: 'drip', millis: 1, bytes: 40 });
    const reply = await service.requestToken();
    expect(JSON.parse(reply.text)).toMatchObject({ token_type: 'Bearer' });
  });
});

describe('scenarios that change the bytes', () => {
  test.each([
    ['nothing', 0, 0],
    ['so many bytes', 17, 17],
    ['all but the last three', -3, undefined],
    ['everything when there are fewer', 100_000_000, undefined],
  ])('"truncated" leaves %s', async (_, bytes, expected) => {
    await service.control.setScenario('report', { name: 'truncated', bytes });
    const reply = await service.requestReport();
    const length = expected ?? (bytes < 0 ? good.length + bytes : good.length);
    expect([reply.bytes.equals(good.subarray(0, length)), reply.headers['content-length']]).toEqual([
      true,
      String(length),
    ]);
  });

  test('"bom" puts a byte order mark in front', async () => {
    await service.control.setScenario('report', { name: 'bom' });
    const { bytes } = await service.requestReport();
    expect([bytes.subarray(0, 3).toString('hex'), bytes.subarray(3).equals(good)]).toEqual(['efbbbf', true]);
  });

  test.each([
    ['utf-16le', '7b002200'],
    ['utf-16be', '007b0022'],
    ['latin1', '7b227265'],
  ] as const)('"encoding" answers in %s', async (encoding, start) => {
    await service.control.setScenario('report', { name: 'encoding', encoding });
    expect((await service.requestReport()).bytes.subarray(0, 4).toString('hex')).toBe(start);
  });

  test('"encoding" states a character set when told to', async () => {
    await service.control.setScenario('report', {
      name: 'encoding',
      encoding: 'latin1',
      charset: 'iso-8859-1',
    });
    expect((await service.requestReport()).headers['content-type']).toBe(
      'application/json; charset=iso-8859-1',
    );
  });

  test('"gzip" without a fault can be unpacked', async () => {
    await service.control.setScenario('report', { name: 'gzip', fault: 'none' });
    const reply = await service.requestReport();
    expect([reply.headers['content-encoding'], gunzipSync(reply.bytes).equals(good)]).toEqual(['gzip', true]);
  });

  test('"gzip" can be double, cut off, or none at all', async () => {
    const answers: Buffer[] = [];
    for (const fault of ['double', 'cut off', 'not gzip'] as const) {
      await service.control.setScenario('report', { name: 'gzip', fault, times: 1 });
      answers.push((await service.requestReport()).bytes);
    }
    const [double, cut, plain] = answers as [Buffer, Buffer, Buffer];
    expect(gunzipSync(gunzipSync(double)).equals(good)).toBe(true);
    expect(() => gunzipSync(cut)).toThrow('unexpected end of file');
    expect(plain.equals(good)).toBe(true);
  });
});

/** Asks for a path that is not there, without a client that would judge the answer. */
async function readRawAnswer(origin: string): Promise<{ readonly stated: number; readonly sent: number }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  return { stated: Number(/content-length: (\d+)/i.exec(head)?.[1]), sent: body.length };
}
