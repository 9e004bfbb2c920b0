import { describe, expect, test } from '@jest/globals';
import { MOST_PACKS, NEW_ADDRESSES_A_DAY, PACKS_A_DAY } from '../../../src/limits';
import { SeededRandom } from '../../emulator/random';
import { dyingAt, Packing, WEEKLY } from './packing';

const RUNS = Number(process.env.TEST_RUNS ?? 20);
const SEED = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
const HOUR = 3600;

/** Runs every hour for so many hours. @returns How many mails went, by hour from 0. */
function hourly(book: Packing, hours: number): number[] {
  return Array.from({ length: hours }, () => {
    book.clock.advance(HOUR);
    return book.run().length;
  });
}

/** Puts the clock to an hour of a day in November 2026 or later, by the clock of London in winter. */
function at(book: Packing, day: string, hour = 0): void {
  book.clock.advance((Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000 - book.clock.now()) / 1000);
}

describe('a pack', () => {
  test('goes once a week, in the first run from its hour on', () => {
    const book = new Packing();
    at(book, '2026-11-21', 12);
    book.list.save(WEEKLY);
    // Saturday noon; Monday 06:00 is 42 hours away.
    const sent = hourly(book, 24 * 21);
    expect(sent.flatMap((count, hour) => (count > 0 ? [hour + 1] : []))).toEqual([42, 42 + 168, 42 + 336]);
    expect(Math.max(...sent)).toBe(1);
  });

  test('goes once a month', () => {
    const book = new Packing();
    at(book, '2026-11-21');
    book.list.save({ ...WEEKLY, every: 'month', day: 28, hour: 0 });
    // The report covers 21 days: no whole month, so nothing can be said.
    expect(hourly(book, 24 * 10).every((count) => count === 0)).toBe(true);
    expect(book.views()[0]?.sentence).toMatch(
      /^The pack of 28 Nov 2026 was skipped: .* Next: .* from 2026-12-28 00:00 on\.$/,
    );
  });

  test('waits for its newest week, and goes no later than 24 hours after its hour', () => {
    const book = new Packing();
    at(book, '2026-11-21');
    book.list.save(WEEKLY);
    at(book, '2026-11-23', 6);
    expect(book.run({ to: book.today - 2 })).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^Due since 2026-11-23 06:00/);
    at(book, '2026-11-24', 6);
    expect(book.run()).toHaveLength(1);
    at(book, '2026-12-01', 6.1);
    expect(book.run()).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^The pack of 30 Nov 2026 was skipped/);
  });

  test('is not sent of sample data, nor by a refresh that someone started', () => {
    const book = new Packing();
    at(book, '2026-11-21');
    book.list.save(WEEKLY);
    at(book, '2026-11-23', 7);
    expect(book.run({ isSample: true })).toEqual([]);
    expect(book.run({ by: 'sidebar' })).toEqual([]);
    expect(book.mailer.asked).toBe(0);
    expect(book.views(true)[0]).toMatchObject({ isBlocked: true });
    expect(book.run()).toHaveLength(1);
  });

  test('that is saved or changed after its hour goes from its next day on', () => {
    const book = new Packing();
    at(book, '2026-11-23', 9);
    const { packs } = book.list.save(WEEKLY);
    expect(hourly(book, 24).reduce((sum, count) => sum + count, 0)).toBe(0);
    at(book, '2026-11-30', 7);
    book.list.save({ ...WEEKLY, id: JSON.parse(packs ?? '').packs[0].id, to: ['bob@employer.example'] });
    expect(book.run()).toEqual([]);
    at(book, '2026-12-07', 7);
    expect(book.run().map(({ to }) => to)).toEqual(['bob@employer.example']);
  });

  test('goes only to domains that the administrator allows, also where it was saved before', () => {
    const before = new Packing();
    at(before, '2026-11-21');
    before.list.save({ ...WEEKLY, to: ['ann@employer.example', 'eve@elsewhere.example'] });
    const book = new Packing(['employer.example']);
    book.document.write(before.document.readAll());
    expect(() => book.list.save({ ...WEEKLY, to: ['eve@elsewhere.example'] })).toThrow(
      'Ask your administrator: mail goes to employer.example only.',
    );
    at(book, '2026-11-23', 7);
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example']);
    expect(book.run()).toEqual([]);
    expect(book.mailer.asked).toBe(1);
  });

  test('is refused beyond the limits, and without a schedule', () => {
    const book = new Packing();
    for (let count = 0; count < MOST_PACKS; count += 1) book.list.save(WEEKLY);
    expect(() => book.list.save(WEEKLY)).toThrow('Remove a pack first: there are 5 already.');
    const { schedule } = book.document.readAll();
    book.document.write({ schedule: JSON.stringify({ ...JSON.parse(schedule ?? ''), every: 'off' }) });
    expect(() => book.list.save(WEEKLY)).toThrow('Save a schedule first: the pack goes out with it.');
  });
});

describe('an editor who saves packs again and again', () => {
  test('reaches few new addresses a day, and each with few packs', () => {
    const book = new Packing();
    at(book, '2026-11-21');
    const mailed = new Map<string, number[]>();
    for (let hour = 0; hour < 24 * 4; hour += 1) {
      const weekday = (Math.floor(hour / 24) + 5) % 7;
      for (const { id } of book.views()) book.list.remove(id);
      for (let pack = 0; pack < MOST_PACKS; pack += 1) {
        const to = Array.from(
          { length: 4 },
          (_, one) => `stranger-${(hour * 20 + pack * 4 + one) % 160}@elsewhere.example`,
        );
        book.list.save({ ...WEEKLY, to, day: weekday + 1, hour: hour % 24, every: 'week' });
      }
      book.clock.advance(HOUR / 2);
      for (const { to } of book.run()) {
        for (const address of to.split(',')) mailed.set(address, [...(mailed.get(address) ?? []), hour]);
      }
      book.clock.advance(HOUR / 2);
    }
    for (const hours of mailed.values()) {
      for (const first of hours) {
        expect(hours.filter((one) => one >= first && one < first + 24).length).toBeLessThanOrEqual(
          PACKS_A_DAY,
        );
      }
    }
    expect(mailed.size).toBeGreaterThan(NEW_ADDRESSES_A_DAY);
    const firsts = [...mailed.values()].map(([first = 0]) => first);
    for (const first of firsts) {
      const added = firsts.filter((one) => one >= first && one < first + 24).length;
      expect(added).toBeLessThanOrEqual(NEW_ADDRESSES_A_DAY);
    }
  });
});

describe('refused mail', () => {
  test('of one address is tried again within the day, and the others get theirs once', () => {
    const book = new Packing();
    at(book, '2026-11-21');
    book.list.save({
      ...WEEKLY,
      to: ['ann@employer.example', 'bob@employer.example', 'carl@employer.example'],
    });
    book.mailer.refusedAddresses.add('bob@employer.example');
    at(book, '2026-11-23', 6);
    expect(book.run().map(({ to }) => to)).toEqual(['ann@employer.example', 'carl@employer.example']);
    expect(book.views()[0]?.sentence).toContain('Check the address b…@employer.example');
    book.mailer.refusedAddresses.clear();
    expect(hourly(book, 3)).toEqual([1, 0, 0]);
    expect(book.mailer.mails.map(({ to }) => to)).toEqual([
      'ann@employer.example',
      'carl@employer.example',
      'bob@employer.example',
    ]);
  });

  test('of the account waits until Google takes some, and then goes once', () => {
    const book = new Packing();
    at(book, '2026-11-21');
    book.list.save(WEEKLY);
    at(book, '2026-11-23', 6);
    book.mailer.refuses = true;
    expect(hourly(book, 10).every((count) => count === 0)).toBe(true);
    book.mailer.refuses = false;
    expect(hourly(book, 10)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('runs that Google ends at any call', () => {
  test.each([
    ['one page', 'all', 1],
    ['a page for each venue', 'venue', 2],
  ] as const)('never double %s, and lose at most one', (_, split, pages) => {
    const random = new SeededRandom(SEED);
    let [kills, lost, days] = [0, 0, 0];
    const book = new Packing();
    at(book, '2026-11-21', 12);
    book.list.save({ ...WEEKLY, split, to: ['ann@employer.example', 'bob@employer.example'] });
    for (let week = 0; week < RUNS; week += 1) {
      const before = book.mailer.mails.length;
      let killed = 0;
      // From Monday 05:00 to Tuesday 11:00; nothing is due on the other days.
      book.clock.advance(41 * HOUR);
      for (let hour = 0; hour < 30; hour += 1) {
        book.clock.advance(HOUR);
        if (random.below(4) > 0) {
          const dying = dyingAt(book, 1 + random.below(10), random.below(2) === 0);
          book.runWith(dying);
          if (dying.isDead()) killed += 1;
        } else book.run();
      }
      book.clock.advance(97 * HOUR);
      days += 7;
      const subjects = book.mailer.mails.slice(before).map(({ subject }) => subject);
      expect([SEED, week, new Set(subjects).size]).toEqual([SEED, week, subjects.length]);
      expect(subjects.length).toBeLessThanOrEqual(pages);
      expect([SEED, week, pages - subjects.length <= killed]).toEqual([SEED, week, true]);
      kills += killed;
      lost += pages - subjects.length;
    }
    console.info(`${days} virtual days, ${kills} kills: 0 doubled, ${lost} lost (seed ${SEED})`);
    expect(lost).toBeLessThanOrEqual(kills);
    expect(kills).toBeGreaterThan(0);
  });
});
