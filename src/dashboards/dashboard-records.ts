import * as v from 'valibot';
import { DASHBOARD_CUT, TEMPLATES } from '../contract/reports';
import { parseStored } from '../employer-api/text';
import type { KeptReport } from '../reports/fetching/kept-rows';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { CHOICE } from './choice';
import type { DashboardSource } from './dashboard-source';

/**
 * What a choice needs to know besides the table: what was odd about the answers, and the days that they covered. A table that
 * keeps history has more, but a choice is compared with what a refresh is.
 */
const FACTS = v.object({
  covered: v.object({ from: v.number(), to: v.number() }),
  doubts: v.number(),
  undated: v.number(),
  roundDays: v.custom<KeptReport['roundDays']>(Array.isArray),
});

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
  days: v.custom<readonly [from: number, to: number, today: number]>(Array.isArray),
  /** Of *Where and when*: what its rows, columns and cells are; absent where no one has chosen. */
  cut: v.optional(DASHBOARD_CUT),
  /** Of *Scorecard*: whether credits count every miss. */
  everyMiss: v.optional(v.boolean()),
  /** What is chosen in row 2; absent where that has no drop-downs. */
  choice: v.optional(CHOICE),
  facts: FACTS,
});

/** A dashboard that exists, or that a run has begun to make. One property each. */
export type DashboardRecord = v.InferOutput<typeof DASHBOARD>;

/** What a record keeps of what its dashboard is made of. */
export function factsOf(source: DashboardSource): Pick<DashboardRecord, 'days' | 'facts'> {
  const { range, covered = range, today, report } = source;
  return { days: [range.from, range.to, today], facts: v.parse(FACTS, { ...report, covered }) };
}

/** The dashboards, in the order of their templates. A record that cannot be read is left out. */
export function dashboardsIn(properties: Properties): readonly DashboardRecord[] {
  return Object.entries(properties)
    .flatMap(([name, text]) =>
      name.startsWith(PROPERTY.dashboard('')) ? (parseStored(DASHBOARD, text) ?? []) : [],
    )
    .sort(
      (one, other) =>
        TEMPLATES.indexOf(one.template) - TEMPLATES.indexOf(other.template) || one.sheetId - other.sheetId,
    );
}

/** The property that holds a dashboard. */
export function dashboardProperty(record: DashboardRecord): Properties {
  return { [PROPERTY.dashboard(record.sheetId)]: JSON.stringify(record) };
}

/** A dashboard of a report that was made of a template, in a chosen way if it is said; of several the newest. */
export function findDashboard(
  dashboards: readonly DashboardRecord[],
  { reportId, template, cut }: Pick<DashboardRecord, 'reportId' | 'template' | 'cut'>,
): DashboardRecord | undefined {
  const isChosen = (one: DashboardRecord) =>
    cut === undefined || JSON.stringify(one.cut) === JSON.stringify(cut);
  return dashboards
    .filter((one) => one.reportId === reportId && one.template === template && isChosen(one))
    .slice(-1)[0];
}
