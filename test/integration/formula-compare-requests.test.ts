import { describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, wireCalls } from '../support/scene';

/* How a comparison asks for its two periods. It is Tuesday, 10 March 2026. */

const stage = new Stage();

const BEFORE = ['2026-02-23', '2026-03-01'] as const;
const AFTER = ['2026-03-02', '2026-03-08'] as const;

async function connected(): Promise<Scene> {
  const scene = await stage.open();
  scene.connect();
  return scene;
}

describe('what a comparison costs', () => {
  const calls = (compared: Scene) => wireCalls(compared.last).sort();

  test('warm: one read of the properties and one of the cache', async () => {
    const fresh = await connected();
    fresh.call('SHIFT_COMPARE', 'venue', ...BEFORE, ...AFTER);

    rowsOf(fresh.call('SHIFT_COMPARE', 'venue', ...BEFORE, ...AFTER));

    expect([calls(fresh), fresh.last.fetches]).toEqual([['Cache.getAll', 'Properties.getProperties'], 0]);
  });

  test('warm, of two weeks in months that are kept: the same', async () => {
    const fresh = await connected();
    fresh.formula('2026-02-16', '2026-03-10');

    rowsOf(fresh.call('SHIFT_COMPARE', 'venue', ...BEFORE, ...AFTER));

    expect([calls(fresh), fresh.last.fetches]).toEqual([['Cache.getAll', 'Properties.getProperties'], 0]);
  });

  test('cold: as many calls as one range, both requests in one batch', async () => {
    const fresh = await connected();

    rowsOf(fresh.call('SHIFT_COMPARE', 'venue', ...BEFORE, ...AFTER));

    expect(wireCalls(fresh.last)).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
      'Lock.tryLock',
      'Cache.getAll',
      'Cache.putAll',
      'Lock.releaseLock',
      'Spreadsheet.getSpreadsheetTimeZone',
      'UrlFetchApp.fetchAll',
      'Cache.putAll',
    ]);
    expect(fresh.last.fetches).toBe(2);
  });
});

describe('periods that are too long for a formula', () => {
  test.each<[string, FormulaArgument[], number]>([
    ['three years against a month', ['2023-01-01', '2025-12-31', '2026-01-01', '2026-01-31'], 37],
    ['19 months against the 19 before', [undefined, undefined, 'last 19 months'], 38],
  ])('%s: refused with the number of both together, and no request', async (_, dates, count) => {
    const scene = await connected();
    expect(sentenceIn(scene.call('SHIFT_COMPARE', 'venue', ...dates))).toBe(
      `These dates need ${count} requests, too many for a formula. Make a saved report in the sidebar.`,
    );
    expect(scene.last.fetches).toBe(0);
  });
});
