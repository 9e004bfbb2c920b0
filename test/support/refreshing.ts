import type { ConnectionStores } from '../../src/reports/ports';
import type { RefreshServices } from '../../src/reports/refresh/followed-refresh';
import { refreshReport } from '../../src/reports/refresh/refresh';
import { type DocumentState, readDocumentState } from '../../src/reports/saved/document-state';
import { formatSavedReport, newReport, type SavedReport } from '../../src/reports/saved/saved-report';
import { startBudget } from './budget';
import { Fetching } from './fetching';
import { MemoryProperties } from './memory-properties';
import { nodeDigest, nodePacker } from './node-text';
import { OpenSheets } from './open-sheets';
import { ADDRESSES, CONNECTION } from './sample-report';
import type { StubReport } from './stub-transport';
import { ZonedCalendar } from './zoned-calendar';

/** A saved report for the days of `RANGE`. */
export function savedReport(id: string, sheet: string, createdAt = 1): SavedReport {
  const days = { period: 'custom', from: '2026-03-01', to: '2026-03-07' };
  return { ...newReport(id, createdAt), ...days, readableHeadings: false, sheet };
}

/** A connected spreadsheet with one saved report, `r-1` on the sheet `Shifts`, over a scripted service. */
export class Refreshing {
  readonly fetching: Fetching;
  readonly document: MemoryProperties;
  readonly opened = new OpenSheets();
  readonly sheets = this.opened.sheets;
  readonly calendar: ZonedCalendar;
  readonly stores: ConnectionStores;

  constructor(
    answers: readonly StubReport[],
    reports: readonly SavedReport[] = [savedReport('r-1', 'Shifts')],
    connection: object = CONNECTION,
  ) {
    this.fetching = new Fetching(answers);
    this.calendar = new ZonedCalendar(this.fetching.clock);
    this.document = new MemoryProperties({ connection: JSON.stringify(connection), zone: 'Europe/London' });
    for (const report of reports) this.save(report);
    this.stores = {
      user: new MemoryProperties(),
      spreadsheetId: () => 'spreadsheet-1',
      addresses: ADDRESSES,
    };
  }

  /** Saves a report as it is. */
  save(report: SavedReport): void {
    this.document.write({ [`report.${report.id}`]: formatSavedReport(report) });
  }

  /** What a new execution refreshes with. */
  services(by: 'sidebar' | 'menu' | 'schedule' = 'sidebar'): RefreshServices {
    const { fetching, sheets, calendar, stores, document } = this;
    const { services, clock, lock } = fetching;
    const budget = startBudget(by === 'schedule' ? 'trigger' : 'sidebar', clock.now());
    return {
      stores,
      document,
      fetchingFor: () => ({ ...services, budget }),
      lock,
      sheets,
      calendar,
      clock,
      makeId: services.makeId,
      budget,
      digest: nodeDigest,
      packer: nodePacker,
      directWriteCells: 18_000,
      installation: 'add-on',
      followers: [],
    };
  }

  /** One refresh in an execution of its own; `confirmed`: whatever the new table lacks. */
  refresh(by: 'sidebar' | 'menu' | 'schedule' = 'sidebar', id = 'r-1', confirmed = true): DocumentState {
    return refreshReport(this.services(by), id, by, confirmed).state;
  }

  state(): DocumentState {
    return readDocumentState(this.document.readAll());
  }

  report(id = 'r-1'): SavedReport {
    const report = this.state().reports.find((one) => one.id === id);
    if (report === undefined) throw new Error(`There is no report ${id}`);
    return report;
  }
}
