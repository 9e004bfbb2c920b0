import { beforeAll, describe, expect, test } from '@jest/globals';
import type { RecordedExchange } from '../api-server/recorder';
import { loadOpenApiChecker } from '../contract/api/openapi-checker';
import type { SentRequest } from '../emulator/world';
import { type FetchOptions, watchFetchOptions } from '../support/fetch-options';
import { recordFigure } from '../support/record-figure';
import { type Scene, Stage, state } from '../support/scene';

/* Every request of a whole session, held against the OpenAPI file and against the specification field by field. */

const ODD_SECRET = 'a&b=c+d% "é/?#é~ü;%41{}[]\\\'x';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const USER_AGENT =
  /^Mozilla\/5\.0 \(compatible; Google-Apps-Script; beanserver; \+https:\/\/script\.google\.com; id: .+\)$/;

const stage = new Stage();
let scene: Scene;
let options: readonly FetchOptions[];
let sent: readonly SentRequest[];
let recorded: readonly RecordedExchange[];
const tokens = () => sent.filter(({ url }) => url.includes('/oauth/'));
const reports = () => sent.filter(({ url }) => url.includes('/v1/'));

/** Everything that people do, with a renewal after 401, repeats after 504 and both spellings of the employer. */
async function playSession(): Promise<void> {
  const { demoEmployer, employers } = scene.server;
  await scene.server.setSecret(demoEmployer.employerId, ODD_SECRET);
  state(scene.ask('sidebarState'));
  scene.connect({ clientSecret: ODD_SECRET });
  state(scene.ask('sidebarCheckConnection'));
  scene.formula('2026-03-01', '2026-03-02');
  scene.formula('last week');
  scene.formula('2025-12-20', '2026-03-05');
  const id = scene.saveReport();
  state(scene.ask('sidebarRefreshReport', id));
  state(scene.ask('sidebarRefreshAll'));
  await scene.server.revokeTokens();
  state(scene.ask('sidebarRefreshReport', id));
  await scene.server.setScenario('report', { name: 'status', status: 504, times: 2 });
  state(scene.ask('sidebarRefreshReport', id));
  state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
  scene.emulator.advance({ hours: 2, minutes: 1 });
  scene.connect({ clientSecret: ODD_SECRET, employer: String(demoEmployer.employerId) });
  state(scene.ask('sidebarRefreshReport', id));
  for (const { region, clientId, clientSecret } of employers.filter((one) => one.region === 'US')) {
    scene.connect({ region, clientId, clientSecret });
    scene.formula('2026-03-03', '2026-03-03');
  }
  scene.ask('sidebarConnect', scene.form({ clientSecret: 'wrong' }));
  state(scene.ask('sidebarDisconnect'));
  scene.formula('2026-03-05', '2026-03-06');
}

beforeAll(async () => {
  scene = await stage.open();
  options = watchFetchOptions(scene.emulator);
  const { employerId, clientSecret } = scene.server.demoEmployer;
  await playSession();
  await scene.server.setSecret(employerId, clientSecret);
  sent = scene.emulator.requests;
  recorded = await scene.server.requests();
});

describe('the requests of a session', () => {
  test('all arrive at the service, and each is one that the OpenAPI file allows', () => {
    const checker = loadOpenApiChecker();

    const faults = recorded.map((exchange) => checker.checkRequest(exchange));

    expect(faults.flat()).toEqual([]);
    expect(faults.length).toBe(sent.length);
    expect(faults.length).toBeGreaterThanOrEqual(20);
    const figure = `${faults.length} of ${recorded.length}`;
    recordFigure({ requirement: 'Q4', what: 'requests that fit the OpenAPI file', n: faults.length, figure });
  });

  test('every answer of the service fits the OpenAPI file as well', () => {
    const checker = loadOpenApiChecker();

    expect(recorded.flatMap((exchange) => checker.checkAnswer(exchange))).toEqual([]);
  });

  test('redirects are never followed and no status throws, on every call', () => {
    expect(options.length).toBe(sent.length);
    const safe = options.filter(
      ({ followRedirects, muteHttpExceptions }) => !followRedirects && muteHttpExceptions,
    );
    expect(safe.length).toBe(options.length);
    const figure = `${safe.length} of ${options.length}`;
    recordFigure({ requirement: 'S6', what: 'calls with both safe options', n: options.length, figure });
  });

  test('each states how long to wait: ten seconds for a token, by surface for a report', () => {
    const waits = new Set(options.map(({ timeoutSeconds }) => timeoutSeconds));

    expect([...waits].sort((one, other) => Number(one) - Number(other))).toEqual([10, 15, 30, 60]);
  });
});

describe('a token request', () => {
  test('is a POST to the path of section 4.1 at the authorisation server', () => {
    expect(new Set(tokens().map(({ method, url }) => `${method} ${url}`))).toEqual(
      new Set([`POST ${scene.addresses.auth}/oauth/v2/tokens`]),
    );
    expect(tokens().length).toBeGreaterThanOrEqual(8);
  });

  test('carries the two documented headers and those of the platform, and no other', () => {
    for (const { headers } of tokens()) {
      expect(Object.fromEntries(headers)).toEqual({
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': expect.stringMatching(/^\d+$/),
        'User-Agent': expect.stringMatching(USER_AGENT),
      });
      expect(headers.length).toBe(4);
    }
  });

  test('carries the four form fields, the secret unchanged after decoding', () => {
    const { clientId } = scene.server.demoEmployer;
    const fields = decodeForm(tokens()[0]?.body ?? '');

    expect(fields).toEqual([
      ['client_id', clientId],
      ['client_secret', ODD_SECRET],
      ['grant_type', 'client_credentials'],
      ['scope', 'employer_access'],
    ]);
  });

  test('arrives with the same body and the same four fields each time', async () => {
    for (const { body } of tokens()) {
      expect(decodeForm(body).map(([name]) => name)).toEqual([
        'client_id',
        'client_secret',
        'grant_type',
        'scope',
      ]);
    }
    expect(recorded.filter(({ role }) => role === 'auth').map(({ body }) => body)).toEqual(
      tokens().map(({ body }) => body),
    );
  });

  test.each([
    'a&b=c+d%20 e',
    '"quoted" \'single\' \\back',
    'é ü ß ñ 中文 🎉',
    '%2B%20+ +',
    'spaces  inside\u00a0and\u200bmore',
    '<script>&amp;</script>',
    '=cmd()#?/;:@,$!*()[]{}|^`~',
    'x'.repeat(500),
  ])('sends the secret %p byte for byte', async (clientSecret) => {
    const other = await stage.open();
    const { employerId, clientSecret: former } = other.server.demoEmployer;
    await other.server.setSecret(employerId, clientSecret);

    const outcome = other.ask('sidebarConnect', other.form({ clientSecret }));

    await other.server.setSecret(employerId, former);
    expect(outcome.kind).toBe('done');
    expect(new Map(decodeForm(other.emulator.requests[0]?.body ?? '')).get('client_secret')).toBe(
      clientSecret,
    );
  });
});

describe('a report request', () => {
  test('is a POST to the path of section 4.2, with two dates and nothing else', () => {
    const { auth, regions } = scene.addresses;
    expect(auth).not.toBe(regions.UK);
    const { employerId } = scene.server.demoEmployer;
    const allowed = new Set([
      ...['me', employerId].map((who) => `POST ${regions.UK}/v1/reporting/${who}/reports/shift_fulfilment`),
      `POST ${regions.US}/v1/reporting/me/reports/shift_fulfilment`,
    ]);
    expect(new Set(reports().map(({ method, url }) => `${method} ${url.split('?')[0]}`))).toEqual(allowed);
    for (const { url } of reports()) {
      expect(url.split('?')[1]).toMatch(/^from_date=\d{4}-\d{2}-\d{2}&to_date=\d{4}-\d{2}-\d{2}$/);
    }
  });

  test('asks for whole months, as far as tomorrow, with one day further at both ends', () => {
    const queries = new Set(reports().map(({ url }) => url.split('?')[1]));

    // Today is Tuesday, 10 March 2026.
    expect(queries).toContain('from_date=2026-02-28&to_date=2026-03-12');
    expect(queries).toContain('from_date=2026-01-31&to_date=2026-03-01');
  });

  test('carries the four headers of section 4.2 and those of the platform, and no other', () => {
    for (const { headers } of reports()) {
      expect(Object.fromEntries(headers)).toEqual({
        Authorization: expect.stringMatching(/^Bearer [A-Za-z0-9._~+/-]+=*$/),
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'X-Correlation-ID': expect.stringMatching(UUID),
        'Content-Length': '2',
        'User-Agent': expect.stringMatching(USER_AGENT),
      });
      expect(headers.length).toBe(6);
    }
  });

  test('carries an empty JSON array', () => {
    expect(reports().map(({ body }) => body)).toEqual(reports().map(() => '[]'));
  });

  test('has a correlation ID of its own', () => {
    const ids = reports().map(({ headers }) => new Map(headers).get('X-Correlation-ID'));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

/** Reads a form as RFC 1866 writes it, by hand: names and values in order. */
function decodeForm(body: string): [string, string][] {
  return body.split('&').map((pair) => {
    const [name = '', value = ''] = pair
      .split('=')
      .map((part) => decodeURIComponent(part.replace(/\+/g, ' ')));
    return [name, value];
  });
}
