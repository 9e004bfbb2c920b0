import { ANN, type Stage, state } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';

/** What a person's first minutes cost, and what the connection costs later. */
export async function connectingCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  const cost = (action: string) => costOf(scene, action, 0);
  scene.book.as(ANN).open();
  const opened = cost('open the spreadsheet');
  scene.connect();
  const saved = cost('save credentials, the first');
  scene.connect();
  const changed = cost('save credentials, others before');
  scene.book.as(ANN).clickMenu('Open sidebar');
  const window = scene.last;
  state(scene.ask('sidebarState'));
  const sidebar = costOf(scene, 'open the sidebar', 0, [window, scene.last]);
  state(scene.ask('sidebarCheckConnection'));
  const checked = cost('check the connection');
  scene.saveReport();
  const report = cost('save a report');
  return [opened, sidebar, saved, changed, checked, report];
}
