import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ScenarioService } from './scenario-service';

let service: ScenarioService;

beforeAll(async () => {
  service = await ScenarioService.start();
});
afterEach(() => service.control.clear());
afterAll(() => service.close());

describe('scenario "status"', () => {
  test.each([200, 204, 206, 304, 400, 401, 403, 404, 408, 418, 429, 500, 502, 503, 504])(
    'answers a report with %i',
    async (status) => {
      await service.control.setScenario('report', { name: 'status', status });
      expect((await service.requestReport()).status).toBe(status);
    },
  );

  test('answers a token request with the given body and headers', async () => {
    await service.control.setScenario('token', {
      name: 'status',
      status: 401,
      body: '{"error":"invalid_client"}',
      headers: { 'WWW-Authenticate': ['Basic realm="a"', 'Bearer'] },
    });
    const reply = await service.requestToken();
    expect([reply.status, reply.text, reply.headers['www-authenticate']]).toEqual([
      401,
      '{"error":"invalid_client"}',
      'Basic realm="a", Bearer',
    ]);
  });

  test('sends no body with 204', async () => {
    await service.control.setScenario('report', { name: 'status', status: 204 });
    expect((await service.requestReport()).text).toBe('');
  });

  test('marks the recorded answer as broken on purpose', async () => {
    await service.control.setScenario('report', { name: 'status', status: 504 });
    await service.requestReport();
    expect(await service.newest()).toMatchObject({
      status: 504,
      scenario: 'status',
      deliberatelyBroken: true,
    });
  });
});

describe('scenario "retry-after"', () => {
  test.each([
    ['no header', {}, undefined],
    ['seconds', { value: '5' }, '5'],
    ['a negative number', { value: '-1' }, '-1'],
    ['a word', { value: 'abc' }, 'abc'],
    ['eleven digits', { value: '99999999999' }, '99999999999'],
    ['a list', { value: '5, 7' }, '5, 7'],
    ['two headers', { value: ['5', '7'] }, '5, 7'],
    ['an HTTP date', { dateInSeconds: 90 }, 'Sat, 21 Nov 2026 12:01:30 GMT'],
    ['a past date', { dateInSeconds: -60 }, 'Sat, 21 Nov 2026 11:59:00 GMT'],
  ])('answers 429 with %s', async (_, parameters, expected) => {
    await service.control.setScenario('report', { name: 'retry-after', ...parameters });
    const reply = await service.requestReport();
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, expected]);
  });

  test('spells the name as asked', async () => {
    await service.control.setScenario('token', {
      name: 'retry-after',
      value: '5',
      headerName: 'rEtRy-AfTeR',
    });
    await service.requestToken();
    expect((await service.newest()).answerHeaders).toContainEqual(['rEtRy-AfTeR', '5']);
  });
});

describe('scenarios that answer something else', () => {
  test.each([301, 302, 303, 307, 308])('"redirect" sends the caller away with %i', async (status) => {
    await service.control.setScenario('token', {
      name: 'redirect',
      status,
      location: 'https://evil.example/',
    });
    const reply = await service.requestToken();
    expect([reply.status, reply.headers.location]).toEqual([status, 'https://evil.example/']);
  });

  test('"html" answers a sign-in page with 200', async () => {
    await service.control.setScenario('report', { name: 'html' });
    const reply = await service.requestReport();
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(reply.text).toContain('<input name="password"');
  });

  test.each(['null', '[]', '5', '', '{"a":1,}', '[NaN]', '{} {}'])(
    '"body" answers exactly %s',
    async (text) => {
      await service.control.setScenario('token', { name: 'body', text });
      const reply = await service.requestToken();
      expect([reply.status, reply.text]).toEqual([200, text]);
    },
  );

  test('"body" answers any bytes', async () => {
    await service.control.setScenario('report', {
      name: 'body',
      base64: '//5bAF0A',
      contentType: 'text/plain',
    });
    const reply = await service.requestReport();
    expect([reply.bytes.toString('hex'), reply.headers['content-type']]).toEqual([
      'fffe5b005d00',
      'text/plain',
    ]);
  });

  test('"echo-request" says the secret back', async () => {
    await service.control.setScenario('token', { name: 'echo-request' });
    const reply = await service.requestToken();
    expect(reply.status).toBe(400);
    expect(JSON.parse(reply.text)).toMatchObject({ received: { client_secret: service.secret } });
  });

  test('"slow" answers at once and states the time it stands for', async () => {
    await service.control.setScenario('report', { name: 'slow', millis: 29_000 });
    const reply = await service.requestReport();
    expect([reply.status, reply.headers['x-virtual-latency-millis']]).toEqual([200, '29000']);
  });

  test('any rule may state a time as well', async () => {
    await service.control.setScenario('report', { name: 'status', status: 504, latencyMillis: 20_000 });
    const reply = await service.requestReport();
    expect([reply.status, reply.headers['x-virtual-latency-millis']]).toEqual([504, '20000']);
  });
});
