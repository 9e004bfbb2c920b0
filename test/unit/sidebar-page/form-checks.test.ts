import { describe, expect, test } from '@jest/globals';
import type { ConnectionForm, ReportForm } from '../../../src/sidebar/contract';
import {
  checkConnectionForm,
  checkReportForm,
  checkScheduleForm,
  summariseProblems,
  tidyConnectionForm,
  tidyReportForm,
} from '../../../src/sidebar/page/form-checks';

const CONNECTION: ConnectionForm = {
  region: 'UK',
  clientId: 'employer-4821',
  clientSecret: 'correct horse',
  employer: 'me',
  audience: 'everyone',
};

const REPORT: ReportForm = { id: null, period: 'MTD', from: '', to: '', sheet: 'Shift report' };

describe('a connection form', () => {
  test('that is filled in has no problems', () => {
    expect(checkConnectionForm(CONNECTION)).toEqual({});
  });

  test('that is empty names every missing field', () => {
    expect(checkConnectionForm({ ...CONNECTION, clientId: '', clientSecret: '', employer: '' })).toEqual({
      clientId: 'Enter the client ID.',
      clientSecret: 'Enter the client secret.',
      employer: 'Write me, or the numeric employer ID, such as 4821.',
    });
  });

  test.each(['me', '1', '4821', '999999999999999999'])('takes employer %s', (employer) => {
    expect(checkConnectionForm({ ...CONNECTION, employer })).toEqual({});
  });

  test.each(['0', '007', '1000000000000000000', '-5', '4821/..', '4 821', 'ME', '\u0664'])(
    'refuses employer %j',
    (employer) => {
      expect(Object.keys(checkConnectionForm({ ...CONNECTION, employer }))).toEqual(['employer']);
    },
  );

  test.each([
    ['one character', 'a'],
    ['200 characters', 'a'.repeat(200)],
    ['every printable sign', ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
  ])('takes a client ID of %s', (_, clientId) => {
    expect(checkConnectionForm({ ...CONNECTION, clientId })).toEqual({});
  });

  test.each([
    ['201 characters', 'a'.repeat(201)],
    ['an accent', 'caf\u00e9'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\u007f'],
  ])('refuses a client ID with %s', (_, clientId) => {
    expect(Object.keys(checkConnectionForm({ ...CONNECTION, clientId }))).toEqual(['clientId']);
  });

  test.each([
    ['500 characters', 's'.repeat(500)],
    ['spaces at its ends', ' s '],
    ['letters of any script', 'p\u00e4ss\u4e2d'],
  ])('takes a secret of %s', (_, clientSecret) => {
    expect(checkConnectionForm({ ...CONNECTION, clientSecret })).toEqual({});
  });

  test.each([
    ['501 characters', 's'.repeat(501)],
    ['a line break', 'a\nb'],
    ['NUL', 'a\u0000'],
    ['a C1 control', 'a\u0085'],
  ])('refuses a secret with %s', (_, clientSecret) => {
    expect(Object.keys(checkConnectionForm({ ...CONNECTION, clientSecret }))).toEqual(['clientSecret']);
  });

  test('is tidied without touching the secret', () => {
    const typed = { ...CONNECTION, clientId: ' abc\t', clientSecret: ' s ', employer: ' Me ' };
    expect(tidyConnectionForm(typed)).toEqual({
      ...CONNECTION,
      clientId: 'abc',
      clientSecret: ' s ',
      employer: 'me',
    });
  });
});

describe('a report form', () => {
  test('that is filled in has no problems', () => {
    expect(checkReportForm(REPORT)).toEqual({});
  });

  test('takes a period it does not offer only when the report already has it', () => {
    const form = { ...REPORT, period: 'last 90 days' };
    expect(checkReportForm(form)).toEqual({ period: 'Choose a period.' });
    expect(checkReportForm(form, 'last 90 days')).toEqual({});
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
      'a day that does not exist',
      '2026-02-29',
      '2026-03-31',
      { from: 'Choose a date between 1990-01-01 and 2100-12-31.' },
    ],
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
      { to: 'The last day is before the first day.' },
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

  test.each([':', '\\', '/', '?', '*', '[', ']', '\n'])('refuses a sheet name with %j', (sign) => {
    expect(checkReportForm({ ...REPORT, sheet: `Week${sign}46` })).toEqual({
      sheet: 'A sheet name can\u2019t contain : \\ / ? * [ or ].',
    });
  });

  test('refuses a sheet without a name, and one with more than 100 characters', () => {
    expect(checkReportForm({ ...REPORT, sheet: '' })).toEqual({ sheet: 'Name the sheet to fill.' });
    expect(checkReportForm({ ...REPORT, sheet: 'x'.repeat(101) })).toEqual({
      sheet: 'A sheet name has at most 100 characters.',
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

describe('a schedule form', () => {
  test.each([0, 6, 23])('takes hour %d', (hour) => {
    expect(checkScheduleForm({ every: 'day', hour })).toEqual({});
  });

  test.each([-1, 24, 6.5, Number.NaN])('refuses hour %d', (hour) => {
    expect(checkScheduleForm({ every: 'day', hour })).toEqual({
      hour: 'Choose a full hour from 00:00 to 23:00.',
    });
  });
});

describe('the summary for the alert', () => {
  test('is absent without problems, and otherwise the sentence or the number of fields', () => {
    expect(summariseProblems({})).toBeNull();
    expect(summariseProblems({ sheet: 'Name the sheet to fill.' })).toBe('Name the sheet to fill.');
    expect(summariseProblems({ from: 'Choose a date.', to: 'Choose a date.' })).toBe(
      'Correct the 2 marked fields.',
    );
  });
});
