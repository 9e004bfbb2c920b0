import { beforeEach, describe, expect, test } from '@jest/globals';
import { undoRefresh } from '../../../../src/reports/refresh/undo';
import { type SavedReport, withoutTable } from '../../../../src/reports/saved/saved-report';
import { UNDO_SHEET_NAME } from '../../../../src/reports/sheet/set-aside';
import { failureOf } from '../../../support/fetching';
import type { MemorySheet } from '../../../support/memory-sheets';
import { Refreshing } from '../../../support/refreshing';
import { CONNECTION, reportOf } from '../../../support/sample-report';

let book: Refreshing;
/** Of two shifts one is left, and another one at that. */
beforeEach(() => {
  book = new Refreshing([reportOf(1, 2), reportOf(3), reportOf(4, 5, 6)]);
  book.refresh();
  book.fetching.clock.advance(1);
  book.refresh();
});

const undo = (confirmed = false) => undoRefresh(book.services(), 'r-1', confirmed);
/** The shifts that the sheet shows; rows that went are blank. */
const ids = () => book.ids().filter((id) => id !== '');
const sheet = (name = 'Shifts') => book.sheets.byName(name) as MemorySheet;
const connect = () =>
  book.document.write({ connection: JSON.stringify({ ...CONNECTION, fingerprint: 'other' }) });

const ASKS = 'Confirm first: someone may have typed into or sorted “Shifts”, and Undo replaces its table.';
const GONE =
  'Refresh “Shifts” instead: no table before it is kept, or its copy on the hidden sheet “Shift Reports undo” was changed.';

describe('Undo', () => {
  test.each<[string, () => unknown, string | number[]]>([
    ['nothing', () => undefined, [1, 2]],
    ['an Undo', () => undo(), [3]],
    ['typing beside the table', () => sheet().type(2, 20, 'beside'), [1, 2]],
    ['typing into it', () => sheet().type(2, 2, 'typed'), ASKS],
    ['an Undo, and typing into it', () => [undo(), sheet().type(2, 2, 'typed')], ASKS],
    [
      'another connection',
      connect,
      'Refresh “Shifts” instead: the table before it came by another connection.',
    ],
    ['deleting the hidden sheet', () => book.sheets.delete(sheet(UNDO_SHEET_NAME)), GONE],
    [
      'typing into the hidden sheet',
      () => [1, 2].map((row) => sheet(UNDO_SHEET_NAME).type(row, 2, 'mine')),
      GONE,
    ],
    ['forgetting the table before it', () => book.save({ ...book.report(), undo: null }), GONE],
    [
      'another heading',
      () => sheet().type(1, 2, 'mine'),
      'Put the heading VENUE_NAME back in B1 of “Shifts” (undo the change), or edit the report and set Columns: VENUE_NAME as …: the cell holds “mine”.',
    ],
  ])('after %s', (_, work, expected) => {
    work();
    if (typeof expected !== 'string') {
      undo();
      expect(ids()).toEqual(expected);
      return;
    }
    const before = JSON.stringify([book.sheets.sheets.map(({ cells }) => cells), book.report()]);
    expect(failureOf(() => undo()).message).toBe(expected);
    expect(JSON.stringify([book.sheets.sheets.map(({ cells }) => cells), book.report()])).toBe(before);
    expect(book.state().lease).toBeUndefined();
  });
});

/** Does it once, when the kept table is read: the report has been looked at by then. */
function whileReading(work: () => void): void {
  const hidden = sheet(UNDO_SHEET_NAME);
  const read = hidden.readBlock.bind(hidden);
  hidden.readBlock = (...place: Parameters<MemorySheet['readBlock']>) => {
    hidden.readBlock = read;
    work();
    return read(...place);
  };
}

/** Has the table's own write refused, and does it as soon as others may have the lock. */
function afterRefusal(work: () => void): void {
  const { lock } = book.fetching;
  const release = lock.release.bind(lock);
  let isRefused = false;
  book.sheets.beforeStep = (step) => {
    if (isRefused || !step.startsWith('write Shifts')) return;
    isRefused = true;
    throw new Error('refused');
  };
  lock.release = () => {
    release();
    if (!isRefused) return;
    lock.release = release;
    work();
  };
}

describe('an Undo that people get ahead of', () => {
  test.each<[string, () => void, string]>([
    [
      'by removing the report',
      () => book.document.remove('report.r-1'),
      'Open the sidebar again: this report was removed.',
    ],
    [
      'by giving it other days',
      () => book.save({ ...book.report(), to: '2026-03-05' }),
      'Try again: this report was changed meanwhile.',
    ],
    [
      'by giving it another venue',
      () => book.save({ ...book.report(), venue: 'Pier' }),
      'Try again: this report was changed meanwhile.',
    ],
    ['by connecting anew', connect, 'Try again: the connection was changed meanwhile.'],
  ])('%s changes nothing', (_, work, message) => {
    whileReading(work);
    const reports = () => book.state().reports.map(({ to, venue }) => [to, venue]);
    expect(failureOf(() => undo()).message).toBe(message);
    const after = reports();
    expect([book.state().lease, ids()]).toEqual([undefined, [3]]);
    if (message.includes('this report was changed')) undo();
    expect(reports()).toEqual(after);
  });
});

describe('a write that was refused', () => {
  const runs: [string, () => unknown][] = [
    ['Undo', () => undo()],
    ['refresh', () => book.refresh()],
  ];

  test.each(runs)('says nothing of a sheet that the report was given meanwhile (%s)', (_, run) => {
    afterRefusal(() => book.save({ ...withoutTable(book.report()), sheet: 'Other' }));
    expect(run).toThrow();
    const bare: Partial<SavedReport> = { sheet: 'Other', sheetId: null, rangeName: '', headings: [] };
    expect(book.report()).toMatchObject(bare);
    expect([book.state().lease, ids()]).toEqual([undefined, [3]]);
  });

  test.each(runs)('keeps what was chosen meanwhile, and the table is as long as it was (%s)', (_, run) => {
    afterRefusal(() => book.save({ ...book.report(), venue: 'Pier' }));
    expect(run).toThrow();
    expect([book.report().venue, book.sheets.named('Shifts_Shifts')?.block.rows]).toEqual(['Pier', 2]);
  });
});
