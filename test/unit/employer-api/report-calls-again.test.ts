import { describe, expect, test } from '@jest/globals';
import { startBudget } from '../../../src/budget';
import { describeRange } from '../../../src/calendar/calendar-date';
import {
  callReports,
  type FailedAttempt,
  type ReportCallsInput,
} from '../../../src/employer-api/report-calls';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/report-kind';
import { askedDays, dailyReport, days } from '../../support/daily-report';
import { CONNECTION } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { answer, StubTransport } from '../../support/stub-transport';

const JANUARY = days('2026-01-01', '2026-01-31');
const FEBRUARY = days('2026-02-01', '2026-02-28');

/** Asks for two months of a service that answers no more than 20 days of January. */
function call(askAgain: ReportCallsInput['askAgain'], probing = false) {
  const clock = new StubClock();
  const transport = new StubTransport(
    [(request) => (askedDays(request).to === JANUARY.to ? answer(504, 'late') : dailyReport(request))],
    clock,
    2,
  );
  const { results, parts, failures } = callReports(
    { transport, clock, budget: startBudget('trigger', clock.now()) },
    {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: CONNECTION,
      token: 'token',
      probing,
      failuresLeft: Number.POSITIVE_INFINITY,
      lastCoolDownSeconds: 0,
      parts: [JANUARY, FEBRUARY].map((range, index) => ({ range, correlationId: `c-${index}` })),
      renewToken: () => 'fresh',
      beforePause: () => undefined,
      ...(askAgain ? { askAgain } : {}),
    },
  );
  const kinds = results.map(({ kind }) => kind);
  return { kinds, parts: parts.map(({ range }) => describeRange(range)), failures, transport };
}

describe('who decides what is asked for again', () => {
  test('is told what failed, and how', () => {
    const told: [readonly FailedAttempt[], number][] = [];
    call((failed, answered) => {
      told.push([failed, answered]);
      return undefined;
    });
    expect(told).toEqual([
      [
        [
          {
            range: JANUARY,
            first: JANUARY,
            attempts: 1,
            status: 504,
            characters: 4,
            millis: 2000,
            rule: expect.objectContaining({ code: 'upstream_timeout' }),
            resumesAt: expect.any(Number),
          },
        ],
        1,
      ],
    ]);
  });

  test('may ask for fewer days: the part is answered for these', () => {
    const { kinds, parts, transport } = call(([failed]) => [
      failed && { from: failed.range.from, to: failed.range.from + 9 },
    ]);
    expect(kinds).toEqual(['report', 'report']);
    expect(parts).toEqual(['2026-01-01 to 2026-01-10', '2026-02-01 to 2026-02-28']);
    const ids = transport.reportRequests.map(({ headers }) => headers['X-Correlation-ID']);
    expect(ids).toEqual(['c-0', 'c-1', 'c-0']);
  });

  test('may leave a part for later: nothing is remembered of it', () => {
    expect(call(() => [undefined])).toMatchObject({ kinds: ['left', 'report'] });
  });

  test('may end it: the part has failed', () => {
    expect(call(() => undefined)).toMatchObject({ kinds: ['failed', 'report'] });
  });

  test('is told of a failure while the service is probed, and not obeyed', () => {
    let count = 0;
    const { kinds, transport } = call(() => {
      count += 1;
      return [JANUARY];
    }, true);
    expect([kinds, count, transport.reportRequests.length]).toEqual([['failed', 'report'], 1, 2]);
  });

  test('sees the days that were asked for at first beside those of the last attempt', () => {
    const seen: string[] = [];
    call(([failed]) => {
      if (failed) seen.push(`${describeRange(failed.first)}, then ${describeRange(failed.range)}`);
      return seen.length < 2 ? [{ from: JANUARY.from + 5, to: JANUARY.to }] : undefined;
    });
    expect(seen).toEqual([
      '2026-01-01 to 2026-01-31, then 2026-01-01 to 2026-01-31',
      '2026-01-01 to 2026-01-31, then 2026-01-06 to 2026-01-31',
    ]);
  });
});
