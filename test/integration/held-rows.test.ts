import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Explanation } from '../../src/contract/sidebar';
import { build, shown } from '../support/dashboard-scene';
import { linesOf, oneValue } from '../support/formula-answers';
import { FEW, heldReport, openHeld } from '../support/held-table';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* While the new rows of a saved report wait for confirmation, formulas of the same days show them, and say so. */

const DAY = '2026-03-02';
const HELD = '“Shifts” holds these rows back until they are confirmed';

let stage: Stage;
let scene: Scene;
let id: string;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());
beforeEach(async () => {
  ({ scene, id } = await openHeld(stage, FEW));
});

const hold = () => expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back' });
const notes = (from = DAY, to = DAY) =>
  linesOf(
    scene.call('SHIFT_FULFILMENT_AGGREGATED', from, to, 'week', 'measures', 'posted', 'totals', true),
  ).map(({ NOTES }) => String(NOTES));

function explain(formula: string): Explanation['lines'] {
  const ann = scene.book.as(ANN);
  ann.enter('Shifts!Z40', formula);
  ann.select('Shifts!Z40');
  return (scene.ask('sidebarExplainCell') as { explanation?: Explanation }).explanation?.lines ?? [];
}

describe('a formula of days whose new rows are held back', () => {
  test('says so until they are confirmed', () => {
    expect(notes().join()).not.toContain(HELD);
    hold();

    expect(notes().at(-1)).toContain(HELD);
    expect(notes('2026-02-23', '2026-03-08').at(-1)).toContain(HELD);

    state(scene.refresh(id));
    expect(notes().join()).not.toContain(HELD);
  });

  test('still says so after somebody has chosen to keep the old table', () => {
    hold();
    state(scene.ask('sidebarKeepTable', id));
    expect(heldReport(scene)?.confirmation).toMatchObject({ isKept: true });

    expect(notes().at(-1)).toContain(HELD);
  });

  test('says nothing of other days', () => {
    hold();

    expect(notes('2026-03-03', '2026-03-08').join()).not.toContain(HELD);
  });

  test('that compares says in which period', () => {
    hold();
    const [line] = linesOf(
      scene.call('SHIFT_COMPARE', 'venue', '2026-02-01', '2026-02-02', DAY, DAY, 'measures', 'posted'),
    );

    expect(line?.NOTES).toContain(`after: ${HELD}`);
    expect(line?.NOTES).not.toContain(`before: ${HELD}`);
  });

  test.each([
    ['a single figure', `=SHIFT_METRIC("posted", "${DAY}", "${DAY}")`],
    ['a trend', `=SHIFT_TREND("posted", "${DAY}", "${DAY}", "day")`],
    ['a list of shifts', `=SHIFT_FULFILMENT("${DAY}", "${DAY}")`],
  ])('says so in its explanation: %s', (_, formula) => {
    const told = () => explain(formula).filter(({ label }) => label === 'Note');
    expect(JSON.stringify(told())).not.toContain(HELD);
    hold();

    expect(told()).toEqual([{ label: 'Note', value: expect.stringContaining(HELD) }]);
  });

  test('reads the properties once, as ever, and asks the service for nothing', () => {
    hold();
    scene.call('SHIFT_METRIC', 'posted', DAY, DAY);
    scene.emulator.clearExecutions();
    expect(oneValue(scene.call('SHIFT_METRIC', 'posted', DAY, DAY))).toBeGreaterThan(0);

    const called = scene.emulator.executions.flatMap(({ calls }) => calls.map(({ method }) => method));
    expect(called.filter((method) => /^(Properties|Cache|UrlFetchApp)\./.test(method))).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
    ]);
  });
});

test('a dashboard built from rows that are held back says so', () => {
  hold();
  build(scene, id);

  expect(shown(scene).flat().join('\n')).toContain(HELD);
});

test('rows that are held back because the table holds those of another employer are beyond doubt', async () => {
  await scene.server.clearScenarios();
  const kept = scene.saveReport({ from: DAY, to: DAY, mode: 'history', sheet: 'Kept' });
  state(scene.refresh(kept));
  const { employers, demoEmployer } = scene.server;
  const other = employers.find(
    ({ apiAccess, region, employerId }) =>
      apiAccess && region === demoEmployer.region && employerId !== demoEmployer.employerId,
  );
  const { clientId = '', clientSecret = '', employerId } = other ?? {};
  scene.connect({ clientId, clientSecret, employer: String(employerId) });
  const outcome = scene.ask('sidebarRefreshReport', kept);
  expect(outcome).toMatchObject({ code: 'held_back', message: expect.stringContaining('another employer') });

  expect(notes().join()).not.toContain('holds these rows back');
});
