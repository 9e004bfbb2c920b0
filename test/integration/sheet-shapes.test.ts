import { describe, expect, test } from '@jest/globals';
import { builtWith } from '../support/built-with';
import { Stage, state, wireCalls } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';
import { edit, openTable } from '../support/table-scene';

/* Filters and merged cells over a table. */

/** Tables of more than two rows are staged. */
const FEW_CELLS = 36;

const stage = new Stage();
const staging = builtWith({ directWriteCells: FEW_CELLS });

const unmerge = (places: string) =>
  `Unmerge ${places} on “Shifts” (Format ▸ Merge cells ▸ Unmerge): each value needs a cell of its own.`;

const WAYS = [
  ['written at once', false],
  ['staged', true],
] as const;

/** A table of five rows, whose next refresh brings `next` rows. */
const opened = (isStaged: boolean, next = 5) => openTable(stage, 5, next, isStaged ? { dist: staging } : {});

describe('merged cells', () => {
  test.each<[string, string, number, boolean?]>([
    ['in a row', 'B3:C3', 5],
    ['in a column', 'D2:D4', 5],
    ['in all of its rows', 'A2:R6', 5],
    ['with a cell beside it', 'R3:S3', 5],
    ['with cells below it', 'A6:A8', 5],
    ['with a heading', 'A1:A2', 5],
    ['in rows that it is about to get', 'B8:C8', 8],
    ['in rows that it is about to lose', 'Q6:R6', 3],
    ['in a staged table', 'B3:C3', 5, true],
    ['in rows that a staged table is about to get', 'B8:C8', 8, true],
  ])(
    '%s (%s) are named, and no cell changes until they are taken apart',
    async (_, place, next, isStaged = false) => {
      const table = await opened(isStaged, next);
      edit(table, (editor) => editor.merge(`Shifts!${place}`));
      const before = table.sheet();

      const outcome = table.scene.refresh(table.reportId);

      expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message: unmerge(place) });
      expect(table.sheet()).toEqual(before);
      expect(table.scene.book.cell('Shift Reports status!C2').value).toBe(unmerge(place));

      edit(table, (editor) => editor.unmerge(`Shifts!${place}`));
      expect(table.run().message).toBe('');
      expect(filledIds(table)).toHaveLength(next);
    },
  );

  test('beside and below a staged table stay, and the table is exact', async () => {
    const table = await opened(true);
    const exact = table.scene.book.values('Shifts!A1:R6');
    edit(table, (editor) => {
      editor.merge('Shifts!T3:U4');
      editor.merge('Shifts!A30:C31');
      editor.clear('Shifts!A2:R6');
    });

    expect(table.run().message).toBe('');

    expect(table.scene.book.values('Shifts!A1:R6')).toEqual(exact);
    expect(table.sheet().merges).toHaveLength(2);
  });

  test('are refused by the schedule too, once its rows have changed, and it says so', async () => {
    const table = await SurfaceScene.open(stage, 'trigger', 'kept');
    edit(table, (editor) => editor.merge('Shifts!B3:C4'));
    await table.scene.server.setScenario('report', { name: 'rows', rows: 22 });
    const before = table.sheet();

    expect(table.run().message).toBe(unmerge('B3:C4'));

    expect(table.sheet()).toEqual(before);
    expect(state(table.scene.ask('sidebarState')).reports[0]?.lastRun).toMatchObject({
      outcome: 'failed',
      message: unmerge('B3:C4'),
    });
  });

  test('are not undone over: the table stays as it is', async () => {
    const table = await opened(false, 6);
    expect(table.run().message).toBe('');
    edit(table, (editor) => editor.merge('Shifts!B3:C3'));
    const before = table.sheet();

    const outcome = table.scene.ask('sidebarUndoRefresh', table.reportId, undefined, true);

    expect(outcome).toMatchObject({ kind: 'failed', message: unmerge('B3:C3') });
    expect(table.sheet()).toEqual(before);
  });

  test('of the heading row are a heading row that was changed', async () => {
    const table = await opened(false);
    edit(table, (editor) => editor.merge('Shifts!A1:B1'));
    expect(table.run().message).toMatch(/^Put the heading VENUE_NAME back in B1 of “Shifts”/);
  });

  test('in several places are refused, and the first is named', async () => {
    const table = await opened(false);
    edit(table, (editor) => {
      for (const place of ['A2:B2', 'C2:C3', 'E5:F6', 'H2:I2', 'H3:I3']) editor.merge(`Shifts!${place}`);
    });
    expect(table.run().message).toBe(unmerge('A2:B2'));
  });

  test('on an empty sheet that is to get a table keep it empty', async () => {
    const scene = await stage.connected();
    scene.book.editor.createSheet('Shifts');
    scene.book.editor.merge('Shifts!B1:C1');
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({
      kind: 'failed',
      message: unmerge('B1:C1'),
    });
    const sheet = scene.book.snapshot().sheets.find(({ name }) => name === 'Shifts');
    expect(sheet?.cells).toEqual({});
  });
});

/** Whether a filter or a person's order lies over a table. */
const OVER: readonly (readonly [string, boolean, boolean])[] = [
  ['a filter', true, false],
  ['another order', false, true],
  ['a filter and another order', true, true],
];

describe.each(WAYS)('a table that is %s', (_way, isStaged) => {
  test.each(OVER)(
    'is exact and is put back exactly under %s, which stays as it is',
    async (_what, isFiltered, isSorted) => {
      const plain = await opened(isStaged, 7);
      expect(plain.run().message).toBe('');
      const table = await opened(isStaged, 7);
      edit(table, (editor) => {
        if (isSorted) editor.sort('Shifts!A2:R6', 18, false);
        if (isFiltered) editor.filter('Shifts!A1:R6');
      });
      const before = table.scene.book.values('Shifts!A1:R9');
      const laid = () => table.sheet().filter ?? 'none';
      const filter = laid();

      expect(table.run().message).toBe('');

      expect(table.scene.book.values('Shifts!A1:R9')).toEqual(plain.scene.book.values('Shifts!A1:R9'));
      expect(filledIds(table)).toHaveLength(7);
      // A copy might leave out the rows that a filter hides.
      expect(wireCalls(table.scene.last).includes('Range.copyTo')).toBe(isStaged && !isFiltered);
      expect(laid()).toEqual(filter);

      state(table.scene.ask('sidebarUndoRefresh', table.reportId, undefined, true));

      expect(table.scene.book.values('Shifts!A1:R9')).toEqual(before);
      expect(laid()).toEqual(filter);
    },
  );
});

test('a staged table whose copy leaves a row as it was, as under a slicer, is written again', async () => {
  const table = await opened(true);
  const exact = table.scene.book.values('Shifts!A1:R6');
  let isEdited = false;
  table.scene.before('Range.copyTo', () =>
    table.scene.before('Range.getValues', () => {
      isEdited = true;
      edit(table, (editor) => editor.type('Shifts!R4', '7'));
    }),
  );

  expect(table.run().message).toBe('');

  expect(isEdited).toBe(true);
  expect(table.scene.book.values('Shifts!A1:R6')).toEqual(exact);
});

describe('a table that keeps history', () => {
  /** Five shifts of a month that stays, below them those of a month that is fetched again. */
  async function kept() {
    const scene = await stage.connected({ dist: staging });
    const form = { mode: 'history', from: '2025-12-10', to: '2025-12-10' } as const;
    const id = scene.saveReport(form);
    const fetch = async (day: string, ids: readonly number[]) => {
      await scene.serve(ids.map((SHIFT_ID) => ({ ...RECORD, SHIFT_DATE: day, SHIFT_ID })));
      scene.saveReport({ ...form, id, from: day, to: day });
      return scene.refresh(id);
    };
    state(await fetch('2025-12-10', [1, 2, 3, 4, 5]));
    state(await fetch('2026-02-12', [6, 7, 8]));
    const ids = () => scene.book.values('Shifts!R2:R12').flatMap(([one]) => (one === '' ? [] : [one]));
    return { scene, ids, again: () => fetch('2026-02-12', [6, 9, 7, 8]) };
  }

  test('is exact under a filter', async () => {
    const { scene, ids, again } = await kept();
    scene.book.editor.filter('Shifts!A1:R9');

    state(await again());

    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test.each([
    ['among the rows that are fetched again', 'B8:C8', unmerge('B8:C8')],
    ['that reach into them from the rows that stay', 'B6:B7', unmerge('B6:B7')],
    ['in the days that tell where they begin', 'A3:A4', unmerge('A3:A4')],
  ])('is left alone where cells are merged %s', async (_where, place, message) => {
    const { scene, again } = await kept();
    scene.book.editor.merge(`Shifts!${place}`);
    const before = scene.book.values('Shifts!A1:R12');

    expect(await again()).toMatchObject({ kind: 'failed', code: 'sheet_blocked', message });

    expect(scene.book.values('Shifts!A1:R12')).toEqual(before);
  });

  test('is exact where cells are merged in rows that stay, and these stay', async () => {
    const { scene, ids, again } = await kept();
    scene.book.editor.merge('Shifts!B2:C2');
    const [, row] = scene.book.values('Shifts!A1:R2');

    state(await again());

    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(scene.book.values('Shifts!A2:R2')).toEqual([row]);
  });
});

/** The IDs that stand in the table. */
function filledIds(table: SurfaceScene): unknown[] {
  return table.scene.book.values('Shifts!R2:R20').flatMap(([id]) => (id === '' ? [] : [id]));
}
