import { describe, expect, test } from '@jest/globals';
import { readPeriodWord } from '../../../src/calendar/period-words';
import { PERIOD_CHOICES } from '../../../src/contract/reports';
import {
  describeChoices,
  describePeriod,
  describeProgress,
  describeQuestion,
  describeRemoval,
  describeRun,
  describeShown,
  explainEmptyReports,
  explainPeriod,
  modeChoices,
  periodChoices,
  reportChoices,
  suggestSheetName,
} from '../../../src/sidebar/page/report-view';
import { wordsFor } from '../../../src/sidebar/page/words/regional';
import { CONNECTED, sampleReport, sampleRun, UNCONNECTED } from './sample-state';

describe('a spreadsheet without reports', () => {
  test('asks for a connection first, then for a report', () => {
    expect(explainEmptyReports(UNCONNECTED)).toBe('No reports yet. Connect above, then add one.');
    expect(explainEmptyReports(CONNECTED)).toBe(
      'No reports yet. Add one to choose the days and the sheet to fill.',
    );
  });
});

describe('a refresh that failed', () => {
  const failed = sampleRun({ outcome: 'failed' });

  test('says what the sheet still shows, if it shows anything', () => {
    expect(describeShown({ lastRun: failed, shownFrom: '2026-03-09 06:46' })).toBe(
      'The sheet still shows figures from 2026-03-09 06:46.',
    );
    expect(describeShown({ lastRun: failed, shownFrom: null })).toBe('');
  });

  test('of which nothing failed says nothing', () => {
    expect(describeShown({ lastRun: sampleRun({}), shownFrom: '2026-03-09 06:46' })).toBe('');
    expect(describeShown({ lastRun: null, shownFrom: null })).toBe('');
  });
});

describe('a table that waits for an answer', () => {
  test('says why; the buttons below are the remedy', () => {
    const sentence =
      'Press Refresh and confirm if this is right: only 12 of 40 rows came, so the old table stays.';
    expect(describeQuestion({ sentence })).toBe('Only 12 of 40 rows came, so the old table stays.');
    expect(describeQuestion({ sentence: 'Only 12 of 40 rows came.' })).toBe('Only 12 of 40 rows came.');
  });
});

describe('the sheet of a new report', () => {
  test('is Shift report', () => {
    expect(suggestSheetName([])).toBe('Shift report');
  });

  test('gets a number that no report uses, whatever its case', () => {
    const taken = ['shift report', 'Shift report 2', 'Elsewhere'];
    expect(suggestSheetName(taken.map((sheet) => sampleReport({ sheet })))).toBe('Shift report 3');
  });
});

describe('periods', () => {
  test('are offered in the order of the contract, in plain words', () => {
    expect(periodChoices('MTD').map(({ label }) => label)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 28 days',
      'Next 7 days',
      'Next 14 days',
      'This week',
      'Last week',
      'Last 4 weeks',
      'Last 13 weeks',
      'Month to date (MTD)',
      'This month',
      'Last month',
      'Last 3 months',
      'Last 12 months',
      'This quarter',
      'Last quarter',
      'Year to date (YTD)',
      'This year',
      'Last year',
      'Custom dates',
    ]);
  });

  test.each(PERIOD_CHOICES.map((period) => [period]))('%s comes with the days it covers', (period) => {
    expect(explainPeriod(period)).toMatch(/^[A-Z].+\.$/);
  });

  test('a saved period that this page does not know is kept and offered first', () => {
    expect(periodChoices('last 90 days')[0]).toEqual({ value: 'last 90 days', label: 'last 90 days' });
    expect(periodChoices('last 90 days')).toHaveLength(22);
    expect(explainPeriod('last 90 days')).toBe('');
  });

  test('custom dates are written out', () => {
    const report = sampleReport({ period: 'custom', from: '2026-11-01', to: '2026-11-30' });
    expect(describePeriod(report)).toBe('2026-11-01 to 2026-11-30');
  });

  test.each([
    ['MTD', 'Month to date (MTD)'],
    ['last 90 days', 'last 90 days'],
    ['constructor', 'constructor'],
  ])('a report for %s says %s', (period, words) => {
    expect(describePeriod(sampleReport({ period }))).toBe(words);
  });
});

describe('the newest refresh', () => {
  test('that never was says what to press', () => {
    expect(describeRun(null)).toEqual({
      tone: 'never',
      heading: '',
      message: 'Not filled yet. Press Refresh to fill it.',
      reference: '',
    });
  });

  test('that went well shows when, and no reference', () => {
    expect(describeRun(sampleRun())).toEqual({
      tone: 'refreshed',
      heading: 'Refreshed 2026-11-21 14:05',
      message: '412 shifts.',
      reference: '',
    });
  });

  test('that failed shows the reference to quote', () => {
    const run = sampleRun({ outcome: 'failed', message: 'Refresh again in a few minutes.' });
    expect(describeRun(run)).toEqual({
      tone: 'failed',
      heading: 'Failed 2026-11-21 14:05',
      message: 'Refresh again in a few minutes.',
      reference: '7f3a2b10',
    });
  });

  test('that is held is no failure', () => {
    const run = sampleRun({ outcome: 'held', message: 'Press Refresh and confirm.', correlationId: '' });
    expect(describeRun(run)).toEqual({
      tone: 'held',
      heading: 'Held 2026-11-21 14:05',
      message: 'Press Refresh and confirm.',
      reference: '',
    });
  });

  test('does not repeat a reference that the message gives', () => {
    const run = sampleRun({ outcome: 'failed', message: 'Refresh again. (ref 7f3a2b10)' });
    expect(describeRun(run).reference).toBe('');
  });

  test('without a reference shows none', () => {
    expect(describeRun(sampleRun({ outcome: 'failed', correlationId: '' })).reference).toBe('');
  });
});

describe('what the script understands', () => {
  test.each(PERIOD_CHOICES.filter((period) => period !== 'custom').map((period) => [period]))(
    'includes the period %s',
    (period) => {
      expect(readPeriodWord(period, 46_000, 1)).toBeDefined();
    },
  );
});

describe('the choices of a report', () => {
  test('are whole shifts and groups of them', () => {
    expect(reportChoices(wordsFor('UK'))).toEqual([
      { value: 'shift_fulfilment', label: 'Shift fulfilment' },
      { value: 'shift_fulfilment_aggregated', label: 'Shift fulfilment, aggregated' },
    ]);
  });

  test('are to replace or to keep history, each with its consequence', () => {
    expect(modeChoices()).toEqual([
      {
        value: 'replace',
        label: 'Replace',
        hint: 'The sheet shows only the days of the period.',
      },
      {
        value: 'history',
        label: 'Keep history',
        hint: 'Older days stay in the sheet.',
      },
    ]);
  });

  test('are told of a saved report where they are not the usual ones', () => {
    expect(describeChoices(sampleReport())).toEqual([]);
    expect(
      describeChoices(
        sampleReport({
          venue: 'Grand*; <>Grand Hall',
          role: 'Chef',
          columns: 'SHIFT_DATE, VENUE_NAME as Venue',
          mode: 'history',
        }),
      ),
    ).toEqual([
      'Venue: Grand*; <>Grand Hall',
      'Job title: Chef',
      'Columns: SHIFT_DATE, VENUE_NAME as Venue',
      'Keeps history',
    ]);
  });

  test.each([
    ['week, venue', 'By: week, venue'],
    ['', 'By: week'],
  ])('name what figures are grouped by: %j', (groupBy, line) => {
    const report = 'shift_fulfilment_aggregated';
    expect(describeChoices(sampleReport({ report, groupBy, area: 'Bar' }))).toEqual([line, 'Area: Bar']);
  });
});

describe('an unfinished refresh', () => {
  test('says how far it came and how it goes on', () => {
    expect(describeProgress({ text: '23 of 53 months, 41,200 shifts' })).toBe(
      'Not finished: 23 of 53 months, 41,200 shifts. Refresh continues from there.',
    );
  });
});

describe('what a person reads before a report is removed', () => {
  const STAYS = 'Its sheet and table stay as they are, but are no longer refreshed.';
  const dashboard = { template: 'overview', sheet: 'Overview' } as const;

  test('says that its table stays', () => {
    expect(describeRemoval(sampleReport(), 0, 0)).toEqual([STAYS]);
  });

  test('counts what stays with it and what goes with it', () => {
    const one = sampleReport({ dashboards: [dashboard], canUndo: true });
    expect(describeRemoval(one, 1, 1)).toEqual([
      STAYS,
      'Its dashboard stays as well.',
      'The alert that watches it is removed too.',
      'The summary email made from it is removed too.',
      'Its last refresh can no longer be undone.',
    ]);
    expect(describeRemoval(sampleReport({ dashboards: [dashboard, dashboard] }), 3, 2)).toEqual([
      STAYS,
      'Its 2 dashboards stay as well.',
      'The 3 alerts that watch it are removed too.',
      'The 2 summary emails made from it are removed too.',
    ]);
  });
});
