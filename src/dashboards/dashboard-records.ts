import * as v from 'valibot';
import { DASHBOARD_CUT, TEMPLATES } from '../contract/reports';
import { ReportError } from '../employer-api/errors';
import { parseStored, utf8Length } from '../employer-api/text';
import { PROPERTY_BYTES } from '../limits';
import { CHOICE } from './choice';

const DASHBOARD = v.object({
  template: v.picklist(TEMPLATES),
  reportId: v.string(),
  sheetId: v.number(),
  /** The name of its sheet when it was last written by hand. */
  sheet: v.string(),
  /** A hash of the look that its block has; empty until it was finished once. */
  look: v.string(),
  /** The cells that its chart shows; absent while there was nothing to chart. */
  chart: v.optional(v.string()),
  /** The first and the last day that it shows, and the day on which it was made. */
  days: v.tuple([v.number(), v.number(), v.number()]),
  /** Of *Where and when*: what its rows, columns and cells are. */
  cut: v.optional(DASHBOARD_CUT),
  /** Of *Scorecard*: whether credits count every miss. */
  everyMiss: v.optional(v.boolean()),
  /** What is chosen in row 2; absent where that has no drop-downs. */
  choice: v.optional(CHOICE),
  /** What a choice needs to know besides the table: see `factsOf`. */
  facts: v.optional(v.array(v.number())),
});

/** A dashboard that exists, or that a run has begun to make. */
export type DashboardRecord = v.InferOutput<typeof DASHBOARD>;

/** Reads the document property `dashboards`. Records that cannot be read are left out. */
export function parseDashboards(text: string | undefined): readonly DashboardRecord[] {
  return (parseStored(v.array(v.unknown()), text) ?? []).flatMap((one) => {
    const record = v.safeParse(DASHBOARD, one);
    return record.success ? [record.output] : [];
  });
}

/** The text to store. @throws {ReportError} `invalid_settings` when there are too many to keep. */
export function formatDashboards(dashboards: readonly DashboardRecord[]): string {
  const text = JSON.stringify(dashboards);
  if (utf8Length(text) <= PROPERTY_BYTES) return text;
  const sentence =
    'Delete the sheets of dashboards that you no longer need: no more of them can be kept up to date';
  throw new ReportError('invalid_settings', { sentence });
}

/** A dashboard of a report that was made of a template, in a chosen way if it is said; of several the newest. */
export function findDashboard(
  dashboards: readonly DashboardRecord[],
  { reportId, template, cut }: Pick<DashboardRecord, 'reportId' | 'template' | 'cut'>,
): DashboardRecord | undefined {
  const isChosen = (one: DashboardRecord) =>
    cut === undefined ||
    (one.cut?.rows === cut.rows && one.cut.columns === cut.columns && one.cut.measure === cut.measure);
  return dashboards
    .filter((one) => one.reportId === reportId && one.template === template && isChosen(one))
    .slice(-1)[0];
}
