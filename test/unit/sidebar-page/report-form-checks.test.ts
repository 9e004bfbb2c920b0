import { describe, expect, test } from '@jest/globals';
import type { ReportForm } from '../../../src/contract/reports';
import { checkReport } from '../../../src/sidebar/page/forms';
import { NEW_REPORT as REPORT } from './sample-state';

const checkReportForm = (form: ReportForm) => checkReport(form).problems;
const tidyReportForm = (form: ReportForm) => checkReport(form).form;

describe('a report form', () => {
  test('that is filled in has no problems', () => {
    expect(checkReportForm(REPORT)).toEqual({});
  });

  test('asks for a report and for what happens when refreshed where neither is one there is', () => {
    const form = { ...REPORT, report: 'other', mode: 'append' } as unknown as typeof REPORT;
    expect(checkReportForm(form)).toEqual({
      report: 'Choose a report.',
      mode: 'Choose what happens when refreshed.',
    });
  });

  test('takes no period that it does not offer', () => {
    expect(checkReportForm({ ...REPORT, period: 'last 90 days' })).toEqual({ period: 'Choose a period.' });
  });

  test.each([
    ['one day', '2026-02-28', '2026-02-28'],
    ['a leap day', '2024-02-29', '2024-03-01'],
    ['the first and the last day there is', '1990-01-01', '2100-12-31'],
  ])('takes %s', (_, from, to) => {
    expect(checkReportForm({ ...REPORT, period: 'custom', from, to })).toEqual({});
  });

  test.each([
    ['no first day', '', '2026-11-30', { from: 'Choose a date.' }],
    ['no last day', '2026-11-01', '', { to: 'Choose a date.' }],
    [
      'a day too early',
      '1989-12-31',
      '2026-01-01',
      { from: 'Choose a date between 1990-01-01 and 2100-12-31.' },
    ],
    [
      'a day too late',
      '2026-01-01',
      '2101-01-01',
      { to: 'Choose a date between 1990-01-01 and 2100-12-31.' },
    ],
    [
      'another way of writing',
      '01/11/2026',
      '2026-11-30',
      { from: 'Choose a date between 1990-01-01 and 2100-12-31.' },
    ],
    [
      'a range that runs backwards',
      '2026-11-30',
      '2026-11-01',
      { to: 'Choose a last day on or after the first day.' },
    ],
  ])('refuses %s', (_, from, to, problems) => {
    expect(checkReportForm({ ...REPORT, period: 'custom', from, to })).toEqual(problems);
  });

  test('looks at dates only when the period is custom', () => {
    expect(checkReportForm({ ...REPORT, from: 'nonsense', to: '' })).toEqual({});
  });

  test.each(['A', 'Caf\u00e9 O\u2019Hara & S\u00f6hne', "'quoted'", '=SUM', 'x'.repeat(100)])(
    'takes sheet %j',
    (sheet) => {
      expect(checkReportForm({ ...REPORT, sheet })).toEqual({});
    },
  );

  test.each(['\n', '\u0000'])('refuses a sheet name with %j, which nobody sees', (sign) => {
    expect(checkReportForm({ ...REPORT, sheet: `Week${sign}46` })).toEqual({
      sheet: 'Write this without line breaks, tabs or other characters that can\u2019t be seen.',
    });
  });

  test.each([':', '\\', '/', '?', '*', '[', ']'])('refuses a sheet name with %j', (sign) => {
    expect(checkReportForm({ ...REPORT, sheet: `Week${sign}46` })).toEqual({
      sheet: 'Name the sheet without : \\ / ? * [ or ].',
    });
  });

  test('refuses a sheet without a name, and one with more than 100 characters', () => {
    expect(checkReportForm({ ...REPORT, sheet: '' })).toEqual({ sheet: 'Name the sheet to fill.' });
    expect(checkReportForm({ ...REPORT, sheet: 'x'.repeat(101) })).toEqual({
      sheet: 'Name the sheet with at most 100 characters.',
    });
  });

  test('is tidied: no spaces around the sheet, no dates that do not count', () => {
    const typed = { ...REPORT, from: '2026-11-01', to: '2026-11-30', sheet: '  Week 46 ' };
    expect(tidyReportForm(typed)).toEqual({ ...REPORT, sheet: 'Week 46' });
    expect(tidyReportForm({ ...typed, period: 'custom' })).toEqual({
      ...typed,
      period: 'custom',
      sheet: 'Week 46',
    });
  });
});

describe('the criteria of a report form', () => {
  test.each(['venue', 'area', 'role', 'columns'] as const)('for %s may be 1000 characters long', (field) => {
    expect(checkReportForm({ ...REPORT, [field]: 'x'.repeat(1000) })).toEqual({});
    expect(checkReportForm({ ...REPORT, [field]: 'x'.repeat(1001) })).toEqual({
      [field]: 'Enter at most 1000 characters.',
    });
  });

  test.each(['a\nb', 'a\tb', 'a\u0000'])('may not hold the control characters of %j', (venue) => {
    expect(checkReportForm({ ...REPORT, venue })).toEqual({
      venue: 'Write this without line breaks, tabs or other characters that can\u2019t be seen.',
    });
  });

  test('lose the spaces around them', () => {
    const typed = {
      ...REPORT,
      venue: ' Grand* ',
      area: ' ',
      role: ' chef;<>sous chef ',
      columns: ' NO_SHOWS ',
    };
    expect(tidyReportForm(typed)).toEqual({
      ...REPORT,
      venue: 'Grand*',
      area: '',
      role: 'chef;<>sous chef',
      columns: 'NO_SHOWS',
    });
  });
});

describe('the grouping of a report form', () => {
  const GROUPED = { ...REPORT, report: 'shift_fulfilment_aggregated' } as const;

  test.each([
    ['', ''],
    ['week', 'week'],
    ['Week , VENUES,', 'week, venue'],
    ['shift_date, VENUE_NAME, Job title', 'day, venue, role'],
    ['months, area name, jobs', 'month, area, role'],
  ])('%j is tidied to %j', (groupBy, tidied) => {
    const form = tidyReportForm({ ...GROUPED, groupBy });
    expect(form?.groupBy).toBe(tidied);
    expect(form && checkReportForm(form)).toEqual({});
  });

  test.each([
    [
      'week, monthly',
      'Choose among day, week, month, quarter, year, weekday, venue, area and role: \u201cmonthly\u201d is none of them.',
    ],
    [
      'constructor',
      'Choose among day, week, month, quarter, year, weekday, venue, area and role: \u201cconstructor\u201d is none of them.',
    ],
    ['week, weeks', 'Name \u201cweek\u201d only once.'],
    ['day, venue, area, role', 'Group by at most three.'],
  ])('%j is refused', (groupBy, sentence) => {
    expect(checkReportForm({ ...GROUPED, groupBy })).toEqual({ groupBy: sentence });
  });

  test('is dropped where shifts are not grouped', () => {
    expect(tidyReportForm({ ...REPORT, groupBy: 'week' })?.groupBy).toBe('');
  });
});

describe('history in a report form', () => {
  const HISTORY = { ...REPORT, mode: 'history' } as const;

  test.each(['', 'SHIFT_DATE', 'VENUE_NAME, shift date as Day', 'Date, NO_SHOWS', 'day as When'])(
    'goes with the columns %j',
    (columns) => {
      expect(checkReportForm({ ...HISTORY, columns })).toEqual({});
    },
  );

  test.each(['VENUE_NAME', 'VENUE_NAME as SHIFT_DATE'])('needs the days that %j leaves out', (columns) => {
    expect(checkReportForm({ ...HISTORY, columns })).toEqual({
      columns: 'Add SHIFT_DATE: history is kept by day. Or choose Replace.',
    });
  });

  test('is not kept of grouped figures', () => {
    const report = 'shift_fulfilment_aggregated';
    expect(tidyReportForm({ ...HISTORY, report })?.mode).toBe('replace');
  });
});
