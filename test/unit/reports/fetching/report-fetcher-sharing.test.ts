import { describe, expect, test } from '@jest/globals';
import { dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { RANGE, ROW, reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

const OTHER_RANGE = { from: RANGE.from, to: RANGE.to + 1 };
const START = Date.parse('2026-03-10T12:00:00Z');
const limited = (seconds?: number) =>
  answer(429, '', seconds === undefined ? {} : { 'retry-after': String(seconds) });

describe('a claim', () => {
  test('keeps others looking, less and less often, until rows are there', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    const kept = new Map(fetching.cache.entries);
    fetching.cache.entries.clear();
    fetching.put('request', { claim: { by: 'another', until: START + 17_000 } });
    fetching.clock.duringSleep = (pause) => {
      if (pause === 8) for (const [key, value] of kept) fetching.cache.entries.set(key, value);
    };
    expect(fetching.cell().rows).toEqual([ROW]);
    expect(fetching.clock.pauses).toEqual([250, 400, 600, 900, 1400, 2000, 2000, 2000]);
    expect(fetching.transport.reportRequests).toHaveLength(1);
  });

  test('keeps others looking until the failure is there', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.put('request', { claim: { by: 'another', until: START + 17_000 } });
    fetching.clock.duringSleep = () => {
      const mark = { code: 'invalid_response', until: START + 60_000, seconds: 60, status: 200 };
      fetching.put('request', { mark });
    };
    expect(failureOf(() => fetching.cell()).code).toBe('invalid_response');
    expect([fetching.clock.pauses, fetching.transport.reportRequests.length]).toEqual([[250], 0]);
  });

  test('that is over is taken over', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.put('request', { claim: { by: 'killed', until: START + 1000 } });
    expect(fetching.cell().rows).toEqual([ROW]);
    expect([fetching.clock.pauses, fetching.transport.reportRequests.length]).toEqual([[250, 400, 600], 1]);
  });

  test('lasts as long as the request can, and 2 seconds', () => {
    const fetching = new Fetching([reportAnswer()]);
    let until: unknown;
    fetching.transport.whileReporting = () => {
      until = fetching.entry('request').claim;
    };
    fetching.cell();
    expect(until).toEqual({ by: 'id-1', until: START + 17_000 });
  });

  test('lasts longer over a pause', () => {
    const fetching = new Fetching([answer(504), reportAnswer()]);
    const until: unknown[] = [];
    fetching.transport.whileReporting = () => until.push(fetching.entry('request').claim);
    fetching.cell();
    expect(until[1]).toEqual({ by: 'id-1', until: START + 250 + 15_000 + 2000 });
  });

  test('of credentials that nobody knows to be good holds other days as well', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.put('credential', { claim: { by: 'another', until: START + 60_000 } });
    expect(failureOf(() => fetching.cell(OTHER_RANGE)).code).toBe('busy');
    expect(fetching.transport.reportRequests).toHaveLength(0);
  });

  test('holds other days no more once the credentials are known to be good', () => {
    const fetching = new Fetching([reportAnswer(), answer(422)]);
    fetching.cell();
    fetching.transport.whileReporting = () => {
      expect([fetching.entry('credential').claim, fetching.entry('credential').goodUntil]).toEqual([
        undefined,
        START + 600_000,
      ]);
    };
    failureOf(() => fetching.cell(OTHER_RANGE));
    expect(fetching.transport.reportRequests).toHaveLength(2);
  });

  test('after a 429 and a success holds nobody', () => {
    const fetching = new Fetching([reportAnswer(), limited(), reportAnswer()]);
    fetching.cell();
    fetching.refresh();
    expect(fetching.entry('credential')).toEqual({ goodUntil: fetching.clock.now() + 600_000 });
  });

  test('after a 429 and another failure holds nobody', () => {
    const fetching = new Fetching([reportAnswer(), limited(), answer(504)]);
    fetching.cell();
    failureOf(() => fetching.refresh());
    expect(fetching.entry('credential')).toEqual({ goodUntil: START + 600_000 });
  });
});

describe('a cell that may not lead', () => {
  test('looks again after a random while when it is refused the lock', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.lock.refusals = 2;
    expect(fetching.cell().rows).toEqual([ROW]);
    expect(fetching.clock.pauses).toEqual([250 * 0.7, 400 * 0.7]);
  });

  test('looks again under the lock, and takes the rows that came meanwhile', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.cell();
    const kept = new Map(fetching.cache.entries);
    fetching.cache.entries.clear();
    const acquire = fetching.lock.acquire.bind(fetching.lock);
    fetching.lock.acquire = (wait) => {
      for (const [key, value] of kept) fetching.cache.entries.set(key, value);
      return acquire(wait);
    };
    fetching.cell();
    expect([fetching.transport.reportRequests.length, fetching.lock.isHeld]).toEqual([1, false]);
  });

  test('gives up with busy before its time is over, and never asks by itself', () => {
    const fetching = new Fetching([reportAnswer()]);
    fetching.put('request', { claim: { by: 'another', until: START + 100_000 } });
    expect(failureOf(() => fetching.cell()).code).toBe('busy');
    expect(fetching.clock.now() - START).toBeLessThanOrEqual(25_000);
    expect(fetching.transport.reportRequests).toHaveLength(0);
  });
});

describe('a 429', () => {
  test('holds for every cell of the connection, with the time that is left', () => {
    const fetching = new Fetching([limited(60)]);
    failureOf(() => fetching.cell());
    fetching.clock.advance(15);
    expect(failureOf(() => fetching.cell(OTHER_RANGE)).message).toContain('Wait 45 seconds, then try again');
    expect(fetching.transport.reportRequests).toHaveLength(1);
  });

  test('holds for everyone while the one who met it pauses', () => {
    const fetching = new Fetching([limited(5), reportAnswer()]);
    const seen: unknown[] = [];
    fetching.clock.duringSleep = () => seen.push(fetching.entry('credential').mark);
    fetching.cell();
    expect(seen).toEqual([
      { code: 'rate_limited', seconds: 5, until: START + 5000, correlationId: 'id-1', status: 429 },
    ]);
  });

  test('never makes for a new token', () => {
    const fetching = new Fetching([limited()]);
    failureOf(() => fetching.refresh());
    expect(fetching.transport.tokenRequests).toHaveLength(1);
  });

  test('without Retry-After holds twice as long each time, up to a minute', () => {
    const fetching = new Fetching([limited()]);
    const seconds: unknown[] = [];
    for (let round = 0; round < 6; round += 1) {
      failureOf(() => fetching.cell());
      const mark = fetching.entry('credential').mark as { seconds: number; until: number };
      seconds.push(mark.seconds);
      fetching.clock.advance((mark.until - fetching.clock.now()) / 1000);
    }
    expect(seconds).toEqual([3, 6, 12, 24, 48, 60]);
  });

  test('after another failure begins anew', () => {
    const fetching = new Fetching([answer(403), limited(), reportAnswer()]);
    failureOf(() => fetching.refresh());
    fetching.clock.advance(600);
    fetching.refresh();
    expect(fetching.clock.pauses).toEqual([1500]);
  });
});

/** A refresh asks for a single day as often as a cell would; several days are halved instead. */
const ONE_DAY = { from: RANGE.from, to: RANGE.from };

describe('the circuit of the service’s address', () => {
  test('stays closed after two failures in a row', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.cell());
    expect(fetching.entry('origin')).toEqual({ failures: 2 });
  });

  test('opens with the third, whichever cell meets it: that cell does not ask again either', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.cell());
    expect(failureOf(() => fetching.cell(OTHER_RANGE)).code).toBe('upstream_timeout');
    expect(fetching.transport.reportRequests).toHaveLength(3);
    expect(fetching.entry('origin')).toMatchObject({ failures: 3, mark: { seconds: 60 } });
  });

  test('is no reason to give up a cell of which some days were answered', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.cell());
    const refuses = new Set<string>();
    fetching.transport.next((request) => {
      const isFirst = !refuses.has(request.url);
      refuses.add(request.url);
      return isFirst && request.url.includes('from_date=2026-02-01') ? answer(504) : dailyReport(request);
    });
    expect(fetching.cell(days('2026-01-01', '2026-02-28')).rows).toHaveLength(59);
  });

  test('does not keep a probe that meets a dead token from a fresh one', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar', ONE_DAY));
    fetching.clock.advance(60);
    fetching.transport.next(answer(401), reportAnswer());
    expect(fetching.cell().rows).toHaveLength(1);
  });

  test('opens after three, for 60 seconds, for everyone', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar', ONE_DAY));
    fetching.clock.advance(59);
    expect(failureOf(() => fetching.cell(OTHER_RANGE)).code).toBe('upstream_timeout');
    expect(fetching.transport.reportRequests).toHaveLength(3);
  });

  test('lets one probe through, then one again', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar', ONE_DAY));
    fetching.clock.advance(60);
    failureOf(() => fetching.refresh('trigger', ONE_DAY));
    expect(fetching.transport.reportRequests).toHaveLength(4);
    fetching.clock.advance(59);
    failureOf(() => fetching.refresh('trigger', ONE_DAY));
    expect(fetching.transport.reportRequests).toHaveLength(4);
  });

  test('keeps the others away while it is probed', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar', ONE_DAY));
    fetching.clock.advance(60);
    const now = fetching.clock.now();
    fetching.transport.next(reportAnswer());
    fetching.transport.whileReporting = () => {
      expect(fetching.entry('origin')).toMatchObject({ failures: 3, mark: { until: now + 17_000 } });
    };
    fetching.cell();
    expect.assertions(1);
  });

  test('closes with the first success', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar', ONE_DAY));
    fetching.clock.advance(60);
    fetching.transport.next(reportAnswer());
    fetching.cell();
    expect(fetching.entry('origin')).toEqual({ failures: 0 });
  });

  test('closes with any answer of a service that is up', () => {
    const fetching = new Fetching([answer(504)]);
    failureOf(() => fetching.refresh('sidebar', ONE_DAY));
    fetching.clock.advance(60);
    fetching.transport.next(answer(422));
    failureOf(() => fetching.cell());
    expect(fetching.entry('origin')).toEqual({ failures: 0 });
  });

  test('counts in a row: an answer in between starts anew', () => {
    const fetching = new Fetching([answer(504), answer(504), reportAnswer(), answer(504)]);
    failureOf(() => fetching.cell());
    fetching.refresh();
    fetching.clock.advance(900);
    expect(fetching.cell().stale?.code).toBe('upstream_timeout');
    expect(fetching.entry('origin')).toEqual({ failures: 2 });
  });
});
