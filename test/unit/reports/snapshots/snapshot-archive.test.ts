import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  forgetSnapshots,
  keepSnapshot,
  packTable,
  parseSnapshotPlaces,
  readSnapshots,
  unpackTable,
} from '../../../../src/reports/sheet/snapshots';
import { nodeDigest, nodePacker } from '../../../support/node-text';
import { SnapshotScene, shiftTable, snapshotOf } from '../../../support/snapshot-scene';

let scene: SnapshotScene;
beforeEach(() => {
  scene = new SnapshotScene();
});

const sheetId = () => Number(scene.places?.sheetId);
const names = () =>
  [...scene.store.sheets.values()].map(({ name, isHidden }) => `${name}${isHidden ? ', hidden' : ''}`);
const current = (report = 'r-1') => scene.read(report).current()?.table;
const previous = (report = 'r-1') => scene.read(report).previous()?.table;

describe('the hidden sheet', () => {
  test('is made, hidden and written by the first refresh in five calls', () => {
    scene.refresh(shiftTable(1));
    expect(names()).toEqual(['Shift Reports undo, hidden']);
    expect(scene.takeCalls()).toEqual(['front', 'insert', 'activate', 'hide', 'write 1,1 46×3']);
  });

  test('costs a later refresh one read and one write of its own column', () => {
    scene.refresh(shiftTable(1));
    scene.takeCalls();
    scene.refresh(shiftTable(2));
    scene.refresh(shiftTable(3));
    expect(scene.takeCalls()).toEqual(['read 1+46', 'write 1,2 46×1', 'read 1+46', 'write 1,1 46×1']);
  });

  test('gives each report a block of its own', () => {
    scene.refresh(shiftTable(1), 'r-1');
    scene.takeCalls();
    scene.refresh(shiftTable(2), 'r-2');
    expect(scene.takeCalls()).toEqual(['read 47+46', 'write 47,1 46×3']);
    expect([current('r-1'), current('r-2')]).toEqual([shiftTable(1), shiftTable(2)]);
  });

  test('says on itself what it is', () => {
    scene.refresh(shiftTable(1));
    expect(scene.store.at(sheetId(), 1, 3)).toBe(
      'Shift Reports keeps tables here for Undo. What is edited here is not used. Report: r-1',
    );
  });

  test('is made again when it was deleted', () => {
    scene.refresh(shiftTable(1));
    scene.store.sheets.clear();
    scene.refresh(shiftTable(2));
    expect([names(), current(), previous()]).toEqual([
      ['Shift Reports undo, hidden'],
      shiftTable(2),
      undefined,
    ]);
  });

  test('that a killed run left empty and in sight is used and hidden', () => {
    const left = scene.store.add('Shift Reports undo');
    scene.refresh(shiftTable(1));
    expect([sheetId(), names()]).toEqual([left, ['Shift Reports undo, hidden']]);
  });

  test('that came along with a copied spreadsheet is used, but nothing that stands in it', () => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
    scene.places = undefined;
    scene.pointers.clear();
    scene.refresh(shiftTable(3), 'r-9');
    expect([names(), current('r-9'), previous('r-9')]).toEqual([
      ['Shift Reports undo, hidden'],
      shiftTable(3),
      undefined,
    ]);
    expect(scene.undo('r-1')).toBe('Refresh “Shifts” first: no table of it is kept');
  });

  test('is used by the next run when the first one was killed before it was noted', () => {
    scene.refresh(shiftTable(1), 'r-1', 'written');
    scene.refresh(shiftTable(2));
    expect([names(), current(), previous()]).toEqual([
      ['Shift Reports undo, hidden'],
      shiftTable(2),
      undefined,
    ]);
  });
});

describe('sheets of people', () => {
  const THEIRS = [['my'], ['own', 'notes']];

  test('that have the name are left as they are', () => {
    const theirs = scene.store.add('Shift Reports undo', structuredClone(THEIRS));
    scene.refresh(shiftTable(1));
    expect(names()).toEqual(['Shift Reports undo', 'Shift Reports undo 2, hidden']);
    expect(scene.store.sheets.get(theirs)?.cells).toEqual(THEIRS);
  });

  test('that have all of the names keep us from keeping tables', () => {
    for (const end of ['', ' 2', ' 3', ' 4', ' 5']) scene.store.add(`Shift Reports undo${end}`, [['mine']]);
    expect(scene.refresh(shiftTable(1))).toBe(
      'This refresh can’t be undone: other sheets have the names of the hidden sheet for it.',
    );
    expect(scene.pointers.get('r-1')).toBeNull();
  });

  test('our own sheet counts as one where someone pasted over it', () => {
    scene.refresh(shiftTable(1));
    const used = scene.store.sheets.get(sheetId());
    if (used) used.cells = structuredClone(THEIRS);
    scene.refresh(shiftTable(2));
    expect(used?.cells).toEqual(THEIRS);
    expect([names().length, current(), previous()]).toEqual([2, shiftTable(2), undefined]);
  });

  test('a block further down that someone uses is left as it is, and another sheet taken', () => {
    scene.refresh(shiftTable(1), 'r-1');
    scene.store.type(sheetId(), 60, 1, 'mine');
    const first = sheetId();
    scene.refresh(shiftTable(2), 'r-2');
    expect([scene.store.at(first, 60, 1), scene.store.at(first, 47, 1)]).toEqual(['mine', '']);
    expect([current('r-2'), names().length]).toEqual([shiftTable(2), 2]);
  });
});

describe('a kept table that someone touched', () => {
  beforeEach(() => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
  });

  test.each<[string, () => void]>([
    ['that was replaced by other text', () => scene.store.type(sheetId(), 1, 1, '{}')],
    [
      'whose text was edited',
      () => scene.store.type(sheetId(), 1, 1, `'${scene.store.at(sheetId(), 1, 1)}A`),
    ],
    ['whose text is gone', () => scene.store.type(sheetId(), 1, 1, '')],
    ['whose text turned into a number', () => scene.store.type(sheetId(), 1, 1, '12')],
    ['with something below it', () => scene.store.type(sheetId(), 46, 1, 'x')],
    ['that is a copy of the other one', () => copyColumn(2, 1)],
  ])('%s is not used', (_, touch) => {
    touch();
    expect([previous(), current()]).toEqual([undefined, shiftTable(2)]);
  });

  test('is not used whichever letter of it was changed', () => {
    const kept = scene.store.at(sheetId(), 1, 1) as string;
    const wrong = Array.from(kept, (letter, at) => {
      scene.store.type(
        sheetId(),
        1,
        1,
        `'${kept.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${kept.slice(at + 1)}`,
      );
      return previous();
    });
    expect(wrong.length).toBeGreaterThan(100);
    expect(wrong.every((table) => table === undefined)).toBe(true);
  });

  test('is not used where someone made it himself, however well', () => {
    const forged = { ...snapshotOf(shiftTable(7)), about: '{"generatedAt":5}' };
    const { cells } = packTable({ report: 'r-1', slot: 'a' }, forged, scene.services) ?? { cells: [] };
    cells.forEach((cell, at) => {
      scene.store.type(sheetId(), 1 + at, 1, cell && `'${cell}`);
    });
    expect([previous(), current()]).toEqual([undefined, shiftTable(2)]);
  });

  test.each([
    ['is not JSON', 'no JSON\n[]'],
    ['has no second line', '{}'],
    ['counts 30,000,000 rows', '{"columns":[],"count":30000000,"fields":[],"source":"s","about":"a"}\n[]'],
    ['counts -1 rows', '{"columns":[],"count":-1,"fields":[],"source":"s","about":"a"}\n[]'],
    ['has fewer columns than headings', tableText('[]')],
    ['has columns of another form', tableText('{}')],
    ['has no columns', tableText('null')],
  ])('is none where its text %s, even with the right hash', (_, text) => {
    const name = { report: 'r-1', slot: 'a' } as const;
    const packed = nodePacker.pack(text);
    const hash = nodeDigest(`r-1\na\n${packed}`);
    expect(unpackTable(name, [packed], hash, scene.services)).toBeUndefined();
  });

  function tableText(columns: string): string {
    const heading = '{"heading":"A","kind":"text"}';
    return `{"columns":[${heading}],"count":1,"fields":["A"],"source":"s","about":"a"}\n${columns}`;
  }

  test('heals with the refreshes after it', () => {
    scene.store.type(sheetId(), 1, 1, '');
    scene.refresh(shiftTable(3));
    expect([previous(), current()]).toEqual([shiftTable(2), shiftTable(3)]);
  });

  function copyColumn(from: number, to: number): void {
    for (let row = 1; row <= 46; row += 1) {
      scene.store.type(sheetId(), row, to, `'${scene.store.at(sheetId(), row, from)}`);
    }
  }
});

describe('a table that cannot be kept', () => {
  test('for its size is told, and undo is off', () => {
    const big = { ...shiftTable(), columns: [{ heading: 'A', kind: 'text' as const }], rows: bigRows(21) };
    const plain = {
      ...scene.services,
      packer: { pack: (text: string) => text, unpack: (text: string) => text },
    };
    const kept = keepSnapshot(plain, readSnapshots(plain, undefined, 'r-1', null), snapshotOf(big));
    expect(kept).toEqual({
      pointer: null,
      places: undefined,
      sentence: 'This refresh can’t be undone: the table is too large to be kept beside the sheet.',
    });
  });

  test.each([
    ['read', 'the hidden sheet for it could not be read'],
    ['write', 'Google Sheets did not keep the table (sheet_blocked)'],
  ] as const)('since the sheet refuses every %s is told, and the refresh goes on', (refused, why) => {
    scene.refresh(shiftTable(1));
    scene.store.refused = refused;
    expect(scene.refresh(shiftTable(2))).toBe(`This refresh can’t be undone: ${why}.`);
    expect([scene.shown.get('r-1'), scene.pointers.get('r-1')]).toEqual([shiftTable(2), null]);
    scene.store.refused = undefined;
    scene.refresh(shiftTable(3));
    expect([current(), previous()]).toEqual([shiftTable(3), undefined]);
  });

  function bigRows(count: number): string[][] {
    return Array.from({ length: count }, (_, row) => [String(row).repeat(100_000)]);
  }
});

describe('many reports', () => {
  test('200 have a block, whose places fit a property of 9 kB; one more is told that it has none', () => {
    const ids = Array.from(
      { length: 201 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    );
    const told = ids.map((id) => scene.refresh(shiftTable(1), id));
    expect(told.filter(Boolean)).toEqual([
      'This refresh can’t be undone: tables are kept of 200 reports, and of no more.',
    ]);
    expect(Buffer.byteLength(JSON.stringify(scene.places))).toBeLessThan(9000);
    scene.places = scene.places && forgetSnapshots(scene.store, scene.places, ids.slice(3, 4));
    expect(scene.refresh(shiftTable(2), ids[200])).toBe('');
  });
});

describe('a report that is removed', () => {
  test('leaves nothing in the hidden sheet, and its block to another', () => {
    for (const report of ['r-1', 'r-2']) scene.refresh(shiftTable(1), report);
    scene.takeCalls();
    scene.places = scene.places && forgetSnapshots(scene.store, scene.places, ['r-1']);
    expect(scene.takeCalls()).toEqual(['read 1+1', 'write 1,1 46×2']);
    expect([current('r-1'), current('r-2')]).toEqual([undefined, shiftTable(1)]);
    scene.refresh(shiftTable(3), 'r-3');
    expect(scene.places).toEqual({ sheetId: sheetId(), reports: ['r-3', 'r-2'] });
  });

  test('leaves nothing when all are', () => {
    for (const report of ['r-1', 'r-2']) scene.refresh(shiftTable(1), report);
    scene.places = scene.places && forgetSnapshots(scene.store, scene.places);
    expect([current('r-1'), current('r-2'), scene.places?.reports]).toEqual([undefined, undefined, ['', '']]);
  });

  test('spares what someone put in its place', () => {
    scene.refresh(shiftTable(1));
    const sheet = scene.store.sheets.get(sheetId());
    if (sheet) sheet.cells = [['mine', 'too', 'here']];
    scene.places = scene.places && forgetSnapshots(scene.store, scene.places);
    expect(sheet?.cells).toEqual([['mine', 'too', 'here']]);
  });
});

test('places that cannot be read count as no sheet', () => {
  expect([undefined, '', '{"sheetId":"1"}', 'no JSON'].map(parseSnapshotPlaces)).toEqual(
    new Array(4).fill(undefined),
  );
});
