import { describe, expect, test } from '@jest/globals';
import { Fetching, failureOf } from '../../../support/fetching';
import { RANGE, ROW, reportAnswer } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';

const OTHER_RANGE = { from: RANGE.from, to: RANGE.to + 1 };

/** How many requests cells make: the first that fails, one more at `seconds` after it, with the same or other days. */
function requestsAfter(given: StubAnswer, seconds: number, range = RANGE): number {
  const fetching = new Fetching([given]);
  failureOf(() => fetching.cell());
  const first = fetching.transport.reportRequests.length;
  fetching.clock.advance(seconds);
  failureOf(() => fetching.cell(range));
  return fetching.transport.reportRequests.length - first;
}

describe('a failure of the report call', () => {
  test.each<[string, StubAnswer, number]>([
    ['200 with HTML', answer(200, '<html>'), 60],
    ['204', answer(204), 60],
    ['302', answer(302), 600],
    ['400', answer(400), 600],
    ['403', answer(403), 600],
    ['404', answer(404), 600],
    ['429 with Retry-After: 100', answer(429, '', { 'retry-after': '100' }), 100],
    ['no answer', undefined, 30],
  ])('%s is not repeated by anyone before its time', (_, given, seconds) => {
    expect([requestsAfter(given, seconds - 1), requestsAfter(given, seconds) > 0]).toEqual([0, true]);
  });

  test.each<[string, StubAnswer, boolean]>([
    ['200 with HTML', answer(200, '<html>'), true],
    ['302', answer(302), true],
    ['422', answer(422), true],
    ['401 twice', answer(401), false],
    ['403', answer(403), false],
    ['404', answer(404), false],
    ['429', answer(429, '', { 'retry-after': '100' }), false],
    ['no answer', undefined, false],
  ])('%s leaves other days alone: %#', (_, given, otherDaysAreAsked) => {
    expect(requestsAfter(given, 1, OTHER_RANGE) > 0).toBe(otherDaysAreAsked);
  });

  test('is told to everyone with the same status and correlation ID', () => {
    const fetching = new Fetching([answer(404)]);
    const first = failureOf(() => fetching.cell());
    expect(failureOf(() => fetching.cell(OTHER_RANGE))).toEqual(first);
  });

  test('leaves no claim behind', () => {
    const fetching = new Fetching([answer(422)]);
    failureOf(() => fetching.cell());
    expect([fetching.entry('request').claim, fetching.entry('credential').claim]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('is over with the first success', () => {
    const fetching = new Fetching([undefined, undefined, reportAnswer()]);
    failureOf(() => fetching.cell());
    fetching.clock.advance(30);
    fetching.cell();
    expect([fetching.entry('credential').mark, fetching.entry('origin')]).toEqual([
      undefined,
      { failures: 0 },
    ]);
  });
});

describe('a failure of the token call', () => {
  test.each<[StubAnswer, string, number]>([
    [answer(400, { error: 'invalid_client' }), 'credentials_rejected', 60],
    [answer(401), 'credentials_rejected', 60],
    [answer(403), 'credentials_rejected', 60],
    [answer(404), 'request_refused', 60],
    [answer(200, '<html>'), 'invalid_response', 60],
    [answer(302), 'redirect_refused', 600],
    [answer(429), 'rate_limited', 60],
    [answer(429, '', { 'retry-after': '5' }), 'rate_limited', 5],
    [answer(429, '', { 'retry-after': '99999' }), 'rate_limited', 3600],
    [answer(504), 'upstream_timeout', 30],
    [answer(500), 'unreachable', 30],
    [undefined, 'unreachable', 30],
  ])('%j is %s, asked for once in %i seconds by everyone', (given, code, seconds) => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.transport.tokenAnswer = () => given;
    expect(failureOf(() => fetching.cell()).code).toBe(code);
    fetching.clock.advance(seconds - 1);
    expect(failureOf(() => fetching.cell(OTHER_RANGE)).code).toBe(code);
    expect(fetching.transport.tokenRequests).toHaveLength(1);
    fetching.clock.advance(1);
    failureOf(() => fetching.cell());
    expect(fetching.transport.tokenRequests).toHaveLength(2);
  });

  test('is remembered before the lock is released', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.transport.tokenAnswer = () => answer(401);
    const seen: unknown[] = [];
    const release = fetching.lock.release.bind(fetching.lock);
    fetching.lock.release = () => {
      seen.push(fetching.entry('credential').mark);
      release();
    };
    failureOf(() => fetching.cell());
    expect(seen).toEqual([expect.objectContaining({ code: 'credentials_rejected', seconds: 60 })]);
  });

  test('while a refused token is renewed is remembered as well', () => {
    const fetching = new Fetching([answer(401)]);
    const first = fetching.transport.tokenAnswer;
    fetching.transport.tokenAnswer = (count) => (count === 1 ? first(1) : answer(403));
    expect(failureOf(() => fetching.cell()).code).toBe('credentials_rejected');
    expect(failureOf(() => fetching.cell(OTHER_RANGE)).code).toBe('credentials_rejected');
    expect([fetching.transport.tokenRequests.length, fetching.lock.isHeld]).toEqual([2, false]);
  });

  test('holds nothing of the answer', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.transport.tokenAnswer = () => answer(400, { error: 'marked-client-secret' });
    failureOf(() => fetching.cell());
    expect(JSON.stringify([...fetching.cache.entries])).not.toMatch(/marked-client/);
  });
});

describe('rows that are kept', () => {
  const KEPT: readonly (readonly [string, StubAnswer])[] = [
    ['429', answer(429, '', { 'retry-after': '100' })],
    ['504', answer(504)],
    ['500', answer(500)],
    ['no answer', undefined],
    ['200 with HTML', answer(200, '<html>')],
  ];
  const DENIED: readonly (readonly [string, StubAnswer])[] = [
    ['401 twice', answer(401)],
    ['403', answer(403)],
    ['404', answer(404)],
    ['302', answer(302)],
    ['400', answer(400)],
  ];

  test.each(KEPT)('are shown, fresh, while a refresh met %s', (_, given) => {
    const fetching = new Fetching([reportAnswer(), given]);
    fetching.cell();
    failureOf(() => fetching.refresh());
    expect(fetching.cell().rows).toEqual([ROW]);
  });

  test.each(DENIED)('are not shown once a refresh met %s: access may have been withdrawn', (_, given) => {
    const fetching = new Fetching([reportAnswer(), given]);
    fetching.cell();
    const { code } = failureOf(() => fetching.refresh());
    expect(failureOf(() => fetching.cell()).code).toBe(code);
  });

  test.each(DENIED)('are not shown when the cell itself meets %s', (_, given) => {
    const fetching = new Fetching([reportAnswer(), given]);
    fetching.cell();
    fetching.clock.advance(1000);
    expect(failureOf(() => fetching.cell()).code).toMatch(
      /token_rejected|wrong_employer|not_available|_refused/,
    );
  });
});
