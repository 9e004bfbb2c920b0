import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  forgetSnapshots,
  keepSnapshot,
  readSnapshot,
  type Snapshot,
  type SnapshotPlaces,
  type SnapshotPointer,
  UNDO_SHEET_NAME,
} from '../../../../src/reports/sheet/snapshots';
import { MemorySheets } from '../../../support/memory-sheets';
import { nodeDigest, nodePacker } from '../../../support/node-text';
import { dailyRows, SMALL_COLUMNS } from '../../../support/table-record';

let sheets: MemorySheets;
let places: SnapshotPlaces | undefined;
let pointers: Record<string, SnapshotPointer | null>;
const services = () => ({ sheets, packer: nodePacker, digest: nodeDigest });

beforeEach(() => {
  sheets = new MemorySheets();
  places = undefined;
  pointers = {};
});

const snapshotOf = (rows: Snapshot['table']['rows'], about = ''): Snapshot => ({
  table: { columns: SMALL_COLUMNS, rows },
  fields: ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'],
  source: 'a connection',
  since: null,
  about,
});

function keep(id: string, snapshot: Snapshot): SnapshotPointer | null {
  const kept = keepSnapshot(services(), places, { id, undo: pointers[id] ?? null }, snapshot);
  places = kept.places;
  pointers[id] = kept.pointer;
  return kept.pointer;
}

const read = (id: string, undo: SnapshotPointer | null) => readSnapshot(services(), places, { id, undo });
const undoSheet = () => sheets.byName(UNDO_SHEET_NAME);

test.each<[string, Snapshot['table']['rows']]>([
  ['rows', dailyRows(100, 30)],
  ['no rows', []],
  ['texts that look like something else', [[100, "=1+1 'quoted' \n 007", 1]]],
  [
    'numbers of any kind, blanks and boxes',
    [
      [null, '', -0.1],
      [true, false, 9_007_199_254_740_991],
    ],
  ],
])('a table with %s comes back as it was kept', (_, rows) => {
  const hash = keep('r-1', snapshotOf(rows, 'about it'));
  expect(read('r-1', hash)).toEqual(snapshotOf(rows, 'about it'));
  expect(undoSheet()?.isHidden).toBe(true);
});

test('a table stands beside the one kept before for its report, takes the place of the one before that, and of no other', () => {
  const other = keep('r-2', snapshotOf(dailyRows(1, 2)));
  const first = keep('r-1', snapshotOf(dailyRows(100, 2)));
  sheets.steps.length = 0;
  const second = keep('r-1', snapshotOf(dailyRows(200, 2)));
  expect(sheets.steps).toEqual([`write ${UNDO_SHEET_NAME} row 47 × 46`]);
  expect(read('r-1', first)?.table.rows).toEqual(dailyRows(100, 2));
  keep('r-1', snapshotOf(dailyRows(300, 2)));
  expect(read('r-1', first)).toBeUndefined();
  expect([read('r-1', second), read('r-2', other)].map((one) => one?.table.rows)).toEqual([
    dailyRows(200, 2),
    dailyRows(1, 2),
  ]);
});

describe('a table is not read', () => {
  test.each<[string, () => unknown]>([
    ['where its sheet was deleted', () => sheets.delete(undoSheet() as never)],
    ['where its cells were edited', () => undoSheet()?.type(1, 1, 'mine')],
    ['for another report', () => Object.assign(places as object, { reports: ['r-2'] })],
  ])('%s', (_, edit) => {
    const hash = keep('r-1', snapshotOf(dailyRows(100, 2)));
    edit();
    expect(read('r-1', hash)).toBeUndefined();
  });
});

describe('the hidden sheet', () => {
  test('is that of a killed run or a copied spreadsheet, never a person’s', () => {
    keep('r-1', snapshotOf(dailyRows(100, 2)));
    places = undefined;
    keep('r-1', snapshotOf(dailyRows(100, 2)));
    expect(sheets.sheets).toHaveLength(1);
    undoSheet()?.type(1, 3, 'mine');
    places = undefined;
    keep('r-1', snapshotOf(dailyRows(100, 2)));
    expect(sheets.sheets.map(({ tab }) => tab)).toEqual([UNDO_SHEET_NAME, `${UNDO_SHEET_NAME} 2`]);
  });

  test('forgets the tables of reports, and leaves cells of a person', () => {
    keep('r-1', snapshotOf(dailyRows(100, 2)));
    const hash = keep('r-2', snapshotOf(dailyRows(1, 2)));
    places = forgetSnapshots(sheets, places as SnapshotPlaces, ['r-1']);
    expect(places.reports).toEqual(['', 'r-2']);
    expect(undoSheet()?.readRow(1, 3)).toEqual(['', '', '']);
    expect(read('r-2', hash)).toBeDefined();
    undoSheet()?.type(47, 3, 'mine');
    forgetSnapshots(sheets, places);
    expect(undoSheet()?.readRow(47, 3)[2]).toBe('mine');
  });
});

test('what cannot be kept says why, and nothing fails', () => {
  const why = () =>
    keepSnapshot(services(), places, { id: 'r-1', undo: null }, snapshotOf(dailyRows(100, 2)));
  sheets.refusedStep = 1;
  expect(why()).toMatchObject({
    pointer: null,
    sentence: expect.stringContaining('This refresh can’t be undone'),
  });
  sheets.refusedStep = 0;
  keep('r-0', snapshotOf([]));
  places = { sheetId: places?.sheetId ?? 0, reports: Array.from({ length: 200 }, (_, at) => `r${at}`) };
  expect(why().sentence).toBe(
    'This refresh can’t be undone: tables are kept of 200 reports, and of no more.',
  );
});
