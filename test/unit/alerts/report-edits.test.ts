import { describe, expect, test } from '@jest/globals';
import type { Crew } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

/* A report whose rows are asked for in another way: nothing that was known of it may speak of the new rows. */

const FIRST = { from: '2026-03-02', to: '2026-03-08' };
const SECOND = { from: '2026-03-09', to: '2026-03-15' };
const WORDS = { scope: 'all', measure: 'worked_percentage' } as const;

function week(monday: string, worked: number, venue = 'Grand Hotel'): Crew[] {
  const crews = Array.from({ length: 21 }, () => ({ venue, posted: 14, booked: 10, demand: 12, worked }));
  return weekOf(monday, crews);
}

/** An open miss of the week of 2 March that a mail has told of. */
function missed(changes: object = WORDS, report: object = { period: 'last week' }): Alerting {
  const book = new Alerting(report);
  book.list.save({ ...WORKED, ...changes });
  expect(book.schedule(week(FIRST.from, 8), FIRST)).toHaveLength(1);
  return book;
}

describe('a report that was edited', () => {
  test.each([
    ['venue', { venue: 'Old Mill' }],
    ['area', { area: 'Area 1' }],
    ['role', { role: 'Chef' }],
    ['period', { period: 'last 13 weeks' }],
    ['dates', { period: 'custom', from: '2026-03-02', to: '2026-03-08' }],
  ])('by its %s tells of no end of a miss that it does not show any more', (_, edit) => {
    const book = missed();
    book.edit(edit);
    const rows = week(SECOND.from, 10, 'Old Mill').map((crew) => ({
      ...crew,
      area: 'Area 1',
      sent: { JOB_TITLE: 'Chef' },
    }));
    expect(book.schedule(rows, SECOND)).toEqual([]);
    expect(book.views()[0]?.state).toBe('quiet');
  });

  test('says at once that it is to be refreshed', () => {
    const book = missed();
    book.edit({ venue: 'Old Mill' });
    expect(book.views().map(({ state, sentence }) => [state, sentence])).toEqual([
      ['waiting', 'Refresh the report: the alert is judged with each refresh.'],
    ]);
  });

  test('mails of a miss that it shows now', () => {
    const book = missed();
    book.edit({ venue: 'Old Mill' });
    expect(book.schedule(week(FIRST.from, 7, 'Old Mill'), FIRST).map(({ subject }) => subject)).toEqual([
      'Shift Reports: 1 target missed in “Rotas”',
    ]);
  });

  test.each([
    ['columns', { columns: 'VENUE_NAME; SHIFTS_WORKED' }],
    ['sheet', { sheet: 'Elsewhere' }],
    ['way of keeping days', { mode: 'history' }],
  ] as const)('by its %s only goes on with what was open', (_, edit) => {
    const book = missed();
    book.edit(edit);
    expect(book.schedule(week(FIRST.from, 8), FIRST)).toEqual([]);
    expect(book.views()[0]?.state).toBe('open');
    const ended = book.schedule(week(SECOND.from, 10), SECOND);
    expect(ended.map(({ subject }) => subject)).toEqual(['Shift Reports: 1 back to normal in “Rotas”']);
  });
});

describe('a report that covers too few weeks', () => {
  const BEGUN = { from: '2026-04-01', to: '2026-04-03', today: '2026-04-03' };

  test('is no reason to call a figure quiet', () => {
    const book = new Alerting({ period: 'MTD' });
    book.list.save({ ...WORKED, ...WORDS });
    book.refresh(week(FIRST.from, 10), FIRST);
    expect(book.views()[0]?.state).toBe('quiet');
    book.refresh([], BEGUN);
    expect(book.views().map(({ state, sentence }) => [state, sentence])).toEqual([
      ['waiting', 'Needs a complete week; this report covers none: choose last 13 weeks.'],
    ]);
  });

  test('leaves a miss open and says since when nobody has judged it', () => {
    const book = missed(WORDS, { period: 'MTD' });
    expect(book.schedule([], { from: BEGUN.from, to: BEGUN.to })).toEqual([]);
    expect(book.views().map(({ state, sentence }) => [state, sentence])).toEqual([
      [
        'open',
        'Worked 80.0% in the week of 2026-03-02 (168 of 210), target 90%. Not judged since the week of ' +
          '2026-03-02. Needs a complete week; this report covers none: choose last 13 weeks.',
      ],
    ]);
  });
});

describe('a report that keeps history', () => {
  const MONDAYS = Array.from({ length: 14 }, (_, at) =>
    new Date(Date.UTC(2025, 11, 29 + 7 * at)).toISOString().slice(0, 10),
  );
  /** The newest week alone is on target. */
  const LATE = MONDAYS.flatMap((monday, at) => week(monday, at === 13 ? 9 : 8));
  const KEPT = { period: 'last week', mode: 'history' } as const;
  const LAST = { from: '2026-03-30', to: '2026-04-05', today: '2026-04-06' };

  test('is judged by its period, also where a refresh reads all its days again', () => {
    const book = new Alerting(KEPT);
    book.list.save({ ...WORKED, ...WORDS, target: 85, strictness: 'likely_real' });
    const reread = book.refresh(LATE, { ...LAST, from: '2025-12-29' });
    expect([reread, book.views()[0]?.sentence]).toEqual([
      [],
      'No miss in the week of 2026-03-30: 1 report judged, assuming people come and go independently.',
    ]);
    expect(book.refresh(LATE, { ...LAST, from: '2026-03-27' })).toEqual([]);
  });
});

describe('a report that was removed', () => {
  test('costs later runs no call, whatever was still to be told of it', () => {
    const book = new Alerting();
    book.list.save({ ...WORKED, ...WORDS });
    book.list.save({ ...WORKED, ...WORDS, report: 'r-1', target: 1 });
    book.refresh(week(FIRST.from, 8), FIRST);
    const other = { ...JSON.parse(book.document.readAll()['report.r-1'] ?? ''), id: 'r-2', sheet: 'Other' };
    const alerts = JSON.parse(book.document.readAll().alerts ?? '');
    alerts.alerts[1].report = 'r-2';
    book.document.write({ 'report.r-2': JSON.stringify(other), alerts: JSON.stringify(alerts) });
    book.document.remove('report.r-1');
    const locked = book.lock.waits.length;
    expect(book.schedule(week(SECOND.from, 8), SECOND)).toEqual([]);
    expect(book.lock.waits).toHaveLength(locked);
  });
});
