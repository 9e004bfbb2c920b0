import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import {
  connectionKeys,
  isClaimed,
  REPLACED,
  readRequest,
  recordFailure,
  rememberedFailure,
  requestKeys,
  type SharedView,
  viewShared,
} from '../../../../src/reports/fetching/shared-state';
import { nodeDigest } from '../../../support/node-text';
import { CONNECTION, RANGE } from '../../../support/sample-report';

const KEYS = {
  ...connectionKeys(CONNECTION, nodeDigest),
  ...requestKeys(CONNECTION, { name: 'shift_fulfilment' }, RANGE, nodeDigest),
};
const NOW = Date.parse('2026-03-10T12:00:00Z');

const view = (entries: Record<string, unknown>) =>
  viewShared(
    KEYS,
    Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, JSON.stringify(value)])),
    NOW,
  );
const requestOf = ({ entries }: SharedView) => readRequest(entries[KEYS.request]);
const failureAt = (seen: SharedView, now: number) => rememberedFailure(seen, now, [requestOf(seen)]);

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

describe('the newest failure of a connection', () => {
  const recorded = (error?: ReportError) => {
    const [text, ...others] = Object.entries(recordFailure(KEYS, error, NOW));
    expect([text?.[0], others]).toEqual([KEYS.failing, []]);
    return JSON.parse(text?.[1] ?? '');
  };

  test('is kept with its cause, its time, and when the service may be asked again', () => {
    const detail = { status: 429, correlationId: 'ref-1', waitSeconds: 90 };
    expect(recorded(new ReportError('rate_limited', detail))).toEqual({
      code: 'rate_limited',
      status: 429,
      correlationId: 'ref-1',
      at: NOW,
      until: NOW + 90_000,
    });
  });

  test('has no end where the service names none, and is cleared by a success', () => {
    expect(recorded(new ReportError('unreachable'))).toEqual({ code: 'unreachable', at: NOW });
    expect(recorded()).toEqual({});
  });
});

describe('a connection that was replaced', () => {
  test('has no token and a failure that does not pass, before any other and at any time', () => {
    const mark = { code: 'unreachable', until: NOW + 1, seconds: 60 };
    const seen = view({ [KEYS.token]: REPLACED, [KEYS.credential]: { mark } });

    expect([seen.token, seen.isReplaced]).toEqual([undefined, true]);
    expect(rememberedFailure(seen, NOW + 3_600_000)).toMatchObject({
      code: 'settings_missing',
      message: 'Try again: the connection was changed meanwhile.',
    });
  });

  test.each([false, 'true', 1, null])('is not one whose entry says %p', (replaced) => {
    expect(view({ [KEYS.token]: { replaced } }).isReplaced).toBe(false);
  });
});

describe('an entry that cannot be read counts as missing', () => {
  test.each(['', 'not JSON', 'null', '5', '"x"', '[]', '{}', 'true'])('%j', (text) => {
    const entries = Object.fromEntries(Object.values(KEYS).map((key) => [key, text]));
    const seen = viewShared(KEYS, entries, NOW);
    const request = readRequest(text);
    expect([
      seen.token,
      seen.failing,
      rememberedFailure(seen, NOW, [request]),
      isClaimed(seen, request, NOW),
    ]).toEqual([undefined, undefined, undefined, false]);
  });
});

describe('a remembered failure', () => {
  const mark = (code: string, until: number) => ({ mark: { code, until: NOW + until, seconds: 60 } });

  test('holds until its end', () => {
    const seen = view({ [KEYS.request]: mark('invalid_response', 1) });
    expect([failureAt(seen, NOW)?.code, failureAt(seen, NOW + 1)]).toEqual(['invalid_response', undefined]);
  });

  test('of the connection comes before one of the request, and that before one of the origin', () => {
    const credential = { [KEYS.credential]: mark('wrong_employer', 1) };
    const request = { [KEYS.request]: mark('request_refused', 1) };
    const origin = { [KEYS.origin]: { failures: 3, ...mark('unreachable', 1) } };
    expect(
      [{ ...credential, ...request, ...origin }, { ...request, ...origin }, origin].map(
        (entries) => failureAt(view(entries), NOW)?.code,
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

describe('a failure that was remembered by a wrong clock', () => {
  // Meant to last for 60 seconds.
  test.each([
    [60_000, 'unreachable'],
    [60_001, undefined],
  ])('and ends in %i ms: %s', (millis, code) => {
    const mark = { code: 'unreachable', until: NOW + millis, seconds: 60 };
    expect(rememberedFailure(view({ [KEYS.credential]: { mark } }), NOW)?.code).toBe(code);
  });
});

describe('the newest failure of a connection', () => {
  test('is known with its time', () => {
    const failing = { code: 'unreachable', at: NOW - 1000, until: NOW + 1000 };
    expect(view({ [KEYS.failing]: failing }).failing).toEqual(failing);
  });

  test.each([undefined, null, '2026-03-10'])('counts as none without one: %j', (at) => {
    expect(view({ [KEYS.failing]: { code: 'unreachable', at } }).failing).toBeUndefined();
  });
});

describe('a failure with a code that nobody knows', () => {
  test('counts as none', () => {
    const mark = { code: 'made_up', until: NOW + 1, seconds: 60 };
    const seen = view({ [KEYS.credential]: { mark }, [KEYS.failing]: { code: 'made_up', at: NOW } });
    expect([rememberedFailure(seen, NOW), seen.failing]).toEqual([undefined, undefined]);
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
    expect(isClaimed(view(entries), requestOf(view(entries)), NOW)).toBe(waiting);
  });
});
