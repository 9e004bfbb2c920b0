import { describe, expect, jest, test } from '@jest/globals';
import { parseConnection } from '../../../../src/employer-api/connection';
import { refreshReport } from '../../../../src/reports/refresh/refresh';
import { dailyReport, serial } from '../../../support/daily-report';
import { failureOf } from '../../../support/fetching';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { CONNECTION, RECORD, reportAnswer, reportOf, US_CONNECTION } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

const START = Date.parse('2026-03-10T12:00:00Z');

function attempt(work: () => unknown): 'refreshed' | 'failed' {
  try {
    work();
    return 'refreshed';
  } catch {
    return 'failed';
  }
}

describe('a refresh', () => {
  test('writes the rows and says how it went', () => {
    const book = new Refreshing([reportOf(1, 2)]);
    book.refresh();
    expect(book.ids()).toEqual([1, 2]);
    expect(book.report()).toMatchObject({
      sheetId: 101,
      rangeName: 'Shifts_Shifts',
      content: {
        refreshedAt: START,
        generatedAt: '2026-03-10T11:59:58Z',
        rows: 2,
        from: 46_082,
        to: 46_088,
      },
      lastRun: {
        outcome: 'refreshed',
        finishedAt: START,
        message: '2 shifts from 1–7 Mar 2026.',
      },
    });
  });

  test('parses the stored state once before it fetches and once under the lock, and the connection once', () => {
    const connection = { ...CONNECTION, fingerprint: 'parsed-once' };
    const book = new Refreshing([reportOf(1), reportOf(2)], undefined, connection);
    book.refresh();
    const services = book.services();
    const { connection: ownConnection, 'report.r-1': ownReport } = book.document.readAll();
    const other = JSON.stringify({ ...connection, fingerprint: 'of another execution' });
    parseConnection(other);
    const parse = jest.spyOn(JSON, 'parse');
    refreshReport(services, 'r-1', 'sidebar');
    const texts = parse.mock.calls.map(([text]) => text);
    parse.mockRestore();
    expect(texts.filter((text) => text === ownReport)).toHaveLength(2);
    expect(texts.filter((text) => text === ownConnection)).toHaveLength(1);
  });

  test('gives the state as it is stored afterwards', () => {
    const book = new Refreshing([reportOf(1)]);
    expect(book.refresh()).toEqual(book.state());
  });

  test('shows a new table to the person, and an old one not again', () => {
    const book = new Refreshing([reportOf(1), reportOf(2)]);
    book.refresh();
    book.refresh();
    expect(book.sheets.steps.filter((step) => step.startsWith('show'))).toEqual(['show Shifts']);
  });

  test('flushes the sheets before it notes the new table and gives the lock back', () => {
    const book = new Refreshing([reportOf(1, 2), reportOf(3)]);
    book.refresh();
    const rowsAtFlush: (number | undefined)[] = [];
    const flush = book.sheets.flush.bind(book.sheets);
    book.sheets.flush = () => {
      flush();
      rowsAtFlush.push(book.report().content?.rows);
      expect(book.fetching.lock.isHeld).toBe(true);
    };
    book.refresh();
    expect([rowsAtFlush, book.report().content?.rows]).toEqual([[2], 1]);
  });

  test('holds the lease, not the lock, while the service works', () => {
    const book = new Refreshing([reportOf(1)]);
    let seen: unknown;
    book.fetching.transport.whileReporting = () => {
      seen = [book.state().lease, book.fetching.lock.isHeld];
    };
    book.refresh('menu');
    const lease = {
      id: expect.any(String),
      by: 'menu',
      since: START,
      until: START + 420_000,
      sheet: 'Shifts',
    };
    expect([seen, book.state().lease]).toEqual([[lease, false], undefined]);
  });

  test('with a period word asks for the days as they are today in the zone of the spreadsheet', () => {
    const book = new Refreshing([dailyReport], [{ ...savedReport('r-1', 'Shifts'), period: 'yesterday' }]);
    book.calendar.name = 'Pacific/Auckland';
    book.refresh();
    // The ID of a shift is the serial number of its day: 2026-03-10.
    expect(book.ids()).toEqual([46_091]);
  });

  test.each([
    ['UK', CONNECTION, 1],
    ['US', US_CONNECTION, 7],
  ] as const)(
    'in the %s tells dashboards and alerts of that region, its weeks and its days',
    (region, connection, weekStart) => {
      const report = { ...savedReport('r-1', 'Shifts'), period: 'last week', from: '', to: '' };
      const book = new Refreshing([dailyReport], [report], connection);
      const told: object[] = [];
      book.inspectors.push({
        inspect: ({ region, weekStart, range, zone, today, isSample }) => {
          told.push({ region, weekStart, range, zone, today, isSample });
          return { changes: {}, sentences: [] };
        },
      });
      book.refresh();
      // Today is Tuesday, 10 March 2026.
      const sunday = serial('2026-03-01');
      const range = region === 'US' ? { from: sunday, to: sunday + 6 } : { from: sunday + 1, to: sunday + 7 };
      const rest = { zone: 'Europe/London', today: serial('2026-03-10'), isSample: false };
      expect(told).toEqual([{ region, weekStart, range, ...rest }]);
    },
  );

  test('counts odd values', () => {
    const book = new Refreshing([reportAnswer([{ ...RECORD, VENUE_NAME: null, SHIFTS_POSTED: 'x' }])]);
    book.refresh();
    expect(book.report().lastRun?.message).toBe(
      '1 shift from 1–7 Mar 2026, 1 odd value (the first: record 1, SHIFTS_POSTED is not of the documented type).',
    );
  });

  test('that grows, shrinks and empties leaves exactly the rows it was given', () => {
    const book = new Refreshing([reportOf(1), reportOf(1, 2, 3), reportOf(7), reportOf(), reportOf(8, 9)]);
    const seen = Array.from({ length: 5 }, () => {
      book.refresh();
      return book.ids().filter((id) => id !== '');
    });
    expect(seen).toEqual([[1], [1, 2, 3], [7], [], [8, 9]]);
  });
});

describe('a refresh that fails', () => {
  test('to fetch leaves the table, and says why in the report and on the status sheet', () => {
    const book = new Refreshing([reportOf(1), answer(404)]);
    book.refresh();
    const { message } = failureOf(() => book.refresh());
    expect([book.ids(), book.report().content?.rows]).toEqual([[1], 1]);
    expect(book.report().lastRun).toMatchObject({ outcome: 'failed', message });
    expect(book.status()[0]?.slice(1, 2)).toEqual(['Failed']);
    expect(book.status()[0]?.[2]).toBe(message);
  });

  test('before anything was fetched notes that too, and tells it though the status sheet is refused', () => {
    const book = new Refreshing([reportOf(1)]);
    book.refresh();
    book.document.write({ connection: '' });
    // The status sheet is written, then flushed.
    book.sheets.refusedStep = book.sheets.steps.length + 2;
    expect(failureOf(() => book.refresh()).code).toBe('settings_missing');
    expect(book.sheets.steps.slice(-1)).toEqual(['flush']);
    expect([book.report().lastRun?.outcome, book.fetching.transport.reportRequests.length]).toEqual([
      'failed',
      1,
    ]);
  });

  test('to write the rows takes none of the rows below', () => {
    const book = new Refreshing([reportOf(1), reportOf(1, 2, 3), reportOf(4)]);
    book.refresh();
    const rows = () => book.sheets.named('Shifts_Shifts')?.block.rows;
    book.sheets.beforeStep = (step) => {
      if (step.startsWith('write Shifts')) throw new Error('refused');
    };
    expect(() => book.refresh()).toThrow();
    expect([book.ids(), rows()]).toEqual([[1], 2]);
    book.sheets.beforeStep = () => undefined;
    book.sheets.byName('Shifts')?.type(4, 18, 'mine');
    book.refresh();
    expect([book.ids(), rows()]).toEqual([[4, undefined, 'mine'], 2]);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'at change %i of a sheet leaves lease and lock free, and the next is whole',
    (step) => {
      const book = new Refreshing([reportOf(1, 2), reportOf(3)]);
      book.sheets.refusedStep = step;
      const outcome = attempt(() => book.refresh());
      expect([book.state().lease, book.fetching.lock.isHeld]).toEqual([undefined, false]);
      expect(book.report().lastRun?.outcome).toBe(outcome);
      book.refresh();
      expect([book.ids(), book.report().lastRun?.outcome]).toEqual([
        expect.arrayContaining([3]),
        'refreshed',
      ]);
    },
  );

  test('to write the status sheet only is none: the table is written', () => {
    const book = new Refreshing([reportOf(1), reportOf(2)]);
    book.refresh();
    book.sheets.beforeStep = (step) => {
      if (step.startsWith('write Shift Reports status')) throw new Error('refused');
    };
    book.refresh();
    expect([book.ids(), book.report().lastRun?.outcome, book.state().statusSheet?.rows]).toEqual([
      [2],
      'refreshed',
      1,
    ]);
  });

  test('says why even where that cannot be noted', () => {
    const book = new Refreshing([answer(404)]);
    book.fetching.transport.whileReporting = () => {
      book.fetching.lock.refusals = 1;
    };
    expect(failureOf(() => book.refresh()).code).toBe('not_available');
  });
});

describe('a refresh of five years by a slow service, twelve batches of eight seconds', () => {
  const slow = () => {
    const long = { ...savedReport('r-1', 'Shifts'), from: '2021-01-01', to: '2025-12-31' };
    const book = new Refreshing([dailyReport], [long]);
    const { clock, transport } = book.fetching;
    let sent = 0;
    transport.whileReporting = () => {
      sent += 1;
      if (sent % 5 === 0) clock.advance(8);
    };
    return book;
  };
  const run = (book: Refreshing) => {
    attempt(() => book.refresh());
    return book.report().lastRun;
  };

  test('goes on from what came, and is done', () => {
    const book = slow();
    expect([run(book), run(book)]).toMatchObject([{ outcome: 'unfinished' }, { outcome: 'refreshed' }]);
  });

  test('goes on after an outage', () => {
    const book = slow();
    run(book);
    book.fetching.transport.next(answer(503));
    expect(run(book)).toMatchObject({ outcome: 'failed' });
    book.fetching.transport.next(dailyReport);
    book.fetching.clock.advance(3600);
    expect(run(book)).toMatchObject({ outcome: 'refreshed' });
  });

  test('that never comes further in the time for which rows are kept is told to', () => {
    const book = slow();
    run(book);
    book.fetching.clock.advance(7 * 3600);
    expect(run(book)?.message).toBe('Choose fewer days: the service answers too slowly for 1,826 days.');
  });
});
