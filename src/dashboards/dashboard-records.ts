import * as v from 'valibot';
import { DASHBOARD_CUT, type DashboardCut, TEMPLATES, type TemplateName } from '../contract/reports';
import { ReportError } from '../employer-api/errors';
import { parseStored, utf8Length } from '../employer-api/text';
import { PROPERTY_BYTES } from '../limits';
import type { Properties, PropertyStore } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';

const DASHBOARD = v.object({
  template: v.picklist(TEMPLATES),
  reportId: v.string(),
  sheetId: v.number(),
  /** The name of its sheet when it was last written by hand. */
  sheet: v.string(),
  /** How far our cells reach from A1: at least as far as they ever did. */
  rows: v.number(),
  columns: v.number(),
  /** Whether it was ever finished: from then on its charts and rules are the user's. */
  made: v.boolean(),
  /** The layout that it was built in: one of another layout is not written, but built again at the next press. */
  layout: v.optional(v.number()),
  /** Whether it still has no charts, because there was nothing to chart yet. */
  uncharted: v.optional(v.boolean()),
  /** What A1 says, where it is not the template's title. */
  title: v.optional(v.string()),
  /** Of *Where and when*: what its rows, columns and cells are. */
  cut: v.optional(DASHBOARD_CUT),
  /** Of *Scorecard*: whether credits count every miss, not only those that are likely real. */
  everyMiss: v.optional(v.boolean()),
});

/** A template that was replaced by another one: a former layout of it. */
const FORMER = v.object({ template: v.literal('venue_league') });

const RECORDS = v.object({ version: v.literal(1), dashboards: v.array(v.unknown()) });

/** The layout that dashboards are built in now. */
export const LAYOUT = 6;

/** A dashboard that exists, or that a run has begun to make. */
export type DashboardRecord = v.InferOutput<typeof DASHBOARD>;

/** Reads the document property `dashboards`. Records that cannot be read, or whose template is unknown, are left out. */
export function parseDashboards(text: string | undefined): readonly DashboardRecord[] {
  return (parseStored(RECORDS, text)?.dashboards ?? []).flatMap((one) => {
    const former = v.is(FORMER, one) ? { ...one, template: 'scorecard', layout: undefined } : one;
    const record = v.safeParse(DASHBOARD, former);
    return record.success ? [record.output] : [];
  });
}

/** The text to store. @throws {ReportError} `invalid_settings` when there are too many to keep. */
export function formatDashboards(dashboards: readonly DashboardRecord[]): string {
  const text = JSON.stringify({ version: 1, dashboards });
  if (utf8Length(text) <= PROPERTY_BYTES) return text;
  const sentence =
    'Delete the sheets of dashboards that you no longer need: no more of them can be kept up to date';
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

/** Which dashboard is meant: of a report, made of a template, in a chosen way if it is said. */
interface WantedDashboard {
  readonly reportId: string;
  readonly template: TemplateName;
  readonly cut?: DashboardCut | undefined;
}

/** A dashboard that was made; where no way is chosen, the newest of them. */
export function findDashboard(
  dashboards: readonly DashboardRecord[],
  { reportId, template, cut }: WantedDashboard,
): DashboardRecord | undefined {
  const isChosen = (one: DashboardRecord) =>
    cut === undefined ||
    (one.cut?.rows === cut.rows && one.cut.columns === cut.columns && one.cut.measure === cut.measure);
  return dashboards
    .filter((one) => one.reportId === reportId && one.template === template && isChosen(one))
    .slice(-1)[0];
}

/** The records of dashboards while the lock is held: read before, stored after each change. One service call each. */
export class DashboardStore {
  private records: readonly DashboardRecord[];

  /** @param properties The document properties as they are under the lock. */
  constructor(
    private readonly document: PropertyStore,
    properties: Properties,
  ) {
    this.records = parseDashboards(properties[PROPERTY.dashboards]);
  }

  /** Whether a record is unchanged since it was read. */
  holds(record: DashboardRecord): boolean {
    const known = this.records.find(({ sheetId }) => sheetId === record.sheetId);
    return JSON.stringify(known) === JSON.stringify(record);
  }

  /** A dashboard that was made. */
  find(wanted: WantedDashboard): DashboardRecord | undefined {
    return findDashboard(this.records, wanted);
  }

  /** Stores one record, new or changed. @throws {ReportError} `invalid_settings` when there are too many to keep. */
  keep(record: DashboardRecord): void {
    this.store(withDashboard(this.records, record));
  }

  /** Forgets some records; stores nothing if there are none of them. */
  forget(isGone: (record: DashboardRecord) => boolean): void {
    const left = this.records.filter((record) => !isGone(record));
    if (left.length < this.records.length) this.store(left);
  }

  /** Leaves some records out when something is stored next. */
  drop(isGone: (record: DashboardRecord) => boolean): void {
    this.records = this.records.filter((record) => !isGone(record));
  }

  /** Makes sure that a record can be kept, before anything is made for it. @throws {ReportError} `invalid_settings` */
  requireRoom(largest: DashboardRecord): void {
    formatDashboards(withDashboard(this.records, largest));
  }

  /** The property as it is now. */
  text(): string {
    return formatDashboards(this.records);
  }

  private store(records: readonly DashboardRecord[]): void {
    this.document.write({ [PROPERTY.dashboards]: formatDashboards(records) });
    this.records = records;
  }
}
