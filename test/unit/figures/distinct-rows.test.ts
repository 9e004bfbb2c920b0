import { describe, expect, test } from '@jest/globals';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { distinctRows } from '../../../src/figures/figure-set';
import { recordCells, SPEC_NAMES } from '../../support/spec-fields';

const ROW = recordCells({ SHIFT_ID: 1 });
const EDITED = recordCells({ SHIFT_ID: 1, SHIFTS_WORKED: 4 });
const OTHER = recordCells({ SHIFT_ID: 2 });
const NAMELESS = [...ROW.slice(0, 17), null];

const distinct = (
  rows: readonly ShiftRow[],
  repeated: readonly ShiftRow[] = [],
  conflicting: readonly ShiftRow[] = [],
) => ({ rows, repeated, conflicting });

describe('distinct rows', () => {
  const column = (name: string) => SPEC_NAMES.indexOf(name);
  const empty = ROW.map((value, at) => (at === column('NO_SHOWS') ? null : value));
  const zero = recordCells({ SHIFT_ID: 1, NO_SHOWS: 0 });

  test.each<[string, readonly ShiftRow[], ReturnType<typeof distinct>]>([
    ['are all rows when each has its own SHIFT_ID', [ROW, OTHER], distinct([ROW, OTHER])],
    [
      'hold a record once that comes again',
      [ROW, OTHER, [...ROW], [...ROW]],
      distinct([ROW, OTHER], [ROW, ROW]),
    ],
    [
      'keep a record whose SHIFT_ID came with other fields',
      [ROW, EDITED],
      distinct([ROW, EDITED], [], [EDITED]),
    ],
    [
      'hold a repetition once although a conflicting record stands between',
      [ROW, EDITED, [...ROW], [...EDITED]],
      distinct([ROW, EDITED], [ROW, EDITED], [EDITED]),
    ],
    ['tell null from 0 in a field', [empty, zero], distinct([empty, zero], [], [zero])],
    [
      'keep records without a SHIFT_ID, however alike',
      [NAMELESS, [...NAMELESS]],
      distinct([NAMELESS, NAMELESS]),
    ],
    ['are none of none', [], distinct([])],
  ])('%s', (_, rows, expected) => {
    expect(distinctRows(rows)).toEqual(expected);
  });

  test('take no time to speak of where a service sends 0 as the SHIFT_ID of all 40,000 records', () => {
    const records = Array.from({ length: 40_000 }, (_, at) => {
      const record = recordCells({ SHIFT_ID: 0 });
      record[column('SHIFTS_POSTED')] = at;
      return record;
    });
    const before = process.cpuUsage();
    const { rows, repeated, conflicting } = distinctRows([...records, [...(records[7] as ShiftRow)]]);
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
    expect([rows.length, conflicting.length]).toEqual([40_000, 39_999]);
    expect(repeated).toEqual([records[7]]);
  }, 60_000);
});
