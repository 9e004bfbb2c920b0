import * as v from 'valibot';
import { DASHBOARD_CUT, TEMPLATES } from '../contract/reports';
import type { SidebarOutcome } from '../contract/sidebar';
import { answer } from './answer';
import { read, readSavedId } from './forms';

const TEMPLATE = v.picklist(TEMPLATES, 'Choose a dashboard from the list');

/**
 * Builds a dashboard from the rows of a saved report on a sheet of its own, or brings the one that exists up to date and
 * to the front. Requests only where a refresh has left no rows.
 *
 * @param cut Of *Where and when*: what its rows, columns and cells are; chosen by the rows unless said.
 * @param everyMiss Of *Scorecard*: whether credits count every miss; as before unless said.
 */
export function sidebarBuildDashboard(
  reportId: unknown,
  template: unknown,
  cut?: unknown,
  everyMiss?: unknown,
): SidebarOutcome {
  return answer('sidebarBuildDashboard', ({ dashboards }) => {
    const chosen = cut === undefined || cut === null ? undefined : read(DASHBOARD_CUT, cut);
    const { state, sentence } = dashboards.build(readSavedId(reportId), read(TEMPLATE, template), {
      cut: chosen,
      everyMiss: typeof everyMiss === 'boolean' ? everyMiss : undefined,
    });
    return { message: sentence, state };
  });
}

/** Makes the sheet that holds targets, or brings it to the front. No request. */
export function sidebarSetTargets(): SidebarOutcome {
  return answer('sidebarSetTargets', ({ setTargets }) => ({ message: setTargets() }));
}
