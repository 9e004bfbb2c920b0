import { describe, expect, test } from '@jest/globals';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION, RANGE, RECORD, ROW, reportAnswer } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';

const SIX_HOURS = 6 * 3600;
const DAY = { from: RANGE.from + 1, to: RANGE.from + 1 };

const PASSING: readonly (readonly [string, string, StubAnswer])[] = [
  ['429', 'rate_limited', answer(429, '', { 'retry-after': '100' })],
  ['504', 'upstream_timeout', answer(504)],
  ['500', 'unreachable', answer(500)],
  ['no answer', 'unreachable', undefined],
  ['200 with HTML', 'invalid_response', answer(200, '<html>')],
];
const LASTING: readonly (readonly [string, string, StubAnswer])[] = [
  ['401 twice', 'token_rejected', answer(401)],
  ['403', 'wrong_employer', answer(403)],
  ['404', 'not_available', answer(404)],
  ['302', 'redirect_refused', answer(302)],
  ['422', 'request_refused', answer(422)],
];

/** A cell whose rows are of some age, and a service that then gives this answer. */
function aged(seconds: number, given: StubAnswer): Fetching {
  const fetching = new Fetching([reportAnswer(), given]);
  fetching.cell();
  fetching.clock.advance(seconds);
  return fetching;
}

describe('rows that are no longer fresh', () => {
  test.each(PASSING)('stand in when the cell meets %s, with the reason', (_, code, given) => {
    const fetching = aged(900, given);
    const { rows, stale, fetchedAt } = fetching.cell();
    expect([rows, stale?.code, stale?.message.includes('ref id-')]).toEqual([[ROW], code, true]);
    expect(fetchedAt).toBe(Date.parse('2026-03-10T12:00:00Z'));
  });

  test.each(PASSING)('stand in up to an age of six hours when the cell meets %s', (_, code, given) => {
    expect(aged(SIX_HOURS - 1, given).cell().stale?.code).toBe(code);
    const fetching = aged(SIX_HOURS, given);
    expect(failureOf(() => fetching.cell()).code).toBe(code);
  });

  test.each(LASTING)('do not stand in when the cell meets %s', (_, code, given) => {
    const fetching = aged(900, given);
    expect(failureOf(() => fetching.cell()).code).toBe(code);
  });

  test.each([
    ['429', answer(429, '', { 'retry-after': '100' })],
    ['no answer', undefined],
    ['200 with HTML', answer(200, '<html>')],
  ])('cost no request once someone met %s', (_, given) => {
    const fetching = aged(900, given);
    fetching.cell();
    const { length } = fetching.transport.reportRequests;
    expect([fetching.cell().rows, fetching.transport.reportRequests.length - length]).toEqual([[ROW], 0]);
  });

  test('cost no request once the circuit is open', () => {
    const fetching = aged(900, answer(504));
    fetching.cell();
    fetching.cell();
    const { length } = fetching.transport.reportRequests;
    expect([fetching.cell().rows, fetching.transport.reportRequests.length - length]).toEqual([[ROW], 0]);
  });

  test('stand in while others ask and no answer comes in time', () => {
    const fetching = aged(1000, reportAnswer());
    fetching.put('request', { claim: { by: 'another', until: fetching.clock.now() + 60_000 } });
    const { rows, stale } = fetching.cell();
    expect([rows, stale?.code, fetching.transport.reportRequests.length]).toEqual([[ROW], 'busy', 1]);
  });

  test('stand in when the authorisation server is down', () => {
    const fetching = aged(4000, reportAnswer());
    fetching.transport.tokenAnswer = () => answer(503);
    expect(fetching.cell().stale?.code).toBe('unreachable');
  });

  test('do not stand in when the authorisation server refuses the credentials', () => {
    const fetching = aged(4000, reportAnswer());
    fetching.transport.tokenAnswer = () => answer(401);
    expect(failureOf(() => fetching.cell()).code).toBe('credentials_rejected');
  });

  test('stand in for days inside them', () => {
    const fetching = aged(900, undefined);
    const { rows, range, stale } = fetching.cell(DAY);
    expect([rows, range, stale?.code]).toEqual([[ROW], DAY, 'unreachable']);
  });

  test('do not stand in for days that are not all kept', () => {
    const fetching = aged(900, undefined);
    expect(failureOf(() => fetching.cell({ from: RANGE.from, to: RANGE.to + 1 })).code).toBe('unreachable');
  });

  test('come without a time zone: it may have changed since', () => {
    expect(aged(900, undefined).cell().zone).toBeNull();
  });

  test('of another connection never stand in', () => {
    const fetching = aged(900, undefined);
    const other = { ...CONNECTION, fingerprint: 'fingerprint-2' };
    expect(failureOf(() => fetching.cell(RANGE, other)).code).toBe('unreachable');
  });

  test('are replaced, without a reason beside them, by the next success', () => {
    const fetching = aged(900, undefined);
    fetching.cell();
    fetching.clock.advance(30);
    fetching.transport.next(reportAnswer([{ ...RECORD, SHIFT_ID: 5 }]));
    const { rows, stale } = fetching.cell();
    expect([rows[0]?.[17], stale]).toEqual([5, undefined]);
  });
});

describe('rows from before access was refused', () => {
  test.each([
    ['401 twice', 61, answer(401)],
    ['403', 601, answer(403)],
    ['404', 601, answer(404)],
  ])(
    '%s: are not shown after the refusal is no longer remembered, nor while the service is down',
    (_, seconds, given) => {
      const fetching = aged(60, given);
      failureOf(() => fetching.refresh());
      fetching.clock.advance(seconds);
      fetching.transport.next(undefined);
      expect(failureOf(() => fetching.cell()).code).toBe('unreachable');
    },
  );

  test('are not shown after a 429 came upon the refusal', () => {
    const fetching = aged(60, answer(403));
    failureOf(() => fetching.refresh());
    fetching.clock.advance(601);
    fetching.transport.next(answer(429));
    expect(failureOf(() => fetching.cell()).code).toBe('rate_limited');
  });

  test('may be shown again once access is given again', () => {
    const fetching = aged(60, answer(403));
    failureOf(() => fetching.refresh());
    fetching.clock.advance(601);
    fetching.transport.next(reportAnswer());
    expect(fetching.cell().rows).toEqual([ROW]);
  });
});

describe('a connection that is failing', () => {
  const failing = (fetching: Fetching) => fetching.execution().readFailing(CONNECTION);

  test('is not, before anything failed', () => {
    expect(failing(aged(0, undefined))).toBeUndefined();
  });

  test.each([...PASSING, ...LASTING])(
    'says after %s what happened, when, and under which request',
    (_, code, given) => {
      const fetching = new Fetching([given]);
      failureOf(() => fetching.cell());
      const { cache, clock } = fetching;
      const { getAll } = cache.calls;
      expect(failing(fetching)).toEqual({
        code,
        at: clock.now(),
        correlationId: expect.stringMatching(/^id-/),
        message: expect.stringContaining('ref id-'),
      });
      expect(cache.calls.getAll - getAll).toBe(1);
    },
  );

  test('says so when the authorisation server refuses the credentials', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.transport.tokenAnswer = () => answer(401);
    failureOf(() => fetching.cell());
    expect(failing(fetching)?.code).toBe('credentials_rejected');
  });

  test('is well again with the next success, whichever days it is for', () => {
    const fetching = new Fetching([undefined]);
    failureOf(() => fetching.cell());
    fetching.clock.advance(30);
    fetching.transport.next(reportAnswer());
    fetching.cell();
    expect(failing(fetching)).toBeUndefined();
  });

  test('says so while others keep the service busy and rows stand in', () => {
    const fetching = aged(1000, reportAnswer());
    fetching.put('request', { claim: { by: 'another', until: fetching.clock.now() + 60_000 } });
    const { putAll } = fetching.cache.calls;
    fetching.cell();
    expect(failing(fetching)).toEqual({
      code: 'busy',
      at: fetching.clock.now(),
      correlationId: undefined,
      message: 'Try again in a minute: another refresh is running.',
    });
    expect([fetching.cache.calls.putAll - putAll, fetching.transport.reportRequests.length]).toEqual([1, 1]);
  });

  test('says so while the lock is not to be had and rows stand in', () => {
    const fetching = aged(1000, reportAnswer());
    fetching.lock.refusals = 1000;
    fetching.cell();
    expect([failing(fetching)?.code, fetching.transport.reportRequests.length]).toEqual(['busy', 1]);
  });

  test('keeps an earlier failure, which says more', () => {
    const fetching = aged(1000, answer(504));
    fetching.cell();
    fetching.put('request', { claim: { by: 'another', until: fetching.clock.now() + 60_000 } });
    expect(fetching.cell().stale?.code).toBe('busy');
    expect(failing(fetching)?.code).toBe('upstream_timeout');
  });

  test('is well again with the success of whoever was waited for', () => {
    const fetching = aged(1000, reportAnswer());
    // Another execution gives up waiting while this one asks.
    fetching.transport.whileReporting = () =>
      fetching.put('failing', { code: 'busy', at: fetching.clock.now() });
    expect(fetching.cell().stale).toBeUndefined();
    expect(failing(fetching)).toBeUndefined();
  });

  test('is not told of another connection', () => {
    const fetching = new Fetching([answer(403)]);
    failureOf(() => fetching.cell());
    const other = { ...CONNECTION, fingerprint: 'fingerprint-2' };
    expect(fetching.execution().readFailing(other)).toBeUndefined();
  });
});
