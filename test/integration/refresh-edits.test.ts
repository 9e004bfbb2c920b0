import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../src/calendar/calendar-date';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import { build, isOutdated } from '../support/dashboard-scene';
import { BOB, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { edit, openTable, shiftIds } from '../support/table-scene';

/* People who edit the sheet between the first look of a run at its table and the write. */

const stage = new Stage({ allowance: 100_000 });

type Mode = 'history' | 'replace';
type Edit = (scene: Scene) => void;

const FIRST_DAY = parseIsoDate('2026-02-10') ?? 0;
const dayAt = (index: number) => formatIsoDate(FIRST_DAY + index);
/** Three shifts on each of the days. Their IDs tell the day. */
function shiftsOf(first: number, last: number, worked: number) {
  return Array.from({ length: (last - first + 1) * 3 }, (_, at) => {
    const [index, venue] = [first + Math.floor(at / 3), at % 3];
    const sent = { SHIFT_ID: 1000 + 10 * index + venue };
    return sentRecord({ day: dayAt(index), venue: `V${venue}`, posted: 10, booked: 9, worked, sent });
  });
}

/** Ten days of three shifts. The next refresh brings the last two of them again, and three more. */
function opened(mode: Mode): Promise<{ scene: Scene; id: string }> {
  return stage.again(mode, async () => {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: dayAt(0), to: dayAt(9), mode });
    await scene.serve(shiftsOf(0, 9, 8));
    for (const _ of [1, 2]) state(scene.refresh(id));
    scene.saveReport({ id, from: dayAt(8), to: dayAt(12), mode });
    await scene.serve([...shiftsOf(0, 7, 8), ...shiftsOf(8, 12, 7)]);
    return { scene, id };
  });
}

const MOMENTS = {
  /** The table before is about to be kept: the only write without the lock. */
  'while the table before is kept': { method: 'Range.setValues', which: 1 },
  /** The first time is for the lease. */
  'while the run waits for the lock': { method: 'Lock.tryLock', which: 2 },
} as const;
type Moment = keyof typeof MOMENTS;

/** Runs, and edits just before a call. */
function runBefore(
  scene: Scene,
  { method, which }: { readonly method: string; readonly which: number },
  edit: Edit,
  run: () => SidebarOutcome,
): SidebarOutcome {
  let isEdited = false;
  scene.before(
    method,
    () => {
      isEdited = true;
      edit(scene);
    },
    which,
  );
  const outcome = run();
  expect(isEdited).toBe(true);
  return outcome;
}

/** Everything on the tab, to its ends. */
function cells(scene: Scene): unknown[][] | undefined {
  const sheet = scene.book.workbook.sheets.find(({ name }) => name === 'Shifts');
  return sheet && scene.book.values(`Shifts!A1:S${sheet.grid.maxRows}`);
}

const insertRow: Edit = ({ book }) => book.editor.insertRows('Shifts', 5);
const deleteRows: Edit = ({ book }) => book.editor.deleteRows('Shifts', 3, 4);
const insertColumn: Edit = ({ book }) => book.editor.insertColumns('Shifts', 1);
const deleteSheet: Edit = ({ book }) => book.editor.deleteSheet('Shifts');

const SHAPES: readonly (readonly [string, Edit])[] = [
  ['inserts a row', insertRow],
  ['deletes rows', deleteRows],
  ['inserts a column', insertColumn],
];

describe.each(Object.keys(MOMENTS) as Moment[])('someone who edits %s', (moment) => {
  const edited = async (mode: Mode, edit: Edit) => {
    const { scene, id } = await opened(mode);
    let after: unknown;
    const outcome = runBefore(
      scene,
      MOMENTS[moment],
      () => {
        edit(scene);
        after = cells(scene);
      },
      () => scene.refresh(id),
    );
    return { scene, id, outcome, after };
  };

  test.each(SHAPES)(
    'and %s in a table that keeps history: nothing is written over it',
    async (_title, edit) => {
      const { scene, outcome, after } = await edited('history', edit);

      expect(outcome.kind).toBe('failed');
      expect(cells(scene)).toEqual(after);
    },
  );

  test('and inserts a row, and takes it back: the next refresh brings every shift, each of them once', async () => {
    const { scene, id } = await edited('history', insertRow);
    scene.book.editor.deleteRows('Shifts', 5, 1);

    state(scene.refresh(id));

    const ids = scene.book.values('Shifts!R2:R60').flat();
    const wanted = [...shiftsOf(0, 7, 8), ...shiftsOf(8, 12, 7)].map(({ SHIFT_ID }) => SHIFT_ID);
    expect(ids.filter((shown) => shown !== '').sort()).toEqual([...wanted].sort());
  });

  test('and inserts a column before a table that is replaced: their column stays blank', async () => {
    const { scene, outcome, after } = await edited('replace', insertColumn);

    expect(outcome.kind).toBe('failed');
    expect(cells(scene)).toEqual(after);
  });

  test.each<Mode>(['history', 'replace'])(
    'and deletes the sheet of a table (%s): it is not called refreshed without a sheet, and comes back',
    async (mode) => {
      const { scene, id, outcome } = await edited(mode, deleteSheet);
      expect([outcome.kind, cells(scene) !== undefined]).toEqual(['failed', false]);

      state(scene.refresh(id));

      expect(scene.book.cell('Shifts!A1').value).toBe('SHIFT_DATE');
    },
  );
});

describe('someone who types below the table', () => {
  test('while the table before is kept: the cell stays, and the person is asked to clear it', async () => {
    const { scene, id } = await opened('history');
    const type = () => scene.book.as(BOB).enter('Shifts!A33', 'mine');

    const outcome = runBefore(scene, MOMENTS['while the table before is kept'], type, () =>
      scene.refresh(id),
    );

    expect(outcome.message).toBe('Clear or move A33 on “Shifts”: the table grows over this cell.');
    expect(scene.book.cell('Shifts!A33').value).toBe('mine');
  });
});

describe('undoing while someone edits', () => {
  async function refreshed(mode: Mode = 'history') {
    const { scene, id } = await opened(mode);
    state(scene.refresh(id));
    return { scene, undo: () => scene.ask('sidebarUndoRefresh', id) };
  }

  test.each([...SHAPES, ['deletes the sheet', deleteSheet] as const])(
    'and %s of a table that keeps history: nothing is written',
    async (_title, edit) => {
      const { scene, undo } = await refreshed();
      let after: unknown;
      const outcome = runBefore(
        scene,
        MOMENTS['while the run waits for the lock'],
        () => {
          edit(scene);
          after = cells(scene);
        },
        undo,
      );

      expect(outcome.message).toBe('Try again: the table was changed meanwhile.');
      expect(cells(scene)).toEqual(after);
    },
  );

  test('and inserts a row before the last look: nothing is written', async () => {
    const { scene, undo } = await refreshed();

    const outcome = runBefore(scene, MOMENTS['while the table before is kept'], insertRow, undo);

    expect(outcome.message).toBe('Try again: the table was changed meanwhile.');
    expect(scene.book.cell('Shifts!A5').value).toBe('');
  });
});

test('someone who brings cleared days back during a refresh has each shift once after it', async () => {
  const { scene, id } = await opened('history');
  const before = scene.book.values('Shifts!A2:R31');
  const { editor } = scene.book;
  editor.clear('Shifts!A2:R31');
  const undoClearing: Edit = () => {
    for (const [row, values] of before.entries()) {
      for (const [column, value] of values.entries()) {
        const text = column === 0 ? formatIsoDate(Number(value)) : String(value);
        if (value !== '') editor.type(`Shifts!${String.fromCharCode(65 + column)}${row + 2}`, text);
      }
    }
  };

  const waits = MOMENTS['while the run waits for the lock'];
  state(runBefore(scene, waits, undoClearing, () => scene.refresh(id)));

  const ids = scene.book.values('Shifts!R2:R60').flat();
  const wanted = [...shiftsOf(0, 7, 8), ...shiftsOf(8, 12, 7)].map(({ SHIFT_ID }) => SHIFT_ID);
  expect(ids.filter((shown) => shown !== '')).toEqual(wanted);
});

test('a dashboard says that it is not updated with a table that was undone, until the newer one is back', async () => {
  const { scene, id } = await opened('replace');
  build(scene, id);
  scene.emulator.advance({ minutes: 5 });
  state(scene.refresh(id));
  const said = [isOutdated(scene)];
  for (let times = 0; times < 2; times += 1) {
    state(scene.ask('sidebarUndoRefresh', id));
    said.push(isOutdated(scene));
  }
  expect(said).toEqual([false, true, false]);
});

/* Cells that Google refuses to let a table have, or format. */

describe('a table that was refused to grow', () => {
  test('leaves what people type below it since, also when the next refresh succeeds', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.protect('Shifts!C3:D4'));
    expect(opened.scene.refresh(opened.reportId, BOB).kind).toBe('failed');
    edit(opened, (editor) => editor.type('Shifts!B9', 'Total'));
    await opened.scene.server.clearScenarios();
    await opened.scene.server.setScenario('report', { name: 'rows', rows: 4 });

    state(opened.scene.refresh(opened.reportId));

    expect(opened.scene.book.cell('Shifts!B9').value).toBe('Total');
    expect(shiftIds(opened, 5).map((id) => typeof id)).toEqual([
      'number',
      'number',
      'number',
      'number',
      'string',
    ]);
  });

  test('grows when it may, over the cells that were claimed before', async () => {
    const opened = await openTable(stage, 5, 9);
    edit(opened, (editor) => editor.protect('Shifts!C3:D4'));
    expect(opened.scene.refresh(opened.reportId, BOB).kind).toBe('failed');

    state(opened.scene.refresh(opened.reportId));

    expect(shiftIds(opened, 9).every((id) => typeof id === 'number')).toBe(true);
  });
});

test('formats that cells far below refuse fail nothing: the rows have theirs, and the status says what to do', async () => {
  const scene = await stage.connected();
  const days = { from: '2026-03-02', to: '2026-03-02' };
  const id = scene.saveReport({ ...days, columns: 'VENUE_NAME, SHIFT_ID' });
  state(scene.refresh(id));
  scene.book.editor.protect('Shifts!A500:C510');
  scene.saveReport({ ...days, id, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' });

  const outcome = scene.refresh(id, BOB);

  const advice =
    'Set the number formats on “Shifts” yourself (Format ▸ Number): Google Sheets refused some of them.';
  expect([outcome.kind, outcome.message]).toEqual(['done', expect.stringContaining(advice)]);
  expect(scene.book.cell('Shifts!A1').value).toBe('SHIFT_DATE');
  expect(scene.book.cell('Shifts!A2').display).toBe('2 Mar 2026');
  expect(scene.book.values('Shift Reports status!B2:L2')[0]).toEqual(
    expect.arrayContaining(['OK', expect.stringContaining(advice)]),
  );
});
