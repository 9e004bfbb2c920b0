import { describe, expect, test } from '@jest/globals';
import type { FormulaArgument } from '../emulator/values';
import { oneValue } from '../support/formula-answers';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { RECORDS } from '../support/two-weeks';

/* Formulas are calculated again after a refresh, because they name its stamp. */

const stage = new Stage();

const MINUTE = 60_000;
const STATUS = 'Shift Reports status';
const METRIC = '=SHIFT_METRIC("worked", "last week", , "refresh", SHIFT_STAMP)';
const LAST_WEEK = RECORDS.filter(({ SHIFT_DATE: day }) => String(day) >= '2026-03-02');
/** The same without two: not so few that a refresh would ask. */
const FEWER = LAST_WEEK.slice(2);
const sum = (records: readonly { readonly SHIFTS_WORKED?: unknown }[]) =>
  records.reduce((total, record) => total + Number(record.SHIFTS_WORKED), 0);

/** A spreadsheet whose report of last week was refreshed, with the formula in A1. */
async function withFormula(): Promise<Scene> {
  const { scene } = await stage.again('formula', async () => {
    const opened = await stage.connected();
    await opened.serve(LAST_WEEK);
    opened.saveReport({ period: 'last week', from: '', to: '' });
    state(opened.ask('sidebarRefreshAll'));
    opened.book.as(ANN).enter('Sheet1!A1', METRIC);
    opened.emulator.clock.advance(20 * MINUTE);
    return { scene: opened };
  });
  return scene;
}

const stamp = (scene: Scene) => scene.book.cell(`${STATUS}!J1`).value;
const shown = (scene: Scene) => scene.book.cell('Sheet1!A1').value;

describe('a formula that names SHIFT_STAMP', () => {
  test('is calculated after a refresh, and not before', async () => {
    const scene = await withFormula();
    expect([shown(scene), scene.book.recalculate()]).toEqual([sum(LAST_WEEK), 0]);
    await scene.serve(FEWER);
    expect([scene.book.recalculate(), shown(scene)]).toEqual([0, sum(LAST_WEEK)]);

    state(scene.ask('sidebarRefreshAll'));

    expect([scene.book.recalculate(), shown(scene)]).toEqual([1, sum(FEWER)]);
    expect(scene.book.recalculate()).toBe(0);
    // Nobody rewrites it.
    expect(scene.book.cell('Sheet1!A1').formula).toBe(METRIC);
  });

  test('is calculated where the state of a report changes without a refresh', async () => {
    const scene = await withFormula();
    const before = stamp(scene);
    const [report] = state(scene.ask('sidebarState')).reports;

    state(scene.ask('sidebarRemoveReport', report?.id));

    expect(stamp(scene)).toBeGreaterThan(before as number);
  });

  test('reads what the refresh has fetched: no request of its own', async () => {
    const scene = await withFormula();
    state(scene.ask('sidebarRefreshAll'));
    const before = scene.emulator.requests.length;

    scene.book.recalculate();

    expect(scene.emulator.requests.length).toBe(before);
    expect(scene.last).toMatchObject({ kind: 'formula', fetches: 0 });
  });

  test('is calculated when a refresh fails, once: the state has changed', async () => {
    const scene = await withFormula();
    scene.book.as(ANN).enter('Sheet1!B1', '=SHIFT_STATUS("state", SHIFT_STAMP)');
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 500 });

    expect(scene.ask('sidebarRefreshAll').kind).toBe('failed');

    expect([scene.book.recalculate(), scene.book.cell('Sheet1!B1').value]).toEqual([2, 'failing']);
    expect(shown(scene)).toBe(sum(LAST_WEEK));
    expect(scene.ask('sidebarRefreshAll').kind).toBe('failed');
    expect(scene.book.recalculate()).toBe(0);
    await scene.serve(LAST_WEEK);
    scene.emulator.clock.advance(20 * MINUTE);
    state(scene.ask('sidebarRefreshAll'));
    expect([scene.book.recalculate(), scene.book.cell('Sheet1!B1').value]).toEqual([2, 'ok']);
  });

  test('is calculated after a scheduled refresh', async () => {
    const scene = await withFormula();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    await scene.serve(FEWER);

    scene.emulator.advance({ hours: 1, minutes: 1 });
    scene.book.recalculate();

    expect(shown(scene)).toBe(sum(FEWER));
  });

  test.each([
    ['C1', '=SHIFT_METRIC("worked", "last week", SHIFT_STAMP)'],
    ['C1', '=SHIFT_METRIC("worked", "last week", "refresh", SHIFT_STAMP)'],
    ['C1', '=SHIFT_METRIC("worked", "last week", "venue", "*", SHIFT_STAMP)'],
    ['C1', '=SHIFT_METRIC("worked", "last week", SHIFT_STAMP, "venue", "*")'],
    ['D2', '=SHIFT_TREND("worked", "last week", SHIFT_STAMP, "week")'],
    ['D2', '=SHIFT_FULFILMENT_AGGREGATED("last week", SHIFT_STAMP, "week", "measures", "worked")'],
  ])('takes it as any argument and shows the figure in %s: %s', async (a1, formula) => {
    const scene = await withFormula();

    scene.book.as(ANN).enter('Sheet1!C1', formula);

    expect(scene.book.cell(`Sheet1!${a1}`).value).toBe(sum(LAST_WEEK));
  });

  test('can be any function, with the stamp behind its other arguments', async () => {
    const scene = await withFormula();
    const formulas = [
      '=SHIFT_FULFILMENT("last week", , SHIFT_STAMP)',
      '=SHIFT_FULFILLMENT("last week", , "limit", 2, "refresh", SHIFT_STAMP)',
      '=SHIFT_FULFILMENT_AGGREGATED("last week", , "venue", SHIFT_STAMP)',
      '=SHIFT_FULFILLMENT_AGGREGATED("last week", , , "stamp", SHIFT_STAMP)',
      '=SHIFT_FULFILMENT("last week", "refresh", SHIFT_STAMP)',
      '=SHIFT_METRIC("posted", "last week", , SHIFT_STAMP)',
      '=SHIFT_TREND("posted", "last week", , "week", SHIFT_STAMP)',
      '=SHIFT_COMPARE("venue", "last week", , "last week", , "basis", "posted", SHIFT_STAMP)',
      '=SHIFT_LIST("venues", , , SHIFT_STAMP)',
      '=SHIFT_LIST("venues", SHIFT_STAMP)',
      '=SHIFT_STATUS("refresh", SHIFT_STAMP)',
      '=SHIFT_STATUS("state", SHIFT_STAMP)',
    ];
    scene.book.editor.createSheet('All');
    formulas.forEach((formula, index) => {
      scene.book.as(ANN).enter(`All!A${1 + 60 * index}`, formula);
    });
    const errors = formulas.filter((_, index) => scene.book.cell(`All!A${1 + 60 * index}`).note !== '');
    expect(errors).toEqual([]);
    scene.emulator.clock.advance(MINUTE);

    state(scene.ask('sidebarRefreshAll'));

    expect(scene.book.recalculate()).toBe(formulas.length + 1);
  });
});

describe('the stamp', () => {
  test('is the moment of the refresh in milliseconds since 1970, which is no date in any place', async () => {
    const scene = await withFormula();
    const before = Number(stamp(scene));
    expect(scene.book.cell(`${STATUS}!J1`).value).toBe(before);
    expect(new Date(before).toISOString()).toMatch(/^2026-03-10T09:00:\d\d/);

    state(scene.ask('sidebarRefreshAll'));

    expect(Number(stamp(scene)) - before).toBeGreaterThanOrEqual(20 * MINUTE);
  });

  test('is named again where the name was deleted, and all formulas with it work again', async () => {
    const scene = await withFormula();
    scene.book.editor.deleteName('SHIFT_STAMP');
    scene.book.recalculate();

    state(scene.ask('sidebarRefreshAll'));

    scene.book.recalculate();
    expect(shown(scene)).toBe(sum(LAST_WEEK));
  });

  test('moves with sheets and columns that people add', async () => {
    const scene = await withFormula();
    scene.book.editor.renameSheet(STATUS, 'Health');

    state(scene.ask('sidebarRefreshAll'));

    expect(scene.book.recalculate()).toBe(1);
  });
});

describe('a spreadsheet with formulas and no report', () => {
  async function formulasOnly(): Promise<Scene> {
    const scene = await stage.connected();
    await scene.serve(LAST_WEEK);
    return scene;
  }
  const refreshAll = (scene: Scene) => {
    scene.book.as(ANN).open();
    scene.book.as(ANN).clickMenu('Refresh all reports');
  };

  test('has a stamp after a click in the menu, which says so', async () => {
    const scene = await formulasOnly();

    refreshAll(scene);

    expect(scene.last).toMatchObject({ outcome: { kind: 'returned' }, fetches: 0 });
    expect(scene.emulator.ui.messages.at(-1)).toMatchObject({
      text: 'Formulas with SHIFT_STAMP are calculated again. There is no report to refresh.',
    });
    scene.book.as(ANN).enter('Sheet1!A1', METRIC);
    expect(shown(scene)).toBe(sum(LAST_WEEK));
  });

  test('has them calculated again by a schedule', async () => {
    const scene = await formulasOnly();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    scene.book.as(ANN).enter('Sheet1!A1', METRIC);
    const before = stamp(scene);
    await scene.serve(LAST_WEEK.slice(0, 3));

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(run).toMatchObject({ outcome: { kind: 'returned' }, fetches: 0 });
    expect(stamp(scene)).not.toBe(before);
    expect([scene.book.recalculate(), shown(scene)]).toEqual([1, sum(LAST_WEEK.slice(0, 3))]);
  });

  test('is not stale while the schedule runs, and stale when it does not', async () => {
    const scene = await formulasOnly();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const health = () => oneValue(scene.call('SHIFT_STATUS', 'state'));
    scene.emulator.advance({ hours: 5, minutes: 1 });

    expect(health()).toBe('ok');
    scene.emulator.clock.advance(3 * 60 * MINUTE);
    expect(health()).toBe('stale');
  });
});

describe('a cell to wait for', () => {
  const DAY: readonly FormulaArgument[] = ['2026-03-02', '2026-03-02'];

  test.each<[string, FormulaArgument[]]>([
    ['an empty cell', ['']],
    ['the word refresh and a cell', ['refresh', 7]],
    ['the word stamp and a text', ['Stamp', 'anything']],
    [
      'the word refresh and a range',
      [
        'refresh',
        [
          ['a', 1],
          ['', 2],
        ],
      ],
    ],
  ])('may be %s and is no part of what is asked', async (_, args) => {
    const scene = await withFormula();
    const plain = scene.call('SHIFT_FULFILMENT', ...DAY);
    const before = scene.emulator.requests.length;

    expect(scene.call('SHIFT_FULFILMENT', ...DAY, ...args)).toEqual(plain);
    expect(scene.emulator.requests.length).toBe(before);
  });
});
