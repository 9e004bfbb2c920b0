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
  /** A hash of the look that its block has; empty until it was finished once. */
  look: v.string(),
  /** The cells that its chart shows; absent while there was nothing to chart. */
  chart: v.optional(v.string()),
  /** The first and the last day that it shows, and the day on which it was made. */
  days: v.tuple([v.number(), v.number(), v.number()]),
  /** What A1 says, where it is not the template's title. */
  title: v.optional(v.string()),
  /** Of *Where and when*: what its rows, columns and cells are. */
  cut: v.optional(DASHBOARD_CUT),
  /** Of *Scorecard*: whether credits count every miss. */
  everyMiss: v.optional(v.boolean()),
});

const RECORDS = v.object({ version: v.literal(1), dashboards: v.array(v.unknown()) });

/** A dashboard that exists, or that a run has begun to make. */
export type DashboardRecord = v.InferOutput<typeof DASHBOARD>;

/** Reads the document property `dashboards`. Records that cannot be read are left out. */
export function parseDashboards(text: string | undefined): readonly DashboardRecord[] {
  return (parseStored(RECORDS, text)?.dashboards ?? []).flatMap((one) => {
    const record = v.safeParse(DASHBOARD, one);
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

/** The records of dashboards while the lock is held. Storing them is one service call, and none if nothing changed. */
export class DashboardStore {
  private records: readonly DashboardRecord[];
  private stored: string;

  /**
   * @param properties The document properties as they are under the lock.
   * @param others Properties to store besides, in the same call.
   */
  constructor(
    private readonly document: PropertyStore,
    properties: Properties,
    private others: Properties = {},
  ) {
    this.records = parseDashboards(properties[PROPERTY.dashboards]);
    this.stored = formatDashboards(this.records);
  }

  /** The records, with what was put and dropped. */
  get all(): readonly DashboardRecord[] {
    return this.records;
  }

  /** Changes or adds a record; `store` keeps it. @throws {ReportError} `invalid_settings` when there are too many to keep. */
  put(record: DashboardRecord): void {
    const isKnown = this.records.some(({ sheetId }) => sheetId === record.sheetId);
    const records = isKnown
      ? this.records.map((one) => (one.sheetId === record.sheetId ? record : one))
      : [...this.records, record];
    formatDashboards(records);
    this.records = records;
  }

  /** Drops records; `store` keeps the others. */
  drop(isGone: (record: DashboardRecord) => boolean): void {
    this.records = this.records.filter((record) => !isGone(record));
  }

  /** Stores what was changed. @returns The text of the property. */
  store(): string {
    const text = formatDashboards(this.records);
    if (text !== this.stored || Object.keys(this.others).length > 0) {
      this.document.write({ ...this.others, [PROPERTY.dashboards]: text });
    }
    this.stored = text;
    this.others = {};
    return text;
  }
}
