import { beforeEach, expect, test } from '@jest/globals';
import { notePlace, type SheetColumn } from '../../../../src/reports/sheet/cells';
import type { TableRecord } from '../../../../src/reports/writing/table-place';
import {
  finishTable,
  prepareTable,
  type TableDraft,
  writeTable,
} from '../../../../src/reports/writing/table-writer';
import { type MemorySheet, MemorySheets } from '../../../support/memory-sheets';
import { FRESH_TABLE } from '../../../support/table-record';

/*
 * A column that keeps its place, its heading and its field keeps the formats that a person gave it: only the others get
 * a format and the look of a heading.
 */

const DATE: SheetColumn = { heading: 'SHIFT_DATE', kind: 'date' };
const VENUE: SheetColumn = { heading: 'VENUE_NAME', kind: 'text' };
const ID: SheetColumn = { heading: 'SHIFT_ID', kind: 'integer' };
const HOURS: SheetColumn = { heading: 'HOURS_WORKED', kind: 'decimal' };
const THREE = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'];

let sheets: MemorySheets;
beforeEach(() => {
  sheets = new MemorySheets();
});

const sheet = () => sheets.byName('Shifts') as MemorySheet;

function draft(
  columns: readonly SheetColumn[],
  fields?: readonly string[],
  notes: string[] = [],
): TableDraft {
  const place = fields && notePlace(fields, notes);
  return { columns, rows: [], ...(fields ? { fields } : {}), notes: place };
}

/** The table of a finished report, and the fields that were stored with it. */
function written(first: TableDraft): TableRecord & { readonly fields?: readonly string[] } {
  const prepared = prepareTable(sheets, FRESH_TABLE, first, { mayReplace: true });
  writeTable(prepared);
  const { fields } = first;
  return { ...finishTable(sheets, prepared), ...(fields ? { fields } : {}) };
}

/** What a write formats, and the headings that it makes look like headings. */
function formatted(saved: TableRecord, next: TableDraft) {
  sheet().formats.length = 0;
  sheet().looks.length = 0;
  writeTable(prepareTable(sheets, saved, next, { mayReplace: true }));
  return [sheet().formats, sheet().looks[0]?.headings];
}

const FIRST = draft([DATE, VENUE, ID], THREE);
const WIDER = draft([DATE, VENUE, ID, HOURS], [...THREE, 'HOURS_WORKED']);
/** All columns of `WIDER`, in a table that may have had other formats. */
const ALL = [['A yyyy-mm-dd', 'C 0', 'D 0.00', 'B General'], ['A1:D1']];

test('columns beside a new one keep their formats', () => {
  expect(formatted(written(FIRST), WIDER)).toEqual([['D 0.00'], ['D1:D1']]);
});

test('a column that moves gets those of its new place', () => {
  const next = draft([DATE, ID, VENUE], ['SHIFT_DATE', 'SHIFT_ID', 'VENUE_NAME']);
  expect(formatted(written(FIRST), next)).toEqual([['B 0', 'C General'], ['B1:C1']]);
});

test('a column with another heading gets them again', () => {
  const next = draft([DATE, { ...VENUE, heading: 'Where' }, ID], THREE);
  expect(formatted(written(FIRST), next)).toEqual([['B General'], ['B1:B1']]);
});

test('a column of another field gets them again under the same heading', () => {
  const fields = ['SHIFT_DATE', 'VENUE_NAME', 'SHIFTS_POSTED', 'HOURS_WORKED'];
  const next = draft([DATE, VENUE, ID, HOURS], fields);
  expect(formatted(written(FIRST), next)).toEqual([['C 0', 'D 0.00'], ['C1:D1']]);
});

test('a note column stays beside a new one', () => {
  const saved = written(draft([DATE, VENUE, ID], THREE, ['Reason']));
  const next = draft([DATE, VENUE, ID], THREE, ['Reason', 'Done']);
  expect(formatted(saved, next)).toEqual([['E General'], ['E1:E1']]);
});

test.each<[string, readonly string[] | undefined]>([
  ['becomes a field', [...THREE, 'HOURS_WORKED', 'SHIFTS_POSTED']],
  ['becomes a column of which no field is known', undefined],
])('a note column that %s under the same heading gets new formats', (_, fields) => {
  const saved = written(draft([DATE, VENUE, ID], THREE, ['HOURS_WORKED']));
  const [formats] = formatted(saved, draft([DATE, VENUE, ID, HOURS, { ...ID, heading: 'Posted' }], fields));
  expect(formats).toContain('D 0.00');
});

test.each<[string, Partial<TableRecord> & { readonly fields?: readonly string[] }]>([
  ['whose fields are not known', { fields: [] }],
  ['whose first write was interrupted', { headed: false }],
  ['whose last write was interrupted', { nextHeadings: ['SHIFT_DATE', 'Where'] }],
])('a table %s gets all formats', (_, record) => {
  const saved = { ...written(FIRST), ...record };
  expect(formatted(saved, WIDER)).toEqual(ALL);
});

test('a table to which someone typed the new heading gets all formats', () => {
  const saved = written(FIRST);
  sheet().type(1, 4, 'HOURS_WORKED');
  expect(formatted(saved, WIDER)).toEqual(ALL);
});
