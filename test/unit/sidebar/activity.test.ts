import { expect, test } from '@jest/globals';
import { activityProperty } from '../../../src/reports/refresh/lease';
import { readDocumentState } from '../../../src/reports/saved/document-state';
import { describeActivity } from '../../../src/sidebar/state-view';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;
const time = (millis: number) => new Date(millis).toISOString().slice(0, 16).replace('T', ' ');

/** A spreadsheet that remembers its activity, and nothing else but a lease. */
class Log {
  private properties: Record<string, string> = {};

  get state() {
    return readDocumentState(this.properties);
  }

  start(sheet: string, since = NOON): this {
    const lease = { id: 'lease', by: 'schedule', since, until: since + 7 * MINUTE };
    const record = {
      at: since,
      by: 'schedule',
      sheet,
      outcome: 'lost',
      sentence: '',
      correlationId: '',
    } as const;
    const begun = activityProperty([...this.state.activity, record]);
    Object.assign(this.properties, begun, { lease: JSON.stringify(lease) });
    return this;
  }

  finish(outcome: 'refreshed' | 'failed' = 'refreshed', sentence = 'Fine.'): this {
    const { activity } = this.state;
    const [begun] = activity.slice(-1);
    if (begun === undefined) throw new Error('Nothing was begun.');
    const ended = { ...begun, outcome, sentence, correlationId: 'c-1' };
    Object.assign(this.properties, activityProperty([...activity.slice(0, -1), ended]), { lease: '' });
    return this;
  }

  lines(now = NOON + 2 * MINUTE) {
    return describeActivity(this.state, now, time).map((line) => [
      line.at,
      line.outcome,
      line.sheet,
      line.sentence,
    ]);
  }
}

test('runs of a report that say the same, one after another, are one line: how many, and since when', () => {
  const log = new Log();
  for (const hour of [0, 1, 2]) {
    for (const [at, sheet] of ['A', 'B'].entries())
      log.start(sheet, NOON + (60 * hour + at) * MINUTE).finish('refreshed', `${sheet} as before.`);
  }
  log.start('A', NOON + 24 * 60 * MINUTE).finish('failed', 'Wait.');
  log.start('A', NOON + 25 * 60 * MINUTE).finish('refreshed', 'A as before.');
  expect(log.lines(NOON + 26 * 60 * MINUTE)).toEqual([
    ['2026-03-11 13:00', 'refreshed', 'A', 'A as before.'],
    ['2026-03-11 12:00', 'failed', 'A', 'Wait.'],
    ['2026-03-10 14:01', 'refreshed', 'B', '3 runs in a row: B as before.'],
    ['2026-03-10 14:00', 'refreshed', 'A', '3 runs in a row: A as before.'],
  ]);
});

test('a refresh that has not ended is listed once Google has ended it: its time is over, or another has begun', () => {
  const log = new Log().start('A');
  expect(log.lines(NOON + MINUTE)).toEqual([]);
  const lost = ['2026-03-10 12:00', 'lost', 'A', 'The table is whole.'];
  expect(log.lines(NOON + 8 * MINUTE)).toEqual([lost]);
  log.start('B', NOON + 9 * MINUTE);
  expect(log.lines(NOON + 10 * MINUTE)).toEqual([lost]);
  log.finish();
  expect(log.lines(NOON + 10 * MINUTE).map(([, outcome]) => outcome)).toEqual(['refreshed', 'lost']);
});

test('the log keeps the newest refreshes that fit one property, with sentences cut to four hundred characters', () => {
  const log = new Log();
  for (let run = 0; run < 80; run += 1)
    log.start(`${run} ${'é'.repeat(300)}`).finish('failed', '“”'.repeat(600));
  const text = JSON.stringify(log.state.activity);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(8000);
  expect(log.state.activity.at(-1)?.sheet).toMatch(/^79 /);
});

test('the log keeps the newest twenty refreshes', () => {
  const log = new Log();
  for (let run = 0; run < 30; run += 1) log.start(`Shifts ${run}`).finish();
  expect(log.lines().map(([, , sheet]) => sheet)).toEqual(
    Array.from({ length: 20 }, (_, at) => `Shifts ${29 - at}`),
  );
});
