import { describe, expect, test } from '@jest/globals';
import type { ScheduleView } from '../../../src/contract/schedule';
import {
  canTakeOver,
  describeScheduleStatus,
  explainSchedule,
  hourChoices,
  intervalChoices,
  weekdayChoices,
} from '../../../src/sidebar/page/schedule-view';
import { UNCONNECTED } from './sample-state';

describe('the schedule', () => {
  test('every day names the hour, the zone and who picks the minute', () => {
    expect(explainSchedule({ every: 'day', hour: 6 }, 'America/New_York')).toBe(
      'Between 06:00 and 07:00 in the spreadsheet\u2019s time zone, America/New_York. Google picks the minute.',
    );
  });

  test('late in the evening runs into midnight', () => {
    expect(explainSchedule({ every: 'day', hour: 23 }, 'Europe/London')).toContain(
      'Between 23:00 and 00:00 ',
    );
  });

  test.each([
    ['off', 'Reports are refreshed only when someone presses Refresh.'],
    ['hour', 'Once an hour, at a minute that Google picks.'],
  ] as const)('%s needs no zone', (every, sentence) => {
    expect(explainSchedule({ every, hour: 6 }, 'Europe/London')).toBe(sentence);
  });

  test.each([
    [1, 'Mondays between 06:00 and 07:00 '],
    [7, 'Sundays between 06:00 and 07:00 '],
  ])('every week names the day: %d', (weekday, words) => {
    expect(explainSchedule({ every: 'week', hour: 6, weekday }, 'Europe/London')).toContain(words);
  });

  test('every week begins with Mondays where no day was chosen yet', () => {
    expect(explainSchedule({ every: 'week', hour: 6 }, 'Europe/London')).toContain('Mondays between ');
  });

  test('offers off, every hour, every day and every week', () => {
    expect(intervalChoices()).toEqual([
      { value: 'off', label: 'Off' },
      { value: 'hour', label: 'Every hour' },
      { value: 'day', label: 'Every day' },
      { value: 'week', label: 'Every week' },
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

describe('the days of the week', () => {
  test('are offered from Monday, which is 1, to Sunday, which is 7', () => {
    const choices = weekdayChoices();
    expect(choices).toHaveLength(7);
    expect([choices[0], choices[6]]).toEqual([
      { value: '1', label: 'Monday' },
      { value: '7', label: 'Sunday' },
    ]);
  });
});

describe('how a schedule fares', () => {
  const OFF = UNCONNECTED.schedule;
  const OTHERS: ScheduleView = {
    ...OFF,
    every: 'day',
    nextRun: '2026-11-22 06:00 to 07:00',
    runsAs: 'the person who saved the schedule on 2026-11-21',
    isOwn: false,
  };
  const LATE = 'Press \u201cTake over\u201d to run the schedule yourself.';

  test('is told by the next run and by whose it is', () => {
    expect(describeScheduleStatus(OTHERS)).toEqual([
      ['Next run', '2026-11-22 06:00 to 07:00'],
      ['Runs as', 'the person who saved the schedule on 2026-11-21'],
    ]);
    expect(describeScheduleStatus({ ...OTHERS, isOwn: true })[1]).toEqual(['Runs as', 'you']);
  });

  test('is not told while the schedule is off, nor what is not known', () => {
    expect(describeScheduleStatus(OFF)).toEqual([]);
    expect(describeScheduleStatus({ ...OTHERS, nextRun: null, runsAs: null })).toEqual([]);
  });

  test.each<[string, Partial<ScheduleView>, boolean]>([
    ['another person\u2019s can be taken over', {}, true],
    ['one\u2019s own cannot while it runs', { isOwn: true }, false],
    ['one\u2019s own can when it is late', { isOwn: true, late: LATE }, true],
    ['another\u2019s that is off cannot', { every: 'off', late: LATE }, false],
  ])('%s', (_, more, can) => {
    expect(canTakeOver({ ...OTHERS, ...more })).toBe(can);
  });
});
