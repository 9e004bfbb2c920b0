import { describe, expect, test } from '@jest/globals';
import type { Crew } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

/* People with connections of their own (“Only me”) refresh the same report by turns: each has misses of its own. */

const FIRST = { from: '2026-03-02', to: '2026-03-08' };
const SECOND = { from: '2026-03-09', to: '2026-03-15' };
const THIRD = { from: '2026-03-16', to: '2026-03-22' };
type Range = typeof FIRST;

function week({ from }: Range, worked: number): Crew[] {
  const crews = Array.from({ length: 21 }, () => ({ posted: 14, booked: 10, demand: 12, worked }));
  return weekOf(from, crews);
}

function watching(changes: object = {}): Alerting {
  const book = new Alerting();
  book.list.save({ ...WORKED, scope: 'all', ...changes });
  return book;
}

/** A refresh by hand. @returns What that person hears. */
function byHand(book: Alerting, person: string, range: Range, worked: number): readonly string[] {
  book.fingerprint = person;
  return book.refresh(week(range, worked), range);
}

/** A scheduled run. @returns The subjects of its mails. */
function onSchedule(book: Alerting, person: string, range: Range, worked: number): readonly string[] {
  book.fingerprint = person;
  return book.schedule(week(range, worked), range).map(({ subject }) => subject);
}

const MISS = 'Shift Reports: 1 target missed in “Rotas”';
const END = 'Shift Reports: 1 back to normal in “Rotas”';

describe('two people who refresh by turns', () => {
  test('hear of a miss once each, however often they take turns', () => {
    const book = watching();
    const heard = [1, 2, 3, 4, 5, 6].map((turn) => byHand(book, turn % 2 ? 'ann' : 'bob', FIRST, 8).length);
    expect(heard).toEqual([1, 1, 0, 0, 0, 0]);
  });

  test('do not repeat the mail of the other’s schedule, nor swallow its end', () => {
    const book = watching();
    expect(onSchedule(book, 'ann', FIRST, 8)).toEqual([MISS]);
    byHand(book, 'bob', FIRST, 10);
    expect(onSchedule(book, 'ann', FIRST, 8)).toEqual([]);
    byHand(book, 'bob', SECOND, 10);
    expect(onSchedule(book, 'ann', SECOND, 9)).toEqual([END]);
    expect(onSchedule(book, 'ann', THIRD, 9)).toEqual([]);
  });

  test('see how the alert stands by the rows that stand in the table', () => {
    const book = watching();
    const shown = () => book.views()[0]?.state;
    byHand(book, 'ann', FIRST, 8);
    expect(shown()).toBe('open');
    byHand(book, 'bob', FIRST, 10);
    expect(shown()).toBe('quiet');
    byHand(book, 'ann', FIRST, 8);
    expect(shown()).toBe('open');
  });

  test('get mail of what the run has judged, not of what the other found by hand', () => {
    const book = watching();
    byHand(book, 'bob', FIRST, 8);
    expect(onSchedule(book, 'ann', FIRST, 10)).toEqual([]);
    expect(onSchedule(book, 'bob', FIRST, 8)).toEqual([MISS]);
  });

  test('of whom one looks at sample data are not taken for each other', () => {
    const book = watching();
    expect(onSchedule(book, 'ann', FIRST, 8)).toEqual([MISS]);
    book.isSample = true;
    expect(onSchedule(book, 'sample', FIRST, 8)).toEqual([]);
    expect(book.views()[0]?.sentence).toMatch(/^SAMPLE: .* No email is sent about sample data\.$/);
    book.isSample = false;
    expect(onSchedule(book, 'ann', FIRST, 8)).toEqual([]);
    expect(book.views()[0]?.sentence).not.toContain('SAMPLE');
  });
});

describe('of many people', () => {
  test('the fifth takes the place of the one who refreshed longest ago', () => {
    const book = watching();
    const people = ['ann', 'bob', 'cy', 'dee', 'eve'];
    for (const person of people) expect(byHand(book, person, FIRST, 8)).toHaveLength(1);
    const again = ['bob', 'cy', 'dee', 'eve'].map((person) => byHand(book, person, FIRST, 8).length);
    expect([again, byHand(book, 'ann', FIRST, 8).length]).toEqual([[0, 0, 0, 0], 1]);
  });
});

describe('an alert that is edited', () => {
  test('begins anew for everybody, and goes on for everybody where only its mail changes', () => {
    const book = watching();
    for (const person of ['ann', 'bob']) byHand(book, person, FIRST, 8);
    book.list.save({ ...WORKED, scope: 'all', id: 'a-1', email: 'bob@employer.example' });
    expect(['ann', 'bob'].map((person) => byHand(book, person, FIRST, 8).length)).toEqual([0, 0]);
    book.list.save({ ...WORKED, scope: 'all', id: 'a-1', target: 85 });
    expect(['ann', 'bob'].map((person) => byHand(book, person, FIRST, 8).length)).toEqual([1, 1]);
  });
});
