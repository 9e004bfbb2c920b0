import { describe, expect, test } from '@jest/globals';
import {
  isClaimed,
  keysToRead,
  rememberedFailure,
  sharedKeys,
  viewShared,
} from '../../../src/reports/shared-state';
import { nodeDigest } from '../../support/node-text';
import { CONNECTION, RANGE } from '../../support/sample-report';

const KEYS = sharedKeys(CONNECTION, RANGE, nodeDigest);
const NOW = Date.parse('2026-03-10T12:00:00Z');

const view = (entries: Record<string, unknown>) =>
  viewShared(
    KEYS,
    Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)])),
    NOW,
  );

describe('the names of what executions share', () => {
  test('hold no client ID, no secret, no fingerprint and no employer in clear', () => {
    const numeric = sharedKeys({ ...CONNECTION, employer: '104277' }, RANGE, nodeDigest);
    const all = keysToRead(numeric).join(' ');
    expect(all).not.toMatch(/marked-client|fingerprint-1|104277/);
  });

  test('are at most 250 characters', () => {
    expect(Math.max(...keysToRead(KEYS).map((key) => key.length))).toBeLessThanOrEqual(250);
  });

  test.each([
    ['fingerprint', { ...CONNECTION, fingerprint: 'fingerprint-2' }],
    ['region', { ...CONNECTION, region: 'US' as const }],
    ['employer', { ...CONNECTION, employer: '1042' }],
  ])('of token, credential, request and rows differ by %s', (_, other) => {
    const keys = sharedKeys(other, RANGE, nodeDigest);
    const same = (['token', 'credential', 'request', 'report'] as const).filter(
      (name) => keys[name] === KEYS[name],
    );
    expect(same).toEqual([]);
  });

  test.each([
    ['first', { ...RANGE, from: RANGE.from - 1 }],
    ['last', { ...RANGE, to: RANGE.to + 1 }],
  ])('of request and rows differ by the %s day, of token and credential do not', (_, range) => {
    const keys = sharedKeys(CONNECTION, range, nodeDigest);
    const same = (['token', 'credential', 'request', 'report', 'origin'] as const).filter(
      (name) => keys[name] === KEYS[name],
    );
    expect(same).toEqual(['token', 'credential', 'origin']);
  });

  test('do not change with client ID or secret: the fingerprint stands for them', () => {
    expect(sharedKeys({ ...CONNECTION, clientId: 'x', clientSecret: 'y' }, RANGE, nodeDigest)).toEqual(KEYS);
  });

  test('of the origin are one for each region', () => {
    const us = sharedKeys({ ...CONNECTION, region: 'US' }, RANGE, nodeDigest);
    const other = sharedKeys({ ...CONNECTION, fingerprint: 'fingerprint-2' }, RANGE, nodeDigest);
    expect([us.origin === KEYS.origin, other.origin === KEYS.origin]).toEqual([false, true]);
  });

  test('are made from UTF-8 text of all of these and the format', () => {
    const texts: string[] = [];
    sharedKeys(CONNECTION, RANGE, (text) => String(texts.push(text)));
    expect(texts).toEqual(['1|fingerprint-1|UK|me', '1|fingerprint-1|UK|me|46082|46088']);
  });
});

describe('a kept token', () => {
  const token = (obtained: number, end: number) => ({
    value: 't',
    obtainedAt: NOW + obtained,
    expiresAt: NOW + end,
  });

  test.each([
    [-1, 1, true],
    [0, 1, true],
    [-1, 0, false],
    [-1, -1, false],
    [1, 3_600_000, false],
  ])('obtained at %i ms and ending at %i ms counts: %p', (obtained, end, counts) => {
    expect(view({ [KEYS.token]: token(obtained, end) }).token !== undefined).toBe(counts);
  });
});

describe('an entry that cannot be read counts as missing', () => {
  test.each(['', 'not JSON', 'null', '5', '"x"', '[]', '{}', 'true'])('%j', (text) => {
    const entries = Object.fromEntries(keysToRead(KEYS).map((key) => [key, text]));
    const seen = viewShared(KEYS, entries, NOW);
    expect([seen.token, rememberedFailure(seen, NOW), isClaimed(seen, NOW)]).toEqual([
      undefined,
      undefined,
      false,
    ]);
  });
});

describe('a remembered failure', () => {
  const mark = (code: string, until: number) => ({ mark: { code, until: NOW + until, seconds: 60 } });

  test('holds until its end', () => {
    const seen = view({ [KEYS.request]: mark('invalid_response', 1) });
    expect([rememberedFailure(seen, NOW)?.code, rememberedFailure(seen, NOW + 1)]).toEqual([
      'invalid_response',
      undefined,
    ]);
  });

  test('of the connection comes before one of the request, and that before one of the origin', () => {
    const credential = { [KEYS.credential]: mark('wrong_employer', 1) };
    const request = { [KEYS.request]: mark('request_refused', 1) };
    const origin = { [KEYS.origin]: { failures: 3, ...mark('unreachable', 1) } };
    expect(
      [{ ...credential, ...request, ...origin }, { ...request, ...origin }, origin].map(
        (entries) => rememberedFailure(view(entries), NOW)?.code,
      ),
    ).toEqual(['wrong_employer', 'request_refused', 'unreachable']);
  });

  test('says how long is left, with status and correlation ID', () => {
    const kept = {
      code: 'rate_limited',
      until: NOW + 44_100,
      seconds: 60,
      status: 429,
      correlationId: 'c-1',
    };
    expect(rememberedFailure(view({ [KEYS.credential]: { mark: kept } }), NOW)?.message).toBe(
      'Wait 45 seconds, then try again: the service has had too many requests. (HTTP 429, ref c-1)',
    );
  });
});

describe('a claim', () => {
  const claim = (until: number) => ({ claim: { by: 'c-1', until: NOW + until } });

  test.each([
    ['of the request', { [KEYS.request]: claim(1) }, true],
    ['of the request that is over', { [KEYS.request]: claim(0) }, false],
    ['of the connection', { [KEYS.credential]: claim(1) }, true],
    ['of the connection that is over', { [KEYS.credential]: claim(0) }, false],
    [
      'of the connection, known to be good',
      { [KEYS.credential]: { ...claim(1), goodUntil: NOW + 1 } },
      false,
    ],
    ['of the connection, good no longer', { [KEYS.credential]: { ...claim(1), goodUntil: NOW } }, true],
  ])('%s keeps others waiting: %#', (_, entries, waiting) => {
    expect(isClaimed(view(entries), NOW)).toBe(waiting);
  });
});
