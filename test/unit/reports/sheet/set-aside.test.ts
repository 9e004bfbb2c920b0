import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  forgetSnapshots,
  keepSnapshot,
  readSnapshot,
  type Snapshot,
  UNDO_SHEET_NAME,
} from '../../../../src/reports/sheet/set-aside';
import { MemorySheets } from '../../../support/memory-sheets';
import { nodeDigest, nodePacker } from '../../../support/node-text';
import { dailyRows, SMALL_COLUMNS } from '../../../support/table-record';

type Pointer = ReturnType<typeof keepSnapshot>['pointer'];

let sheets: MemorySheets;
let pointers: Record<string, Pointer>;
const services = () => ({ sheets, packer: nodePacker, digest: nodeDigest });

beforeEach(() => {
  sheets = new MemorySheets();
  pointers = {};
});

const ABOUT = { content: null, history: null, written: null };
const snapshotOf = (rows: Snapshot['rows'], next = ''): Snapshot => ({
  columns: SMALL_COLUMNS,
  rows,
  fields: ['SHIFT_DATE', 'VENUE_NAME', 'SHIFT_ID'],
  since: null,
  about: ABOUT,
  next,
});

const reports = () => Object.entries(pointers).map(([id, undo]) => ({ id, undo }));

function keep(id: string, snapshot: Snapshot): Pointer {
  const { pointer } = keepSnapshot(services(), { reports: reports() }, { ...ABOUT, id }, snapshot);
  pointers[id] = pointer;
  return pointer;
}

const read = (id: string, undo: Pointer) => readSnapshot(services(), { id, undo });
const undoSheet = () => sheets.byName(UNDO_SHEET_NAME);

test.each<[string, Snapshot['rows']]>([
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
  expect(sheets.steps).toEqual([`write ${UNDO_SHEET_NAME} row 4 × 1`]);
  expect(read('r-1', first)?.rows).toEqual(dailyRows(100, 2));
  keep('r-1', snapshotOf(dailyRows(300, 2)));
  expect(read('r-1', first)).toBeUndefined();
  expect([read('r-1', second), read('r-2', other)].map((one) => one?.rows)).toEqual([
    dailyRows(200, 2),
    dailyRows(1, 2),
  ]);
});

describe('a table is not read', () => {
  test.each<[string, () => unknown]>([
    ['where its sheet was deleted', () => sheets.delete(undoSheet() as never)],
    ['where its cells were edited', () => undoSheet()?.type(2, 1, 'mine')],
  ])('%s', (_, edit) => {
    const hash = keep('r-1', snapshotOf(dailyRows(100, 2)));
    edit();
    expect(read('r-1', hash)).toBeUndefined();
  });

  test('for another report', () => {
    expect(read('r-2', keep('r-1', snapshotOf([])))).toBeUndefined();
  });
});

describe('the hidden sheet', () => {
  test('is that of a killed run or a copied spreadsheet, never a person’s', () => {
    const lost = keep('r-1', snapshotOf(dailyRows(100, 2)));
    pointers = {};
    expect([keep('r-1', snapshotOf(dailyRows(100, 2))), keep('r-2', snapshotOf([]))?.row]).toEqual([lost, 3]);
    undoSheet()?.type(1, 1, 'mine');
    pointers = {};
    expect([keep('r-1', snapshotOf(dailyRows(100, 2))), sheets.sheets.length]).toEqual([null, 1]);
  });

  test('forgets both tables of a report, and none of another one', () => {
    const other = keep('r-2', snapshotOf(dailyRows(1, 2)));
    for (const day of [100, 200]) keep('r-1', snapshotOf(dailyRows(day, 2)));
    forgetSnapshots(
      sheets,
      reports(),
      reports().filter(({ id }) => id === 'r-2'),
    );
    expect(undoSheet()?.readBlock(3, 1, 2, 1)).toEqual([[''], ['']]);
    expect(read('r-2', other)).toBeDefined();
    forgetSnapshots(sheets, reports());
    expect(undoSheet()?.lastRow()).toBe(1);
  });
});

test('what cannot be kept says why, and nothing fails', () => {
  sheets.refusedStep = 1;
  expect(
    keepSnapshot(services(), { reports: [] }, { ...ABOUT, id: 'r-1' }, snapshotOf(dailyRows(100, 2))),
  ).toMatchObject({
    pointer: null,
    sentence: expect.stringContaining('This refresh can’t be undone'),
  });
});
