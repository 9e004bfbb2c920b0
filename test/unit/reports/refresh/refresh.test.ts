import { describe, expect, jest, test } from '@jest/globals';
import { parseConnection } from '../../../../src/employer-api/connection';
import { parseKeptDefinitions } from '../../../../src/figures/definitions';
import { refreshReport } from '../../../../src/reports/refresh/refresh';
import { refreshAll } from '../../../../src/reports/refresh/refresh-all';
import { parseSeenNames } from '../../../../src/reports/saved/names';
import { dailyReport, serial } from '../../../support/daily-report';
import { failureOf } from '../../../support/fetching';
import { nodePacker } from '../../../support/node-text';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { CONNECTION, RECORD, reportAnswer, reportOf, US_CONNECTION } from '../../../support/sample-report';
import { countStringCalls } from '../../../support/string-calls';
import { answer, type StubAnswer } from '../../../support/stub-transport';

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
      book.followers.push({
        inspect: ({ connection, weekStart, period, zone, today }) => {
          told.push({ region: connection.region, weekStart, period, zone, today });
          return { changes: {}, sentences: [] };
        },
      });
      book.refresh();
      // Today is Tuesday, 10 March 2026.
      const sunday = serial('2026-03-01');
      const period =
        region === 'US' ? { from: sunday, to: sunday + 6 } : { from: sunday + 1, to: sunday + 7 };
      const rest = { zone: 'Europe/London', today: serial('2026-03-10') };
      expect(told).toEqual([{ region, weekStart, period, ...rest }]);
    },
  );

  test('counts odd values', () => {
    const book = new Refreshing([reportAnswer([{ ...RECORD, VENUE_NAME: null, SHIFTS_POSTED: 'x' }])]);
    book.refresh();
    expect(book.report().lastRun?.message).toBe(
      '1 shift from 1–7 Mar 2026, 1 odd value (the first: record 1, SHIFTS_POSTED is not of the documented type).',
    );
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
    book.sheets.refusedStep = book.sheets.steps.length + 1;
    expect(failureOf(() => book.refresh()).code).toBe('settings_missing');
    expect(book.sheets.steps.slice(-1)).toEqual([expect.stringMatching(/^write Shift Reports status/)]);
    expect([book.report().lastRun?.outcome, book.fetching.transport.reportRequests.length]).toEqual([
      'failed',
      1,
    ]);
  });

  test('to write the status sheet only is none: the table is written', () => {
    const book = new Refreshing([reportOf(1), reportOf(2)]);
    book.refresh();
    book.sheets.beforeStep = (step) => {
      if (step.startsWith('write Shift Reports status')) throw new Error('refused');
    };
    book.refresh();
    expect([book.ids(), book.report().lastRun?.outcome]).toEqual([[2], 'refreshed']);
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

/* What others do before or during a refresh: other refreshes, and people who remove reports and sheets. */

describe('two refreshes', () => {
  const lease = (until: number) => ({
    lease: JSON.stringify({ id: 'other', by: 'schedule', since: START, until, sheet: '' }),
  });

  test('do not run at once: the second changes nothing', () => {
    const book = new Refreshing([reportOf(1)]);
    book.document.write(lease(START + 1));
    const before = book.document.readAll();
    expect(failureOf(() => book.refresh()).code).toBe('busy');
    expect([book.document.readAll(), book.sheets.steps, book.fetching.transport.tokenRequests]).toEqual([
      before,
      [],
      [],
    ]);
  });

  test('are fenced: one that lost its lease writes nothing and notes nothing', () => {
    const book = new Refreshing([reportOf(1)]);
    book.fetching.transport.whileReporting = () => book.document.write(lease(START + 420_000));
    expect(failureOf(() => book.refresh()).code).toBe('busy');
    expect([book.sheets.steps, book.report().lastRun, book.state().lease?.id]).toEqual([[], null, 'other']);
  });

  test('wait 15 seconds for the lock at most', () => {
    const book = new Refreshing([reportOf(1)]);
    book.fetching.lock.refusals = 1;
    expect(failureOf(() => book.refresh()).code).toBe('busy');
    expect(book.fetching.lock.waits).toEqual([15_000]);
  });
});

describe('a report that was removed', () => {
  test('before its refresh is not refreshed', () => {
    const book = new Refreshing([reportOf(1)]);
    expect(failureOf(() => book.refresh('sidebar', 'gone'))).toEqual({
      code: 'invalid_settings',
      message: 'Open the sidebar again: this report was removed.',
    });
  });

  test('during its refresh writes nothing, comes not back and keeps nobody waiting', () => {
    const book = new Refreshing(
      [reportOf(1)],
      [savedReport('r-1', 'Shifts'), savedReport('r-2', 'Other', 2)],
    );
    book.fetching.transport.whileReporting = () => book.document.remove('report.r-1');
    expect(failureOf(() => book.refresh()).code).toBe('invalid_settings');
    expect([book.sheets.steps, book.state().reports.map(({ id }) => id), book.state().lease]).toEqual([
      [],
      ['r-2'],
      undefined,
    ]);
    book.fetching.transport.whileReporting = () => undefined;
    book.refresh('sidebar', 'r-2');
    expect(book.ids('Other')).toEqual([1]);
  });
});

describe('a sheet that was deleted', () => {
  test.each([
    ['menu', ['Shift Reports status', 'Shifts']],
    ['sidebar', ['Shift Reports status', 'Shifts']],
    ['schedule', ['Shift Reports status']],
  ] as const)('and a refresh from the %s: the sheets are then %j', (by, names) => {
    const book = new Refreshing([reportOf(1), reportOf(2)]);
    book.refresh();
    const table = book.sheets.byName('Shifts');
    if (table) book.sheets.delete(table);
    try {
      book.refresh(by);
    } catch (error) {
      expect([by, (error as { code: string }).code]).toEqual(['schedule', 'sheet_blocked']);
    }
    expect(book.sheets.sheets.map(({ tab }) => tab).sort()).toEqual([...names]);
  });
});

/* What a refresh leaves behind for formulas and for SHIFT_STATUS. */

/** Records of all days of the range in turn: an answer that ends early would be asked for again. */
const records = (count: number, changes: Record<string, unknown> = {}) =>
  reportAnswer(
    Array.from({ length: count }, (_, index) => ({
      ...RECORD,
      SHIFT_ID: index,
      SHIFT_DATE: `2026-03-0${1 + (index % 7)}`,
      ...changes,
    })),
  );
const names = (book: Refreshing) =>
  parseSeenNames(book.document.readAll().names, CONNECTION.fingerprint, nodePacker);

describe('a refresh tells formulas', () => {
  test('which names there are', () => {
    const book = new Refreshing([records(2), records(1, { VENUE_NAME: 'Zoo', JOB_TITLE: null })]);
    book.refresh();
    book.refresh();
    expect(names(book)).toMatchObject({
      venue: ['The Crown & Anchor', 'Zoo'],
      area: ['Bar'],
      role: ['Bartender'],
    });
  });

  test('what the percentages are made of', () => {
    // No-shows 11.1 %: 1 of 9 booked, and of 8 worked with 1 no-show. Two remain, so nothing is kept of them.
    const book = new Refreshing([records(30)]);
    book.refresh();
    const found = parseKeptDefinitions(book.document.readAll().definitions, CONNECTION.fingerprint);
    expect(found?.SHIFTS_WORKED_PERCENTAGE).toEqual({
      numerator: 'SHIFTS_WORKED',
      denominator: 'SHIFTS_POSTED',
      agree: 30,
      of: 30,
    });
    expect(found?.NO_SHOWS_PERCENTAGE).toBeUndefined();
  });

  test('nothing when it fails: what was known stays', () => {
    const book = new Refreshing([records(30), answer(404)]);
    book.refresh();
    const { definitions, names: kept } = book.document.readAll();
    failureOf(() => book.refresh());
    expect(book.document.readAll()).toMatchObject({ definitions, names: kept });
  });
});

describe('a refresh notes when rows changed', () => {
  test.each<[string, readonly StubAnswer[], number]>([
    ['first of all when there were none before', [records(2)], 0],
    ['not when the service sends the same again, made later', [records(2), records(2)], 0],
    ['not when a refresh fails in between', [records(2), answer(404), records(2)], 0],
    ['when a value was corrected', [records(2), records(2, { HOURS_WORKED: 60 })], 1],
    ['when a value is null now', [records(2), records(2, { HOURS_WORKED: null })], 1],
    ['when there is a record more', [records(2), records(3)], 1],
    ['when there is no record any more', [records(2), records(0)], 1],
  ])('%s', (_, answers, hours) => {
    const book = new Refreshing(answers);
    for (let at = 0; at < answers.length; at += 1) {
      if (at > 0) book.fetching.clock.advance(3600);
      try {
        book.refresh();
      } catch {
        // The service failed.
      }
    }
    expect(book.report().content).toMatchObject({
      changedAt: START + hours * 3_600_000,
      refreshedAt: START + (answers.length - 1) * 3_600_000,
    });
  });
});

describe('a refresh of many venues that begin alike', () => {
  const VENUES = 310;
  const sent = Array.from({ length: VENUES }, (_, at) => ({
    ...RECORD,
    SHIFT_ID: at,
    SHIFT_DATE: `2026-03-0${1 + (at % 7)}`,
    VENUE_NAME: `Riverside Conference and Banqueting Centre ${String.fromCharCode(65 + (at % 26), 65 + (at % 23), 65 + (at % 19)).repeat(3)}`,
  }));

  test('compares none of them with another under the lock', () => {
    const book = new Refreshing([reportAnswer(sent)]);
    const { lock } = book.fetching;
    const count = countStringCalls(
      'charCodeAt',
      () => book.refresh(),
      () => lock.isHeld,
    );
    // Other texts are measured and hashed; comparing all pairs would read over a million characters.
    expect(count).toBeLessThan(20_000);
    expect(names(book)?.venue).toHaveLength(VENUES);
  });
});

/* History is kept by day: a report that was saved without the days of its rows says what to do, and loses nothing. */

const REFUSED = {
  code: 'invalid_settings',
  message: 'Add SHIFT_DATE to the columns, or choose Replace: history is kept by day.',
};

describe('a report saved to keep history of rows without their day', () => {
  const withoutDays = { ...savedReport('r-1', 'Shifts'), columns: 'NO_SHOWS', mode: 'history' as const };

  test('fails before anything is asked for, and says which column to add', () => {
    const book = new Refreshing([reportOf(1)], [withoutDays]);
    expect(failureOf(() => book.refresh())).toEqual(REFUSED);
    expect([book.fetching.transport.reportRequests, book.sheets.sheets]).toEqual([[], []]);
    expect(book.report().lastRun).toMatchObject({ outcome: 'failed', message: REFUSED.message });
  });

  test('keeps the rows that were written without their day, and says so once the column is there', () => {
    const book = new Refreshing([reportOf(1), reportOf(1)], [{ ...withoutDays, mode: 'replace' }]);
    book.refresh();
    const before = book.sheets.byName('Shifts')?.cells.map((row) => [...row]);
    book.save({ ...book.report(), mode: 'history', columns: 'SHIFT_DATE, NO_SHOWS' });
    expect(failureOf(() => book.refresh())).toEqual({
      code: 'sheet_blocked',
      message: 'Choose another sheet: the rows on “Shifts” have no SHIFT_DATE, so their days are unknown.',
    });
    expect(book.sheets.byName('Shifts')?.cells).toEqual(before);
  });
});

/* Large tables, and sheets that take their time for each cell. Google ends a run after six minutes. */

/** What a cell costs by the dearest published timing. Milliseconds. */
const DEAR = 0.145;
/** At this price a table of 10,000 rows does not fit six minutes, but half of it does. */
const TOO_DEAR = 1.9;

/** A report of so many shifts, fetched in 14 seconds, where a cell takes so long; and any others, of one shift. */
function slowBook(
  rows: number,
  cellMillis: number,
  others: readonly ReturnType<typeof savedReport>[] = [],
): Refreshing {
  const shifts = Array.from({ length: rows }, (_, index) => ({
    ...RECORD,
    VENUE_NAME: index === 0 ? 'Pier' : RECORD.VENUE_NAME,
    SHIFT_DATE: `2026-03-0${1 + (index % 7)}`,
    SHIFT_ID: index,
  }));
  const made = new Refreshing([reportAnswer(shifts)], [savedReport('r-1', 'Shifts'), ...others]);
  const { clock, transport } = made.fetching;
  transport.whileReporting = () => clock.advance(14);
  made.sheets.beforeStep = (what) => {
    const count = Number(/^write .* × (\d+)$/.exec(what)?.[1] ?? 0);
    clock.advance((count * 18 * cellMillis) / 1000);
  };
  return made;
}

test('a table that takes a minute to write is written in the sidebar', () => {
  const slow = slowBook(19_991, DEAR);

  slow.refresh();

  expect([slow.ids().length, slow.report().lastRun?.outcome]).toEqual([19_991, 'refreshed']);
});

test('a table that takes longer than a run says so', () => {
  const slow = slowBook(9991, TOO_DEAR);
  const startedAt = slow.fetching.clock.now();

  const first = failureOf(() => slow.refresh());

  expect(first).toEqual({
    code: 'write_timeout',
    message: 'Choose fewer days or columns: Google Sheets takes too long to write so many rows.',
  });
  expect(slow.fetching.clock.now() - startedAt).toBeLessThan(360_000);
});

test('a table that takes longer than a run keeps no other report from the schedule', () => {
  const slow = slowBook(9991, TOO_DEAR, [{ ...savedReport('r-2', 'Small', 2), venue: 'Pier' }]);

  const { left, failures } = refreshAll(slow.services('schedule'), slow.state().reports, 'schedule');

  expect([left, failures.map(({ code }) => code)]).toEqual([0, ['write_timeout']]);
  expect(slow.ids('Small')).toEqual([0]);
});
