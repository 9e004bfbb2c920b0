import { describe, expect, test } from '@jest/globals';
import { lookAtConnection } from '../../../../src/reports/connection/connecting';
import {
  findConnection,
  ownConnection,
  type SavedConnection,
  viewConnection,
} from '../../../../src/reports/saved/document-state';
import type { TableContent } from '../../../../src/reports/saved/saved-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { MemoryProperties } from '../../../support/memory-properties';
import { ADDRESSES, CONNECTION } from '../../../support/sample-report';

const stored = (changes: object = {}) => JSON.stringify({ ...CONNECTION, ...changes });

function stores(own: Record<string, string> = {}) {
  return {
    document: new MemoryProperties(),
    user: new MemoryProperties(own),
    spreadsheetId: () => 'spreadsheet-1',
    addresses: ADDRESSES,
  };
}

const MINE = { 'connection.spreadsheet-1': stored({ clientId: 'mine' }) };

describe('the connection', () => {
  test.each<
    [string, Record<string, string>, Record<string, string>, readonly [client: string, audience: string]]
  >([
    ['the spreadsheet’s', { connection: stored() }, {}, ['marked-client-id', 'everyone']],
    ['the same where the person has one', { connection: stored() }, MINE, ['marked-client-id', 'everyone']],
    ['the person’s own where the spreadsheet has none', {}, MINE, ['mine', 'me']],
    ['the person’s own where it was removed', { connection: '' }, MINE, ['mine', 'me']],
  ])('is %s', (_, properties, own, expected) => {
    const { connection, audience } = findConnection(properties, stores(own));
    expect([connection.clientId, audience]).toEqual(expected);
  });

  test('of the person for another spreadsheet does not count', () => {
    const elsewhere = stores({ 'connection.spreadsheet-2': stored() });
    expect(failureOf(() => findConnection({}, elsewhere)).code).toBe('settings_missing');
  });

  test.each(['', '{', stored({ region: 'FR' })])('stored as %j is none', (text) => {
    expect(failureOf(() => findConnection({ connection: text }, stores()))).toEqual({
      code: 'settings_missing',
      message:
        'Connect in the sidebar (Extensions ▸ Shift Reports): this spreadsheet has no saved connection.',
    });
  });

  test.each([
    ['another authorisation server', { authOrigin: 'https://evil.test' }],
    ['another base address', { regionOrigin: 'https://evil.test' }],
    ['the other region’s address', { region: 'US' }],
    ['no https', { authOrigin: 'http://auth.service.example' }],
  ])('made for %s asks for the secret again', (_, changes) => {
    expect(failureOf(() => findConnection({ connection: stored(changes) }, stores()))).toEqual({
      code: 'settings_missing',
      message:
        'Press “Change connection” in the sidebar: the address of the service has changed, so the secret must be typed again.',
    });
  });

  test('of the person is told without secret, with the employer that its rows name where no answer did before', () => {
    const saved = ownConnection(stores(MINE)) as SavedConnection;
    const told = { region: 'UK', employer: 'me', clientIdTail: 'mine', audience: 'me', isSample: false };
    const { fingerprint } = saved.connection;
    const rowsOf = (source: string, owner: string) => ({ content: { source, owner } as TableContent });
    expect(viewConnection(saved, [rowsOf('another', 'UK 4711'), rowsOf(fingerprint, '')])).toEqual(told);
    expect(viewConnection(saved, [rowsOf(fingerprint, 'UK 4711')])).toEqual({ ...told, answered: 4711 });
  });
});

describe('what is remembered of a connection', () => {
  const failure = { code: 'rate_limited', detail: { status: 429 }, at: 0 };
  const using = (fetching: Fetching) => fetching.reading('sidebar');
  const found = findConnection({ connection: stored() }, stores());

  test('is the newest failure, and whether it holds requests back for one cache read', () => {
    const fetching = new Fetching([]);
    fetching.put('state', { failure: { ...failure, until: fetching.clock.now() + 45_000 } });
    expect(lookAtConnection(using(fetching), () => found)).toMatchObject({
      holds: true,
      error: {
        message: 'Try again later: the service has had too many requests. (HTTP\u00a0429)',
      },
    });
    expect(fetching.cache.calls.getAll).toBe(1);
    fetching.clock.advance(45_000);
    expect(lookAtConnection(using(fetching), () => found)).toMatchObject({ holds: false });
  });

  test('is null after a success', () => {
    const fetching = new Fetching([]);
    fetching.put('state', { token: { value: 'tok', expiresAt: 9 } });
    expect(lookAtConnection(using(fetching), () => found)).toBeNull();
  });

  test.each([
    ['nothing is', { connection: stored() }],
    ['there is no connection', {}],
    ['the connection is damaged', { connection: '{' }],
  ])('is undefined when %s', (_, properties) => {
    const fetching = new Fetching([]);
    const find = () => findConnection(properties as Record<string, string>, stores());
    expect(lookAtConnection(using(fetching), find)).toBeUndefined();
  });
});
