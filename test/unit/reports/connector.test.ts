import { describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../src/employer-api/budget';
import { ReportError } from '../../../src/employer-api/errors';
import { Connector } from '../../../src/reports/connector';
import { Fetching, failureOf } from '../../support/fetching';
import { MemoryProperties } from '../../support/memory-properties';
import { ADDRESSES, CONNECTION, reportBody } from '../../support/sample-report';
import { answer, type StubAnswer } from '../../support/stub-transport';
import { ZonedCalendar } from '../../support/zoned-calendar';

const CREDENTIALS = {
  region: 'UK',
  employer: 'me',
  clientId: 'new-client',
  clientSecret: 'new-secret',
} as const;
const CONNECTED = { connection: JSON.stringify(CONNECTION) };
const OWN = { 'connection.spreadsheet-1': JSON.stringify(CONNECTION) };
/** Yesterday's report: 2026-03-09. */
const YESTERDAY = answer(
  200,
  reportBody([], { request: { employer_id: 1042, from_date: '2026-03-09', to_date: '2026-03-09' } }),
);

function connecting(
  properties: Record<string, string> = {},
  own: Record<string, string> = {},
  report: StubAnswer = YESTERDAY,
) {
  const fetching = new Fetching([report]);
  const document = new MemoryProperties(properties);
  const user = new MemoryProperties(own);
  const removals: string[] = [];
  const triggers = { replace: () => 'trigger-1', remove: () => void removals.push('triggers') };
  const calendar = new ZonedCalendar(fetching.clock);
  const connector = new Connector({
    stores: { document, user, spreadsheetId: 'spreadsheet-1', addresses: ADDRESSES },
    fetchingFor: () => fetching.services,
    calendar,
    triggers,
    budget: startBudget('sidebar', fetching.clock.now()),
  });
  const record = () => JSON.parse(document.readAll().connection || 'null');
  return { connector, fetching, document, user, removals, triggers, calendar, record };
}

describe('connecting', () => {
  test('saves credentials, addresses and a new fingerprint', () => {
    const { connector, record } = connecting();
    connector.connect(CREDENTIALS, 'everyone');
    expect(record()).toEqual({
      ...CREDENTIALS,
      fingerprint: 'id-1',
      authOrigin: 'https://auth.service.example',
      regionOrigin: 'https://uk.service.example',
    });
  });

  test('asks for a token before anything is saved, with nothing locked', () => {
    const { connector, fetching, document } = connecting();
    const seen: unknown[] = [];
    const tokenAnswer = fetching.transport.tokenAnswer;
    fetching.transport.tokenAnswer = (count) => {
      seen.push([document.log.length, fetching.lock.isHeld]);
      return tokenAnswer(count);
    };
    connector.connect(CREDENTIALS, 'everyone');
    expect(seen).toEqual([[0, false]]);
  });

  test('keeps the token it got, so that the first report needs none', () => {
    const { connector, fetching, record } = connecting();
    connector.connect(CREDENTIALS, 'everyone');
    failureOf(() => fetching.cell(undefined, record()));
    expect(fetching.transport.tokenRequests).toHaveLength(1);
  });

  test('with a secret keeps it in one property only', () => {
    const { connector, document, user, fetching } = connecting();
    connector.connect(CREDENTIALS, 'everyone');
    const holders = Object.entries(document.readAll()).filter(([, text]) => text.includes('new-secret'));
    expect([holders.map(([name]) => name), user.readAll()]).toEqual([['connection'], {}]);
    expect(JSON.stringify([...fetching.cache.entries])).not.toMatch(/new-secret|new-client/);
  });

  test('only for oneself keeps it with the person, under the ID of the spreadsheet', () => {
    const { connector, document, user } = connecting(CONNECTED);
    connector.connect(CREDENTIALS, 'me');
    expect([document.readAll().connection, Object.keys(user.readAll())]).toEqual([
      '',
      ['connection.spreadsheet-1'],
    ]);
  });

  test('for everyone takes the place of one’s own connection', () => {
    const { connector, user, record } = connecting({}, OWN);
    connector.connect(CREDENTIALS, 'everyone');
    expect([user.readAll(), record().clientId]).toEqual([{}, 'new-client']);
  });

  test('forgets the token and the marks of the connection before', () => {
    const { connector, fetching } = connecting(CONNECTED);
    fetching.put('token', { value: 'old', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER });
    fetching.put('credential', {
      mark: { code: 'wrong_employer', until: Number.MAX_SAFE_INTEGER, seconds: 600 },
    });
    connector.connect(CREDENTIALS, 'everyone');
    expect([fetching.entry('token'), fetching.entry('credential')]).toEqual([{}, {}]);
  });

  test('goes past a remembered failure of the connection before', () => {
    const { connector, fetching, record } = connecting(CONNECTED);
    fetching.put('credential', {
      mark: { code: 'credentials_rejected', until: Number.MAX_SAFE_INTEGER, seconds: 60 },
    });
    connector.connect(CREDENTIALS, 'everyone');
    expect(record().clientId).toBe('new-client');
  });

  test.each<[string, StubAnswer]>([
    ['credentials_rejected', answer(401)],
    ['redirect_refused', answer(302)],
    ['invalid_response', answer(200, '<html>')],
    ['rate_limited', answer(429)],
    ['upstream_timeout', answer(504)],
    ['unreachable', undefined],
  ])('that fails as %s keeps what was there', (code, given) => {
    const { connector, fetching, document } = connecting(CONNECTED);
    fetching.put('token', { value: 'old', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER });
    fetching.transport.tokenAnswer = () => given;
    const before = [document.readAll(), [...fetching.cache.entries]];
    expect(failureOf(() => connector.connect(CREDENTIALS, 'everyone')).code).toBe(code);
    expect([document.readAll(), [...fetching.cache.entries], document.log]).toEqual([...before, []]);
  });

  test('that cannot be saved leaves the token of the connection before', () => {
    const { connector, fetching, document } = connecting(CONNECTED);
    fetching.put('token', { value: 'old', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER });
    document.refusesWrites = true;
    failureOf(() => connector.connect(CREDENTIALS, 'everyone'));
    expect([fetching.entry('token').value, fetching.lock.isHeld]).toEqual(['old', false]);
  });

  test('says busy when the lock is not to be had in 15 seconds', () => {
    const { connector, fetching, document } = connecting();
    fetching.lock.refusals = 1;
    expect(failureOf(() => connector.connect(CREDENTIALS, 'everyone')).code).toBe('busy');
    expect([fetching.lock.waits, document.log]).toEqual([[15_000], []]);
  });
});

describe('checking a connection', () => {
  test('asks for a token and for yesterday, by the clock of the spreadsheet', () => {
    const { connector, fetching } = connecting(CONNECTED);
    expect(connector.check().message).toBe('The connection works: 0 shifts on 2026-03-09.');
    expect(fetching.transport.reportRequests[0]?.url).toContain('from_date=2026-03-09&to_date=2026-03-09');
  });

  test('gives what the spreadsheet remembers', () => {
    const { connector } = connecting({ ...CONNECTED, zone: 'Europe/Paris' });
    expect(connector.check().state).toMatchObject({
      zone: 'Europe/Paris',
      connection: { clientIdTail: 't-id' },
    });
  });

  test('knows another yesterday in another zone', () => {
    const { connector, fetching, calendar } = connecting(CONNECTED, {}, answer(500));
    calendar.name = 'Pacific/Kiritimati';
    failureOf(() => connector.check());
    expect(fetching.transport.reportRequests[0]?.url).toContain('from_date=2026-03-10&to_date=2026-03-10');
  });

  test('goes past what is remembered, and clears it when all is well', () => {
    const { connector, fetching } = connecting(CONNECTED);
    const mark = { code: 'not_available', until: Number.MAX_SAFE_INTEGER, seconds: 600 };
    fetching.put('credential', { mark });
    fetching.put('origin', { failures: 3, mark });
    connector.check();
    expect([fetching.entry('credential').mark, fetching.entry('origin')]).toEqual([
      undefined,
      { failures: 0 },
    ]);
  });

  test.each<[string, StubAnswer]>([
    ['token_rejected', answer(401)],
    ['wrong_employer', answer(403)],
    ['not_available', answer(404)],
    ['rate_limited', answer(429)],
    ['upstream_timeout', answer(504)],
    ['invalid_response', answer(200, '{}')],
  ])('that fails as %s says so after one request for the report', (code, given) => {
    const { connector, fetching } = connecting(CONNECTED, {}, given);
    expect(failureOf(() => connector.check()).code).toBe(code);
    expect(fetching.transport.reportRequests).toHaveLength(1);
  });

  test('says which of the two fails: the token, and no report is asked for', () => {
    const { connector, fetching } = connecting(CONNECTED);
    fetching.transport.tokenAnswer = () => answer(401);
    expect(failureOf(() => connector.check()).code).toBe('credentials_rejected');
    expect(fetching.transport.reportRequests).toHaveLength(0);
  });

  test('where there is none says how to connect, with no request', () => {
    const { connector, fetching } = connecting();
    expect(failureOf(() => connector.check()).code).toBe('settings_missing');
    expect(fetching.transport.tokenRequests).toHaveLength(0);
  });
});

describe('disconnecting', () => {
  const FULL = {
    ...CONNECTED,
    schedule: '{"every":"day"}',
    lease: '{"id":"x"}',
    bases: '{}',
    names: 'packed',
    'report.r-1': '{}',
    zone: 'UTC',
  };

  test('removes connection, schedule, lease, what refreshes learned, token and marks, and keeps the reports', () => {
    const { connector, document, user, fetching } = connecting(FULL, OWN);
    fetching.put('token', { value: 'old' });
    fetching.put('credential', { goodUntil: 1 });
    connector.disconnect();
    const { schedule, lease, bases, names, ...rest } = document.readAll();
    expect([schedule, lease, bases, names, rest, user.readAll()]).toEqual([
      ...['', '', '', ''],
      { 'report.r-1': '{}', zone: 'UTC' },
      {},
    ]);
    expect([fetching.entry('token'), fetching.entry('credential')]).toEqual([{}, {}]);
  });

  test('removes this person’s triggers last, so that the secret is gone even where that is refused', () => {
    const { connector, document, triggers } = connecting(FULL);
    triggers.remove = () => {
      throw new ReportError('permission_missing');
    };
    expect(failureOf(() => connector.disconnect()).code).toBe('permission_missing');
    expect(JSON.stringify(document.readAll())).not.toContain('marked-client-secret');
  });

  test.each([
    ['there is none', {}],
    ['it cannot be read', { connection: '{' }],
    [
      'it was made for another address',
      { connection: JSON.stringify({ ...CONNECTION, authOrigin: 'https://old.example' }) },
    ],
  ])('works where %s', (_, properties) => {
    const { connector, document, removals } = connecting(properties);
    connector.disconnect();
    expect([document.readAll().connection, removals]).toEqual([undefined, ['triggers']]);
  });
});
