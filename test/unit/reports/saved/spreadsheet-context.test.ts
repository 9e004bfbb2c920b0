import { describe, expect, test } from '@jest/globals';
import type { PropertyStore } from '../../../../src/reports/ports';
import { SpreadsheetContext } from '../../../../src/reports/saved/spreadsheet-context';
import { failureOf } from '../../../support/fetching';
import { nodePacker } from '../../../support/node-text';
import { Refreshing } from '../../../support/refreshing';
import { RANGE, RECORD, reportAnswer } from '../../../support/sample-report';

/** A spreadsheet whose report was refreshed, and how often a context of it asks for what costs a service call. */
class Counted {
  readonly book = new Refreshing([reportAnswer()]);
  readonly reads = { document: 0, user: 0, cache: 0 };
  readonly context: SpreadsheetContext;

  constructor(connection?: 'nothing connected') {
    const { book, reads } = this;
    book.refresh();
    if (connection !== undefined) book.document.write({ connection: '' });
    book.calendar.zoneReads = 0;
    const counting = (store: PropertyStore, name: 'document' | 'user') => ({
      readAll: () => {
        reads[name] += 1;
        return store.readAll();
      },
      write: () => {
        throw new Error('It only reads.');
      },
    });
    const { stores, calendar } = book;
    this.context = new SpreadsheetContext({
      document: counting(book.document, 'document'),
      stores: {
        ...stores,
        user: counting(stores.user, 'user'),
      },
      calendar,
      packer: nodePacker,
      fetchingFor: () => {
        reads.cache += 1;
        return book.fetching.reading().fetchingFor();
      },
    });
  }
}

describe('the context of a spreadsheet', () => {
  test('costs nothing until something is asked', () => {
    const { reads, book } = new Counted();
    expect([reads, book.calendar.zoneReads]).toEqual([{ document: 0, user: 0, cache: 0 }, 0]);
  });

  test('asks for settings, zone and the rows of a range once, however often they are needed', () => {
    const counted = new Counted();
    const { context, book, reads } = counted;
    for (let time = 0; time < 3; time += 1) {
      context.tableFacts(RANGE);
      context.seenNames();
      context.weekStart();
      expect(context.isConnected()).toBe(true);
      expect(context.state().reports).toHaveLength(1);
      expect(counted.context.keptRows(RANGE)?.rows.length).toBeGreaterThan(0);
    }
    expect(reads).toEqual({ document: 1, user: 0, cache: 1 });
    expect(book.calendar.zoneReads).toBe(1);
  });

  test('gives what a refresh has seen, and the week of the connection unless a formula says otherwise', () => {
    const { context, book } = new Counted();
    expect(context.tableFacts(RANGE, 46_091)).toMatchObject({
      range: RANGE,
      today: 46_091,
      zone: 'Europe/London',
    });
    expect(context.seenNames()?.venue).toEqual([RECORD.VENUE_NAME]);
    expect(context.keptDefinitions()).toEqual({});
    expect([context.weekStart(), context.weekStart(7)]).toEqual([1, 7]);
    const today = book.calendar.today('Europe/London');
    expect(context.today()).toBe(today);
    // Two words of one formula mean the same day at midnight too.
    book.fetching.clock.advance(86_400);
    expect([context.today(), book.calendar.today('Europe/London')]).toEqual([today, today + 1]);
  });

  test('keeps no rows, and says what to do, where nothing is connected', () => {
    const counted = new Counted('nothing connected');
    expect(counted.context.isConnected()).toBe(false);
    expect(counted.context.keptRows(RANGE)).toBeUndefined();
    expect(failureOf(() => counted.context.connection()).code).toBe('settings_missing');
  });
});
