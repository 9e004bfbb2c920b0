import { describe, expect, test } from '@jest/globals';
import { type Surface, startBudget } from '../../../src/budget';
import { ReportError } from '../../../src/employer-api/errors';
import type { HttpRequest } from '../../../src/employer-api/ports';
import {
  callReports,
  type PartResult,
  type Pause,
  type ReportCallsInput,
} from '../../../src/employer-api/report-calls';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/report-kind';
import { askedDays, dailyReport, serial } from '../../support/daily-report';
import { CONNECTION } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { answer, type StubAnswer, StubTransport } from '../../support/stub-transport';

const FIRST_DAY = serial('2026-03-01');

/** What the service answers for each of three days, attempt by attempt; the last answer for ever. */
type Script = readonly (readonly (StubAnswer | 'report')[])[];

/** Asks for three days together; chance is 0.5, so pauses are known. */
function call(
  script: Script,
  { surface = 'cell' as Surface, secondsPerCall = 0, input = {} as Partial<ReportCallsInput> } = {},
) {
  const clock = new StubClock('2026-03-10T12:00:00Z', 0.5);
  const asked: number[] = [];
  const reply = (request: HttpRequest): StubAnswer => {
    const day = askedDays(request).from - FIRST_DAY;
    asked.push(day);
    const answers = script[day] ?? [];
    const attempt = asked.filter((one) => one === day).length - 1;
    const given = answers[Math.min(attempt, answers.length - 1)];
    return given === 'report' ? dailyReport(request) : given;
  };
  const transport = new StubTransport([reply], clock, secondsPerCall);
  const waits: { seconds: number; coolDown: number | undefined; days: number[] }[] = [];
  let renewals = 0;
  const result = callReports(
    { transport, clock, budget: startBudget(surface, clock.now()) },
    {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: CONNECTION,
      parts: script.map((_, day) => ({
        range: { from: FIRST_DAY + day, to: FIRST_DAY + day },
        correlationId: `c-${day}`,
      })),
      token: 'first',
      probing: false,
      failuresLeft: Number.POSITIVE_INFINITY,
      lastCoolDownSeconds: 0,
      renewToken: () => {
        renewals += 1;
        return 'fresh';
      },
      beforePause: ({ millis, coolDownSeconds }: Pause, parts) => {
        const days = parts.map(({ range }) => range.from - FIRST_DAY);
        waits.push({ seconds: millis / 1000, coolDown: coolDownSeconds, days });
      },
      ...input,
    },
  );
  return {
    ...result,
    ends: result.results.map(endOf),
    clock,
    transport,
    asked,
    waits,
    renewals: () => renewals,
  };
}

function endOf(result: PartResult): string {
  return 'error' in result ? `${result.kind} ${result.error.code}` : result.kind;
}

const limited = (seconds: number) => answer(429, '', { 'retry-after': String(seconds) });

describe('parts that are asked for together', () => {
  test('go out as one call and come back in order', () => {
    const { results, transport } = call([['report'], ['report'], ['report']]);
    const days = results.map((result) => result.kind === 'report' && result.report.rows[0]?.[0]);
    expect([days, transport.batches]).toEqual([[FIRST_DAY, FIRST_DAY + 1, FIRST_DAY + 2], [3]]);
  });

  test('have a correlation ID each', () => {
    const { transport } = call([['report'], ['report'], ['report']]);
    const ids = transport.reportRequests.map(({ headers }) => headers['X-Correlation-ID']);
    expect(ids).toEqual(['c-0', 'c-1', 'c-2']);
  });

  test.each([408, 500, 502, 503, 504, 429])('that met %i are repeated alone', (status) => {
    const { ends, transport, asked } = call([['report'], [answer(status), 'report'], ['report']]);
    expect([ends, transport.batches, asked]).toEqual([
      ['report', 'report', 'report'],
      [3, 1],
      [0, 1, 2, 1],
    ]);
  });

  test('wait once for all, as long as any asks for', () => {
    const { ends, clock, waits } = call([[limited(4), 'report'], [answer(504), 'report'], ['report']]);
    expect([ends, clock.pauses]).toEqual([['report', 'report', 'report'], [4000]]);
    expect(waits).toEqual([{ seconds: 4, coolDown: 4, days: [0, 1] }]);
  });

  test('leave the service alone as long as the longest Retry-After says, whichever comes first', () => {
    const coolDowns = [
      [limited(4), limited(7), answer(504)],
      [limited(7), answer(504), limited(4)],
    ].map((first) => call(first.map((one) => [one, 'report'])).waits);
    expect(coolDowns).toEqual([
      [{ seconds: 7, coolDown: 7, days: [0, 1, 2] }],
      [{ seconds: 7, coolDown: 7, days: [0, 1, 2] }],
    ]);
  });

  test('wait longer than the cool-down where another asks for that, and share the cool-down as it is', () => {
    const { waits } = call([[limited(0), 'report'], [answer(504), 'report'], ['report']]);
    expect(waits).toEqual([{ seconds: 0.25, coolDown: 0, days: [0, 1] }]);
  });

  test('share no cool-down where none met a 429', () => {
    const { waits } = call([[answer(504), 'report'], [answer(503), 'report'], ['report']]);
    expect(waits).toEqual([{ seconds: 0.25, coolDown: undefined, days: [0, 1] }]);
  });

  test('without any answer are all repeated', () => {
    const { ends, transport } = call([[undefined, 'report'], ['report'], ['report']]);
    expect([ends, transport.batches]).toEqual([
      ['report', 'report', 'report'],
      [3, 3],
    ]);
  });

  test.each<[Surface, number]>([
    ['cell', 2],
    ['sidebar', 3],
    ['trigger', 4],
  ])('in a %s are tried %i times', (surface, attempts) => {
    const { ends, asked } = call([['report'], [answer(504)], ['report']], { surface });
    expect(ends).toEqual(['report', 'failed upstream_timeout', 'report']);
    expect(asked.filter((day) => day === 1)).toHaveLength(attempts);
  });

  test('keep their patience within the time there is', () => {
    const { ends, clock } = call([['report'], [answer(504)], ['report']], { secondsPerCall: 14 });
    expect(ends).toEqual(['report', 'failed unreachable', 'report']);
    expect(clock.now() - Date.parse('2026-03-10T12:00:00Z')).toBeLessThanOrEqual(25_000);
  });

  test('are tried once while the service is probed', () => {
    expect(call([[answer(504)], ['report']], { input: { probing: true } }).transport.batches).toEqual([2]);
  });
});

describe('a 401 among several answers', () => {
  test('costs one fresh token and one repeat of what was refused', () => {
    const { ends, transport, asked, renewals, clock } = call([
      [answer(401), 'report'],
      ['report'],
      [answer(401), 'report'],
    ]);
    expect([ends, asked, renewals(), clock.pauses]).toEqual([
      ['report', 'report', 'report'],
      [0, 1, 2, 0, 2],
      1,
      [],
    ]);
    expect(transport.reportRequests.map(({ headers }) => headers.Authorization)).toEqual([
      'Bearer first',
      'Bearer first',
      'Bearer first',
      'Bearer fresh',
      'Bearer fresh',
    ]);
  });

  test('twice is the end, and what came stays', () => {
    const { ends, renewals } = call([[answer(401)], ['report'], [answer(401)]], { surface: 'trigger' });
    expect([ends, renewals()]).toEqual([['failed token_rejected', 'report', 'failed token_rejected'], 1]);
  });

  test('beside a 504 is repeated with it', () => {
    const { ends, asked, clock } = call([[answer(401), 'report'], [answer(504), 'report'], ['report']]);
    expect([ends, asked, clock.pauses]).toEqual([['report', 'report', 'report'], [0, 1, 2, 0, 1], [250]]);
  });

  test('for which no fresh token is to be had gives up what was refused, and only that', () => {
    const renewToken = () => {
      throw new ReportError('credentials_rejected');
    };
    const { ends, transport } = call([[answer(401)], ['report'], [answer(504)]], { input: { renewToken } });
    expect(ends).toEqual(['given_up credentials_rejected', 'report', 'failed upstream_timeout']);
    expect(transport.batches).toEqual([3]);
  });
});

describe('a part that failed for good', () => {
  test.each([302, 403, 404, 422])('with %i ends the repeats of the others, and what came stays', (status) => {
    const { ends, transport } = call([[answer(status)], ['report'], [answer(504)]], { surface: 'trigger' });
    expect(ends[1]).toBe('report');
    expect(ends[2]).toBe('failed upstream_timeout');
    expect(transport.batches).toEqual([3]);
  });

  test('ends the search for a fresh token as well', () => {
    const { ends, renewals } = call([[answer(403)], [answer(401)]]);
    expect([ends, renewals()]).toEqual([['failed wrong_employer', 'given_up wrong_employer'], 0]);
  });

  test('leaves a 429 of another part to be remembered, with its time', () => {
    const { results } = call([[answer(422)], [limited(90)]]);
    expect(results[1]).toMatchObject({ kind: 'failed', seconds: 90 });
  });

  test('is what a cool-down that does not fit makes of all that must wait', () => {
    const { ends, transport } = call([[limited(60)], [answer(504)], ['report']]);
    expect([ends, transport.batches]).toEqual([
      ['failed rate_limited', 'failed upstream_timeout', 'report'],
      [3],
    ]);
  });
});

describe('failures that speak against the service', () => {
  test('are counted once for a call that nobody was answered in', () => {
    expect(call([[answer(504)], [answer(503)], [answer(500)]]).failures).toBe(2);
  });

  test('are not counted while any part is answered', () => {
    expect(call([[answer(504), 'report'], ['report']]).failures).toBe(0);
  });
});
