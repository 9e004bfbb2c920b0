import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../../../src/calendar/calendar-date';
import type { HttpRequest } from '../../../../src/employer-api/ports';
import { askedDays } from '../../../support/daily-report';
import { RECORD, reportAnswer } from '../../../support/sample-report';
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

  test('of a table that keeps history is of the days that its next refresh asks for', () => {
    const form = new Previewing();
    const chosen = form.refreshed({ mode: 'history' });
    const { facts, warnings } = form.preview(chosen);
    expect(facts).toContain('It will renew these days in the table on “Shifts” and keep the others.');
    expect(warnings).toEqual([]);
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
