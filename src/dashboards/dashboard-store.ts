import type { Properties, PropertyStore } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import {
  type DashboardRecord,
  findDashboard,
  formatDashboards,
  parseDashboards,
  type WantedDashboard,
  withDashboard,
} from './dashboard-records';

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

  /** Forgets those that are wanted no more; stores nothing where there are none. */
  forget(isGone: (record: DashboardRecord) => boolean): void {
    const left = this.records.filter((record) => !isGone(record));
    if (left.length < this.records.length) this.store(left);
  }

  /** Leaves out those that are wanted no more when something is stored next. */
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
