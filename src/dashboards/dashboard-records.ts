import * as v from 'valibot';
import { ReportError } from '../employer-api/errors';
import { parseJson } from '../employer-api/json';
import { PROPERTY_BYTES } from '../limits';
import { utf8Length } from '../reports/saved/utf8-length';
import { TEMPLATE_NAMES, type TemplateName } from './template-names';

const DASHBOARD = v.object({
  template: v.picklist(TEMPLATE_NAMES),
  reportId: v.string(),
  sheetId: v.number(),
  /** The name of its sheet when it was last written by hand. */
  sheet: v.string(),
  /** How far our cells reach from A1: at least as far as they ever did. */
  rows: v.number(),
  columns: v.number(),
  /** Whether it was ever finished: from then on its charts and rules are the user's. */
  made: v.boolean(),
});

const RECORDS = v.object({ version: v.literal(1), dashboards: v.array(DASHBOARD) });

/** A dashboard that exists, or that a run has begun to make. */
export type DashboardRecord = v.InferOutput<typeof DASHBOARD>;

/** Reads the document property `dashboards`; what cannot be read counts as none. */
export function parseDashboards(text: string | undefined): readonly DashboardRecord[] {
  const parsed = v.safeParse(RECORDS, parseJson(text ?? ''));
  return parsed.success ? parsed.output.dashboards : [];
}

/** The text to store. @throws {ReportError} `invalid_settings` when there are too many to keep. */
export function formatDashboards(dashboards: readonly DashboardRecord[]): string {
  const text = JSON.stringify({ version: 1, dashboards });
  if (utf8Length(text) <= PROPERTY_BYTES) return text;
  const sentence =
    'Delete the sheets of dashboards that nobody needs: no more of them can be kept up to date';
  throw new ReportError('invalid_settings', { sentence });
}

/** The records with one of them changed, or put in. */
export function withDashboard(
  dashboards: readonly DashboardRecord[],
  changed: DashboardRecord,
): readonly DashboardRecord[] {
  const others = dashboards.filter(({ sheetId }) => sheetId !== changed.sheetId);
  return [...others, changed];
}

/** The dashboard of a report that was made of a template. */
export function findDashboard(
  dashboards: readonly DashboardRecord[],
  reportId: string,
  template: TemplateName,
): DashboardRecord | undefined {
  return dashboards.find((one) => one.reportId === reportId && one.template === template);
}
