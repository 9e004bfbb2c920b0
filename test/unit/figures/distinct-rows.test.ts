import { describe, expect, test } from '@jest/globals';
import { distinctRows } from '../../../src/figures/distinct-rows';
import { recordCells } from '../../support/spec-fields';

const ROW = recordCells({ SHIFT_ID: 1 });
const EDITED = recordCells({ SHIFT_ID: 1, SHIFTS_WORKED: 4 });
const OTHER = recordCells({ SHIFT_ID: 2 });
const NAMELESS = [...ROW.slice(0, 17), null];

describe('distinct rows', () => {
  test('are all rows when each has its own SHIFT_ID', () => {
    expect(distinctRows([ROW, OTHER])).toEqual({ rows: [ROW, OTHER], repeated: 0, conflicting: 0 });
  });

  test('hold a record once that comes again in every field', () => {
    expect(distinctRows([ROW, OTHER, [...ROW], [...ROW]])).toEqual({
      rows: [ROW, OTHER],
      repeated: 2,
      conflicting: 0,
    });
  });

  test('keep a record whose SHIFT_ID came with other fields, and count it', () => {
    expect(distinctRows([ROW, EDITED])).toEqual({ rows: [ROW, EDITED], repeated: 0, conflicting: 1 });
  });

  test('hold a repetition once although a conflicting record stands between', () => {
    expect(distinctRows([ROW, EDITED, [...ROW], [...EDITED]])).toEqual({
      rows: [ROW, EDITED],
      repeated: 2,
      conflicting: 1,
    });
  });

  test('tell null from 0 in a field', () => {
    const empty = [...ROW.slice(0, 4), null, ...ROW.slice(5)];
    const zero = recordCells({ SHIFT_ID: 1, SHIFTS_POSTED: 0 });
    expect(distinctRows([empty, zero])).toEqual({ rows: [empty, zero], repeated: 0, conflicting: 1 });
  });

  test('keep records without a SHIFT_ID, however alike', () => {
    expect(distinctRows([NAMELESS, [...NAMELESS]])).toEqual({
      rows: [NAMELESS, NAMELESS],
      repeated: 0,
      conflicting: 0,
    });
  });

  test('are none of none', () => {
    expect(distinctRows([])).toEqual({ rows: [], repeated: 0, conflicting: 0 });
  });
});
