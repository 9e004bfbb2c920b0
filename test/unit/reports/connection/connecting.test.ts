import { describe, expect, test } from '@jest/globals';
import type { Connection } from '../../../../src/employer-api/connection';
import { ReportError } from '../../../../src/employer-api/errors';
import { checkConnection, connect, disconnect } from '../../../../src/reports/connection/connecting';
import { cacheKeys } from '../../../../src/reports/fetching/fetch-days';
import { SCHEDULE_OFF } from '../../../../src/reports/saved/document-state';
import { dailyReport } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { MemoryCache } from '../../../support/memory-cache';
import { MemoryProperties } from '../../../support/memory-properties';
import { ADDRESSES, CONNECTION } from '../../../support/sample-report';
import { answer, type StubAnswer, type StubReport } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const CREDENTIALS = {
  region: 'UK',
  employer: 'me',
  clientId: 'new-client',
  clientSecret: 'new-secret',
} as const;
const CONNECTED = { connection: JSON.stringify(CONNECTION) };
const OWN = { 'connection.spreadsheet-1': JSON.stringify(CONNECTION) };
/** Lies unused beside the connection of everyone. */
const OWN_TOO = {
  'connection.spreadsheet-1': JSON.stringify({ ...CONNECTION, fingerprint: 'fingerprint-2' }),
};
const OLD_TOKEN = { value: 'old', expiresAt: Number.MAX_SAFE_INTEGER };

function secretsSent({ transport }: Fetching): unknown[] {
  return transport.tokenRequests.map(({ body }) => 'form' in body && body.form.client_secret);
}

function connecting(
  properties: Record<string, string> = {},
  own: Record<string, string> = {},
  ownCache?: MemoryCache,
  report: StubReport = dailyReport,
) {
  const fetching = new Fetching([report]);
  const document = new MemoryProperties(properties);
  const user = new MemoryProperties(own);
  const removals: string[] = [];
  const triggers = {
    remove: (named: readonly string[]): readonly string[] => {
      removals.push(`triggers ${named.join(' ')}`);
      return named;
    },
  };
  const calendar = new ZonedCalendar(fetching.clock);
  const services = {
    ...{ document, lock: fetching.lock },
    stores: { user, spreadsheetId: () => 'spreadsheet-1', addresses: ADDRESSES },
    fetchingFor: (audience: 'everyone' | 'me') =>
      (audience === 'me' && ownCache ? fetching.with(ownCache) : fetching).reading('sidebar').fetchingFor(),
    calendar,
    triggers,
  };
  const connector = {
    connect: (...[credentials, audience]: [Parameters<typeof connect>[1], 'everyone' | 'me']) =>
      connect(services, credentials, audience),
    disconnect: () => disconnect(services),
    check: () => {
      const found = checkConnection(services);
      const states = found.checks.map(({ name, state }) => `${name}: ${state}`);
      return { ...found, code: found.error?.code, states };
    },
  };
  const record = () => JSON.parse(document.readAll().connection || 'null');
  return { connector, fetching, document, user, removals, triggers, calendar, record };
}

describe('connecting', () => {
  test('saves credentials, addresses and a new fingerprint, in one property only', () => {
    const { connector, record, document, user, fetching } = connecting({}, OWN);
    connector.connect(CREDENTIALS, 'everyone');
    expect(record()).toEqual({
      ...CREDENTIALS,
      answered: 1042,
      fingerprint: 'id-1',
      authOrigin: 'https://auth.service.example',
      regionOrigin: 'https://uk.service.example',
    });
    const holders = Object.entries(document.readAll()).filter(([, text]) => text.includes('new-secret'));
    expect([holders.map(([name]) => name), user.readAll()]).toEqual([
      ['connection'],
      { 'connection.spreadsheet-1': '' },
    ]);
    expect(JSON.stringify([...fetching.cache.entries])).not.toMatch(/new-secret|new-client/);
    connector.connect(CREDENTIALS, 'me');
    expect([document.readAll().connection, Object.keys(user.readAll())]).toEqual(['', Object.keys(OWN)]);
  });

  test('reads the zone and asks for a token before anything is saved, with nothing locked', () => {
    const { connector, fetching, document, calendar } = connecting();
    const seen: unknown[] = [];
    const zone = calendar.zone.bind(calendar);
    calendar.zone = () => {
      seen.push([document.log.length, fetching.lock.isHeld]);
      return zone();
    };
    const tokenAnswer = fetching.transport.tokenAnswer;
    fetching.transport.tokenAnswer = (count) => {
      seen.push([document.log.length, fetching.lock.isHeld]);
      return tokenAnswer(count);
    };
    connector.connect(CREDENTIALS, 'everyone');
    expect(seen).toEqual([
      [0, false],
      [0, false],
    ]);
  });

  test('asks for yesterday with what was typed, in one request, and tells what came', () => {
    const { connector, fetching } = connecting();
    const { found } = connector.connect({ ...CREDENTIALS, employer: '1042' }, 'everyone');
    expect(found).toBe('1 shift on 9 Mar 2026');
    expect(fetching.transport.reportRequests.map(({ url }) => url)).toEqual([
      'https://uk.service.example/v1/reporting/1042/reports/shift_fulfilment?from_date=2026-03-08&to_date=2026-03-10',
    ]);
    expect(fetching.transport.tokenRequests).toHaveLength(1);
  });

  const UNREADABLE =
    /^Check the region and the employer, or ask .* signed in, but employer 99999 cannot be read in the UK region\./;

  test.each([
    [403, 'wrong_employer', UNREADABLE],
    [404, 'not_available', UNREADABLE],
    [401, 'token_rejected', UNREADABLE],
    [302, 'redirect_refused', 'Tell the operator of the service: the answer is a redirect'],
    [400, 'request_refused', 'Tell the operator of the service: the request was refused'],
  ])('whose report is answered by %i changes nothing, and says what to do: %s', (status, code, sentence) => {
    const { connector, fetching, document, user } = connecting(CONNECTED, OWN);
    fetching.transport.next(answer(status));
    fetching.put('state', { token: OLD_TOKEN });
    const before = [document.readAll(), user.readAll(), [...fetching.cache.entries]];
    const failure = failureOf(() => connector.connect({ ...CREDENTIALS, employer: '99999' }, 'everyone'));
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(sentence);
    expect(failure.message).toMatch(new RegExp(`\\(HTTP\u00a0${status}\\)$`));
    expect([document.readAll(), user.readAll(), [...fetching.cache.entries]]).toEqual(before);
  });

  test('to me, refused: is explained by the region, not by the employer, since me is no other', () => {
    const { connector, fetching } = connecting();
    fetching.transport.next(answer(403));
    expect(failureOf(() => connector.connect(CREDENTIALS, 'everyone')).message).toMatch(
      /^Check the region, or ask the operator of the service: signed in, but the employer of these credentials /,
    );
  });

  test('waits for a token that counts only a moment after it was issued', () => {
    const { connector, fetching, record } = connecting();
    const issuedAt = fetching.clock.now();
    fetching.transport.next((request) =>
      fetching.clock.now() < issuedAt + 700 ? answer(401) : dailyReport(request),
    );
    connector.connect(CREDENTIALS, 'everyone');
    expect([record().clientId, fetching.transport.tokenRequests.length]).toEqual(['new-client', 1]);
  });

  test('with a token that lacks the scope asks for the scope', () => {
    const { connector, fetching, record } = connecting();
    fetching.transport.next(answer(403));
    fetching.transport.tokenAnswer = () =>
      answer(200, { access_token: 't', token_type: 'Bearer', expires_in: 3600, scope: 'openid' });
    const words = /^Ask the operator of the service to grant these credentials the scope employer_access/;
    expect(failureOf(() => connector.connect(CREDENTIALS, 'everyone')).message).toMatch(words);
    expect(record()).toBeNull();
    // So does a formula.
    fetching.transport.next(answer(403));
    expect(failureOf(() => fetching.cell()).message).toMatch(words);
  });

  test.each<[string, StubAnswer]>([
    ['upstream_timeout', answer(504)],
    ['unreachable', undefined],
    ['rate_limited', answer(429)],
    ['invalid_response', answer(200, '{}')],
  ])('while the report fails as %s saves, since the service accepted the credentials', (code, given) => {
    const { connector, fetching, record } = connecting(CONNECTED);
    fetching.transport.next(given);
    expect(connector.connect(CREDENTIALS, 'everyone').found).toMatchObject({ code });
    expect(record().clientId).toBe('new-client');
  });

  test('while the service has had too many requests keeps everyone from asking until then', () => {
    const { connector, fetching, record } = connecting();
    fetching.transport.next(answer(429, '', { 'retry-after': '120' }));
    connector.connect(CREDENTIALS, 'everyone');
    expect(failureOf(() => fetching.cell(undefined, record())).message).toMatch(/^Try again later/);
    expect(fetching.transport.reportRequests).toHaveLength(1);
  });

  test.each(['everyone', 'me'] as const)(
    'for %s ends one’s own connection too, where it lay unused beside the one of everyone',
    (audience) => {
      const unused = { ...CONNECTION, fingerprint: 'fingerprint-2', clientSecret: 'unused-secret' };
      const own = { 'connection.spreadsheet-1': JSON.stringify(unused) };
      const { connector, fetching, user } = connecting(CONNECTED, own);
      const { state } = cacheKeys(unused, fetching.services.digest);
      fetching.cache.putAll({ [state]: JSON.stringify({ token: { value: 'unused-token' } }) });
      connector.connect(CREDENTIALS, audience);
      expect(JSON.stringify([user.readAll(), [...fetching.cache.entries]])).not.toContain('unused');
    },
  );

  test('goes past a remembered failure of the connection before', () => {
    const { connector, fetching, record } = connecting(CONNECTED);
    const now = fetching.clock.now();
    fetching.put('state', {
      failure: { code: 'credentials_rejected', detail: {}, at: now, until: now + 60_000 },
    });
    connector.connect(CREDENTIALS, 'everyone');
    expect(record().clientId).toBe('new-client');
  });

  test.each<[string, StubAnswer]>([
    ['credentials_rejected', answer(401)],
    ['redirect_refused', answer(302)],
    ['invalid_response', answer(200, '<html>')],
    ['unreachable', undefined],
  ])('that fails as %s keeps what was there', (code, given) => {
    const { connector, fetching, document } = connecting(CONNECTED);
    fetching.put('state', { token: OLD_TOKEN });
    fetching.transport.tokenAnswer = () => given;
    const before = [document.readAll(), [...fetching.cache.entries]];
    expect(failureOf(() => connector.connect(CREDENTIALS, 'everyone')).code).toBe(code);
    expect([document.readAll(), [...fetching.cache.entries], document.log]).toEqual([...before, []]);
  });

  test('that cannot be saved leaves the token of the connection before', () => {
    const { connector, fetching, document } = connecting(CONNECTED);
    fetching.put('state', { token: OLD_TOKEN });
    document.refusesWrites = true;
    failureOf(() => connector.connect(CREDENTIALS, 'everyone'));
    expect([fetching.state.token, fetching.lock.isHeld]).toEqual([OLD_TOKEN, false]);
  });

  test('says busy when the lock is not to be had in 15 seconds', () => {
    const { connector, fetching, document } = connecting();
    fetching.lock.refusals = 1;
    expect(failureOf(() => connector.connect(CREDENTIALS, 'everyone')).code).toBe('busy');
    expect([fetching.lock.waits, document.log]).toEqual([[15_000], []]);
  });
});

describe('disconnecting', () => {
  const FULL = {
    ...CONNECTED,
    schedule: JSON.stringify({
      ...SCHEDULE_OFF,
      every: 'day',
      savedAt: 1,
      email: 'ann@employer.example',
      triggers: ['of-ann'],
    }),
    lease: '{"id":"x"}',
    learned: 'packed',
    'report.r-1': '{}',
    zone: 'UTC',
  };

  test('removes connection, schedule, lease, what refreshes learned, token and marks, and keeps the reports', () => {
    const { connector, document, user, fetching, removals } = connecting(FULL, OWN);
    fetching.put('state', { token: OLD_TOKEN });
    connector.disconnect();
    const { schedule, ...rest } = document.readAll();
    expect(rest).toEqual({ connection: '', lease: '', learned: '', 'report.r-1': '{}', zone: 'UTC' });
    expect(user.readAll()).toEqual({ 'connection.spreadsheet-1': '' });
    expect(fetching.state.token).toBeUndefined();
    // Off, without the address; what names the triggers stays, so that those of others end.
    expect(JSON.parse(schedule ?? '')).toMatchObject({
      ...SCHEDULE_OFF,
      savedAt: fetching.clock.now(),
      triggers: ['of-ann'],
    });
    expect([removals, document.log, user.log]).toEqual([
      ['triggers of-ann'],
      ['write connection,lease,learned,schedule'],
      ['write connection.spreadsheet-1'],
    ]);
  });

  test.each([
    ['was never set stays so', '', undefined],
    ['cannot be read is off, so that its triggers end', '{"every":"day"}', 'off'],
  ])('a schedule that %s', (_, stored, every) => {
    const { connector, document } = connecting({ ...CONNECTED, schedule: stored });
    connector.disconnect();
    expect(JSON.parse(document.readAll().schedule || '{}').every).toBe(every);
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['everyone’s', CONNECTED, {}],
    ['one’s own', {}, OWN],
    ['both', CONNECTED, OWN_TOO],
  ])('forgets secret and token, at once: %s', (_, properties, own) => {
    const cache = new MemoryCache();
    const { connector, fetching, document, user } = connecting(properties, own, cache);
    const used = [properties.connection, own['connection.spreadsheet-1']].flatMap((text) =>
      text ? [JSON.parse(text) as Connection] : [],
    );
    for (const connection of used) {
      const { state } = cacheKeys(connection, fetching.services.digest);
      const where = connection === used[0] && properties.connection ? fetching.cache : cache;
      where.putAll({ [state]: JSON.stringify({ token: { value: 'left-token' } }) });
    }
    connector.disconnect();
    expect([fetching.lock.isHeld, document.readAll().connection, user.readAll()]).toEqual([
      false,
      '',
      { 'connection.spreadsheet-1': '' },
    ]);
    expect(JSON.stringify([[...fetching.cache.entries], [...cache.entries]])).not.toContain('left-token');
    expect(secretsSent(fetching)).toEqual([]);
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
    expect([document.readAll().connection, removals]).toEqual(['', ['triggers ']]);
  });
});

const TOKEN = { access_token: 'marked-token', token_type: 'Bearer', expires_in: 3600 };

/** Today is 10 March 2026. */
function checking(
  report?: StubReport,
  properties: Record<string, string> = { ...CONNECTED, zone: 'Europe/London' },
) {
  const { connector, fetching, calendar } = connecting(properties, {}, undefined, report);
  const requests = () => [fetching.transport.tokenRequests.length, fetching.transport.reportRequests.length];
  return { check: connector.check, fetching, requests, calendar };
}

const WORKS = ['Sign-in: ok', 'One-day report: ok'];

describe('a check', () => {
  test('asks for a token, then for yesterday by the clock of the spreadsheet', () => {
    const { check, fetching, requests, calendar } = checking();
    expect(check()).toMatchObject({
      error: undefined,
      message: 'The connection works: 1 shift on 9 Mar 2026.',
      states: WORKS,
    });
    expect([requests(), fetching.asked]).toEqual([[1, 1], ['2026-03-08 to 2026-03-10']]);
    calendar.name = 'Pacific/Kiritimati';
    expect(checking(dailyReport, CONNECTED).check().code).toBeUndefined();
  });

  test('goes past what is remembered, clears it, and leaves the newest token', () => {
    const { check, fetching } = checking();
    const now = fetching.clock.now();
    fetching.put('state', { failure: { code: 'not_available', detail: {}, at: now, until: now + 60_000 } });
    check();
    expect(fetching.state).toEqual({ token: expect.objectContaining({ value: 'token-1' }) });
  });

  test('makes no request of a service that asked to wait', () => {
    const { check, fetching, requests } = checking();
    const now = fetching.clock.now();
    fetching.put('state', {
      failure: { code: 'rate_limited', detail: { status: 429 }, at: now, until: now + 60_000 },
    });
    expect(check()).toMatchObject({
      code: 'rate_limited',
      states: [],
      message: 'Try again later: the service has had too many requests. (HTTP\u00a0429)',
    });
    expect(requests()).toEqual([0, 0]);
  });

  test.each<[string, StubAnswer, string]>([
    ['401', answer(401), 'credentials_rejected'],
    ['403 as a page', answer(403, '<html>'), 'access_refused'],
    ['429', answer(429), 'rate_limited'],
    ['504', answer(504), 'upstream_timeout'],
    ['a redirect', answer(302), 'redirect_refused'],
    ['no answer', undefined, 'unreachable'],
  ])('%s to the token: the sign-in failed, and nothing else is asked for', (_, given, code) => {
    const { check, fetching, requests } = checking();
    fetching.transport.tokenAnswer = () => given;
    expect(check()).toMatchObject({ code, states: ['Sign-in: failed'] });
    expect(requests()).toEqual([1, 0]);
  });

  test.each<[string, StubAnswer, string]>([
    ['401 of a fresh token', answer(401), 'token_rejected'],
    ['403', answer(403), 'access_refused'],
    ['404', answer(404), 'not_available'],
    ['no answer', undefined, 'unreachable'],
    ['another shape', answer(200, '{}'), 'invalid_response'],
  ])('%s to the report: that step failed, and others wait', (_, given, code) => {
    const { check, fetching } = checking(() => given);
    expect(check()).toMatchObject({ code, states: ['Sign-in: ok', 'One-day report: failed'] });
    expect(fetching.state.failure).toMatchObject({ code });
  });

  test('leaves that another asks the service now, and for how many days at once', () => {
    const { check, fetching } = checking();
    const until = fetching.clock.now() + 5000;
    const known = { span: { days: 7, until } };
    fetching.put('state', known);
    fetching.put('claim', until);
    check();
    expect(fetching.cache.entries.get(fetching.keys.claim)).toBe(String(until));
    expect(fetching.state).toEqual({ ...known, token: expect.objectContaining({ value: 'token-1' }) });
  });

  test('of a connection with a number explains 403 by the employer', () => {
    const connection = JSON.stringify({ ...CONNECTION, employer: '77' });
    expect(checking(answer(403), { connection }).check().code).toBe('wrong_employer');
  });

  test('warns of a scope that was not granted', () => {
    const { check, fetching } = checking();
    fetching.transport.tokenAnswer = () => answer(200, { ...TOKEN, scope: 'openid' });
    const { error, states, checks } = check();
    expect([error, states]).toEqual([undefined, [WORKS[0], 'Token scope: warning', WORKS[1]]]);
    expect(checks[1]?.sentence).toContain('the token came without it.');
  });

  test('names the step for what fails here: no connection, no permission', () => {
    const none = checking(dailyReport, {});
    expect([none.check().code, none.requests()]).toEqual(['settings_missing', [0, 0]]);
    const { check, fetching } = checking();
    fetching.transport.send = () => {
      throw new ReportError('permission_missing');
    };
    expect(check()).toMatchObject({ code: 'permission_missing', states: ['Sign-in: failed'] });
  });
});
