import type { AlertView } from '../../src/sidebar/state-view';
import type { ExecutionRecord } from '../emulator/execution';
import { type Scene, type Stage, state } from '../support/scene';
import { daysFrom, sentRecord } from '../support/shift-records';

/** An alert but for its report. */
export const ALERT = {
  id: null,
  measure: 'SHIFTS_WORKED_PERCENTAGE',
  scope: 'venue',
  target: '90',
  strictness: 'any_miss',
  to: 'ann.smith@employer.example',
};

/** A week's records from a Monday on: two venues with ten positions a day, of which so many are worked. */
export function week(monday: string, worked: number) {
  return daysFrom(monday, 7).flatMap((day) => {
    const shift = { day, posted: 10, booked: 10 };
    return [
      sentRecord({ ...shift, venue: 'Grand Hotel', worked }),
      sentRecord({ ...shift, venue: 'Old Mill', worked: 10, area: '=HYPERLINK("x")' }),
    ];
  });
}

/**
 * A report of last week on a schedule at six, with an alert. The clock stands at Tuesday, 10 March 2026. One for each choice
 * is prepared for all tests of a stage: only one can be in use at a time.
 */
export async function watch(stage: Stage, every: 'day' | 'week', changes: object = {}): Promise<Scene> {
  const name = `alert ${JSON.stringify([every, Object.entries(changes)])}`;
  const { scene } = await stage.again(name, () => prepareWatch(stage, every, changes));
  return scene;
}

async function prepareWatch(
  stage: Stage,
  every: 'day' | 'week',
  changes: object,
): Promise<{ readonly scene: Scene }> {
  const scene = await stage.connected({ installation: 'add-on' });
  const report = scene.saveReport({ period: 'last week', from: '', to: '' });
  await scene.serve(week('2026-03-02', 10));
  state(scene.ask('sidebarSaveSchedule', { every, hour: 6, weekday: 1 }));
  state(scene.ask('sidebarSaveAlert', { ...ALERT, report, ...changes }));
  return { scene };
}

/** The first alert. */
export function alertOf(scene: Scene): AlertView {
  const [alert] = state(scene.ask('sidebarState')).alerts;
  if (alert === undefined) throw new Error('There is no alert.');
  return alert;
}

/** Lets a day pass, or another time in which one run is due at six. A fault is there in that run alone. */
export function nextRun(scene: Scene, days = 1): ExecutionRecord {
  const { fault } = scene.emulator;
  scene.emulator.fault = null;
  // It is nine, by a timer that wakes at full hours; of a week it is Tuesday, and the run is due on Monday.
  const rest = days === 7 ? 24 : 0;
  scene.emulator.advance({ hours: 24 * days - rest - 4, minutes: 30 });
  scene.emulator.fault = fault;
  const [run] = scene.emulator.advance({ hours: 1 });
  scene.emulator.fault = null;
  scene.emulator.advance({ hours: rest + 2, minutes: 30 });
  if (run === undefined) throw new Error('No trigger ran.');
  return run;
}
