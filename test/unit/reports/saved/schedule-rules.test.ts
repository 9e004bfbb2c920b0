import { describe, expect, test } from '@jest/globals';
import { readDocumentState, SCHEDULE_OFF, type Schedule } from '../../../../src/reports/saved/document-state';
import { NO_DAYS, newReport, type SavedReport } from '../../../../src/reports/saved/saved-report';
import { judgeWake } from '../../../../src/reports/saved/schedule-times';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

/* A trigger that wakes every hour for a schedule of once a day or week, to go on with what did not fit a run. */

const ZONE = 'Europe/London';
const at = (text: string) => Date.parse(`${text}Z`);

const UNTIL = at('2026-03-30T06:25');

const CURSOR = { ...NO_DAYS, asked: 'a', since: 0, until: UNTIL, progress: '', held: '', days: 9 };

/** A report of which a run that ended at 06:25 on 28 March has fetched some days. */
const UNFINISHED: SavedReport = {
  ...newReport('r-1', 1),
  lastRun: { outcome: 'unfinished', finishedAt: at('2026-03-28T06:25'), message: '', correlationId: '' },
  cursor: { ...CURSOR, progress: '9 of 20 days' },
};

function judge(now: string, schedule: Partial<Schedule>, report: Partial<SavedReport> = {}) {
  const runner = { triggerId: 't', savedAt: 1, email: '', proven: true, zone: ZONE, hourly: true };
  const state = {
    ...readDocumentState({}),
    schedule: { ...SCHEDULE_OFF, every: 'day' as const, hour: 6, savedAt: 1, runners: [runner], ...schedule },
    reports: [{ ...newReport('r-1', 1), ...report }],
  };
  return judgeWake(state, 't', at(now), new ZonedCalendar(new StubClock()));
}

describe('a trigger that wakes every hour', () => {
  // London moves to British Summer Time on 29 March: six is five in UTC from then on.
  test.each([
    ['2026-03-28T05:20', '2026-03-27T06:20', 'wait'],
    ['2026-03-28T06:00', '2026-03-27T06:00', 'run'],
    ['2026-03-28T07:20', '2026-03-28T06:20', 'wait'],
    ['2026-03-28T07:00', '2026-03-28T06:00', 'wait'],
    ['2026-03-28T07:20', '2026-03-27T06:20', 'run'],
    ['2026-03-29T04:20', '2026-03-28T06:20', 'wait'],
    ['2026-03-29T05:20', '2026-03-28T06:20', 'run'],
  ])('at %s, after a run at %s, for six each day: %s', (now, last, turn) => {
    expect(judge(now, { lastRunAt: at(last) })).toBe(turn);
  });

  test('does not run before the first hour after the schedule was saved, nor again after a run in vain', () => {
    const savedAt = at('2026-03-28T09:00');
    expect(judge('2026-03-28T10:00', { savedAt })).toBe('wait');
    expect(judge('2026-03-29T05:30', { savedAt })).toBe('run');
    expect(judge('2026-03-29T06:30', { savedAt, lastWakeAt: at('2026-03-29T05:30') })).toBe('wait');
  });

  test('runs a weekly schedule on its day', () => {
    const weekly = { every: 'week' as const, weekday: 1, lastRunAt: at('2026-03-23T06:20') };
    // 30 March 2026 is a Monday.
    expect(judge('2026-03-29T22:20', weekly)).toBe('wait');
    expect(judge('2026-03-30T05:20', weekly)).toBe('run');
  });

  test.each<[string, string, Partial<SavedReport>, string]>([
    ['that is not finished', '2026-03-28T07:20', {}, 'goOn'],
    ['that no run went on with for two hours', '2026-03-28T08:25', {}, 'wait'],
    [
      'that lasts no longer',
      '2026-03-28T07:20',
      {
        cursor: { ...CURSOR, until: at('2026-03-28T07:20'), stalls: 1 },
      },
      'wait',
    ],
    ['that is finished', '2026-03-28T07:20', { cursor: null }, 'wait'],
    ['that two runs did not get on with', '2026-03-28T07:20', { cursor: { ...CURSOR, stalls: 2 } }, 'wait'],
    ['that failed once', '2026-03-28T07:20', { cursor: { ...CURSOR, misses: 1 } }, 'goOn'],
    ['that failed twice', '2026-03-28T07:20', { cursor: { ...CURSOR, misses: 2 } }, 'wait'],
    ['that waits for a person', '2026-03-28T07:20', { cursor: { ...CURSOR, held: 'why' } }, 'wait'],
  ])('with a report %s, at %s', (_, now, report, turn) => {
    expect(judge(now, { lastRunAt: at('2026-03-28T06:20') }, { ...UNFINISHED, ...report })).toBe(turn);
  });
});
