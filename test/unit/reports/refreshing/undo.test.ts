import { beforeEach, describe, expect, test } from '@jest/globals';
import { planUndo } from '../../../../src/reports/refresh/kept-tables';
import { SnapshotScene, shiftTable } from '../../../support/snapshot-scene';

let scene: SnapshotScene;
beforeEach(() => {
  scene = new SnapshotScene();
});

describe('undo of a refresh', () => {
  test('puts back the table before it', () => {
    scene.refresh(shiftTable(1, 2, 3));
    scene.refresh(shiftTable(1));
    expect(scene.undo()).toBeUndefined();
    expect(scene.shown.get('r-1')).toEqual(shiftTable(1, 2, 3));
  });

  test('undone again puts back the newer table, and so on', () => {
    scene.refresh(shiftTable(1, 2, 3));
    scene.refresh(shiftTable(4));
    const seen = [1, 2, 3].map(() => {
      scene.undo();
      return scene.shown.get('r-1');
    });
    expect(seen).toEqual([shiftTable(1, 2, 3), shiftTable(4), shiftTable(1, 2, 3)]);
  });

  test('makes one read and no write in the hidden sheet', () => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
    scene.takeCalls();
    scene.undo();
    expect(scene.takeCalls()).toEqual(['read 1+46']);
  });

  test('goes on from the table that was put back', () => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
    scene.undo();
    scene.refresh(shiftTable(3));
    expect(scene.undo()).toBeUndefined();
    expect(scene.shown.get('r-1')).toEqual(shiftTable(1));
  });

  test('of one report leaves the other as it is', () => {
    for (const report of ['r-1', 'r-2']) {
      scene.refresh(shiftTable(1), report);
      scene.refresh(shiftTable(2), report);
    }
    scene.undo('r-2');
    expect([...scene.shown.values()]).toEqual([shiftTable(2), shiftTable(1)]);
  });

  test('tells what becomes of edits', () => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
    expect(planUndo('Shifts', 'fingerprint-1', scene.read())).toMatchObject({
      sentence:
        '“Shifts” shows the table from before its last change. Edits inside the table are gone; cells beside it are unchanged.',
    });
  });
});

describe('undo is refused', () => {
  test('before the first refresh', () => {
    expect(scene.undo()).toBe('Refresh “Shifts” first: no table of it is kept');
  });

  test('after the first refresh', () => {
    scene.refresh(shiftTable(1));
    expect(scene.undo()).toBe('Refresh “Shifts” first: no table before the one it shows is kept');
  });

  test('when the hidden sheet was deleted', () => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
    scene.store.sheets.clear();
    expect(scene.undo()).toBe(
      'Refresh “Shifts” instead: the table before it is gone from the hidden sheet “Shift Reports undo”, or was changed there',
    );
  });

  test('when the table before came by another connection', () => {
    scene.refresh(shiftTable(1));
    scene.refresh(shiftTable(2));
    expect(scene.undo('r-1', 'fingerprint-2')).toBe(
      'Refresh “Shifts” instead: the table before it came by another connection',
    );
    expect(scene.shown.get('r-1')).toEqual(shiftTable(2));
  });

  test.each(['kept', 'written'] as const)(
    'after a refresh that was killed when the table was %s',
    (killed) => {
      scene.refresh(shiftTable(1));
      scene.refresh(shiftTable(2));
      scene.refresh(shiftTable(3), 'r-1', killed);
      expect(scene.undo()).toBe(
        'Refresh “Shifts” instead: the table before it is gone from the hidden sheet “Shift Reports undo”, or was changed there',
      );
      scene.refresh(shiftTable(4));
      expect(scene.undo()).toBeUndefined();
      expect(scene.shown.get('r-1')).toEqual(shiftTable(2));
    },
  );
});
