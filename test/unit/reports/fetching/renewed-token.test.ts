import { describe, expect, test } from '@jest/globals';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { answer, type StubAnswer, type StubReport } from '../../../support/stub-transport';

const SEVEN_MONTHS = days('2025-09-15', '2026-03-05');

const tokenOf = ({ headers }: HttpRequest) => headers.Authorization?.replace('Bearer ', '');

describe('a token that was refused', () => {
  test('is sent with no later batch: the fresh one is, section 5', () => {
    const service = (request: HttpRequest): StubAnswer =>
      tokenOf(request) === 'token-1' ? answer(401) : dailyReport(request);
    const fetching = new Fetching([service]);

    expect(fetching.cell(SEVEN_MONTHS).rows).toHaveLength(172);

    expect(fetching.transport.batches).toEqual([5, 5, 2]);
    expect(fetching.transport.reportRequests.map(tokenOf)).toEqual([
      ...new Array<string>(5).fill('token-1'),
      ...new Array<string>(7).fill('token-2'),
    ]);
    expect(fetching.transport.tokenRequests).toHaveLength(2);
  });
});

describe('a token call that failed', () => {
  test('names no reference, since none was sent, section 4.1', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () => answer(503);
    const message = 'Try again in 30 seconds: the service had an internal error. (HTTP 503)';

    expect(failureOf(() => fetching.cell()).message).toBe(message);
    expect(failureOf(() => fetching.cell()).message).toBe(message);
    expect(fetching.transport.tokenRequests[0]?.headers).toEqual({ Accept: 'application/json' });
  });

  test.each([
    [503, 30, 'Try again in 30 seconds: the service had an internal error. (HTTP 503)'],
    [504, 30, undefined],
    [408, 30, undefined],
    [404, 60, undefined],
  ])('with HTTP %i is remembered for %i seconds, whatever Retry-After says', (status, seconds, message) => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () => answer(status, '', { 'retry-after': '3600' });

    const first = failureOf(() => fetching.cell()).message;
    if (message !== undefined) expect(first).toBe(message);
    fetching.clock.advance(seconds - 1);
    failureOf(() => fetching.cell());
    expect(fetching.transport.tokenRequests).toHaveLength(1);
    fetching.clock.advance(1);
    failureOf(() => fetching.cell());
    expect(fetching.transport.tokenRequests).toHaveLength(2);
  });

  test.each([
    ['180', 180],
    [undefined, 60],
  ])('with HTTP 429 and Retry-After %s is remembered for %i seconds', (retryAfter, seconds) => {
    const fetching = new Fetching([dailyReport]);
    const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
    fetching.transport.tokenAnswer = () => answer(429, '', headers);

    expect(failureOf(() => fetching.cell()).code).toBe('rate_limited');
    fetching.clock.advance(seconds - 1);
    failureOf(() => fetching.cell());
    expect(fetching.transport.tokenRequests).toHaveLength(1);
    fetching.clock.advance(1);
    failureOf(() => fetching.cell());
    expect(fetching.transport.tokenRequests).toHaveLength(2);
  });

  test('speaks of no report where its answer is no token, also to those who come later', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () => answer(200, { error: 'none' });
    const sentence =
      /^Tell the operator of the service: the authorisation server sent .*token\. \(HTTP 200\)$/;

    expect(failureOf(() => fetching.cell()).message).toMatch(sentence);
    expect(failureOf(() => fetching.cell()).message).toMatch(sentence);
    expect(fetching.transport.tokenRequests).toHaveLength(1);
  });

  test('is none where a token was created, with 201', () => {
    const fetching = new Fetching([dailyReport]);
    fetching.transport.tokenAnswer = () =>
      answer(201, { access_token: 'created', token_type: 'Bearer', expires_in: 3600 });

    expect(fetching.cell().rows).toHaveLength(7);
  });
});

describe('a token in the cache', () => {
  /** How long the cache was asked to keep the token, and everything else that was put with it or after it. */
  const kept = (fetching: Fetching) => {
    const others = [...fetching.cache.seconds].filter(([key]) => key !== fetching.keys.token);
    return { token: fetching.cache.seconds.get(fetching.keys.token), others };
  };
  const living = (expiresIn: unknown, reports: StubReport = dailyReport) => {
    const fetching = new Fetching([reports]);
    fetching.transport.tokenAnswer = () =>
      answer(200, { access_token: 'short', token_type: 'Bearer', expires_in: expiresIn });
    return fetching;
  };

  // The renewal margin is a quarter of the life, at most 300 seconds; without a life that can be used it is 300 seconds.
  test.each([
    [3600, 3300],
    [60, 45],
    [4, 3],
    [1, 1],
    [86_400, 21_600],
    [undefined, 225],
  ])('that lives for %p seconds is kept for %i', (expiresIn, seconds) => {
    const fetching = living(expiresIn);
    fetching.cell();
    expect(kept(fetching).token).toBe(seconds);
  });

  test('that was long on its way is kept for what is left, and for a second at least', () => {
    const fetching = living(8);
    fetching.transport.tokenAnswer = () => {
      fetching.clock.advance(9);
      return answer(200, { access_token: 'late', token_type: 'Bearer', expires_in: 8 });
    };
    fetching.cell();
    expect(kept(fetching).token).toBe(1);
  });

  test('that was renewed after a 401 is kept no longer either', () => {
    const fetching = living(60, (request) =>
      tokenOf(request) === 'old' ? answer(401) : dailyReport(request),
    );
    const now = fetching.clock.now();
    fetching.put('token', { value: 'old', obtainedAt: now, expiresAt: now + 1000 });
    fetching.cell();
    expect(kept(fetching).token).toBe(45);
  });

  test('takes nothing with it when it ends: claims are kept for as long as they are needed', () => {
    const fetching = living(10);
    fetching.transport.whileReporting = () => {
      const { token, others } = kept(fetching);
      expect([token, others.map(([, seconds]) => seconds ?? 21_600).every((one) => one >= 17)]).toEqual([
        8,
        true,
      ]);
    };
    fetching.cell();
    expect.assertions(1);
  });

  test('costs no call of its own where it outlives what is put with it', () => {
    const fetching = living(3600);
    fetching.transport.whileReporting = () => expect(fetching.cache.calls.putAll).toBe(1);
    fetching.cell();
    expect.assertions(1);
  });

  test('does not take along that access was refused, which is remembered longer', () => {
    const fetching = living(3600);
    fetching.put('credential', { deniedAt: fetching.clock.now() - 1 });
    fetching.transport.whileReporting = () => {
      expect(fetching.cache.seconds.get(fetching.keys.credential)).toBeUndefined();
    };
    fetching.cell();
    expect.assertions(1);
  });
});

describe('a connection of one’s own that was changed meanwhile', () => {
  test('sends nothing where the saved one is another by now, although no cache says so', () => {
    const fetching = new Fetching([dailyReport]);
    const { code, message } = failureOf(() => fetching.withSaved(() => false).cell());
    expect([code, message]).toEqual(['settings_missing', 'Try again: the connection was changed meanwhile.']);
    expect(fetching.transport.tokenRequests).toHaveLength(0);
  });

  test('is looked up under the lock, and only before the secret is sent', () => {
    const fetching = new Fetching([dailyReport]);
    const held: boolean[] = [];
    const own = fetching.withSaved(() => {
      held.push(fetching.lock.isHeld);
      return true;
    });
    own.cell();
    own.cell(days('2026-01-01', '2026-01-02'));
    expect(held).toEqual([true]);
  });

  test('renews no token', () => {
    const fetching = new Fetching([answer(401)]);
    const now = fetching.clock.now();
    fetching.put('token', { value: 'dead', obtainedAt: now, expiresAt: now + 1_000_000 });
    expect(failureOf(() => fetching.withSaved(() => false).cell()).code).toBe('settings_missing');
    expect(fetching.transport.tokenRequests).toHaveLength(0);
  });
});
