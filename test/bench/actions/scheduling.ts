import { nextRun, watch, week } from '../../integration/alerts-scene';
import { ANN, type Stage, state } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';

const HOURLY = { every: 'hour', hour: 0 };

/** What the schedule costs besides a refresh that goes well. */
export async function schedulingCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport();
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  const on = costOf(scene, 'switch the schedule on', 0);
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  const again = costOf(scene, 'switch the schedule on, one of one’s own before', 0);
  const due = scene.emulator.world.triggers[0]?.nextRunAt ?? 0;
  scene.emulator.clock.advance(due - scene.emulator.clock.now() - 60_000);
  // A refresh that Google ends at its request still holds the table when the schedule comes.
  const match = ({ args }: { args: unknown }) => JSON.stringify(args).includes('shift_fulfilment');
  scene.emulator.fault = { killAtCall: 1, match };
  if (scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id).kind === 'success')
    throw new Error('The refresh was not ended.');
  const [woken] = scene.emulator.advance({ minutes: 2 });
  if (woken === undefined) throw new Error('The schedule did not run.');
  const idle = costOf(scene, 'scheduled run, a refresh at work', 0, [woken]);
  return [on, again, idle, await failing(stage), ...(await alertCosts(stage))];
}

async function failing(stage: Stage): Promise<ActionCost> {
  const scene = await stage.open();
  scene.connect();
  scene.saveReport();
  state(scene.ask('sidebarSaveSchedule', HOURLY));
  await scene.server.setScenario('report', { name: 'status', status: 504 });
  const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });
  if (run === undefined) throw new Error('The schedule did not run.');
  return costOf(scene, 'scheduled run, the service answers 504', 0, [run]);
}

/** An alert that stays quiet over a table that changed, and one that sends its mail. */
async function alertCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await watch(stage, 'day');
  nextRun(scene);
  await scene.serve(week('2026-03-02', 9));
  const quiet = nextRun(scene);
  await scene.serve(week('2026-03-02', 8));
  const mailing = nextRun(scene);
  if (scene.emulator.mails.length !== 1) throw new Error('One mail was to be sent.');
  return [
    costOf(scene, 'scheduled refresh, an alert that stays quiet', 14, [quiet]),
    costOf(scene, 'scheduled refresh, an alert with its mail', 14, [mailing]),
  ];
}
