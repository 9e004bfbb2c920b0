import { beforeEach, describe, expect, test } from '@jest/globals';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';

/* Rows that a killed run left in its hidden sheet, of a report that was removed after it. */

const LEFT = 'Shift Reports staging killed';
let book: Refreshing;
beforeEach(() => {
  book = new Refreshing([reportAnswer()], [savedReport('r-2', 'Other', 2)]);
  const { id } = book.sheets.add(LEFT, [['rows']]);
  book.document.write({ 'staging.r-1': String(id) });
});

/** What is left of them: the hidden sheet, and its ID. */
const left = () => [book.sheets.byName(LEFT)?.cells, Number(book.document.readAll()['staging.r-1'])];

describe('rows that a killed run left of a removed report', () => {
  test('go with the next refresh of another one', () => {
    book.refresh('schedule', 'r-2');
    expect(left()).toEqual([undefined, 0]);
  });

  test.each([[['r-1']], [undefined]])('go when what is kept of reports %p is forgotten', (reports) => {
    book.refresher().forgetTables(reports);
    expect(left()).toEqual([undefined, 0]);
  });

  test('stay known while another run is at it', () => {
    const before = left();
    const until = book.fetching.clock.now() + 1000;
    book.document.write({ lease: JSON.stringify({ id: 'other', by: 'schedule', since: 0, until }) });
    book.refresher().forgetTables();
    expect(left()).toEqual(before);
  });

  test('stay known where their sheet cannot be removed', () => {
    const before = left();
    book.sheets.beforeStep = (step) => {
      if (step.startsWith('remove')) throw new Error('Service error');
    };
    book.refresher().forgetTables();
    expect(left()).toEqual(before);
  });
});

describe('the hidden sheet of a killed run', () => {
  test('goes too where the run was killed before it logged it', () => {
    const lease = { id: 'early', by: 'schedule', since: 0, until: book.fetching.clock.now() - 1 };
    book.document.write({ lease: JSON.stringify(lease), 'staging.r-1': '' });
    book.sheets.add('Shift Reports staging early');
    book.refresh('schedule', 'r-2');
    expect(book.sheets.byName('Shift Reports staging early')).toBeUndefined();
  });

  test('goes too where it came up while another was removed', () => {
    book.sheets.beforeStep = () => {
      book.sheets.beforeStep = () => undefined;
      book.document.write({ 'staging.r-2': String(book.sheets.add('Shift Reports staging next').id) });
    };
    book.refresher().forgetTables();
    expect(book.sheets.byName('Shift Reports staging next')).toBeUndefined();
    expect(left()).toEqual([undefined, 0]);
  });

  // To begin, to ask and to commit. One that is still there takes the lock once more: it is removed while the lock is free.
  test.each<[string, number, () => void]>([
    ['three times where there is none', 3, () => book.document.write({ 'staging.r-1': '' })],
    ['three times where someone deleted it', 3, () => book.sheets.sheets.splice(0)],
    ['four times where there is one', 4, () => undefined],
  ])('lets a refresh take the lock %s', (_, times, happen) => {
    happen();
    book.refresh('schedule', 'r-2');
    expect([book.fetching.lock.waits.length, Number(book.document.readAll()['staging.r-1'])]).toEqual([
      times,
      0,
    ]);
  });
});
