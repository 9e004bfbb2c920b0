import { describe, expect, test } from '@jest/globals';
import { type Surface, startBudget } from '../../../src/budget';
import {
  callReports,
  type FailedAttempt,
  type ReportCallsInput,
} from '../../../src/employer-api/report-calls';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/report-kind';
import { askedDays, dailyReport, serial } from '../../support/daily-report';
import { CONNECTION } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { answer, type StubAnswer, StubTransport } from '../../support/stub-transport';

const FIRST_DAY = serial('2026-03-01');
const NOON = '2026-03-10T12:00:00Z';

/**
 * Asks for a day each in a cell, with 25 seconds for all; chance is 0.5, so pauses are known.
 *
 * @param answers The first of each day; all later ones are reports.
 * @param again The second of each day, where that is no report.
 */
function call(
  answers: readonly (StubAnswer | 'report')[],
  input: (clock: StubClock) => Partial<ReportCallsInput> = () => ({}),
  { again = [], surface = 'cell' }: { again?: readonly StubAnswer[]; surface?: Surface } = {},
) {
  const clock = new StubClock(NOON, 0.5);
  const asked: number[] = [];
  const transport = new StubTransport(
    [
      (request) => {
        const day = askedDays(request).from - FIRST_DAY;
        const turn = asked.filter((one) => one === day).length;
        const given = turn === 0 ? answers[day] : ((turn === 1 ? again[day] : undefined) ?? 'report');
        asked.push(day);
        return given === 'report' ? dailyReport(request) : given;
      },
    ],
    clock,
  );
  const calls = callReports(
    { transport, clock, budget: startBudget(surface, clock.now()) },
    {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: CONNECTION,
      parts: answers.map((_, day) => ({
        range: { from: FIRST_DAY + day, to: FIRST_DAY + day },
        correlationId: `c-${day}`,
      })),
      token: 'first',
      probing: false,
      failuresLeft: Number.POSITIVE_INFINITY,
      lastCoolDownSeconds: 0,
      renewToken: () => 'fresh',
      beforePause: () => undefined,
      ...input(clock),
    },
  );
  return { ...calls, kinds: calls.results.map(({ kind }) => kind), clock, asked };
}

describe('a fresh token that took the rest of the time', () => {
  const renewLate = () =>
    call([answer(401), 'report', answer(401)], (clock) => ({
      renewToken: () => {
        clock.advance(25);
        return 'fresh';
      },
    }));

  test('leaves what was refused without another request', () => {
    expect(renewLate().asked).toEqual([0, 1, 2]);
  });

  test('gives up what was refused as late, each under its own correlation ID, and nothing else', () => {
    const late = (correlationId: string) => ({
      kind: 'given_up',
      error: expect.objectContaining({
        code: 'upstream_timeout',
        detail: expect.objectContaining({ correlationId }),
      }),
    });
    expect(renewLate().results).toEqual([
      late('c-0'),
      expect.objectContaining({ kind: 'report' }),
      late('c-2'),
    ]);
  });
});

describe('the pause for several parts', () => {
  test.each([
    ['first', [answer(429, '', { 'retry-after': '4' }), answer(504)]],
    ['last', [answer(504), answer(429, '', { 'retry-after': '4' })]],
  ])('is the longest, when it is asked for by the %s', (_, answers) => {
    const { kinds, clock } = call(answers);
    expect([kinds, clock.pauses]).toEqual([['report', 'report'], [4000]]);
  });
});

describe('who decides what is asked for again', () => {
  /** What is told about the failures of the first round. */
  function told(answers: readonly (StubAnswer | 'report')[]) {
    const calls: { failed: readonly FailedAttempt[]; answered: number }[] = [];
    const { asked } = call(answers, () => ({
      askAgain: (failed, answered) => {
        calls.push({ failed, answered });
        return undefined;
      },
    }));
    return { calls, asked };
  }

  test('is told how many parts were answered, those that met a 401 not among them', () => {
    const { calls } = told([answer(401), answer(504), 'report', 'report']);
    expect(calls.map(({ answered }) => answered)).toEqual([2]);
  });

  test('is told of an answer that never came as one without status and characters', () => {
    const { calls } = told([undefined]);
    expect(calls[0]?.failed[0]).toMatchObject({ status: undefined, characters: 0 });
  });

  test('is told when the next attempt would begin: half of 0.5 s after a 504', () => {
    const { calls } = told([answer(504)]);
    expect(calls[0]?.failed[0]?.resumesAt).toBe(Date.parse(NOON) + 250);
  });

  test('is not asked about a first 401, which is repeated with a fresh token', () => {
    expect(told([answer(401), 'report'])).toEqual({ calls: [], asked: [0, 1, 0] });
  });
});

describe('a round in which nothing was answered', () => {
  test.each([
    ['first', [answer(504), answer(422)]],
    ['last', [answer(422), answer(504)]],
  ])('speaks against the service when the %s part met a 504', (_, answers) => {
    expect(call(answers).failures).toBe(1);
  });

  test('speaks for it when all were refused for what they are', () => {
    expect(call([answer(422), answer(403)]).failures).toBe(0);
  });
});

describe('a mistake of our own', () => {
  const mistake = () => {
    throw new TypeError('a mistake');
  };

  test('in renewing the token is not taken for a refusal', () => {
    expect(() => call([answer(401)], () => ({ renewToken: mistake }))).toThrow(TypeError);
  });

  test('in reading an answer is not taken for a wrong answer', () => {
    const kind = { ...SHIFT_FULFILMENT_REPORT, read: mistake };
    expect(() => call(['report'], () => ({ kind }))).toThrow(TypeError);
  });
});

describe('failures that stop all requests to the address', () => {
  const gone = answer(504);

  test('are not repeated when the round reaches their number', () => {
    const { asked, kinds } = call([gone, gone], () => ({ failuresLeft: 1 }));
    expect([asked, kinds]).toEqual([
      [0, 1],
      ['failed', 'failed'],
    ]);
  });

  test('are repeated while one more failure may follow', () => {
    const { asked, kinds } = call([gone], () => ({ failuresLeft: 2 }));
    expect([asked, kinds]).toEqual([[0, 0], ['report']]);
  });

  test('are repeated when another part was answered', () => {
    const { asked } = call([gone, 'report'], () => ({ failuresLeft: 1 }));
    expect(asked).toEqual([0, 1, 0]);
  });

  test('are repeated once more where another part was answered before: the service works', () => {
    const more = { again: [gone], surface: 'trigger' } as const;
    expect(call([gone, 'report'], () => ({ failuresLeft: 1 }), more).asked).toEqual([0, 1, 0, 0]);
    expect(call([gone], () => ({ failuresLeft: 1 }), more).asked).toEqual([0]);
  });

  test('are not those of a service that answers, such as a 429', () => {
    const { asked } = call([answer(429, '', { 'retry-after': '1' })], () => ({ failuresLeft: 0 }));
    expect(asked).toEqual([0, 0]);
  });
});
