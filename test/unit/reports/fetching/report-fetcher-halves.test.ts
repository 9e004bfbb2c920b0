import { describe, expect, test } from '@jest/globals';
import { dayCount } from '../../../../src/calendar/calendar-date';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { askedDays, dailyReport, days } from '../../../support/daily-report';
import { Fetching, failureOf } from '../../../support/fetching';
import { CONNECTION } from '../../../support/sample-report';
import { answer, type StubAnswer } from '../../../support/stub-transport';

/* Section 8 states no maximum date range: whether there is one shows only in what the service refuses. */

const MONTH = days('2026-01-01', '2026-01-31');
const WEEK = days('2026-01-01', '2026-01-07');

/** A service that gives this answer to more days than it allows. */
const allowing =
  (most: number, refusal: StubAnswer) =>
  (request: HttpRequest): StubAnswer =>
    dayCount(askedDays(request)) > most ? refusal : dailyReport(request);

const lengths = ({ transport }: Fetching) =>
  transport.reportRequests.map((request) => dayCount(askedDays(request)));

describe('a range that may be too long', () => {
  test.each([400, 413, 422])('is asked for in halves after %i, at the next try', (status) => {
    const fetching = new Fetching([allowing(20, answer(status))]);
    expect(failureOf(() => fetching.cell(MONTH)).code).toBe('request_refused');
    expect(fetching.cell(MONTH).rows).toHaveLength(31);
    expect(lengths(fetching)).toEqual([31, 16, 15]);
  });

  test('is halved no further than to a week, and then the refusal is remembered', () => {
    const fetching = new Fetching([answer(400)]);
    for (let tries = 0; tries < 6; tries += 1) failureOf(() => fetching.cell(MONTH));
    expect(lengths(fetching)).toEqual([31, 16, 15, 8, 8, 8, 7]);
  });

  test('is asked for in halves where no answer came, once that is forgotten', () => {
    const fetching = new Fetching([allowing(20, undefined)]);
    expect(failureOf(() => fetching.cell(MONTH)).code).toBe('unreachable');
    fetching.clock.advance(31);
    expect(fetching.cell(MONTH).rows).toHaveLength(31);
    expect(lengths(fetching)).toEqual([31, 31, 16, 15]);
  });

  test.each([
    ['404', answer(404)],
    ['500', answer(500)],
    ['an answer that is no report', answer(200, 'none')],
  ])('is asked for whole again after %s', (_, refusal) => {
    const fetching = new Fetching([allowing(20, refusal)]);
    failureOf(() => fetching.cell(MONTH));
    fetching.clock.advance(601);
    failureOf(() => fetching.cell(MONTH));
    expect(new Set(lengths(fetching))).toEqual(new Set([31]));
  });
});

describe('a week', () => {
  test('is refused for another reason than its length: that is remembered for ten minutes', () => {
    const fetching = new Fetching([answer(400)]);
    failureOf(() => fetching.cell(WEEK));
    fetching.clock.advance(599);
    failureOf(() => fetching.cell(WEEK));
    expect(lengths(fetching)).toEqual([7]);
    fetching.clock.advance(1);
    failureOf(() => fetching.cell(WEEK));
    expect(lengths(fetching)).toEqual([7, 7]);
  });

  test('without an answer is asked for whole again', () => {
    const fetching = new Fetching([undefined]);
    failureOf(() => fetching.cell(WEEK));
    fetching.clock.advance(31);
    failureOf(() => fetching.cell(WEEK));
    expect(new Set(lengths(fetching))).toEqual(new Set([7]));
  });
});

test('a report that cannot be cut is not asked for again at once', () => {
  const fetching = new Fetching([answer(400)]);
  const { dayField, idField, ...kind } = fetching.kind;
  const read = () => fetching.execution().readSeveral(kind, CONNECTION, [MONTH], () => 'Europe/London');
  failureOf(read);
  expect(failureOf(read).code).toBe('request_refused');
  expect(lengths(fetching)).toEqual([31]);
});
