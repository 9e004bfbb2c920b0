import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* Who follows the README has sample data or the local service: its formulas give figures with either. */

const FORMULAS = [
  ...new Set(
    [...readFileSync('README.md', 'utf8').matchAll(/`(=[^`]+)`/g)].map(([, formula]) => formula ?? ''),
  ),
];
/** Nothing answers it before the operator has told the report's path: the README says so beside it. */
const WITHOUT_A_PATH = '=WORKER_TURNOVER("last month")';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

async function withSampleData(region: 'UK' | 'US'): Promise<Scene> {
  const scene = await stage.open();
  const [report] = state(scene.ask('sidebarUseSampleData', region)).reports;
  scene.refresh(report?.id ?? '');
  return scene;
}

async function withTheLocalService(): Promise<Scene> {
  const scene = await stage.open();
  scene.connect();
  scene.refresh(scene.saveReport({ period: 'last 28 days', sheet: 'Shifts' }));
  return scene;
}

/** Whether an answer begins with something, and is no error. */
function givesFigures({ book }: Scene, formula: string): boolean {
  book.as(ANN).enter('Sheet1!A1', formula);
  const { error, display } = book.cell('Sheet1!A1');
  book.as(ANN).enter('Sheet1!A1', '');
  return error === undefined && display !== '';
}

describe('the formulas of the README', () => {
  test('are of every function, but for the American twins', () => {
    const names = FORMULAS.map((formula) => formula.slice(1, formula.indexOf('(')));
    expect([...new Set(names)].sort()).toEqual([
      'SHIFT_COMPARE',
      'SHIFT_FULFILMENT',
      'SHIFT_FULFILMENT_AGGREGATED',
      'SHIFT_LIST',
      'SHIFT_METRIC',
      'SHIFT_STATUS',
      'SHIFT_TREND',
      'WORKER_TURNOVER',
    ]);
  });

  test.each([
    ['sample data of the UK', () => withSampleData('UK')],
    ['sample data of the US', () => withSampleData('US')],
    ['the local service', withTheLocalService],
  ])('all but one give figures with %s', async (_, open) => {
    const scene = await open();

    const withoutFigures = FORMULAS.filter((formula) => !givesFigures(scene, formula));

    expect(withoutFigures).toEqual([WITHOUT_A_PATH]);
  });
});
