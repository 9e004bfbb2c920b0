import { ANN, type Stage } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';
import { EXPIRED_MILLIS } from './formulas';

const CELLS = 50;
/** Of as many months: a formula asks for the days around its own, too. */
const DAYS = ['2026-03-02', '2026-02-02', '2026-01-02', '2025-12-02', '2025-11-02'];
/** The order in which the cells get their turns. The same seed makes the same calls. */
const SEED = 1;

/**
 * Fifty cold cells that calculate side by side: the calls of the dearest cell, the requests of all together.
 *
 * One order out of many; `test/integration/stampede.test.ts` takes more.
 */
export async function crowdCosts(stage: Stage): Promise<ActionCost[]> {
  const sameDays = await crowd(stage, `${CELLS} formulas at once, the same days (calls: the dearest)`, 1);
  return [
    sameDays,
    await crowd(stage, `${CELLS} formulas at once, ${DAYS.length} ranges (calls: the dearest)`, DAYS.length),
  ];
}

async function crowd(stage: Stage, action: string, windows: number): Promise<ActionCost> {
  const scene = await stage.open({ seed: SEED });
  scene.connect();
  scene.emulator.clock.advance(EXPIRED_MILLIS);
  const tasks = Array.from({ length: CELLS }, (_, cell) => {
    const day = DAYS[cell % windows] ?? '';
    return {
      book: scene.book,
      user: ANN,
      kind: 'formula' as const,
      name: 'SHIFT_FULFILMENT',
      args: [day, day],
    };
  });
  const records = scene.emulator.interleave(tasks, { seed: SEED });
  const failed = records.filter(({ outcome }) => outcome.kind !== 'returned').length;
  if (failed > 0) throw new Error(`${action}: ${failed} cells failed.`);
  const dearest = Math.max(...records.map(({ wireCalls }) => wireCalls));
  return { ...costOf(scene, action, 0, records), calls: dearest, seconds: worst(scene, records) };
}

/** Side by side, a crowd takes as long as its slowest cell. */
function worst(scene: Parameters<typeof costOf>[0], records: Parameters<typeof costOf>[3] = []) {
  const each = records.map((record) => costOf(scene, '', 0, [record]).seconds);
  const most = (level: 'low' | 'mid' | 'high') => Math.max(...each.map((seconds) => seconds[level]));
  return { low: most('low'), mid: most('mid'), high: most('high') };
}
