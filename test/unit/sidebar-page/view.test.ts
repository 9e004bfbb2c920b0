import { describe, expect, test } from '@jest/globals';
import { PERIOD_CHOICES } from '../../../src/sidebar/contract';
import {
  audienceChoices,
  describeConnection,
  describeElapsed,
  describeNotices,
  describePeriod,
  describeRun,
  explainAudience,
  explainEmptyReports,
  explainPeriod,
  explainSchedule,
  hourChoices,
  intervalChoices,
  periodChoices,
  regionChoices,
  suggestRegion,
  suggestSheetName,
} from '../../../src/sidebar/page/view';
import { CONNECTED, sampleReport, sampleRun, UNCONNECTED } from './sample-state';

describe('a new connection', () => {
  test.each([
    ['Europe/London', 'UK'],
    ['Europe/Belfast', 'UK'],
    ['America/New_York', 'US'],
    ['Asia/Kolkata', 'US'],
  ])('in %s starts with region %s', (zone, region) => {
    expect(suggestRegion(zone)).toBe(region);
  });

  test('in the add-on, everyone can use it and nobody can read the secret', () => {
    expect(explainAudience('everyone', 'add-on')).toBe(
      'Everyone who can edit this spreadsheet can run reports with it; nobody can read the secret back.',
    );
  });

  test('in a bound script, everyone can also read the secret, and is told so', () => {
    expect(explainAudience('everyone', 'bound')).toBe(
      'Everyone who can edit this spreadsheet can run reports with it, and can also read the secret, because they can edit the script.',
    );
  });

  test.each(['add-on', 'bound'] as const)('for one person has a limit on formulas (%s)', (installation) => {
    expect(explainAudience('me', installation)).toBe(
      'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
    );
  });
});

describe('the choices of a connection', () => {
  test('are the two regions', () => {
    expect(regionChoices().map(({ label }) => label)).toEqual(['US', 'UK']);
  });

  test('are who can use it, each with its consequence', () => {
    expect(audienceChoices('add-on')).toEqual([
      {
        value: 'everyone',
        label: 'Everyone who edits this spreadsheet',
        hint: 'Everyone who can edit this spreadsheet can run reports with it; nobody can read the secret back.',
      },
      {
        value: 'me',
        label: 'Only me',
        hint: 'Only you can refresh with it. Formulas work only if you own this spreadsheet.',
      },
    ]);
  });
});

describe('a spreadsheet without reports', () => {
  test('asks for a connection first, then for a report', () => {
    expect(explainEmptyReports(UNCONNECTED)).toBe(
      'No reports yet. Connect above first; then add a report here.',
    );
    expect(explainEmptyReports(CONNECTED)).toBe(
      'No reports yet. Add a report to choose the days and the sheet to fill.',
    );
  });
});

describe('a saved connection', () => {
  test('shows region, employer, the end of the client ID and who uses it', () => {
    expect(
      describeConnection({ region: 'US', employer: '4821', clientIdTail: '7f3a', audience: 'me' }),
    ).toEqual([
      ['Region', 'US'],
      ['Employer', '4821'],
      ['Client ID', 'ends in 7f3a'],
      ['Used by', 'Only me'],
    ]);
  });
});

describe('periods', () => {
  test('are offered in the order of the contract, in plain words', () => {
    expect(periodChoices('MTD').map(({ label }) => label)).toEqual([
      'Today',
      'Yesterday',
      'Last 7 days',
      'Last 28 days',
      'This week',
      'Last week',
      'Month to date (MTD)',
      'This month',
      'Last month',
      'Custom dates',
    ]);
  });

  test.each(PERIOD_CHOICES.map((period) => [period]))('%s comes with the days it covers', (period) => {
    expect(explainPeriod(period)).toMatch(/^[A-Z].+\.$/);
  });

  test('a saved period that this page does not know is kept and offered first', () => {
    expect(periodChoices('last 90 days')[0]).toEqual({ value: 'last 90 days', label: 'last 90 days' });
    expect(periodChoices('last 90 days')).toHaveLength(11);
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

  test('does not repeat a reference that the message gives', () => {
    const run = sampleRun({ outcome: 'failed', message: 'Refresh again. (ref 7f3a2b10)' });
    expect(describeRun(run).reference).toBe('');
  });

  test('without a reference shows none', () => {
    expect(describeRun(sampleRun({ outcome: 'failed', correlationId: '' })).reference).toBe('');
  });
});

describe('notices', () => {
  test('are absent when nothing else goes on', () => {
    expect(describeNotices(CONNECTED)).toEqual([]);
  });

  test.each([
    ['sidebar', 'A refresh started from a sidebar at 14:05 is running.'],
    ['menu', 'A refresh started from the menu at 14:05 is running.'],
    ['schedule', 'A refresh started by the schedule at 14:05 is running.'],
  ] as const)('name who began a running refresh: %s', (by, sentence) => {
    expect(describeNotices({ ...CONNECTED, running: { by, since: '14:05' } })).toEqual([sentence]);
  });

  test('pass on why requests are on hold', () => {
    const pause = 'Requests are on hold until 14:12.';
    expect(describeNotices({ ...UNCONNECTED, pause })).toEqual([pause]);
  });
});

describe('the schedule', () => {
  test('every day names the hour, the zone and who picks the minute', () => {
    expect(explainSchedule({ every: 'day', hour: 6 }, 'America/New_York')).toBe(
      'Between 06:00 and 07:00 in the spreadsheet\u2019s time zone, America/New_York. Google picks the minute within the hour.',
    );
  });

  test('late in the evening runs into midnight', () => {
    expect(explainSchedule({ every: 'day', hour: 23 }, 'Europe/London')).toContain(
      'Between 23:00 and 00:00 ',
    );
  });

  test.each([
    ['off', 'Reports are refreshed only when someone presses Refresh.'],
    ['hour', 'Once an hour. Google picks the minute within the hour.'],
  ] as const)('%s needs no zone', (every, sentence) => {
    expect(explainSchedule({ every, hour: 6 }, 'Europe/London')).toBe(sentence);
  });

  test('offers off, every hour and every day', () => {
    expect(intervalChoices()).toEqual([
      { value: 'off', label: 'Off' },
      { value: 'hour', label: 'Every hour' },
      { value: 'day', label: 'Every day' },
    ]);
  });

  test('offers 24 hours from 00:00 to 23:00', () => {
    const choices = hourChoices();
    expect(choices).toHaveLength(24);
    expect([choices[0], choices[9], choices[23]]).toEqual([
      { value: '0', label: '00:00' },
      { value: '9', label: '09:00' },
      { value: '23', label: '23:00' },
    ]);
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

describe('time spent waiting', () => {
  test.each([
    [0, ''],
    [2, ''],
    [3, '3 s'],
    [59, '59 s'],
    [60, '1 min 0 s'],
    [245, '4 min 5 s'],
  ])('of %d s reads "%s"', (seconds, words) => {
    expect(describeElapsed(seconds)).toBe(words);
  });
});
