import { Stage } from '../../support/scene';
import type { ActionCost } from './action-cost';
import { connectingCosts } from './connecting';
import { crowdCosts } from './crowds';
import { formulaCosts } from './formulas';
import { historyCosts } from './history';
import { refreshCosts, unluckyRefreshCosts } from './refreshes';
import { schedulingCosts } from './scheduling';
import { showingCosts } from './showing';

/**
 * Counts what each action costs on the built bundle.
 *
 * @param sizes The numbers of rows at which tables are measured; 100,000 take about a minute.
 */
export async function measureActions(sizes: readonly number[]): Promise<ActionCost[]> {
  const stage = new Stage({ allowance: 100_000 });
  const costs = [...(await formulaCosts(stage)), ...(await crowdCosts(stage))];
  for (const rows of sizes) costs.push(...(await refreshCosts(stage, rows)));
  costs.push(...(await unluckyRefreshCosts(stage)));
  for (const rows of sizes) costs.push(...(await historyCosts(stage, rows)));
  const more = [connectingCosts, schedulingCosts, showingCosts];
  for (const measure of more) costs.push(...(await measure(stage)));
  return costs;
}
