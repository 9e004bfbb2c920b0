import { describe, expect, test } from '@jest/globals';
import {
  activityProperty,
  describeActivity,
  logFinished,
  logStarted,
  parseActivity,
} from '../../../../src/reports/saved/activity-log';
import { readDocumentState } from '../../../../src/reports/saved/document-state';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;
const time = (millis: number) => new Date(millis).toISOString().slice(0, 16).replace('T', ' ');
const LOST = 'Google ended this run early. The table is complete: either the old one or the new one.';

/** A spreadsheet that remembers its activity, and nothing else but a lease. */
class Log {
  private properties: Record<string, string> = {};

  get state() {
    return readDocumentState(this.properties);
  }

  start(id: string, sheet: string, at = NOON): this {
    Object.assign(
      this.properties,
      activityProperty(logStarted(this.state, { id, at, by: 'schedule', sheet })),
    );
    this.properties.lease = JSON.stringify({ id, by: 'schedule', since: at, until: at + 7 * MINUTE });
    return this;
  }

  finish(id: string, sheet: string, outcome: 'refreshed' | 'failed' = 'refreshed', sentence = 'Fine.'): this {
    const start = { id, at: NOON, by: 'schedule' as const, sheet };
    const run = { outcome, finishedAt: NOON + MINUTE, message: sentence, correlationId: 'c-1' };
    Object.assign(this.properties, activityProperty(logFinished(this.state, start, run)));
    this.properties.lease = '';
    return this;
  }

  lines(now = NOON + 2 * MINUTE) {
    return describeActivity(this.state, now, time).map(({ at, outcome, reports, sentence }) => {
      return [at, outcome, reports.join(), sentence];
    });
  }
}

describe('the activity', () => {
  test('is one record a refresh, newest first, with the time at which it began', () => {
    const log = new Log().start('run-1', 'A').finish('run-1', 'A');
    log.start('run-1', 'B', NOON + MINUTE).finish('run-1', 'B', 'failed', 'Wait a minute.');
    expect(log.lines()).toEqual([
      ['2026-03-10 12:01', 'failed', 'B', 'Wait a minute.'],
      ['2026-03-10 12:00', 'refreshed', 'A', 'Fine.'],
    ]);
  });

  test('of a refresh that never began is its end', () => {
    expect(new Log().finish('run-1', 'A', 'failed', 'Connect again.').lines()).toEqual([
      ['2026-03-10 12:01', 'failed', 'A', 'Connect again.'],
    ]);
  });

  test.each([
    ['runs while its lease holds', MINUTE, 'running', 'Running since 12:00.'],
    ['was ended by Google once its time is over', 8 * MINUTE, 'lost', LOST],
  ])('of a refresh that has not ended says that it %s', (_, later, outcome, sentence) => {
    expect(new Log().start('run-1', 'A').lines(NOON + later)).toEqual([
      ['2026-03-10 12:00', outcome, 'A', sentence],
    ]);
  });

  test('of a killed refresh says so though another has begun since', () => {
    const log = new Log().start('run-1', 'A').start('run-2', 'A', NOON + 9 * MINUTE);
    expect(log.lines(NOON + 10 * MINUTE).map(([, outcome]) => outcome)).toEqual(['running', 'lost']);
  });

  test('keeps the newest refreshes that fit one property, with texts of a hundred and four hundred characters', () => {
    const log = new Log();
    for (let run = 0; run < 80; run += 1) {
      log
        .start(`run-${run}`, 'é'.repeat(300))
        .finish(`run-${run}`, 'é'.repeat(300), 'failed', '“”'.repeat(600));
    }
    const text = activityProperty(log.state.activity).activity ?? '';
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
    expect(log.state.activity.at(-1)?.id).toBe('run-79');
  });

  test.each(['', '{', '{}', '[{"kind":"started"}]'])('is none in %j', (text) => {
    expect(parseActivity(text)).toEqual([]);
  });
});
