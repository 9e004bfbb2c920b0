import type { Typed } from '../../../src/contract/form';
import type { DASHBOARD_CUT, TemplateName } from '../../../src/contract/reports';
import {
  type DashboardRecord,
  dashboardProperty,
  dashboardsIn,
} from '../../../src/dashboards/dashboard-records';
import { Dashboards } from '../../../src/dashboards/dashboards';
import type { DashboardLooks } from '../../../src/dashboards/layout';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import type { FollowedRefresh } from '../../../src/reports/refresh/followed-refresh';
import { TODAY } from '../../support/dashboard-source';
import { nodeDigest, nodePacker } from '../../support/node-text';
import { Refreshing } from '../../support/refreshing';
import { CONNECTION, RANGE, ROW, reportAnswer } from '../../support/sample-report';
import { StubTriggers } from '../../support/stub-schedule';
import type { StubReport } from '../../support/stub-transport';

/** A connected spreadsheet with the report `r-1` on the sheet `Shifts`, of which dashboards are built by a click. */
export class Building {
  readonly book: Refreshing;
  /** The looks that sheets were given, in turn, with what they had before. */
  readonly looksApplied: Parameters<DashboardLooks['apply']>[] = [];
  readonly dashboards: Dashboards;

  constructor(...answers: readonly StubReport[]) {
    this.book = new Refreshing(answers.length > 0 ? answers : [reportAnswer()]);
    const { stores, fetching, sheets, calendar, document } = this.book;
    this.dashboards = new Dashboards({
      ...{ stores, document, sheets, calendar, packer: nodePacker, lock: fetching.lock },
      ...fetching.reading('sidebar'),
      ...{ digest: nodeDigest, installation: 'add-on', triggers: new StubTriggers() },
      authorization: { missing: () => ({ missing: [], url: null }) },
      looks: { apply: (...given) => void this.looksApplied.push(given) },
    });
  }

  /** A click. @returns What the person reads. */
  build(template: TemplateName = 'overview', cut?: Typed<typeof DASHBOARD_CUT>): string {
    return this.dashboards.build('r-1', template, { cut }).sentence;
  }

  /** A refresh that found these rows. @returns What the person reads. */
  follow(rows: readonly ShiftRow[] = [ROW], changes: Partial<FollowedRefresh> = {}): readonly string[] {
    const report = {
      ...{ range: RANGE, fields: [], rows, generatedAt: '2026-03-10T09:00:00Z', fetchedAt: 0 },
      ...{ doubts: 0, firstDoubt: '', undated: 0, roundDays: [] },
      ...{ correlationId: 'c', zone: 'Europe/London' },
    };
    return this.dashboards.follow({
      ...{ saved: this.book.report(), report, range: RANGE, zone: 'Europe/London', today: TODAY },
      ...{
        connection: CONNECTION,
        period: changes.range ?? RANGE,
        weekStart: 1,
        keptDefinitions: undefined,
        by: 'schedule',
      },
      properties: this.book.document.readAll(),
      ...changes,
    });
  }

  /** The cells of a sheet; they count from 0. */
  cells(sheet = 'Overview') {
    return this.book.opened.cells(sheet);
  }

  /** Has something happen just before the lock is taken. */
  beforeLock(happens: () => void): void {
    const { lock } = this.book.fetching;
    const acquire = lock.acquire.bind(lock);
    lock.acquire = (wait) => {
      happens();
      return acquire(wait);
    };
  }

  /** Changes the stored record of the first dashboard. */
  restore(change: Partial<DashboardRecord>): void {
    const { document } = this.book;
    const [first] = dashboardsIn(document.readAll());
    document.write(dashboardProperty({ ...(first as DashboardRecord), ...change }));
  }
}
