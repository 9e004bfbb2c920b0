import { describe, expect, test } from '@jest/globals';
import { ADDRESSES_A_DAY, NEW_ADDRESSES_A_DAY } from '../../../src/limits';
import type { Crew } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

/* An editor chooses addresses, another person's account sends: what the editor can make of that is bounded. */

const RANGE = { from: '2026-03-02', to: '2026-03-08' };
const MISSED: Crew[] = weekOf(
  RANGE.from,
  Array.from({ length: 21 }, () => ({ posted: 14, booked: 10, demand: 12, worked: 8 })),
);

function run(book: Alerting): string[] {
  const mails = book.schedule(MISSED, RANGE);
  book.clock.advance(3600);
  return mails.map(({ to }) => to);
}

/** Whom an hourly run of so many days writes to, day by day, while someone does this before each of them. */
function play(book: Alerting, days: number, meddle: (hour: number) => void): string[][] {
  return Array.from({ length: days }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => {
      meddle(day * 24 + hour);
      return run(book);
    }).flat(),
  );
}

const stranger = (at: number) => `stranger-${at}@elsewhere.example`;
const idsOf = (book: Alerting) => book.views().map(({ id }) => id);

/** Saves twenty alerts, changed, with addresses of eighty strangers in turn. */
function save(book: Alerting, hour: number, isAnew: boolean): void {
  const ids = idsOf(book);
  for (let at = 0; at < 20; at += 1) {
    if (isAnew && ids[at] !== undefined) book.list.remove(ids[at] ?? '');
    const id = isAnew ? null : (ids[at] ?? null);
    book.list.save({ ...WORKED, id, target: 90 + (hour % 9), email: stranger((hour * 20 + at) % 80) });
  }
}

describe('twenty alerts that are saved anew every hour, with the addresses of eighty strangers', () => {
  test.each([
    ['changed', false],
    ['removed and added again', true],
  ])('%s: mail goes to few new addresses a day, once to each', (_, isAnew) => {
    const book = new Alerting();
    const days = play(book, 9, (hour) => save(book, hour, isAnew));
    const known = new Set<string>();
    const added = days.map((mails) => {
      const before = known.size;
      for (const to of mails) known.add(to);
      return known.size - before;
    });
    for (const mails of days) {
      expect(mails.length).toBeLessThanOrEqual(ADDRESSES_A_DAY);
      expect(new Set(mails).size).toBe(mails.length);
    }
    expect(Math.max(...added)).toBe(NEW_ADDRESSES_A_DAY);
    console.info(
      `mails by day: ${days.map(({ length }) => length).join(' ')}; new addresses: ${added.join(' ')}`,
    );
  });

  test('and another connection each time: as few', () => {
    const book = new Alerting();
    const days = play(book, 2, (hour) => {
      book.fingerprint = `connection-${hour}`;
      save(book, hour, false);
    });
    expect(days.map(({ length }) => length <= ADDRESSES_A_DAY)).toEqual([true, true]);
    expect(new Set(days[0]).size).toBe(NEW_ADDRESSES_A_DAY);
  });
});

describe('an alert that someone changes', () => {
  test('sends no mail for 24 hours after its last one, and says so', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    expect(run(book)).toEqual(['ann@employer.example']);
    book.list.save({ ...WORKED, id: 'a-1', target: 91 });
    expect(book.views()[0]?.sentence).toMatch(
      / Its next email comes 24 hours after the last one at the earliest: the alert was changed since\.$/,
    );
    const days = play(book, 1, () => undefined);
    expect(days.flat()).toEqual(['ann@employer.example']);
    expect(book.clock.now()).toBe(Date.parse('2026-03-11T13:00:00Z'));
    expect(book.views()[0]?.sentence).not.toContain('24 hours');
  });

  test('goes on as before where it is saved as it was', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    run(book);
    book.list.save({ ...WORKED, id: 'a-1' });
    expect(book.views()[0]?.sentence).not.toContain('24 hours');
  });

  test('and sends its first mail at once where it was saved before any', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.list.save({ ...WORKED, id: 'a-1', target: 91 });
    expect(run(book)).toEqual(['ann@employer.example']);
  });
});

describe('people who set up alerts for their colleagues', () => {
  const colleagues = ['ann', 'bob', 'cy', 'di', 'ed', 'fay'].map((name) => `${name}@employer.example`);

  test('on the first day: each of six is told with the first run', () => {
    const book = new Alerting();
    for (const email of colleagues) {
      for (let at = 0; at < 3; at += 1) book.list.save({ ...WORKED, target: 85 + at, email });
    }
    expect(run(book)).toEqual(colleagues);
  });

  test('as many as there is room for: the others are told a day later, which their alerts say', () => {
    const book = new Alerting();
    for (let at = 0; at < 20; at += 1) book.list.save({ ...WORKED, email: `c${at}@employer.example` });
    expect(run(book)).toHaveLength(NEW_ADDRESSES_A_DAY);
    expect(book.views()[19]?.sentence).toMatch(
      / Its email waits for a day: alerts send email to 10 new addresses a day, and to 20 in all\.$/,
    );
    expect(play(book, 1, () => undefined).flat()).toHaveLength(NEW_ADDRESSES_A_DAY);
    expect(new Set(book.mailer.mails.map(({ to }) => to)).size).toBe(20);
  });

  test('may write an address in any case: it is the same', () => {
    const book = new Alerting();
    book.list.save({ ...WORKED, email: 'Ann@Employer.example' });
    book.list.save({ ...WORKED, scope: 'all' });
    expect(run(book)).toEqual(['Ann@Employer.example']);
  });
});

describe('what an editor can write into a mail', () => {
  test('is short, in quotation marks, and nothing in it is a link or a line of its own', () => {
    const sheet = `Win now”\r\nBcc: x@evil.example http://evil.example/pay www.evil.example mailto:y@evil.example ${'z'.repeat(100)}`;
    const book = new Alerting({ sheet });
    book.mailer.spreadsheetName = () => sheet;
    book.list.save(WORKED);
    book.schedule(
      MISSED.map((crew) => ({ ...crew, venue: 'evil.example/\u202Epay' })),
      RANGE,
    );
    const [mail] = book.mailer.mails;
    const text = `${mail?.subject}\n${mail?.body}`;
    expect(text).not.toMatch(/[\w-]\.[a-z]{2}|:\/\/|\S@\S|\u202e|^Bcc/im);
    for (const [, name = ''] of text.matchAll(/“([^”]*)”/g)) expect(name.length).toBeLessThanOrEqual(60);
    expect(mail?.subject.length).toBeLessThan(110);
  });
});
