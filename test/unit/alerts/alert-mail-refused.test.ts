import { describe, expect, test } from '@jest/globals';
import { AlertDigest } from '../../../src/alerts/alert-digest';
import type { Crew } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

/* Mail about alerts that Google refuses is due again; nobody is reported of the end of what he was not reported of. */

const FIRST = { from: '2026-03-02', to: '2026-03-08' };
const SECOND = { from: '2026-03-09', to: '2026-03-15' };
const ALERT = 'Shift Reports: 1 target missed in “Rotas”';
const OVER = 'Shift Reports: 1 back to normal in “Rotas”';

function week({ from }: { readonly from: string }, worked: number, venue = 'Grand Hotel'): Crew[] {
  return weekOf(
    from,
    Array.from({ length: 21 }, () => ({ venue, posted: 14, booked: 10, demand: 12, worked })),
  );
}

/** An hourly run each, of rows in which so many are worked. @returns The subjects of the mails, by address. */
function play(book: Alerting, worked: number, runs = 1, range = FIRST): string[] {
  return Array.from({ length: runs }, () => {
    const mails = book.schedule(week(range, worked), range);
    book.clock.advance(3600);
    return mails.map(({ to, subject }) => `${to.slice(0, 3)}: ${subject}`);
  }).flat();
}

function watching(...changes: readonly object[]): Alerting {
  const book = new Alerting();
  for (const change of changes) book.list.save({ ...WORKED, ...change });
  return book;
}

describe('mail that Google refuses to send for the account', () => {
  test.each([1, 2, 4, 30])('for %i runs about a miss goes out once with the next', (runs) => {
    const book = watching({});
    book.mailer.refuses = true;
    expect(play(book, 8, runs)).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(
      / Wait a day: Google refused the last email\. It is sent with a later run\.$/,
    );
    book.mailer.refuses = false;
    expect(play(book, 8, 3)).toEqual([`ann: ${ALERT}`]);
    expect(book.views()[0]?.sentence).not.toContain('refused');
    expect(play(book, 9, 3)).toEqual([`ann: ${OVER}`]);
  });

  test.each([1, 2, 4, 30])('for %i runs about the end of a miss goes out once with the next', (runs) => {
    const book = watching({});
    expect(play(book, 8)).toEqual([`ann: ${ALERT}`]);
    book.mailer.refuses = true;
    expect(play(book, 9, runs)).toEqual([]);
    book.mailer.refuses = false;
    expect(play(book, 9, 3)).toEqual([`ann: ${OVER}`]);
  });

  test('about a new miss says nothing again of the one that was reported before', () => {
    const book = watching({});
    expect(play(book, 8)).toEqual([`ann: ${ALERT}`]);
    const both = [...week(FIRST, 8), ...week(FIRST, 8, 'Pier')];
    book.mailer.refuses = true;
    expect(book.schedule(both, FIRST)).toEqual([]);
    book.mailer.refuses = false;
    book.clock.advance(3600);
    const [mail] = book.schedule(both, FIRST);
    expect(mail?.subject).toBe(ALERT);
    expect(mail?.body).toContain('“Pier”: worked 80.0%');
    expect(mail?.body).not.toContain('Grand Hotel');
  });

  test('about an alert that someone removes meanwhile is forgotten', () => {
    const book = watching({}, { scope: 'all', email: 'bob@employer.example' });
    const send = book.mailer.send.bind(book.mailer);
    book.mailer.refuses = true;
    book.mailer.send = (mail) => {
      book.list.remove('a-1');
      return send(mail);
    };
    expect(play(book, 8)).toEqual([]);
    book.mailer.refuses = false;
    expect(play(book, 8, 3)).toEqual([`bob: ${ALERT}`]);
  });

  test('about a miss that is over by then says nothing of it, nor of its end', () => {
    const book = watching({});
    book.mailer.refuses = true;
    play(book, 8);
    play(book, 9);
    book.mailer.refuses = false;
    expect(play(book, 9, 3)).toEqual([]);
    expect(play(book, 10, 2, SECOND)).toEqual([]);
  });

  test('about the end of a miss that has come back says nothing before it is really over', () => {
    const book = watching({});
    play(book, 8);
    book.mailer.refuses = true;
    play(book, 9);
    play(book, 8);
    book.mailer.refuses = false;
    expect(play(book, 8, 2)).toEqual([]);
    expect(play(book, 9, 2)).toEqual([`ann: ${OVER}`]);
  });

  test('counts as told no more when a person has refreshed before it was taken back', () => {
    const book = watching({});
    book.mailer.refuses = true;
    const { quotaLeft } = book.mailer;
    // Between the refusal and the note of it: the miss ends.
    book.mailer.quotaLeft = () => {
      book.refresh(week(FIRST, 9), FIRST);
      return quotaLeft.call(book.mailer);
    };
    play(book, 8);
    book.mailer.quotaLeft = quotaLeft;
    book.mailer.refuses = false;
    expect(play(book, 9, 2)).toEqual([]);
  });

  test('about the end of a miss goes on when a person has refreshed before it was taken back', () => {
    const book = watching({});
    play(book, 8);
    book.mailer.refuses = true;
    const { quotaLeft } = book.mailer;
    book.mailer.quotaLeft = () => {
      book.refresh(week(FIRST, 8), FIRST);
      return quotaLeft.call(book.mailer);
    };
    play(book, 9);
    book.mailer.quotaLeft = quotaLeft;
    book.mailer.refuses = false;
    expect(play(book, 8, 2)).toEqual([]);
    expect(play(book, 9, 2)).toEqual([`ann: ${OVER}`]);
  });

  test('goes out with the next run where others hold the lock for 20 seconds after the refusal', () => {
    const book = watching({});
    book.mailer.send = () => {
      book.lock.busyMillis = 20_000;
      return false;
    };
    expect(play(book, 8)).toEqual([]);
    Reflect.deleteProperty(book.mailer, 'send');
    expect(play(book, 8, 3)).toEqual([`ann: ${ALERT}`]);
  });

  test('is asked about before the next try, which then costs no write', () => {
    const book = watching({});
    book.mailer.refuses = true;
    play(book, 8);
    book.document.log.length = 0;
    play(book, 8);
    // That of the refresh itself.
    expect([book.mailer.asked, book.document.log.length]).toEqual([2, 1]);
  });

  test.each(['spreadsheetName', 'text'] as const)(
    'is due again where its text cannot be written: %s',
    (member) => {
      const book = watching({});
      book.mailer.spreadsheetName = () => {
        throw new Error(member);
      };
      expect(play(book, 8)).toEqual([]);
      book.mailer.spreadsheetName = () => 'Rotas';
      expect(play(book, 8, 2)).toEqual([`ann: ${ALERT}`]);
    },
  );
});

describe('mail that Google refuses to one address', () => {
  test('holds up no other, says so with its alert, and is tried again, after three times once a day', () => {
    const book = watching({ email: 'bad@employer.example' }, { scope: 'all' });
    book.mailer.refusedAddresses.add('bad@employer.example');
    expect(play(book, 8)).toEqual([`ann: ${ALERT}`]);
    expect(book.views().map(({ sentence }) => /Check .*/.exec(sentence)?.[0])).toEqual([
      'Check the address b…@employer.example: Google refused the last email to it. It is tried again with a later run.',
      undefined,
    ]);
    expect(play(book, 8, 23)).toEqual([]);
    expect(book.mailer.asked).toBe(3);
    expect(play(book, 8, 24)).toEqual([]);
    expect(book.mailer.asked).toBe(4);
    // Ann’s miss is over meanwhile, and she is told.
    expect(play(book, 9, 2)).toEqual([`ann: ${OVER}`]);
    expect(play(book, 8, 1, SECOND)).toEqual([`ann: ${ALERT}`]);
    book.mailer.refusedAddresses.clear();
    expect(play(book, 8, 30, SECOND)).toEqual([`bad: ${ALERT}`]);
    expect(book.views()[0]?.sentence).not.toContain('Check');
  });

  test('is told to the right one once it is corrected', () => {
    const book = watching({ email: 'bad@employer.example' });
    book.mailer.refusedAddresses.add('bad@employer.example');
    play(book, 8, 5);
    book.list.save({ ...WORKED, id: 'a-1', email: 'cy@employer.example' });
    expect(play(book, 8, 2)).toEqual([`cy@: ${ALERT}`]);
  });
});

describe('an alert whose mail goes to another address now', () => {
  test('tells that one of what is open, and of its end, and the other of nothing more', () => {
    const book = watching({});
    expect(play(book, 8, 2)).toEqual([`ann: ${ALERT}`]);
    book.clock.advance(86_400);
    book.list.save({ ...WORKED, id: 'a-1', email: 'bob@employer.example' });
    expect(play(book, 8, 2)).toEqual([`bob: ${ALERT}`]);
    expect(play(book, 9, 2)).toEqual([`bob: ${OVER}`]);
  });

  test('tells nobody of the end of what only the other was told', () => {
    const book = watching({});
    play(book, 8);
    book.list.save({ ...WORKED, id: 'a-1', email: 'bob@employer.example' });
    expect(play(book, 9, 30)).toEqual([]);
  });
});

describe('an alert that comes and goes every hour', () => {
  const flap = (book: Alerting, from: number, hours: number): (readonly [number, string])[] =>
    Array.from({ length: hours }, (_, at) => from + at).flatMap((hour) =>
      play(book, hour % 2 === 0 ? 8 : 9).map((subject) => [hour, subject] as const),
    );

  test('makes three mails, then one a day, and mail at once again after a quiet day', () => {
    const book = watching({});
    expect(flap(book, 0, 51)).toEqual([
      [0, `ann: ${ALERT}`],
      [1, `ann: ${OVER}`],
      [2, `ann: ${ALERT}`],
      [26, 'ann: Shift Reports: 1 alert changed, 1 missed now in “Rotas”'],
      [50, 'ann: Shift Reports: 1 alert changed, 1 missed now in “Rotas”'],
    ]);
    expect(play(book, 8, 25)).toEqual([]);
    expect(play(book, 9, 1)).toEqual([`ann: ${OVER}`]);
  });

  test('is told with what happened when, and how it stands now', () => {
    const book = watching({});
    flap(book, 0, 5);
    expect(play(book, 9, 22)).toEqual([
      'ann: Shift Reports: 1 alert changed, all back to normal now in “Rotas”',
    ]);
    const [mail] = book.mailer.mails.slice(-1);
    expect(mail?.body.split('\n\n').slice(1, -1)).toEqual([
      'Changed since the last email:',
      '“Grand Hotel”: 3 changes: back to normal 10 Mar 2026, 15:00, missed 10 Mar 2026, 16:00, ' +
        'back to normal 10 Mar 2026, 17:00. Now: back to normal. (Report “Shifts”)',
    ]);
  });

  test('of a whole report is told without a name, and without the alerts that were removed meanwhile', () => {
    const book = watching({ scope: 'all' }, {});
    book.document.remove('zone');
    flap(book, 0, 5);
    book.list.remove('a-2');
    expect(play(book, 9, 22)).toEqual([
      'ann: Shift Reports: 1 alert changed, all back to normal now in “Rotas”',
    ]);
    const [mail] = book.mailer.mails.slice(-1);
    expect(mail?.body.split('\n\n').slice(1)).toEqual([
      'Changed since the last email:',
      '3 changes: back to normal 10 Mar 2026, 15:00, missed 10 Mar 2026, 16:00, back to normal 10 Mar 2026, 17:00. ' +
        'Now: back to normal. (Report “Shifts”)',
      expect.stringMatching(/^Times are in the spreadsheet’s time zone, Europe\/London\. /),
    ]);
  });

  test.each([1, 2, 5, 30])(
    'and mail that Google refuses for %i runs: what was collected goes out once',
    (runs) => {
      const book = watching({});
      flap(book, 0, 26);
      book.mailer.refuses = true;
      expect(play(book, 8, runs)).toEqual([]);
      book.mailer.refuses = false;
      expect(play(book, 8, 20)).toEqual(['ann: Shift Reports: 1 alert changed, 1 missed now in “Rotas”']);
      const [mail] = book.mailer.mails.slice(-1);
      expect(mail?.body).toContain(': 24 changes, the newest: ');
      expect(mail?.body).toContain('Now: “Grand Hotel”: worked 80.0% in the week of 2 Mar 2026');
    },
  );

  test('makes no mail for an address that was removed, and none twice when its run is ended', () => {
    const book = watching({});
    flap(book, 0, 20);
    book.list.remove('a-1');
    expect(play(book, 8, 30)).toEqual([]);
    new AlertDigest({ ...book, inspector: { isMailDue: true, isAmerican: false } }).send();
    expect(book.mailer.mails).toHaveLength(3);
  });
});
