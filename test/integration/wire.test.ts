import { beforeAll, expect, test } from '@jest/globals';
import type { RecordedExchange } from '../api-server/recorder';
import { loadOpenApiChecker } from '../contract/api/openapi-checker';
import type { SentRequest } from '../emulator/world';
import { type Scene, Stage, state } from '../support/scene';

/* Every request of a whole session, held against the OpenAPI file and against the specification field by field. */

const ODD_SECRET = 'a&b=c+d% "é/?#é~ü;%41{}[]\\\'x';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What the script asked of `UrlFetchApp` besides the request itself. */
interface FetchOptions {
  readonly followRedirects: boolean;
  readonly muteHttpExceptions: boolean;
  readonly timeoutSeconds: number | null;
}

const stage = new Stage();
let scene: Scene;
const options: FetchOptions[] = [];
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
  scene.emulator.on('call', ({ method, args }) => {
    if (method === 'UrlFetchApp.fetch') options.push(args[1] as FetchOptions);
    if (method === 'UrlFetchApp.fetchAll') options.push(...(args[0] as readonly FetchOptions[]));
  });
  const { employerId, clientSecret } = scene.server.demoEmployer;
  await playSession();
  await scene.server.setSecret(employerId, clientSecret);
  sent = scene.emulator.requests;
  recorded = await scene.server.requests();
});

test('all requests of a session arrive, and with their answers fit the OpenAPI file', () => {
  const checker = loadOpenApiChecker();

  expect(recorded.flatMap((one) => [...checker.checkRequest(one), ...checker.checkAnswer(one)])).toEqual([]);
  expect(recorded.length).toBe(sent.length);
  expect(recorded.length).toBeGreaterThanOrEqual(20);
});

test('redirects are never followed, no status throws, and each call states how long it waits', () => {
  expect(options.length).toBe(sent.length);
  expect(options.filter((one) => one.followRedirects || !one.muteHttpExceptions)).toEqual([]);
  const waits = new Set(options.map(({ timeoutSeconds }) => timeoutSeconds));
  // Ten seconds for a token, by surface for a report.
  expect([...waits].sort((one, other) => Number(one) - Number(other))).toEqual([10, 15, 30, 60]);
});

test('a token request is the POST of section 4.1, with its two headers and four form fields and no other', () => {
  expect(tokens().length).toBeGreaterThanOrEqual(8);
  for (const { method, url, headers, body } of tokens()) {
    expect(`${method} ${url}`).toBe(`POST ${scene.addresses.auth}/oauth/v2/tokens`);
    expect(headers.length).toBe(2);
    expect(Object.fromEntries(headers)).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
    });
    expect(decodeForm(body)).toEqual([
      ['client_id', expect.any(String)],
      ['client_secret', expect.any(String)],
      ['grant_type', 'client_credentials'],
      ['scope', 'employer_access'],
    ]);
  }
  const first = new Map(decodeForm(tokens()[0]?.body ?? ''));
  expect([first.get('client_id'), first.get('client_secret')]).toEqual([
    scene.server.demoEmployer.clientId,
    ODD_SECRET,
  ]);
});

test.each([
  'a&b=c+d%20 e%2B%20+ +',
  '"quoted" \'single\' \\back <script>&amp;</script>',
  'é ü ß ñ 中文 🎉 spaces  inside\u00a0and\u200bmore',
  '=cmd()#?/;:@,$!*()[]{}|^`~',
  'x'.repeat(500),
])('sends the secret %p byte for byte', async (clientSecret) => {
  const other = await stage.open();
  const { employerId, clientSecret: former } = other.server.demoEmployer;
  await other.server.setSecret(employerId, clientSecret);

  const outcome = other.ask('sidebarConnect', other.form({ clientSecret }));

  await other.server.setSecret(employerId, former);
  expect(outcome.kind).toBe('done');
  const sentForm = decodeForm(other.emulator.requests[0]?.body ?? '');
  expect(new Map(sentForm).get('client_secret')).toBe(clientSecret);
});

test('a report request is the POST of section 4.2: two dates, four headers, an empty array, and an ID of its own', () => {
  const { auth, regions } = scene.addresses;
  const { employerId } = scene.server.demoEmployer;
  expect(auth).not.toBe(regions.UK);
  for (const { url, headers, body } of reports()) {
    expect(url.split('?')[1]).toMatch(/^from_date=\d{4}-\d{2}-\d{2}&to_date=\d{4}-\d{2}-\d{2}$/);
    expect([headers.length, body]).toEqual([4, '[]']);
    expect(Object.fromEntries(headers)).toEqual({
      Authorization: expect.stringMatching(/^Bearer [A-Za-z0-9._~+/-]+=*$/),
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Correlation-ID': expect.stringMatching(UUID),
    });
  }
  expect(new Set(reports().map(({ method, url }) => `${method} ${url.split('?')[0]}`))).toEqual(
    new Set([
      ...['me', employerId].map((who) => `POST ${regions.UK}/v1/reporting/${who}/reports/shift_fulfilment`),
      `POST ${regions.US}/v1/reporting/me/reports/shift_fulfilment`,
    ]),
  );
  const ids = reports().map(({ headers }) => new Map(headers).get('X-Correlation-ID'));
  expect(new Set(ids).size).toBe(ids.length);
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
