import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Connection, SAMPLE_ADDRESSES } from '../../../../src/employer-api/connection';
import { connectionKeys, rangesKey, requestKeys } from '../../../../src/reports/fetching/shared-state';
import { nodeDigest } from '../../../support/node-text';
import { CONNECTION, RANGE } from '../../../support/sample-report';

function keysOf(connection: Connection, range = RANGE, name = 'shift_fulfilment') {
  return {
    ...connectionKeys(connection, nodeDigest),
    ...requestKeys(connection, { name }, range, nodeDigest),
    ranges: rangesKey(connection, { name }, nodeDigest),
  };
}

type Keys = ReturnType<typeof keysOf>;

let KEYS: Keys;
beforeEach(() => {
  KEYS = keysOf(CONNECTION);
});

/** The names of keys that are the same as those of `CONNECTION` and `RANGE`. */
const same = (keys: Keys) =>
  (Object.keys(KEYS) as (keyof Keys)[]).filter((name) => keys[name] === KEYS[name]);

describe('the names of what executions share', () => {
  test('hold no client ID, no secret, no fingerprint and no employer in clear', () => {
    const numeric = keysOf({ ...CONNECTION, employer: '104277' });
    const all = Object.values(numeric).join(' ');
    expect(all).not.toMatch(/marked-client|fingerprint-1|104277/);
  });

  test('are at most 250 characters', () => {
    expect(Math.max(...Object.values(KEYS).map((key) => key.length))).toBeLessThanOrEqual(250);
  });

  test.each([
    ['fingerprint', { ...CONNECTION, fingerprint: 'fingerprint-2' }],
    ['region', { ...CONNECTION, region: 'US' as const }],
    ['employer', { ...CONNECTION, employer: '1042' }],
  ])('of all but the origin differ by %s', (_, other) => {
    const keys = keysOf(other);
    expect(same(keys).filter((name) => name !== 'origin')).toEqual([]);
  });

  test.each([
    ['first', { ...RANGE, from: RANGE.from - 1 }],
    ['last', { ...RANGE, to: RANGE.to + 1 }],
  ])('of request and rows differ by the %s day, those of the connection do not', (_, range) => {
    const keys = keysOf(CONNECTION, range);
    expect(same(keys)).toEqual(['token', 'credential', 'origin', 'failing', 'ranges']);
  });

  test('of request and rows differ by the report, and so does the list of ranges', () => {
    const keys = keysOf(CONNECTION, RANGE, 'worker_turnover');
    expect(same(keys)).toEqual(['token', 'credential', 'origin', 'failing']);
  });

  test('do not change with client ID or secret: the fingerprint stands for them', () => {
    expect(keysOf({ ...CONNECTION, clientId: 'x', clientSecret: 'y' })).toEqual(KEYS);
  });

  test('of the origin are one for each region', () => {
    const us = keysOf({ ...CONNECTION, region: 'US' });
    const other = keysOf({ ...CONNECTION, fingerprint: 'fingerprint-2' });
    expect([us.origin === KEYS.origin, other.origin === KEYS.origin]).toEqual([false, true]);
  });

  test('of the origin of the sample employer are its own, since it works while the service fails', () => {
    const { origin } = keysOf({
      ...CONNECTION,
      authOrigin: SAMPLE_ADDRESSES.auth,
      regionOrigin: SAMPLE_ADDRESSES.regions.UK,
    });
    // The cache takes no empty key.
    expect([origin === KEYS.origin, origin === '']).toEqual([false, false]);
  });

  test('are made from UTF-8 text of all of these and the format', () => {
    const texts: string[] = [];
    const digest = (text: string) => String(texts.push(text));
    connectionKeys(CONNECTION, digest);
    requestKeys(CONNECTION, { name: 'shift_fulfilment' }, RANGE, digest);
    rangesKey(CONNECTION, { name: 'shift_fulfilment' }, digest);
    expect(texts).toEqual([
      '2|fingerprint-1|UK|me',
      '2|fingerprint-1|UK|me|shift_fulfilment|46082|46088',
      '2|fingerprint-1|UK|me|shift_fulfilment',
    ]);
  });
});
