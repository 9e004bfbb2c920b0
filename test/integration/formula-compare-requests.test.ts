import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/bridge';
import { rowsOf, sentenceIn } from '../support/formula-answers';
import { type Scene, Stage, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* How a comparison asks for its two periods. It is Tuesday, 10 March 2026. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

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

  test('warm, of two weeks in a month that is kept: one cache read more', async () => {
    const fresh = await connected();
    fresh.formula('2026-02-16', '2026-03-10');

    rowsOf(fresh.call('SHIFT_COMPARE', 'venue', ...BEFORE, ...AFTER));

    expect([calls(fresh), fresh.last.fetches]).toEqual([
      ['Cache.getAll', 'Cache.getAll', 'Properties.getProperties'],
      0,
    ]);
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

describe('a shift that moved from one period to the other between two answers', () => {
  test.each([
    ['the period before', AFTER, [6, 0]],
    ['the period after', BEFORE, [0, 6]],
  ])('counts in %s where that answer is the newer one', async (_, first, expected) => {
    const fresh = await connected();
    for (const [period, day] of [
      [BEFORE, '2026-03-01'],
      [AFTER, '2026-03-02'],
    ] as const) {
      const crew = sentRecord({ day, venue: 'Pier', posted: 6, booked: 5, worked: 4, demand: 6 });
      await fresh.server.setScenario('report', {
        name: 'replace-rows',
        rows: [{ ...crew, SHIFT_ID: 4711 }],
        when: { includes: period[0] },
      });
    }
    fresh.formula(...first);
    await fresh.server.setClock('2026-03-10T09:05:00Z');
    fresh.emulator.clock.advance(300_000);

    const [, line] = rowsOf(fresh.call('SHIFT_COMPARE', 'venue', ...BEFORE, ...AFTER, 'measures', 'posted'));

    expect(line?.slice(0, 3)).toEqual(['Pier', ...expected]);
    expect(fresh.last.fetches).toBe(1);
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
