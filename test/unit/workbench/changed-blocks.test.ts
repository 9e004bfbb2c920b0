import { describe, expect, it } from '@jest/globals';
import { mergeBlocks } from '../../workbench/changed-blocks';

const block = (row: number, column: number, rows: number, columns: number) => ({
  row,
  column,
  rows,
  columns,
});

describe('changed blocks', () => {
  it('that overlap become one', () => {
    expect(mergeBlocks([block(1, 1, 11, 3), block(2, 3, 10, 1), block(1, 1, 1, 3)])).toEqual([
      block(1, 1, 11, 3),
    ]);
  });

  it('that touch become one', () => {
    expect(mergeBlocks([block(1, 1, 1, 2), block(2, 1, 4, 2)])).toEqual([block(1, 1, 5, 2)]);
  });

  it('that are far apart stay apart', () => {
    const blocks = [block(1, 1, 2, 2), block(500, 20, 1, 1)];
    expect(mergeBlocks(blocks)).toEqual(blocks);
  });

  it('are merged by one that joins them', () => {
    expect(mergeBlocks([block(1, 1, 1, 1), block(3, 1, 1, 1), block(2, 1, 1, 1)])).toEqual([
      block(1, 1, 3, 1),
    ]);
  });
});
