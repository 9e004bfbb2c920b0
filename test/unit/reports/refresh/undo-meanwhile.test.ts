import { beforeEach, describe, expect, test } from '@jest/globals';
import { undoRefresh } from '../../../../src/reports/refresh/undo';
import { type SavedReport, withoutTable } from '../../../../src/reports/saved/saved-report';
import { UNDO_SHEET_NAME } from '../../../../src/reports/sheet/snapshots';
import { failureOf } from '../../../support/fetching';
import type { MemorySheet } from '../../../support/memory-sheets';
import { Refreshing } from '../../../support/refreshing';
import { CONNECTION, reportOf } from '../../../support/sample-report';

/* What people do to a report while its table is put back, or while a write of it is refused. */

let book: Refreshing;
/** Of two shifts one is left, and another one at that. */
beforeEach(() => {
  book = new Refreshing([reportOf(1, 2), reportOf(3), reportOf(4, 5, 6)]);
  book.refresh();
  book.fetching.clock.advance(1);
  book.refresh();
});

const undo = () => undoRefresh(book.services(), 'r-1', false);
/** The shifts that the sheet shows; rows that went are blank. */
const ids = () => book.ids().filter((id) => id !== '');
const move = () => book.save({ ...withoutTable(book.report()), sheet: 'Other' });

/** Does it once, when the kept table is read: the report has been looked at by then. */
function whileReading(work: () => void): void {
  const sheet = book.sheets.byName(UNDO_SHEET_NAME) as MemorySheet;
  const read = sheet.readBlock.bind(sheet);
  sheet.readBlock = (...place: Parameters<MemorySheet['readBlock']>) => {
    sheet.readBlock = read;
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

describe('an undo', () => {
  test('brings no report back that was removed meanwhile', () => {
    whileReading(() => book.document.remove('report.r-1'));

    expect(failureOf(undo)).toEqual({
      code: 'invalid_settings',
      message: 'Open the sidebar again: this report was removed.',
    });
    expect([book.state().reports, book.state().lease, ids()]).toEqual([[], undefined, [3]]);
  });

  test.each<[string, Partial<SavedReport>]>([
    ['other days', { to: '2026-03-05' }],
    ['another venue', { venue: 'Pier' }],
  ])('leaves a report that was given %s meanwhile', (_, changes) => {
    whileReading(() => book.save({ ...book.report(), ...changes }));

    expect(failureOf(undo)).toEqual({
      code: 'changed_meanwhile',
      message: 'Undo again: this report was changed meanwhile.',
    });
    expect([book.report(), ids()]).toMatchObject([changes, [3]]);

    undo();
    expect([book.report(), ids()]).toMatchObject([changes, [1, 2]]);
  });

  test('is none where the connection was changed meanwhile', () => {
    whileReading(() =>
      book.document.write({ connection: JSON.stringify({ ...CONNECTION, fingerprint: 'other' }) }),
    );

    expect(failureOf(undo)).toEqual({
      code: 'changed_meanwhile',
      message: 'Undo again: the connection was changed meanwhile.',
    });
    expect(ids()).toEqual([3]);
  });
});

describe('a write that was refused', () => {
  test.each<[string, () => unknown]>([
    ['undo', undo],
    ['refresh', () => book.refresh()],
  ])('says nothing of a sheet that the report was given meanwhile (%s)', (_, run) => {
    afterRefusal(move);

    expect(run).toThrow();

    expect(book.report()).toMatchObject({ sheet: 'Other', sheetId: null, rangeName: '', headings: [] });
    expect([book.state().lease, ids()]).toEqual([undefined, [3]]);
  });

  test.each<[string, () => unknown]>([
    ['undo', undo],
    ['refresh', () => book.refresh()],
  ])('keeps what was chosen meanwhile, and the table is as long as it was (%s)', (_, run) => {
    afterRefusal(() => book.save({ ...book.report(), venue: 'Pier' }));

    expect(run).toThrow();

    expect([book.report().venue, book.sheets.named('Shifts_Shifts')?.block.rows]).toEqual(['Pier', 2]);
  });
});
