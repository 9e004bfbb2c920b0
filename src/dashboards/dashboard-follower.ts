import { TITLES } from '../contract/reports';
import { ReportError, toReportError } from '../employer-api/errors';
import type {
  DocumentLock,
  Properties,
  PropertyStore,
  ReportSheets,
  SpreadsheetCalendar,
  TextPacker,
} from '../reports/ports';
import type { FollowedRefresh, RefreshFollower } from '../reports/refreshing/refresh-phases';
import { PROPERTY, withLock } from '../reports/saved/document-state';
import { blocked } from '../reports/writing/table-place';
import type { DashboardLooks } from './dashboard-plan';
import { type DashboardRecord, DashboardStore, LAYOUT, parseDashboards } from './dashboard-records';
import { sourceOfRefresh } from './dashboard-source';
import { type PreparedDashboard, prepareDashboard, writeDashboard } from './dashboard-writer';
import { planDashboard } from './plan-dashboard';

/** What keeping dashboards up to date needs. */
export interface DashboardServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly sheets: ReportSheets;
  readonly looks: DashboardLooks;
  readonly calendar: SpreadsheetCalendar;
  readonly packer: TextPacker;
}

/**
 * Writes the figures of a refresh into the dashboards of its report: one service call to read each before the lock is
 * taken and one to write it, and under the lock one for the properties and a flush.
 *
 * One whose sheet is gone is forgotten without a word. One that cannot be written stays as it is, and the person hears
 * why; the others are written all the same.
 */
export class DashboardFollower implements RefreshFollower {
  constructor(private readonly services: DashboardServices) {}

  follow(refresh: FollowedRefresh): readonly string[] {
    const known = parseDashboards(refresh.properties[PROPERTY.dashboards]);
    const own = known.filter(({ reportId }) => reportId === refresh.saved.id);
    if (own.length === 0) return [];
    const told: string[] = [];
    try {
      const prepared = this.prepareAll(own, refresh, told);
      const gone = own.filter(({ sheetId }) => this.services.sheets.byId(sheetId) === undefined);
      if (prepared.length + gone.length === 0) return told;
      withLock(this.services.lock, () => this.writeAll(prepared, gone, told));
      return told;
    } catch (error) {
      return [
        ...told,
        `The dashboards of “${refresh.saved.sheet}” stay as they were. ${toReportError(error).message}`,
      ];
    }
  }

  afterUndo(reportId: string, properties: Properties): readonly string[] {
    const { sheets } = this.services;
    const isShown = parseDashboards(properties[PROPERTY.dashboards]).some(
      (record) => record.reportId === reportId && sheets.byId(record.sheetId) !== undefined,
    );
    return isShown ? ['Its dashboards show the newer figures until the next refresh.'] : [];
  }

  private prepareAll(
    own: readonly DashboardRecord[],
    refresh: FollowedRefresh,
    told: string[],
  ): PreparedDashboard[] {
    const source = sourceOfRefresh(refresh, this.services);
    return own.flatMap((record) => {
      const sheet = this.services.sheets.byId(record.sheetId);
      if (sheet === undefined) return [];
      return attempt(record, told, () =>
        record.layout === LAYOUT
          ? prepareDashboard(sheet, record, planDashboard(record, source))
          : refuseFormer(record),
      );
    });
  }

  private writeAll(
    prepared: readonly PreparedDashboard[],
    gone: readonly DashboardRecord[],
    told: string[],
  ): void {
    const { sheets, looks, document } = this.services;
    const store = new DashboardStore(document, document.readAll());
    store.forget((one) => gone.some(({ sheetId }) => sheetId === one.sheetId));
    const log = (changed: DashboardRecord) => store.keep(changed);
    const writing = { looks, log, flush: () => sheets.flush() };
    for (const one of prepared) {
      const { record } = one;
      if (sheets.byId(record.sheetId) === undefined) continue;
      attempt(record, told, () => {
        // Another run has written it, or begun to, after its cells were read.
        if (!store.holds(record)) throw new ReportError('busy');
        const updated = writeDashboard(writing, one);
        if (updated.made !== record.made) log(updated);
      });
    }
    sheets.flush();
  }
}

/** @throws {ReportError} `sheet_blocked`: cells of another layout are never written over. */
function refuseFormer({ template, sheet }: DashboardRecord): never {
  const title = TITLES[template];
  return blocked(
    `Press “${title}” under Dashboards to build it in the new layout: “${sheet}” has the former one`,
  );
}

/** Tries something with one dashboard. An error is reported, with no result. */
function attempt<Result>({ sheet }: DashboardRecord, told: string[], work: () => Result): Result[] {
  try {
    return [work()];
  } catch (error) {
    told.push(`The dashboard “${sheet}” stays as it was. ${toReportError(error).message}`);
    return [];
  }
}
