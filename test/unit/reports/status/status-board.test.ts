import { describe, expect, test } from '@jest/globals';
import type { DocumentState } from '../../../../src/reports/saved/document-state';
import { StatusSheetWriter } from '../../../../src/reports/status/status-sheet';
import { failureOf } from '../../../support/fetching';
import type { MemorySheets } from '../../../support/memory-sheets';
import { Refreshing, savedReport } from '../../../support/refreshing';
import { reportAnswer } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

const STATUS = 'Shift Reports status';
const NOON = Date.parse('2026-03-10T12:00:00Z');
const MINUTE = 60_000;

const stamp = (sheets: MemorySheets) => sheets.byName(STATUS)?.cells[1]?.[16];
const named = (sheets: MemorySheets) => sheets.steps.filter((step) => step.startsWith('name '));

describe('the stamp', () => {
  test('stands in the first row below its heading and has the name SHIFT_STAMP', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    expect(book.sheets.byName(STATUS)?.cells[0]?.[16]).toBe('STAMP');
    expect(stamp(book.sheets)).toBe(NOON);
    expect(book.sheets.names.get('SHIFT_STAMP')).toEqual({
      sheetId: book.sheets.byName(STATUS)?.id,
      row: 2,
      column: 17,
    });
  });

  test('moves with every refresh that succeeds', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.fetching.clock.advance(60);
    book.refresh('schedule');
    expect(stamp(book.sheets)).toBe(NOON + MINUTE);
    expect(book.state().statusSheet?.stampedAt).toBe(book.fetching.clock.now());
  });

  test('stays where it was after one that fails', () => {
    const book = new Refreshing([reportAnswer(), answer(404)]);
    book.refresh();
    const before = book.state().statusSheet;
    book.fetching.clock.advance(60);
    failureOf(() => book.refresh());
    expect(stamp(book.sheets)).toBe(NOON);
    expect([book.status()[0]?.[1], book.state().statusSheet]).toEqual(['FAILED', before]);
  });

  test('is named once: a name that someone took away or moved is theirs', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.sheets.names.clear();
    book.refresh();
    expect([named(book.sheets).length, book.sheets.names.size]).toEqual([1, 0]);
  });

  test('is named again on a sheet that was made again', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    const status = book.sheets.byName(STATUS);
    if (status) book.sheets.delete(status);
    book.sheets.names.clear();
    book.refresh();
    expect(book.sheets.names.get('SHIFT_STAMP')?.sheetId).toBe(book.sheets.byName(STATUS)?.id);
  });

  test('is not needed for the refresh: where the name is refused, the table is written all the same', () => {
    const book = new Refreshing([reportAnswer()]);
    const step = (name: string) => 1 + book.sheets.steps.findIndex((one) => one.startsWith(name));
    book.refresh();
    const refused = step('name ');
    const other = new Refreshing([reportAnswer()]);
    other.sheets.refusedStep = refused;
    other.refresh();
    expect(other.sheets.steps[refused - 1]).toMatch(/^name SHIFT_STAMP/);
    expect([other.report().lastRun?.outcome, other.ids()]).toEqual(['refreshed', book.ids()]);
  });
});

describe('a stamp without a report', () => {
  const stampedBook = () => new Refreshing([reportAnswer()], []);

  test('is written on a status sheet of its own, and asks the service nothing', () => {
    const book = stampedBook();
    book.refresher('menu').stamp('menu');
    expect(stamp(book.sheets)).toBe(NOON);
    expect(book.sheets.names.has('SHIFT_STAMP')).toBe(true);
    expect(book.fetching.transport.tokenRequests).toEqual([]);
  });

  test('is moved by the schedule, which makes no sheet', () => {
    const book = stampedBook();
    book.refresher('schedule').stamp('schedule');
    expect(book.sheets.sheets).toEqual([]);
    book.refresher('menu').stamp('menu');
    book.fetching.clock.advance(60);
    book.refresher('schedule').stamp('schedule');
    expect(stamp(book.sheets)).toBe(NOON + MINUTE);
  });

  test('gives the state as it is stored afterwards', () => {
    const book = stampedBook();
    expect(book.refresher('menu').stamp('menu')).toEqual(book.state());
  });

  test('is in the sheet for good before the document notes when it was written', () => {
    const book = stampedBook();
    book.refresher('menu').stamp('menu');
    book.fetching.clock.advance(60);
    const notedAtFlush: unknown[] = [];
    const flush = book.sheets.flush.bind(book.sheets);
    book.sheets.flush = () => {
      flush();
      notedAtFlush.push([stamp(book.sheets), book.state().statusSheet?.stampedAt]);
      expect(book.fetching.lock.isHeld).toBe(true);
    };
    book.refresher('menu').stamp('menu');

    const { stampedAt = 0 } = book.state().statusSheet ?? {};
    expect(notedAtFlush).toEqual([[NOON + MINUTE, stampedAt - 60_000]]);
  });

  test('is not moved while a refresh runs', () => {
    const book = stampedBook();
    const until = book.fetching.clock.now() + 1000;
    book.document.write({ lease: JSON.stringify({ id: 'other', by: 'schedule', since: 0, until }) });
    expect(failureOf(() => book.refresher('menu').stamp('menu')).code).toBe('busy');
    expect(book.sheets.steps).toEqual([]);
  });

  test('does not overwrite what someone wrote in a sheet of that name', () => {
    const book = stampedBook();
    book.sheets.add(STATUS, [['mine']]);
    book.refresher('menu').stamp('menu');
    expect(book.sheets.byName(STATUS)?.cells).toEqual([['mine']]);
    expect(book.sheets.byName(`${STATUS} 2`)?.cells[1]?.[16]).toBe(NOON);
  });

  test('keeps its place when the first report comes', () => {
    const book = stampedBook();
    book.refresher('menu').stamp('menu');
    book.save(savedReport('r-1', 'Shifts'));
    book.fetching.clock.advance(60);
    book.refresh();
    expect([book.status()[0]?.[0], named(book.sheets).length]).toEqual(['Shifts', 1]);
    expect(stamp(book.sheets)).toBe(NOON + MINUTE);
  });
});

describe('the board', () => {
  /** The document forgets its status sheet, as after a run that was killed or in a copy. */
  function forgotten(): Refreshing {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.document.write({ statusSheet: '' });
    book.sheets.names.clear();
    return book;
  }

  test('takes up a status sheet that nobody remembers, and names its stamp', () => {
    const book = forgotten();
    book.refresh('schedule');
    expect(book.sheets.sheets.map(({ tab }) => tab)).toEqual(['Shifts', STATUS]);
    expect(book.state().statusSheet).toMatchObject({ rows: 1, named: true });
    expect(book.sheets.names.has('SHIFT_STAMP')).toBe(true);
  });

  test('takes up all of its rows: those of reports that are no more are blanked', () => {
    const book = forgotten();
    book.sheets.byName(STATUS)?.type(3, 1, 'Former');
    book.sheets.byName(STATUS)?.type(3, 2, 'SAMPLE, FAILED');
    book.refresh();
    expect(book.status().map(([first]) => first)).toEqual(['Shifts', '']);
  });

  test('takes up one that has its headings alone', () => {
    const book = forgotten();
    book.sheets.byName(STATUS)?.cells.splice(1);
    book.refresh();
    expect([book.status().map(([first]) => first), book.state().statusSheet?.rows]).toEqual([['Shifts'], 1]);
  });

  test('fails nothing: where the sheet refuses the write, it says what was known before', () => {
    const book = new Refreshing([]);
    const sheet = book.sheets.add('Old');
    const known = { sheetId: sheet.id, rows: 1, stampedAt: 5, named: true };
    const statusSheet = { ...known, grid: sheet.gridSize() };
    book.sheets.refusedStep = 1;
    const state: DocumentState = { ...book.state(), statusSheet };
    const board = new StatusSheetWriter(book.sheets, book.calendar);
    const shown = board.write(state, 'Europe/London', board.prepareStatusSheet(state, true), 9);
    expect(shown).toEqual(statusSheet);
  });

  test('that finds someone’s cells where the next report’s line belongs leaves them, and moves the stamp', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.sheets.byName(STATUS)?.type(3, 1, 'mine');
    book.save(savedReport('r-2', 'Other', 2));
    book.fetching.clock.advance(60);
    book.refresh();
    expect(book.status().map(([first]) => first)).toEqual(['Shifts', 'mine']);
    expect(stamp(book.sheets)).toBe(NOON + MINUTE);
    expect(book.state().statusSheet?.rows).toBe(1);
  });

  test('has a line for the next report as soon as there is room again', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.sheets.byName(STATUS)?.type(3, 1, 'mine');
    book.save(savedReport('r-2', 'Other', 2));
    book.refresh();
    book.sheets.byName(STATUS)?.type(3, 1, '');
    book.refresh();
    expect(book.status().map(([first]) => first)).toEqual(['Shifts', 'Other']);
  });
});

describe('lines of the status sheet', () => {
  test('are claimed for a report that fails before it ever succeeded, and stored', () => {
    const book = new Refreshing([reportAnswer()]);
    book.refresh();
    book.save({ ...savedReport('r-2', 'Other', 2), period: 'no such period' });
    expect(() => book.refresh('sidebar', 'r-2')).toThrow();
    expect(book.status().map(([report, shown]) => [report, shown])).toEqual([
      ['Shifts', 'OK'],
      ['Other', 'FAILED'],
    ]);
    expect(book.state().statusSheet?.rows).toBe(2);
  });
});
