import { describe, expect, test } from '@jest/globals';
import { type Surface, startBudget } from '../../../src/budget';
import { ReportError } from '../../../src/employer-api/errors';
import { callReports, type Pause, type ReportCallsInput } from '../../../src/employer-api/report-calls';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/report-kind';
import { CONNECTION, RANGE, ROW, reportAnswer } from '../../support/sample-report';
import { StubClock } from '../../support/stub-clock';
import { answer, type StubAnswer, StubTransport } from '../../support/stub-transport';

/** Asks for one part of the report against scripted answers; chance is 0.5, so pauses are known. */
function call(
  answers: readonly StubAnswer[],
  { surface = 'cell' as Surface, secondsPerCall = 0, input = {} as Partial<ReportCallsInput> } = {},
) {
  const clock = new StubClock('2026-03-10T12:00:00Z', 0.5);
  const transport = new StubTransport(answers, clock, secondsPerCall);
  const shared: Pause[] = [];
  const { results, failures } = callReports(
    { transport, clock, budget: startBudget(surface, clock.now()) },
    {
      kind: SHIFT_FULFILMENT_REPORT,
      connection: CONNECTION,
      parts: [{ range: RANGE, correlationId: 'correlation-1' }],
      token: 'first',
      probing: false,
      failuresLeft: Number.POSITIVE_INFINITY,
      lastCoolDownSeconds: 0,
      renewToken: (refused) => `fresh after ${refused}`,
      beforePause: (pause) => void shared.push(pause),
      ...input,
    },
  );
  const [one] = results;
  if (one === undefined) throw new Error('The call has no result');
  return {
    result: { ...one, failures },
    clock,
    transport,
    shared,
    attempts: transport.reportRequests.length,
  };
}

const failure = ({ result }: Pick<ReturnType<typeof call>, 'result'>) => {
  if (result.kind !== 'failed') throw new Error('The call did not fail');
  return { code: result.error.code, seconds: result.seconds, failures: result.failures };
};
const tokens = (transport: StubTransport) =>
  transport.reportRequests.map(({ headers }) => headers.Authorization);

describe('attempts and pauses, with chance 0.5', () => {
  test.each<[string, Surface, number[], StubAnswer]>([
    ['504', 'cell', [250], answer(504)],
    ['504', 'sidebar', [250, 500], answer(504)],
    ['504', 'trigger', [250, 500, 1000], answer(504)],
    ['503', 'trigger', [250, 500, 1000], answer(503)],
    ['408', 'sidebar', [250, 500], answer(408)],
    ['501', 'trigger', [], answer(501)],
    ['429', 'cell', [1500], answer(429)],
    ['429', 'sidebar', [1500, 3000], answer(429)],
    ['429', 'trigger', [1500, 3000, 6000], answer(429)],
    ['no answer', 'cell', [250], undefined],
    ['no answer', 'sidebar', [250], undefined],
    ['no answer', 'trigger', [250], undefined],
    ['200 with HTML', 'cell', [], answer(200, '<html>')],
    ['200 with HTML', 'sidebar', [], answer(200, '<html>')],
    ['200 with HTML', 'trigger', [250], answer(200, '<html>')],
    ['204', 'trigger', [250], answer(204)],
    ['302', 'trigger', [], answer(302)],
    ['400', 'trigger', [], answer(400)],
    ['403', 'trigger', [], answer(403)],
    ['404', 'trigger', [], answer(404)],
  ])('%s in a %s: pauses %j ms', (_, surface, pauses, given) => {
    const { clock, attempts } = call([given], { surface });
    expect([clock.pauses, attempts]).toEqual([pauses, pauses.length + 1]);
  });

  test('end with the first success', () => {
    const { result, attempts } = call([answer(504), answer(504), reportAnswer()], { surface: 'trigger' });
    expect([result.kind === 'report' && result.report.rows, result.failures, attempts]).toEqual([
      [ROW],
      2,
      3,
    ]);
  });

  test('keep one correlation ID', () => {
    const { transport } = call([answer(504)], { surface: 'trigger' });
    const ids = transport.reportRequests.map(({ headers }) => headers['X-Correlation-ID']);
    expect(ids).toEqual(['correlation-1', 'correlation-1', 'correlation-1', 'correlation-1']);
  });

  test('are told to the others before each pause', () => {
    const { shared, clock } = call([answer(504), reportAnswer()]);
    const start = Date.parse('2026-03-10T12:00:00Z');
    expect(clock.pauses).toEqual([250]);
    expect(shared).toEqual([
      { millis: 250, resumesAt: start + 250, settledBy: start + 15_250, coolDownSeconds: undefined },
    ]);
  });
});

describe('the time there is', () => {
  test('shortens the time-out of an attempt that starts late', () => {
    const { transport } = call([undefined], { secondsPerCall: 15 });
    expect(transport.reportRequests.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([15, 9]);
  });

  test('allows no attempt once it is used up', () => {
    const { result, transport } = call([answer(401), answer(504)], { secondsPerCall: 15 });
    expect(failure({ result }).code).toBe('unreachable');
    expect(transport.reportRequests.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([15, 10]);
  });

  test.each<[Surface, number]>([
    ['cell', 25],
    ['sidebar', 60],
    ['trigger', 300],
  ])('of a %s is never exceeded: %i seconds', (surface, seconds) => {
    const { clock } = call([answer(504)], { surface, secondsPerCall: 14 });
    expect(clock.now() - Date.parse('2026-03-10T12:00:00Z')).toBeLessThanOrEqual(seconds * 1000);
  });
});

describe('a 401', () => {
  test('costs one fresh token and one repeat, which count as no attempt', () => {
    const { result, transport, clock } = call([answer(401), answer(504), reportAnswer()]);
    expect([result.kind, tokens(transport), clock.pauses]).toEqual([
      'report',
      ['Bearer first', 'Bearer fresh after first', 'Bearer fresh after first'],
      [250],
    ]);
  });

  test('twice is the end', () => {
    const { result, attempts } = call([answer(401)], { surface: 'trigger' });
    expect([failure({ result }), attempts]).toEqual([
      { code: 'token_rejected', seconds: 60, failures: 0 },
      2,
    ]);
  });

  test('for which no fresh token is to be had ends with that failure', () => {
    const renewToken = () => {
      throw new ReportError('credentials_rejected');
    };
    expect(call([answer(401)], { input: { renewToken } }).result).toMatchObject({
      kind: 'given_up',
      error: { code: 'credentials_rejected' },
    });
  });
});

describe('a 429', () => {
  const limitedFor = (value: string) => answer(429, '', { 'retry-after': value });

  test('waits as long as Retry-After says', () => {
    const { result, clock } = call([limitedFor('5'), reportAnswer()]);
    expect([result.kind, clock.pauses]).toEqual(['report', [5000]]);
  });

  test('is not repeated where the wait does not fit, and is remembered for that long', () => {
    const { result, attempts } = call([limitedFor('60')]);
    expect([failure({ result }), attempts]).toEqual([{ code: 'rate_limited', seconds: 60, failures: 0 }, 1]);
  });

  test('is remembered for an hour at most', () => {
    expect(failure(call([limitedFor('99999')])).seconds).toBe(3600);
  });

  test('that asks for no wait is still remembered for a second', () => {
    const { result, clock } = call([limitedFor('0')]);
    expect([failure({ result }).seconds, clock.pauses]).toEqual([1, [0]]);
  });

  test('with an odd Retry-After waits as without one', () => {
    expect(call([limitedFor('-1'), reportAnswer()]).clock.pauses).toEqual([1500]);
  });

  test.each([
    [0, 1.5],
    [10, 20],
    [25, 50],
    [45, 60],
    [3600, 60],
  ])('after a cool-down of %d s and without Retry-After holds for %d s', (lastCoolDownSeconds, seconds) => {
    const { shared } = call([answer(429), reportAnswer()], {
      surface: 'trigger',
      input: { lastCoolDownSeconds },
    });
    expect(shared[0]?.coolDownSeconds).toBe(seconds);
  });

  test('holds for the one who met it as well', () => {
    const { clock } = call([answer(429), reportAnswer()], {
      surface: 'trigger',
      input: { lastCoolDownSeconds: 10 },
    });
    expect(clock.pauses).toEqual([20_000]);
  });
});

describe('a Retry-After that comes with a failure of the service', () => {
  test.each([500, 502, 503, 504, 408])(
    'of %i changes neither pause nor attempts nor how long it is remembered: the circuit is for that',
    (status) => {
      const { result, attempts, clock, shared } = call([answer(status, '', { 'retry-after': '3600' })]);
      // Full jitter, half of 0.5 s.
      expect([failure({ result }).seconds, attempts, clock.pauses]).toEqual([60, 2, [250]]);
      expect(shared.map(({ coolDownSeconds }) => coolDownSeconds)).toEqual([undefined]);
    },
  );
});

describe('a probe', () => {
  test('is one attempt', () => {
    const { result, attempts } = call([answer(504)], { surface: 'trigger', input: { probing: true } });
    expect([failure({ result }).code, attempts]).toEqual(['upstream_timeout', 1]);
  });
});

describe('a failure', () => {
  test.each<[string, string, number, number, StubAnswer]>([
    ['504', 'upstream_timeout', 60, 2, answer(504)],
    ['500', 'unreachable', 60, 2, answer(500)],
    ['no answer', 'unreachable', 30, 0, undefined],
    ['403', 'wrong_employer', 600, 0, answer(403)],
    ['404', 'not_available', 600, 0, answer(404)],
    ['302', 'redirect_refused', 600, 0, answer(302)],
    ['422', 'request_refused', 600, 0, answer(422)],
    ['200', 'invalid_response', 60, 0, answer(200, '{}')],
  ])(
    'of %s is %s, remembered for %i s, and speaks %i times against the service',
    (_, code, seconds, failures, given) => {
      expect(failure(call([given]))).toEqual({ code, seconds, failures });
    },
  );

  test('names status and correlation ID, and nothing of the answer', () => {
    const { result } = call([answer(403, 'marked-body', { 'x-marked': 'marked-header' })]);
    expect(result.kind === 'failed' && result.error.message).toBe(
      'Check the region and the employer in the sidebar: these credentials belong to another employer. (HTTP 403, ref correlation-1)',
    );
  });
});
