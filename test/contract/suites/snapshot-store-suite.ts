import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SnapshotStore } from '../../../src/reports/ports';

/** What every store of hidden sheets owes to those who use it. */
export function describeSnapshotStore(name: string, create: () => SnapshotStore): void {
  describe(`${name} as a store of hidden sheets`, () => {
    let store: SnapshotStore;
    let sheetId: number;
    let count = 0;

    beforeEach(() => {
      store = create();
      count += 1;
      sheetId = Number(store.create(`Hidden ${name} ${count}`));
    });

    test('finds a sheet by its name, with its last row in use', () => {
      const empty = store.find(`Hidden ${name} ${count}`);
      store.writeBlock(sheetId, 3, 2, [["'x"], ['']]);
      expect([empty, store.find(`Hidden ${name} ${count}`)]).toEqual([
        { sheetId, lastRow: 0 },
        { sheetId, lastRow: 3 },
      ]);
      expect(store.find('No such sheet')).toBeUndefined();
    });

    test('makes none where a sheet has the name in other capitals', () => {
      const sheetName = `HIDDEN ${name} ${count}`;
      expect([store.find(sheetName), store.create(sheetName)]).toEqual([undefined, undefined]);
    });

    test('gives back texts as they are, and blank cells', () => {
      const texts = ['=1+1', "'quoted", '007', 'TRUE', 'H4sIAAAAAAAAA+/=', '2026-03-10', '1'.repeat(45_000)];
      store.writeBlock(
        sheetId,
        2,
        1,
        texts.map((text) => [`'${text}`, '']),
      );
      expect(store.readBlock(sheetId, 2, texts.length, 3)).toEqual(texts.map((text) => [text, '', '']));
    });

    test('writes a block and leaves the cells around it', () => {
      store.writeBlock(sheetId, 1, 1, [
        ["'a", "'b"],
        ["'c", "'d"],
      ]);
      store.writeBlock(sheetId, 2, 2, [["'new"]]);
      expect(store.readBlock(sheetId, 1, 2, 2)).toEqual([
        ['a', 'b'],
        ['c', 'new'],
      ]);
    });

    test('adds rows where the sheet ends before the block', () => {
      store.writeBlock(sheetId, 1500, 1, [["'far"], ["'below"]]);
      expect(store.readBlock(sheetId, 1500, 2, 1)).toEqual([['far'], ['below']]);
    });

    test('knows no block of a sheet that is gone', () => {
      expect(store.readBlock(987_654_321, 1, 1, 1)).toBeUndefined();
      expect(() => store.writeBlock(987_654_321, 1, 1, [["'x"]])).toThrow();
    });
  });
}
