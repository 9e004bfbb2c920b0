import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../../../src/calendar/calendar-date';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { askedDays, dailyReport } from '../../../support/daily-report';
import {
  CONNECTION,
  RECORD,
  reportAnswer,
  SETTLING_RECORDS,
  SILENT_RECORD,
  US_CONNECTION,
} from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';
import { Previewing } from './previewing';

/* What a preview says of a report. */

/** The service has no shifts, whatever it is asked for. */
function noShifts(request: HttpRequest) {
  const { from, to } = askedDays(request);
  return answer(200, {
    request: { employer_id: 1042, from_date: formatIsoDate(from), to_date: formatIsoDate(to) },
    report: { shifts: [] },
    metadata: { employer_id: 1042, generated_at: '2026-03-10T11:59:58Z' },
  });
}

describe('a preview', () => {
  test.each([
    [[RECORD], 'No value is empty.'],
    [[{ ...RECORD, NO_SHOWS: null }], '1 value is empty.'],
    [[{ ...RECORD, NO_SHOWS: null, HOURS_WORKED: null }], '2 values are empty.'],
  ])('counts the values that are empty', (shifts, sentence) => {
    const { facts } = new Previewing(reportAnswer(shifts)).preview();
    expect(facts[0]).toBe('1 row and 18 columns, from 1 shift of 2026-03-01 to 2026-03-07.');
    expect(facts[1]).toBe(sentence);
  });

  test('of rows that were kept says so, and why they are no newer', () => {
    const form = new Previewing();
    form.preview();
    form.book.fetching.clock.advance(2 * 3600);
    form.book.fetching.transport.next(answer(504));
    const { rows, warnings } = form.preview();
    expect(rows).toHaveLength(1);
    expect(warnings[0]).toMatch(/^Rows that were kept are shown\. Try again in /);
  });

  test('says what keeps it empty: the days, or the choice of venue', () => {
    expect(new Previewing(noShifts).preview().warnings).toEqual([
      'Choose other days: the service has no shifts for these.',
    ]);
    expect(new Previewing().preview({ venue: 'Zoo' }).warnings).toEqual([
      'Check the venue, area and job title: no shift of these days fits.',
    ]);
  });

  test.each([
    // Today is Tuesday, 10 March 2026.
    ['UK, where weeks begin on Monday', CONNECTION, '2026-03-02 to 2026-03-08', '2026-03-02'],
    ['US, where weeks begin on Sunday', US_CONNECTION, '2026-03-01 to 2026-03-07', '2026-03-01'],
  ])('in the region %s: the days of “last week”, and the weeks of its rows', (_, connection, days, week) => {
    const form = new Previewing(dailyReport, connection);
    const { facts, rows } = form.preview({
      period: 'last week',
      from: '',
      to: '',
      report: 'shift_fulfilment_aggregated',
      groupBy: 'week',
      columns: 'WEEK, SHIFTS_POSTED',
    });
    expect(facts[0]).toBe(`1 row and 2 columns, from 7 shifts of ${days}.`);
    // Seven records of 10 positions each.
    expect(rows).toEqual([[week, '70']]);
  });

  test('makes percentages by what refreshes have found out where its rows do not say', () => {
    const form = new Previewing(reportAnswer(SETTLING_RECORDS));
    form.book.refresh();
    form.book.fetching.cache.entries.clear();
    form.book.fetching.transport.next(reportAnswer([SILENT_RECORD]));
    const { rows } = form.preview({
      report: 'shift_fulfilment_aggregated',
      groupBy: 'venue',
      columns: 'VENUE_NAME, SHIFTS_WORKED_PERCENTAGE',
    });
    // 200 of 299 booked; of 300 posted it would be 66.7.
    expect(rows).toEqual([['The Crown & Anchor', '66.9%']]);
  });

  test('of a table that keeps history is of the days that its next refresh asks for', () => {
    const form = new Previewing();
    const chosen = form.refreshed({ mode: 'history' });
    const { facts, warnings } = form.preview(chosen);
    expect(facts).toContain('It will replace these days in the table on “Shifts” and keep the others.');
    expect(warnings).toEqual([]);
  });
});

describe('a preview of a year, of which five months are read', () => {
  test.each([
    // 153 days are read, and 365 rows will be written, from row 2 on.
    [366, true],
    [367, false],
    [160, true],
  ])('looks for room for all of its rows: a cell in row %i, in the way: %p', (row, isInTheWay) => {
    const form = new Previewing();
    const chosen = form.refreshed();
    form.book.sheets.byName('Shifts')?.type(row, 1, 'mine');
    form.book.fetching.transport.next(dailyReport);
    const { warnings } = form.preview({ ...chosen, from: '2025-03-01', to: '2026-02-28' });
    const sentence = 'Clear the cells below the table on “Shifts”: the new rows need the space.';
    expect(warnings.includes(sentence)).toBe(isInTheWay);
  });
});

describe('the cost of a report', () => {
  test('refreshed every day: a request, the sign-in, and less than a minute', () => {
    const form = new Previewing();
    form.schedule('day');
    expect(form.preview().facts).toContain(
      'Refreshed every day, it makes about 2 requests and takes about a minute a day.',
    );
  });

  test('refreshed every hour: 24 times that, in whole minutes', () => {
    const form = new Previewing();
    form.schedule('hour');
    // 24 times 3.4 s.
    expect(form.preview().facts).toContain(
      'Refreshed every hour, it makes about 48 requests and takes about 2 minutes a day.',
    );
  });

  test('that a personal account cannot pay is warned of, by time and by requests', () => {
    const form = new Previewing(noShifts);
    form.schedule('hour');
    // 111 years: 1,332 months in 267 groups, 413 s each time.
    const { facts, warnings } = form.preview({ from: '1990-01-01', to: '2100-12-31' });
    expect(facts).toContain(
      'A refresh makes about 1,333 requests, the sign-in included, and takes about 7 minutes.',
    );
    expect(facts).toContain(
      'Refreshed every hour, it makes about 31,992 requests and takes about 166 minutes a day.',
    );
    expect(warnings).toEqual([
      'Choose other days: the service has no shifts for these.',
      'Choose an earlier last day: 897 of these months are still to come, and each takes a request.',
      'Refresh less often, or fewer days: a personal Google account has 90 minutes a day for it.',
      'Refresh less often, or fewer days: a personal Google account has 20,000 requests a day.',
    ]);
  });
});
