import { describe, expect, test } from '@jest/globals';
import {
  activityProperty,
  describeActivity,
  logFinished,
  logStarted,
} from '../../../../src/reports/saved/activity-log';
import {
  type ActivityRecord,
  parseActivity,
  readDocumentState,
} from '../../../../src/reports/saved/document-state';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;
const time = (millis: number) => new Date(millis).toISOString().slice(0, 16).replace('T', ' ');

/** A spreadsheet that remembers its activity, and nothing else but a lease. */
class Log {
  private properties: Record<string, string> = {};

  get state() {
    return readDocumentState(this.properties);
  }

  start(id: string, sheet: string, at = NOON, by: 'sidebar' | 'menu' | 'schedule' = 'schedule'): this {
    this.keep(logStarted(this.state, { id, at, by, sheet }));
    this.properties.lease = JSON.stringify({ id, by, since: at, until: at + 7 * MINUTE });
    return this;
  }

  finish(
    id: string,
    sheet: string,
    failure = '',
    at = NOON + MINUTE,
    how: 'failed' | 'held' | 'unfinished' = 'failed',
  ): this {
    const [outcome, sentence] =
      failure === '' ? (['refreshed', `${sheet} is fine.`] as const) : ([how, failure] as const);
    const correlationId = `c-${sheet}`;
    this.keep(logFinished(this.state, { id, at, by: 'schedule', sheet, outcome, sentence, correlationId }));
    this.properties.lease = '';
    return this;
  }

  lines(now = NOON + 2 * MINUTE) {
    return describeActivity(this.state, now, time);
  }

  sentences(now?: number): (readonly [string, string])[] {
    return this.lines(now).map(({ outcome, sentence }) => [outcome, sentence]);
  }

  private keep(records: readonly ActivityRecord[]): void {
    Object.assign(this.properties, activityProperty(records));
  }
}

const LOST = 'Google ended this run early. The table is complete: either the old one or the new one.';

describe('the activity', () => {
  test('of a run is one record when it starts and one when it ends', () => {
    const log = new Log().start('run-1', 'Shifts');
    expect(log.state.activity).toEqual([
      { kind: 'started', id: 'run-1', at: NOON, by: 'schedule', reports: ['Shifts'], count: 1 },
    ]);
    log.finish('run-1', 'Shifts');
    expect(log.state.activity.slice(1)).toEqual([
      {
        kind: 'finished',
        id: 'run-1',
        at: NOON + MINUTE,
        by: 'schedule',
        reports: ['Shifts'],
        count: 1,
        outcome: 'refreshed',
        failed: 0,
        sentence: 'Shifts is fine.',
        of: 'Shifts',
        correlationId: 'c-Shifts',
      },
    ]);
  });

  test('is told newest first, with the time of the spreadsheet’s clock', () => {
    const log = new Log().start('run-1', 'Shifts').finish('run-1', 'Shifts');
    log.start('run-2', 'Shifts', NOON + 5 * MINUTE, 'menu').finish('run-2', 'Shifts', 'Wait a minute.');
    expect(log.lines()).toEqual([
      {
        id: 'run-2',
        at: '2026-03-10 12:05',
        by: 'menu',
        outcome: 'failed',
        reports: ['Shifts'],
        sentence: 'Wait a minute.',
        correlationId: 'c-Shifts',
      },
      {
        id: 'run-1',
        at: '2026-03-10 12:00',
        by: 'schedule',
        outcome: 'refreshed',
        reports: ['Shifts'],
        sentence: 'Shifts is fine.',
        correlationId: 'c-Shifts',
      },
    ]);
  });

  test('of one run over several reports stays two records', () => {
    const log = new Log();
    for (const sheet of ['A', 'B', 'C']) log.start('run-1', sheet).finish('run-1', sheet);
    expect(log.state.activity.length).toBe(2);
    expect(log.sentences()).toEqual([['refreshed', '3 reports refreshed.']]);
  });

  test('of one run over several reports lets the first failure speak', () => {
    const log = new Log().start('run-1', 'A').finish('run-1', 'A');
    log.start('run-1', 'B').finish('run-1', 'B', 'Wait a minute.');
    log.start('run-1', 'C').finish('run-1', 'C', 'Choose an empty sheet.');
    log.start('run-1', 'D').finish('run-1', 'D');
    expect(log.lines()).toMatchObject([
      {
        outcome: 'failed',
        sentence: '2 of 4 reports refreshed. “B”: Wait a minute.',
        correlationId: 'c-B',
        reports: ['A', 'B', 'C', 'D'],
      },
    ]);
  });

  test.each<[string, readonly ('fine' | 'held' | 'failed' | 'unfinished')[], string, string]>([
    ['held alone', ['held'], 'held', 'A is held.'],
    ['refreshed, then held', ['fine', 'held'], 'held', '1 of 2 reports refreshed. “B”: B is held.'],
    ['held twice', ['held', 'held'], 'held', '0 of 2 reports refreshed. “A”: A is held.'],
    ['held, then refreshed', ['held', 'fine'], 'held', '1 of 2 reports refreshed. “A”: A is held.'],
    ['held, then failed', ['held', 'failed'], 'failed', '0 of 2 reports refreshed. “B”: B is failed.'],
    ['failed, then held', ['failed', 'held'], 'failed', '0 of 2 reports refreshed. “A”: A is failed.'],
    ['unfinished alone', ['unfinished'], 'unfinished', 'A is unfinished.'],
    [
      'unfinished, then refreshed',
      ['unfinished', 'fine'],
      'unfinished',
      '1 of 2 reports refreshed. “A”: A is unfinished.',
    ],
    [
      'unfinished, then failed',
      ['unfinished', 'failed'],
      'failed',
      '0 of 2 reports refreshed. “B”: B is failed.',
    ],
  ])('of a run whose tables were %s tells of the worst', (_, ends, outcome, sentence) => {
    const log = new Log();
    for (const [at, end] of ends.entries()) {
      const sheet = 'AB'[at] ?? '';
      const sentenceOf = end === 'fine' ? '' : `${sheet} is ${end}.`;
      log
        .start('run-1', sheet)
        .finish('run-1', sheet, sentenceOf, NOON + MINUTE, end === 'fine' ? 'failed' : end);
    }
    expect(log.sentences()).toEqual([[outcome, sentence]]);
  });

  test.each([
    '',
    '{',
    'null',
    '[]',
    '{"version":2,"records":[]}',
    '{"version":1,"records":[{"kind":"other"}]}',
  ])('that is stored as %j is none', (text) => {
    expect(parseActivity(text)).toEqual([]);
  });
});

describe('a run that was started and never finished', () => {
  test('is running while its lease lasts', () => {
    const log = new Log().start('run-1', 'Shifts');
    expect(log.sentences(NOON + 6 * MINUTE)).toEqual([['running', 'Running since 12:00.']]);
  });

  test('is lost once its lease is over', () => {
    expect(new Log().start('run-1', 'Shifts').sentences(NOON + 7 * MINUTE)).toEqual([['lost', LOST]]);
  });

  test('is lost once another run has begun, and stays so', () => {
    const log = new Log().start('run-1', 'Shifts').start('run-2', 'Shifts', NOON + 8 * MINUTE);
    expect(log.state.activity.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'started run-1',
      'finished run-1',
      'started run-2',
    ]);
    expect(log.sentences(NOON + 9 * MINUTE)).toEqual([
      ['running', 'Running since 12:08.'],
      ['lost', LOST],
    ]);
    log.finish('run-2', 'Shifts');
    expect(log.sentences()).toEqual([
      ['refreshed', 'Shifts is fine.'],
      ['lost', LOST],
    ]);
  });

  test('says which of its reports was left, where others were finished', () => {
    const log = new Log().start('run-1', 'A').finish('run-1', 'A').start('run-1', 'B');
    expect(log.sentences(NOON + 2 * MINUTE)).toEqual([['running', 'Running since 12:00.']]);
    const lost = [['lost', `1 of 2 reports refreshed. “B”: ${LOST}`]];
    expect(log.sentences(NOON + 8 * MINUTE)).toEqual(lost);
    log.start('run-2', 'A', NOON + 9 * MINUTE);
    expect(log.sentences().slice(1)).toEqual(lost);
  });

  test('is not lost between two of its reports, when there is no lease', () => {
    const log = new Log().start('run-1', 'A').finish('run-1', 'A');
    expect(log.sentences()).toEqual([['refreshed', 'A is fine.']]);
  });

  test('that ended before it could be said still has its end', () => {
    const log = new Log().finish('run-0', 'Shifts', 'Wait a minute.');
    expect(log.sentences()).toEqual([['failed', 'Wait a minute.']]);
  });
});

describe('the log', () => {
  test.each([
    ['short names', 'Shifts', 'Wait a minute.'],
    ['names as long as can be', '€'.repeat(100), 'ü'.repeat(1000)],
    ['names of emoji', '😀'.repeat(50), '😀'.repeat(2000)],
    ['names that JSON writes out', '"\\'.repeat(50), '\u0001'.repeat(1000)],
    ['halves of characters', '\ud83d'.repeat(100), '\udc00'.repeat(1000)],
  ])('of 1,000 runs with %s stays within 50 records and 8 kB, and keeps the newest', (_, sheet, failure) => {
    let state = readDocumentState({});
    const keep = (activity: readonly ActivityRecord[]) => {
      state = { ...state, activity };
    };
    let most = 0;
    let largest = 0;
    for (let run = 0; run < 1000; run += 1) {
      const at = NOON + run * 60 * MINUTE;
      // Every seventh run is killed; every fifth has many reports.
      for (let report = 0; report < (run % 5 === 0 ? 8 : 1); report += 1) {
        const start = { id: `run-${run}`, at, by: 'schedule', sheet: `${report}${sheet}` } as const;
        keep(logStarted(state, start));
        const outcome = run % 3 === 0 ? 'failed' : 'refreshed';
        if (run % 7 !== 6)
          keep(logFinished(state, { ...start, outcome, sentence: failure, correlationId: 'c' }));
      }
      const text = activityProperty(state.activity).activity ?? '';
      most = Math.max(most, parseActivity(text).length);
      largest = Math.max(largest, Buffer.byteLength(text, 'utf8'));
      expect(state.activity.some(({ id }) => id === `run-${run}`)).toBe(true);
    }
    expect(most).toBeGreaterThan(2);
    expect(most).toBeLessThanOrEqual(50);
    expect(largest).toBeLessThanOrEqual(8000);
    expect(describeActivity(state, NOON, time)[0]?.id).toBe('run-999');
  });

  test('of short sentences keeps the last 25 runs', () => {
    const log = new Log();
    for (let run = 0; run < 100; run += 1)
      log.start(`r${run}`, 'S', NOON + run).finish(`r${run}`, 'S', '', NOON + run);
    expect(log.lines().map(({ id }) => id)).toEqual(
      Array.from({ length: 25 }, (_, index) => `r${99 - index}`),
    );
  });
});
