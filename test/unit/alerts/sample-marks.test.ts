import { describe, expect, test } from '@jest/globals';
import type { Crew } from '../../support/shift-records';
import { Alerting, WORKED, weekOf } from './alerting';

/* Alerts about invented people say so, and no mail tells of them. */

const FIRST = { from: '2026-03-02', to: '2026-03-08' };
const SECOND = { from: '2026-03-09', to: '2026-03-15' };

function week(monday: string, worked: number): Crew[] {
  return weekOf(
    monday,
    Array.from({ length: 21 }, () => ({ posted: 14, booked: 10, demand: 12, worked })),
  );
}

function trying(): Alerting {
  const book = new Alerting();
  book.isSample = true;
  book.list.save({ ...WORKED, scope: 'all' });
  return book;
}

describe('alerts on sample data', () => {
  test('are marked where they are told', () => {
    const book = trying();
    expect(book.refresh(week(FIRST.from, 8), FIRST)).toEqual([
      'SAMPLE: Alert: worked 80.0% in the week of 2026-03-02 (168 of 210), target 90%.',
    ]);
    expect(book.refresh(week(SECOND.from, 10), SECOND)).toEqual([
      'SAMPLE: Back to normal: worked 100.0% in the week of 2026-03-09, target 90%.',
    ]);
  });

  test('are marked where they stand, and say that there is no mail', () => {
    const book = trying();
    book.refresh(week(FIRST.from, 8), FIRST);
    const open = book.views()[0]?.sentence;
    book.refresh(week(SECOND.from, 10), SECOND);
    expect([open, book.views()[0]?.sentence]).toEqual([
      'SAMPLE: Worked 80.0% in the week of 2026-03-02 (168 of 210), target 90%. No email is sent about sample data.',
      'SAMPLE: No miss in the week of 2026-03-09: 1 report judged. No email is sent about sample data.',
    ]);
  });

  test('say nothing of mail where none would go anywhere', () => {
    const book = new Alerting();
    book.isSample = true;
    book.list.save({ ...WORKED, scope: 'all', email: '' });
    book.refresh(week(FIRST.from, 10), FIRST);
    expect(book.views()[0]?.sentence).toBe('SAMPLE: No miss in the week of 2026-03-02: 1 report judged.');
  });

  test('send no mail, and a run has no call more for them', () => {
    const book = trying();
    expect(book.schedule(week(FIRST.from, 8), FIRST)).toEqual([]);
    expect(book.schedule(week(SECOND.from, 10), SECOND)).toEqual([]);
    // That of saving the alert.
    expect(book.lock.waits).toHaveLength(1);
  });

  test('are told by mail as soon as the rows are real', () => {
    const book = trying();
    book.schedule(week(FIRST.from, 8), FIRST);
    [book.isSample, book.fingerprint] = [false, 'connection-2'];
    expect(book.schedule(week(FIRST.from, 8), FIRST)).toHaveLength(1);
    expect(book.views()[0]?.sentence).not.toContain('SAMPLE');
  });
});
