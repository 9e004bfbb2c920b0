import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../src/calendar/calendar-date';
import { calculateCells, coldScene, tally } from '../support/cold-cells';
import { serial } from '../support/daily-report';
import { type Scene, Stage, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Formulas over days that are kept or were fetched again, and over many months: their calls. */

const SEED = 20_260_301;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

describe('formulas inside days that are kept', () => {
  test('two hundred in one month: no request, three calls each', async () => {
    const scene = await coldScene(stage, SEED);
    scene.formula('2026-02-01', '2026-02-28');
    await scene.server.clear();
    const calls = new Set<string>();
    for (let cell = 0; cell < 200; cell += 1) {
      const from = serial('2026-02-01') + (cell % 20);
      const result = scene.formula(formatIsoDate(from), formatIsoDate(from + (cell % 9)));
      expect(result.kind).toBe('values');
      calls.add(wireCalls(scene.last).join());
    }
    expect([...calls]).toEqual(['Properties.getProperties,Cache.getAll,Cache.getAll']);
    expect(await scene.requestKinds()).toEqual([]);
  });

  test('show what the month shows of these days', async () => {
    const scene = await coldScene(stage, SEED);
    const month = scene.formula('2026-02-01', '2026-02-28');
    const week = scene.formula('2026-02-09', '2026-02-15');
    if (month.kind !== 'values' || week.kind !== 'values') throw new Error('There are no rows.');
    // London is on Greenwich time in February.
    const [first, last] = [Date.parse('2026-02-09'), Date.parse('2026-02-15')];
    const expected = month.values.slice(1).filter(([day]) => Number(day) >= first && Number(day) <= last);
    expect(week.values.slice(1)).toEqual(expected);
    expect(expected.length).toBeGreaterThan(5);
  });

  test('fifty over a range that a refresh has just fetched: a hundred calls, no request', async () => {
    const scene = await coldScene(stage, SEED);
    const id = scene.saveReport({ from: '2025-10-01', to: '2026-02-28' });
    scene.ask('sidebarRefreshReport', id);
    await scene.server.clear();
    scene.formula('2025-10-01', '2026-02-28');
    const records = await calculateCells(scene, SEED, () => ['2025-10-01', '2026-02-28']);
    const { failures, tokens, reports } = await tally(scene, records);
    expect({ failures, tokens, reports }).toEqual({ failures: [], tokens: 0, reports: 0 });
    const perCell = records.map(
      (record) => wireCalls(record).filter((name) => !name.startsWith('Spreadsheet')).length,
    );
    expect(Math.max(...perCell)).toBe(2);
  });
});

describe('days that a refresh has fetched again', () => {
  const TWO_WEEKS = ['2026-02-16', '2026-03-01'] as const;
  const SECOND_WEEK = ['2026-02-23', '2026-03-01'] as const;

  const posted = (scene: Scene, from: string, to: string) => {
    const result = scene.call('SHIFT_METRIC', 'posted', from, to);
    if (result.kind !== 'values') throw new Error(result.message);
    return result.values[0]?.[0];
  };

  /** One shift a day, of so many positions in each week. */
  async function publish(scene: Scene, first: number, second: number): Promise<void> {
    const rows = Array.from({ length: 14 }, (_, index) => {
      const day = formatIsoDate(serial(TWO_WEEKS[0]) + index);
      return sentRecord({ day, posted: index < 7 ? first : second, booked: 1, worked: 1 });
    });
    await scene.server.clearScenarios();
    // A request for the two weeks holds the first day of both.
    for (const [day, sent] of [
      [TWO_WEEKS[0], rows],
      [SECOND_WEEK[0], rows.slice(7)],
    ] as const) {
      await scene.server.setScenario('report', {
        name: 'replace-rows',
        rows: [...sent],
        when: { includes: day },
      });
    }
  }

  test('are shown by every formula over them: the week, the two weeks and parts of both', async () => {
    const scene = await coldScene(stage, SEED);
    await publish(scene, 1, 10);
    expect(posted(scene, ...TWO_WEEKS)).toBe(77);
    const id = scene.saveReport({ from: SECOND_WEEK[0], to: SECOND_WEEK[1] });
    await publish(scene, 1, 20);
    scene.emulator.clock.advance(300_000);
    scene.ask('sidebarRefreshReport', id);
    await scene.server.clear();

    const shown = [
      posted(scene, ...SECOND_WEEK),
      posted(scene, ...TWO_WEEKS),
      posted(scene, '2026-02-16', '2026-02-28'),
      posted(scene, '2026-02-20', '2026-02-24'),
    ];

    expect(shown).toEqual([140, 147, 127, 43]);
    expect(await scene.requestKinds()).toEqual([]);
  });

  test('cost one cache read more', async () => {
    const scene = await coldScene(stage, SEED);
    scene.formula(...TWO_WEEKS);
    const id = scene.saveReport({ from: SECOND_WEEK[0], to: SECOND_WEEK[1] });
    scene.emulator.clock.advance(300_000);
    scene.ask('sidebarRefreshReport', id);

    scene.formula(...TWO_WEEKS);

    expect(wireCalls(scene.last).filter((name) => !name.startsWith('Spreadsheet'))).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
      'Cache.getAll',
    ]);
  });
});

describe('service calls of a formula over five months', () => {
  test('warm: two', async () => {
    const scene = await coldScene(stage, SEED);
    scene.formula('2025-11-10', '2026-03-05');
    scene.formula('2025-11-10', '2026-03-05');
    expect(wireCalls(scene.last)).toEqual(['Properties.getProperties', 'Cache.getAll']);
  });

  test('cold: as many as over one day, ten', async () => {
    const scene = await coldScene(stage, SEED);
    scene.formula('2025-11-10', '2026-03-05');
    expect(wireCalls(scene.last)).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
      'Lock.tryLock',
      'Cache.getAll',
      'UrlFetchApp.fetch',
      'Cache.putAll',
      'Lock.releaseLock',
      'Spreadsheet.getSpreadsheetTimeZone',
      'UrlFetchApp.fetchAll',
      'Cache.putAll',
    ]);
    expect(scene.last.fetches).toBe(6);
  });

  test('more than 20 months: refused with no request', async () => {
    const scene = await coldScene(stage, SEED);
    expect(scene.formula('2024-05-31', '2026-03-01')).toEqual({
      kind: 'error',
      message: expect.stringContaining(
        'These dates need 23 requests, too many for a formula. Make a saved report in the sidebar.',
      ),
    });
    expect([wireCalls(scene.last), scene.last.fetches]).toEqual([['Properties.getProperties'], 0]);
  });
});
