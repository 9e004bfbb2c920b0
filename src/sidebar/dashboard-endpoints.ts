import * as v from 'valibot';
import { TEMPLATE_NAMES, type TemplateName } from '../dashboards/template-names';
import { ReportError } from '../employer-api/errors';
import { answer } from './answer';
import type { SidebarOutcome } from './contract';
import { readReportId } from './forms';

const TEMPLATE = v.picklist(TEMPLATE_NAMES);

/**
 * Builds a dashboard from the rows of a saved report on a sheet of its own, or brings the one that exists up to date and
 * to the front. Requests only where a refresh has left no rows.
 */
export function sidebarBuildDashboard(reportId: unknown, template: unknown): SidebarOutcome {
  return answer(({ dashboards }) => {
    const { state, sentence } = dashboards.build(readReportId(reportId), readTemplate(template));
    return { message: sentence, state };
  });
}

function readTemplate(template: unknown): TemplateName {
  const parsed = v.safeParse(TEMPLATE, template);
  if (parsed.success) return parsed.output;
  throw new ReportError('invalid_settings', { sentence: 'Choose a dashboard from the list' });
}
