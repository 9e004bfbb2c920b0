import { describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../../src/employer-api/budget';
import { ReportError } from '../../../../src/employer-api/errors';
import { SHIFT_FULFILMENT_REPORT } from '../../../../src/employer-api/shift-fulfilment';
import { Connector } from '../../../../src/reports/connection/connector';
import { rangesKey, requestKeys } from '../../../../src/reports/fetching/shared-keys';
import { Fetching, failureOf } from '../../../support/fetching';
import { MemoryCache } from '../../../support/memory-cache';
import { MemoryProperties } from '../../../support/memory-properties';
import { ADDRESSES, CONNECTION } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';
import { ZonedCalendar } from '../../../support/zoned-calendar';

const CREDENTIALS = {
  region: 'UK',
  employer: 'me',
  clientId: 'new-client',
  clientSecret: 'new-secret',
} as const;
const CONNECTED = { connection: JSON.stringify(CONNECTION) };
const OWN = { 'connection.spreadsheet-1': JSON.stringify(CONNECTION) };
function connecting(
  properties: Record<string, string> = {},
  own: Record<string, string> = {},
  ownCache?: MemoryCache,
) {
  const fetching = new Fetching([answer(500)]);
  const document = new MemoryProperties(properties);
  const user = new MemoryProperties(own);
  const removals: string[] = [];
  const triggers = { replace: () => 'trigger-1', remove: () => void removals.push('triggers') };
  const calendar = new ZonedCalendar(fetching.clock);
  const connector = new Connector({
    stores: { document, user, spreadsheetId: 'spreadsheet-1', addresses: ADDRESSES },
    fetchingFor: (audience) =>
      audience === 'me' && ownCache ? { ...fetching.services, cache: ownCache } : fetching.services,
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

  test.each(['everyone', 'me'] as const)(
    'for %s forgets in the same write what alerts have found in the rows of the connection before',
    (audience) => {
      const found = { alerts: 'watched', alertEpisodes: 'found' };
      const { connector, document } = connecting({ ...CONNECTED, ...found });
      connector.connect(CREDENTIALS, audience);
      expect(document.readAll()).toMatchObject({ alerts: 'watched', alertEpisodes: '' });
      expect(document.log).toEqual(['write zone,alertEpisodes,connection']);
    },
  );

  test('forgets the token and the marks of the connection before', () => {
    const { connector, fetching } = connecting(CONNECTED);
    fetching.put('token', { value: 'old', obtainedAt: 0, expiresAt: Number.MAX_SAFE_INTEGER });
    fetching.put('credential', {
      mark: { code: 'wrong_employer', until: Number.MAX_SAFE_INTEGER, seconds: 600 },
    });
    connector.connect(CREDENTIALS, 'everyone');
    expect([fetching.entry('token').value, fetching.entry('credential')]).toEqual([undefined, {}]);
  });

  test.each(['everyone', 'me'] as const)(
    'for %s keeps whoever works with the former secret from sending it once more',
    (audience) => {
      const { connector, fetching } = connecting(CONNECTED, {}, new MemoryCache());
      connector.connect(CREDENTIALS, audience);

      const { code, message } = failureOf(() => fetching.cell());

      expect([code, message]).toEqual([
        'settings_missing',
        'Try again: the connection was changed meanwhile.',
      ]);
      const secrets = fetching.transport.tokenRequests.map(
        ({ body }) => 'form' in body && body.form.client_secret,
      );
      expect(secrets).toEqual(['new-secret']);
    },
  );

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

describe('disconnecting', () => {
  const FULL = {
    ...CONNECTED,
    schedule: '{"every":"day"}',
    lease: '{"id":"x"}',
    bases: '{}',
    names: 'packed',
    pace: 'fingerprint-1 {"days":31}',
    'report.r-1': '{}',
    zone: 'UTC',
  };

  test('removes connection, schedule, lease, what refreshes learned, token and marks, and keeps the reports', () => {
    const { connector, document, user, fetching } = connecting(FULL, OWN);
    fetching.put('token', { value: 'old' });
    fetching.put('credential', { goodUntil: 1 });
    connector.disconnect();
    const { schedule, lease, bases, names, pace, ...rest } = document.readAll();
    expect([schedule, lease, bases, names, pace, rest, user.readAll()]).toEqual([
      '',
      '',
      '',
      '',
      '',
      { 'report.r-1': '{}', zone: 'UTC' },
      {},
    ]);
    expect([fetching.entry('token').value, fetching.entry('credential')]).toEqual([undefined, {}]);
  });

  test('takes one write and two removals, whatever refreshes have learned', () => {
    const { connector, document, user } = connecting(FULL, OWN);
    connector.disconnect();
    expect([document.log, user.log]).toEqual([
      ['remove connection', 'write lease,schedule,bases,names,pace'],
      ['remove connection.spreadsheet-1'],
    ]);
  });

  test('forgets the rows of shifts whose days are listed, and the list', () => {
    const { connector, fetching } = connecting(CONNECTED);
    const listed = { from: 20_000, to: 20_006 };
    const keys = requestKeys(CONNECTION, SHIFT_FULFILMENT_REPORT, listed, fetching.services.digest);
    const list = rangesKey(CONNECTION, SHIFT_FULFILMENT_REPORT, fetching.services.digest);
    fetching.cache.putAll({
      [list]: JSON.stringify([[listed.from, listed.to, 1]]),
      [keys.report]: 'head',
      [`${keys.report}.1`]: 'rows',
      [keys.request]: '{}',
    });
    connector.disconnect();
    expect([...fetching.cache.entries.keys()]).toEqual([]);
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
