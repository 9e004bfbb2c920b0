import { TEMPLATES } from '../../../src/contract/reports';
import { build, openReport } from '../../support/dashboard-scene';
import { WEEK_FORM } from '../../support/report-form';
import { ANN, type Stage, state } from '../../support/scene';
import { type ActionCost, costOf } from './action-cost';

/** Of `test/support/two-weeks.ts`: 14 days of three crews. */
const ROWS = 42;

/** What looking at figures costs: sample data, previews, dashboards and explanations. */
export async function showingCosts(stage: Stage): Promise<ActionCost[]> {
  return [...(await sampleCosts(stage)), ...(await previewCosts(stage)), ...(await dashboardCosts(stage))];
}

async function sampleCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  const [report] = state(scene.ask('sidebarUseSampleData', 'UK')).reports;
  const used = costOf(scene, 'use sample data', 0);
  state(scene.refresh(report?.id ?? ''));
  return [used, costOf(scene, 'first refresh of the sample, 13 weeks', 0)];
}

async function previewCosts(stage: Stage): Promise<ActionCost[]> {
  const scene = await stage.open();
  scene.connect();
  state(scene.ask('sidebarPreviewReport', WEEK_FORM));
  const cold = costOf(scene, 'preview, cold', 0);
  state(scene.ask('sidebarPreviewReport', WEEK_FORM));
  return [cold, costOf(scene, 'preview, warm', 0)];
}

async function dashboardCosts(stage: Stage): Promise<ActionCost[]> {
  const { scene, id } = await openReport(stage);
  const explained = (a1: string, action: string) => {
    scene.book.as(ANN).select(a1);
    state(scene.ask('sidebarExplainCell'));
    return costOf(scene, action, ROWS);
  };
  state(scene.refresh(id));
  const costs = [explained('Shifts!J2', 'explain a cell of a table')];
  for (const [at, template] of TEMPLATES.entries()) {
    build(scene, id, template);
    costs.push(costOf(scene, `build the dashboard ${template}`, ROWS));
    if (at > 0) continue;
    build(scene, id, template);
    costs.push(costOf(scene, `bring the dashboard ${template} up to date`, ROWS));
    costs.push(explained('Overview!A7', 'explain a cell of a dashboard'));
    state(scene.refresh(id));
    costs.push(costOf(scene, 'refresh with one dashboard', ROWS));
  }
  state(scene.refresh(id));
  return [...costs, costOf(scene, `refresh with ${TEMPLATES.length} dashboards`, ROWS)];
}
