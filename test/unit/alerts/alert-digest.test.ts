import { describe, expect, test } from '@jest/globals';
import { AlertDigest } from '../../../src/alerts/alert-digest';
import type { Crew } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

const FIRST = { from: '2026-03-02', to: '2026-03-08' };
const SECOND = { from: '2026-03-09', to: '2026-03-15' };
const THIRD = { from: '2026-03-16', to: '2026-03-22' };

function week({ from }: { readonly from: string }, worked: number, venue = 'Grand Hotel'): Crew[] {
  const crews = Array.from({ length: 21 }, () => ({ venue, posted: 14, booked: 10, demand: 12, worked }));
  return weekOf(from, crews);
}

function watching(...changes: readonly object[]): Alerting {
  const book = new Alerting();
  for (const change of changes) book.list.save({ ...WORKED, ...change });
  return book;
}

describe('the digest of a scheduled run', () => {
  test('holds what is missed, by whom, against what, and how to get no more', () => {
    const [mail] = watching({}).schedule(week(FIRST, 8), FIRST);
    expect(mail).toEqual({
      to: 'ann@employer.example',
      subject: 'Shift Reports: 1 target missed in “Rotas”',
      body: [
        'Spreadsheet: Rotas',
        'Missed:',
        '“Grand Hotel”: worked 80.0% in the week of 2 Mar 2026 (168 of 210), target 90%. (Report “Shifts”)',
        'Figures cover complete weeks, as published by the service. The newest may still be corrected. You get this ' +
          'email because an alert was saved with your address. To stop it, remove the alert (Extensions ▸ Shift ' +
          'Reports, tab Alerts). While a miss lasts, you get no further email about it, only one when it is over. ' +
          'After three emails within a day, later changes come in one email a day.',
      ].join('\n\n'),
    });
  });

  test('is one mail for all alerts of an address, and one for each address', () => {
    const book = watching(
      {},
      { scope: 'all' },
      { measure: 'true_fulfilment_percentage', email: 'bob@employer.example' },
    );
    const mails = book.schedule(week(FIRST, 8), FIRST);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@employer.example', 'Shift Reports: 2 targets missed in “Rotas”'],
      ['bob@employer.example', 'Shift Reports: 1 target missed in “Rotas”'],
    ]);
  });

  test.each([
    ['US', 'true fulfillment 66.7%'],
    ['UK', 'true fulfilment 66.7%'],
  ] as const)('spells as in the %s also where the spreadsheet itself has no connection', (region, words) => {
    const book = watching({ measure: 'true_fulfilment_percentage', scope: 'all' });
    const range = { from: '2026-03-01', to: '2026-03-08' };
    const [mail] = book.schedule(week(FIRST, 8), range, region);
    expect(book.document.readAll().connection).toBeUndefined();
    expect(mail?.body).toContain(words);
  });

  test('tells once of a miss and once of its end', () => {
    const book = watching({});
    const counts = [
      [FIRST, 8],
      [FIRST, 8],
      [SECOND, 7],
      [THIRD, 9],
      [THIRD, 9],
    ].map(([range, worked]) => {
      const mails = book.schedule(week(range as typeof FIRST, worked as number), range as typeof FIRST);
      return mails.map(({ subject }) => subject);
    });
    const ended = ['Shift Reports: 1 back to normal in “Rotas”'];
    expect(counts).toEqual([['Shift Reports: 1 target missed in “Rotas”'], [], [], ended, []]);
  });

  test('tells at the end of the next scheduled run what a run by hand has found', () => {
    const book = watching({});
    book.refresh(week(FIRST, 8), FIRST);
    expect(book.mailer.mails).toEqual([]);
    expect(book.schedule(week(FIRST, 8), FIRST)).toHaveLength(1);
  });

  test('says nothing of a miss that was over before any mail', () => {
    const book = watching({});
    book.refresh(week(FIRST, 8), FIRST);
    expect(book.schedule(week(SECOND, 10), SECOND)).toEqual([]);
  });

  test('goes nowhere without an address, and costs no call then', () => {
    const book = watching({ email: '' });
    book.refresh(week(FIRST, 8), FIRST);
    book.document.log.length = 0;
    expect(book.schedule(week(SECOND, 8), SECOND)).toEqual([]);
    // That of the refresh itself.
    expect(book.document.log).toEqual(['write alertEpisodes,definitions']);
    expect(book.lock.waits).toHaveLength(1);
    expect(book.views()[0]?.state).toBe('open');
  });

  test('goes to those who have an address: neither an alert without one nor one of no schedule holds it up', () => {
    const book = watching({ email: '' }, { email: undefined }, {});
    const mails = book.schedule(week(FIRST, 8), FIRST);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@employer.example', 'Shift Reports: 1 target missed in “Rotas”'],
    ]);
  });

  test('tells an address that is given later', () => {
    const book = watching({ email: '' });
    book.schedule(week(FIRST, 8), FIRST);
    book.list.save({ ...WORKED, id: 'a-1', email: 'ann@employer.example' });
    expect(book.schedule(week(FIRST, 8), FIRST)).toHaveLength(1);
  });

  test('never lets a name begin a line of its own, and bounds its length', () => {
    const venue = 'x\nBcc: all@employer.example\r\n'.repeat(20);
    const [mail] = watching({}).schedule(week(FIRST, 8, venue), FIRST);
    expect(mail?.body).not.toMatch(/^Bcc/m);
    expect(mail?.body.length).toBeLessThan(800);
  });

  test('counts what is beyond thirty lines', () => {
    const rows = Array.from({ length: 40 }, (_, at) => week(FIRST, 8, `Venue ${at}`)).flat();
    const [mail] = watching({}).schedule(rows, FIRST);
    expect(mail?.subject).toBe('Shift Reports: 40 targets missed in “Rotas”');
    expect(mail?.body.match(/^“Venue/gm)).toHaveLength(30);
    expect(mail?.body).toContain('\nAnd 10 more: see the tab Alerts.');
  });

  test('counts misses that are too many to be kept one by one', () => {
    const rows = Array.from({ length: 1_005 }, (_, at) => week(FIRST, 8, `Venue ${at}`)).flat();
    const book = watching({});
    const [mail] = book.schedule(rows, FIRST);
    expect(mail?.subject).toBe('Shift Reports: 1,005 targets missed in “Rotas”');
    expect(mail?.body.match(/^“Venue/gm)).toHaveLength(30);
    expect(mail?.body).toContain('\nAnd 975 more: see the tab Alerts.');
    // The first one is over, and is told. Then there is room for one of the others, which are as many as before, not new.
    const fewer = [...week(FIRST, 9, 'Venue 0'), ...rows.slice(21)];
    const [over, next] = [1, 2].flatMap(() => book.schedule(fewer, FIRST));
    expect(over?.subject).toBe('Shift Reports: 1 back to normal in “Rotas”');
    expect(next?.subject).toBe('Shift Reports: 1 target missed in “Rotas”');
    expect(next?.body).toMatch(/^“Venue .*\nAnd 884 more: see the tab Alerts\.$/m);
  });

  test('separates thousands', () => {
    const crews = week(FIRST, 8).map((crew) => ({
      ...crew,
      posted: 1400,
      booked: 1000,
      demand: 1200,
      worked: 800,
    }));
    const [mail] = watching({}).schedule(crews, FIRST);
    expect(mail?.body).toContain('(16,800 of 21,000)');
  });

  test('has nothing to tell of an alert that was removed while its report was refreshed', () => {
    const book = watching({});
    book.refresh(week(FIRST, 8), FIRST);
    book.list.remove('a-1');
    book.document.log.length = 0;
    new AlertDigest({ ...book, inspector: { isMailDue: true, isAmerican: false } }).send();
    expect([book.mailer.mails, book.document.log]).toEqual([[], []]);
  });

  test('does not go out where the lock is not to be had, and goes out with the next run', () => {
    const book = watching({});
    book.lock.refusals = 1;
    expect(book.schedule(week(FIRST, 8), FIRST)).toEqual([]);
    expect(book.schedule(week(FIRST, 8), FIRST)).toHaveLength(1);
  });
});

describe('the digest of what changed repeatedly', () => {
  /** Runs an hour apart until changes are collected: the last two of these. @returns Those alerts a day later. */
  function collecting(...alerts: readonly object[]): Alerting {
    const book = watching(...alerts);
    for (const worked of [8, 9, 8, 9, 8]) {
      book.schedule(week(FIRST, worked), FIRST);
      book.clock.advance(3600);
    }
    book.clock.advance(86_400);
    return book;
  }

  test('says that a venue is still missed whose name is written in other capitals by now', () => {
    const book = collecting({});
    const [mail] = book.schedule(week(FIRST, 8, 'GRAND HOTEL'), FIRST);
    expect(mail?.subject).toBe('Shift Reports: 1 alert changed, 1 missed now in “Rotas”');
    expect(mail?.body).toContain('Now: “Grand Hotel”: worked 80.0% in the week of 2 Mar 2026');
  });

  test('calls nothing back to normal that was forgotten because its alert was changed', () => {
    const book = collecting({});
    book.list.save({ ...WORKED, id: 'a-1', target: 50 });
    const [mail] = book.schedule(week(FIRST, 8), FIRST);
    expect(mail?.subject).toBe('Shift Reports: 1 alert changed, no open miss now in “Rotas”');
    expect(mail?.body).toContain(', missed 10 Mar 2026, 16:00. Now: no open miss. (Report “Shifts”)');
  });

  test.each([
    [10, 'none of these missed now'],
    [9, 'at least 1 missed now'],
  ])('does not say that all is back to normal where venues are only counted: %i of 12 are', (good, now) => {
    const book = watching({});
    const run = (worked: (at: number) => number) => {
      const venues = Array.from({ length: 12 }, (_, at) => `Venue ${String.fromCharCode(65 + at)}`);
      const mails = book.schedule(
        venues.flatMap((venue, at) => week(FIRST, worked(at), venue)),
        FIRST,
      );
      book.clock.advance(3600);
      return mails;
    };
    for (const worked of [8, 9, 8, 9, 8]) run(() => worked);
    book.clock.advance(86_400);
    const [mail] = run((at) => (at < good ? 9 : 8));
    expect(mail?.subject).toBe(`Shift Reports: 10 alerts changed, ${now} in “Rotas”`);
    expect(mail?.body).toMatch(/And \d+ more changes: see the tab Alerts\./);
  });

  test('says what is back to normal', () => {
    const book = collecting({});
    const [mail] = book.schedule(week(FIRST, 9), FIRST);
    expect(mail?.subject).toBe('Shift Reports: 1 alert changed, all back to normal now in “Rotas”');
    expect(mail?.body).toContain(' Now: back to normal. (Report “Shifts”)');
  });

  test('is not sent where all that changed is of alerts that were removed', () => {
    const book = collecting({});
    book.list.remove('a-1');
    book.list.save({ ...WORKED, measure: 'no_shows_percentage', target: 100 });
    expect(book.schedule(week(FIRST, 8), FIRST)).toEqual([]);
  });
});
