import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { countDoubts, distinctRows, NO_DOUBTS } from '../../../src/figures/record-quality';
import { recordCells, SPEC_NAMES } from '../../support/spec-fields';

const ROW = recordCells({ SHIFT_ID: 1 });
const EDITED = recordCells({ SHIFT_ID: 1, SHIFTS_WORKED: 4 });
const OTHER = recordCells({ SHIFT_ID: 2 });
const NAMELESS = [...ROW.slice(0, 17), null];

const distinct = (
  rows: readonly ShiftRow[],
  again: readonly (readonly [ShiftRow, number])[] = [],
  conflicting: readonly ShiftRow[] = [],
  undated: readonly ShiftRow[] = [],
) => ({ rows, doubts: { again: new Map(again), conflicting: new Set(conflicting) }, undated });

describe('distinct rows', () => {
  test('are all rows when each has its own SHIFT_ID', () => {
    expect(distinctRows([ROW, OTHER])).toEqual(distinct([ROW, OTHER]));
  });

  test('hold a record once that comes again in every field', () => {
    expect(distinctRows([ROW, OTHER, [...ROW], [...ROW]])).toEqual(distinct([ROW, OTHER], [[ROW, 2]]));
  });

  test('keep a record whose SHIFT_ID came with other fields, and count it', () => {
    expect(distinctRows([ROW, EDITED])).toEqual(distinct([ROW, EDITED], [], [EDITED]));
  });

  test('hold a repetition once although a conflicting record stands between', () => {
    expect(distinctRows([ROW, EDITED, [...ROW], [...EDITED]])).toEqual(
      distinct(
        [ROW, EDITED],
        [
          [ROW, 1],
          [EDITED, 1],
        ],
        [EDITED],
      ),
    );
  });

  test('tell null from 0 in a field', () => {
    const column = SPEC_NAMES.indexOf('NO_SHOWS');
    const empty = [...ROW.slice(0, column), null, ...ROW.slice(column + 1)];
    const zero = recordCells({ SHIFT_ID: 1, NO_SHOWS: 0 });
    expect(distinctRows([empty, zero])).toEqual(distinct([empty, zero], [], [zero]));
  });

  test('keep records without a SHIFT_ID, however alike', () => {
    expect(distinctRows([NAMELESS, [...NAMELESS]])).toEqual(distinct([NAMELESS, NAMELESS]));
  });

  test('are none without a day, which stand apart, each once, and repeat nothing', () => {
    const undated = [null, ...ROW.slice(1)];
    const other = [null, ...OTHER.slice(1)];
    expect(distinctRows([undated, ROW, other, [...undated]])).toEqual(
      distinct([ROW], [], [], [undated, other]),
    );
  });

  test('take no time to speak of where a service sends 0 as the SHIFT_ID of all 40,000 records', () => {
    const column = SPEC_NAMES.indexOf('SHIFTS_POSTED');
    const records = Array.from({ length: 40_000 }, (_, at) => {
      const record = recordCells({ SHIFT_ID: 0 });
      record[column] = at;
      return record;
    });
    const before = process.cpuUsage();
    const { rows, doubts } = distinctRows([...records, [...(records[7] as ShiftRow)]]);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
    expect([rows.length, doubts.conflicting.size]).toEqual([40_000, 39_999]);
    expect([...doubts.again]).toEqual([[records[7], 1]]);
  }, 60_000);

  test('are none of none', () => {
    expect(distinctRows([])).toEqual(distinct([]));
  });
});

describe('what came more than once, by group', () => {
  const { rows, doubts } = distinctRows([ROW, EDITED, OTHER, [...ROW], [...ROW], [...OTHER]]);

  test('is counted in the group of the record that is kept, and over all groups', () => {
    // ROW stands in group 0, EDITED and OTHER in group 1.
    const countsOf = countDoubts(rows, [0, 1, 1], 2, doubts);
    expect([0, 1, 2].map(countsOf)).toEqual([
      { repeated: 2, conflicting: 0 },
      { repeated: 1, conflicting: 1 },
      { repeated: 3, conflicting: 1 },
    ]);
  });

  test('does not count what a filter left out', () => {
    const countsOf = countDoubts([OTHER], [0], 1, doubts);
    expect(countsOf(1)).toEqual({ repeated: 1, conflicting: 0 });
  });

  test('is nothing where each record came once', () => {
    expect(countDoubts([ROW], [0], 1, NO_DOUBTS)(0)).toEqual({
      repeated: 0,
      conflicting: 0,
    });
  });
});
