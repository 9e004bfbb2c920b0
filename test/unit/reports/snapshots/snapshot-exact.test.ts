import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ColumnKind, SheetTable, SheetValue } from '../../../../src/reports/sheet/cells';
import { SNAPSHOT_CELLS } from '../../../../src/reports/sheet/snapshots';
import { hostileText } from '../../../support/hostile-texts';
import { manyRows } from '../../../support/sample-report';
import { SnapshotScene, shiftTable } from '../../../support/snapshot-scene';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 300);

const plain = (value: number) => value + 0;
const integer = fc.oneof(fc.integer(), fc.maxSafeInteger());
const decimal = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(plain),
  fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 100),
);
const VALUES: Readonly<Record<ColumnKind, fc.Arbitrary<SheetValue>>> = {
  date: fc.integer({ min: 32_874, max: 73_415 }),
  text: hostileText,
  integer,
  count: integer,
  decimal,
  percentage: decimal,
  boolean: fc.boolean(),
  moment: fc.double({ min: 32_874, max: 73_415, noNaN: true }),
};
const KINDS = Object.keys(VALUES) as ColumnKind[];

/** Mostly values of their column's kind; some that are not, as other reports may hold. */
function cell(kind: ColumnKind): fc.Arbitrary<SheetValue> {
  const any = fc.oneof(...KINDS.map((one) => VALUES[one]));
  return fc.oneof(
    { weight: 8, arbitrary: VALUES[kind] },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: any },
  );
}

const table: fc.Arbitrary<SheetTable> = fc
  .array(
    fc.record({ heading: fc.oneof(fc.constant('SHIFT_ID'), hostileText), kind: fc.constantFrom(...KINDS) }),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  .chain((columns) =>
    fc
      .array(fc.tuple(...columns.map(({ kind }) => cell(kind))), { maxLength: 15 })
      .map((rows) => ({ columns, rows })),
  );

describe('a table that is kept', () => {
  test(`comes back byte by byte from both slots (seed ${SEED}, ${RUNS} sequences of 4 tables)`, () => {
    let undone = 0;
    fc.assert(
      fc.property(fc.array(table, { minLength: 4, maxLength: 4 }), (tables) => {
        const scene = new SnapshotScene();
        const slots = new Set<string>();
        tables.forEach((next, at) => {
          scene.refresh(next);
          slots.add(String(scene.read().pointer?.slot));
          const before = tables[at - 1];
          if (before === undefined) return;
          for (const expected of [before, next]) {
            expect(scene.undo()).toBeUndefined();
            expect(JSON.stringify(scene.shown.get('r-1'))).toBe(JSON.stringify(expected));
            expect(scene.shown.get('r-1')).toEqual(expected);
            undone += 1;
          }
        });
        expect([...slots].sort()).toEqual(['a', 'b']);
      }),
      { seed: SEED, numRuns: RUNS },
    );
    console.info(`Undo: byte-equal ${undone} of ${RUNS * 6}; seed ${SEED}.`);
    expect(undone).toBe(RUNS * 6);
  });

  test('keeps what else is said of it', () => {
    const scene = new SnapshotScene();
    scene.refresh(shiftTable(1));
    expect(scene.read().current()).toMatchObject({ source: 'fingerprint-1', about: 'about it' });
  });

  test('of 10,000 shifts takes at most 25 characters a row', () => {
    const scene = new SnapshotScene();
    scene.refresh({ ...shiftTable(), rows: manyRows(10_000) });
    const sheetId = Number(scene.places?.sheetId);
    const cells = Array.from({ length: SNAPSHOT_CELLS }, (_, row) =>
      String(scene.store.at(sheetId, row + 1, 1)),
    );
    expect(cells.join('').length / 10_000).toBeLessThanOrEqual(25);
    expect(scene.read().current()?.table.rows).toEqual(manyRows(10_000));
  });
});
