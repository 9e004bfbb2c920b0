import { describe, expect, test } from '@jest/globals';
import { failureOf } from '../../support/fetching';
import { Alerting, WORKED, weekOf } from './alerting';

const RANGE = { from: '2026-03-02', to: '2026-03-08' };
const MISSED = weekOf(
  '2026-03-02',
  Array.from({ length: 21 }, () => ({
    venue: 'Pier',
    posted: 14,
    booked: 10,
    demand: 12,
    worked: 8,
    noShows: 2,
  })),
);

describe('the list of alerts', () => {
  test('keeps each in a property of its own, in the order in which they were made', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.clock.advance(1);
    book.list.save({ ...WORKED, scope: 'all', to: [] });
    expect(Object.keys(book.document.readAll()).filter((name) => name.startsWith('alert.'))).toEqual([
      'alert.a-1',
      'alert.a-2',
    ]);
    expect(book.views().map(({ id, scope, to, revision }) => [id, scope, to, revision])).toEqual([
      ['a-1', 'venue', 'ann@employer.example', 1],
      ['a-2', 'all', '', 1],
    ]);
  });

  test('takes the addresses of the form, and keeps what was found where it watches the same', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.refresh(MISSED, RANGE);
    book.list.save({ ...WORKED, id: 'a-1', to: ['ann@employer.example', 'bob@employer.example'] });
    const stored = JSON.parse(book.document.readAll()['alert.a-1'] ?? '{}');
    expect([stored.to, stored.revision, book.views()[0]?.state]).toEqual([
      ['ann@employer.example', 'bob@employer.example'],
      2,
      'open',
    ]);
    book.list.save({ ...WORKED, id: 'a-1', target: 50, to: [] });
    expect(book.views()[0]?.state).toBe('waiting');
  });

  test('refuses what was saved since its form was opened', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.list.save({ ...WORKED, id: 'a-1', revision: 1, target: 80 });
    const again = { ...WORKED, id: 'a-1', revision: 1, target: 70 };
    expect(failureOf(() => book.list.save(again)).code).toBe('changed_meanwhile');
    expect(book.views()[0]?.target).toBe('80%');
  });

  test.each<[string, object, string]>([
    ['whose report is gone', { report: 'r-2' }, 'Open the sidebar again: this report was removed.'],
    ['that is gone', { id: 'a-9' }, 'Add the alert again: it was removed meanwhile.'],
    [
      'to a domain that is not allowed',
      { to: ['a@other.example'] },
      'Ask your administrator: email goes to employer.example only.',
    ],
  ])('refuses one %s', (_, changes, sentence) => {
    const book = new Alerting({}, ['employer.example']);
    expect(failureOf(() => book.list.save({ ...WORKED, ...changes })).message).toBe(sentence);
    expect(book.views()).toEqual([]);
  });

  test('has room for twenty, and forgets one that is removed, if need be twice', () => {
    const book = new Alerting();
    for (let count = 0; count < 20; count += 1) book.list.save(WORKED);
    expect(failureOf(() => book.list.save(WORKED)).message).toBe(
      'Remove one of the alerts first: there are 20 already.',
    );
    book.list.remove('a-1');
    book.list.remove('a-1');
    book.list.save(WORKED);
    expect(book.views()).toHaveLength(20);
  });

  test('says that sample data makes no email', () => {
    const book = new Alerting();
    book.list.save(WORKED);
    book.owner = 'sample f';
    book.refresh(MISSED, RANGE);
    expect(book.views()[0]?.sentence).toMatch(/\n“Pier”: .*\nNo email is sent about sample data\.$/);
  });
});
