import { saveAlert, viewAlerts } from '../../../src/alerts/alert';
import { alertNews } from '../../../src/alerts/alert-mail';
import { alertFollower } from '../../../src/alerts/judge';
import type { Region } from '../../../src/contract/connection';
import { weekStartIn } from '../../../src/employer-api/connection';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import { type KeptDefinitions, keepDefinitions } from '../../../src/figures/definitions';
import type { KeptReport } from '../../../src/reports/fetching/kept-rows';
import { deliverMails } from '../../../src/reports/mail/outbox';
import type { Mail } from '../../../src/reports/ports';
import { forget, PROPERTY, readDocumentState } from '../../../src/reports/saved/document-state';
import { newReport, type SavedReport, type TableContent } from '../../../src/reports/saved/saved-report';
import type { AlertView } from '../../../src/sidebar/state-view';
import { days } from '../../support/daily-report';
import { MemoryProperties } from '../../support/memory-properties';
import { CONNECTION, US_CONNECTION } from '../../support/sample-report';
import { type Crew, isoDay, serialOf, shiftRow } from '../../support/shift-records';
import { StubClock } from '../../support/stub-clock';
import { StubLock } from '../../support/stub-lock';
import { StubMailer } from '../../support/stub-schedule';
import { ZonedCalendar } from '../../support/zoned-calendar';

/** What alerts watch unless a test says otherwise. */
export const WORKED: Parameters<typeof saveAlert>[1] = {
  id: null,
  report: 'r-1',
  measure: 'SHIFTS_WORKED_PERCENTAGE',
  scope: 'venue',
  target: 90,
  strictness: 'any_miss',
  to: ['ann@employer.example'],
};

/** The crews of a week, each on the day after the one before it. */
export function weekOf(monday: string, crews: readonly Omit<Crew, 'day'>[]): Crew[] {
  const first = serialOf(monday);
  return crews.map((crew, at) => ({ ...crew, day: isoDay(first + (at % 7)) }));
}

const CONTENT: TableContent = {
  ...{ refreshedAt: 0, changedAt: 0, generatedAt: null, rows: 1, from: 1, to: 1 },
  ...{ checks: '', hash: '', owner: '' },
};

/** A report of last weeks in the UK, its alerts, and refreshes of it without sheets or service. */
export class Alerting {
  readonly lock = new StubLock();
  readonly mailer = new StubMailer();
  readonly clock = new StubClock();
  readonly calendar = new ZonedCalendar(this.clock);
  readonly document: MemoryProperties;
  readonly newsSources = [alertNews];
  readonly list = {
    save: (form: Parameters<typeof saveAlert>[1]) => saveAlert(this, form),
    remove: (id: string) => forget(this, PROPERTY.alert(id)),
  };
  /** Whose rows the report has: `ownerOf` them. */
  owner = 'UK 1042';
  private made = 0;
  private keptDefinitions: KeptDefinitions | undefined;

  /** @param mailDomains The domains that mail may go to; any where none is listed. */
  constructor(
    changes: Partial<SavedReport> = {},
    readonly mailDomains: readonly string[] = [],
  ) {
    const report = { ...newReport('r-1', 1), sheet: 'Shifts', ...changes };
    this.document = new MemoryProperties({ 'report.r-1': JSON.stringify(report), zone: 'Europe/London' });
  }

  makeId = () => {
    this.made += 1;
    return `a-${this.made}`;
  };

  /** A refresh whose rows are these, of these days. @returns What a person hears of it. */
  refresh(
    crews: readonly Crew[],
    {
      from,
      to,
      today = '2026-06-01',
    }: { readonly from: string; readonly to: string; readonly today?: string },
    region: Region = 'UK',
  ): readonly string[] {
    return this.run(crews, { from, to, today }, region).sentences;
  }

  /** A scheduled run: a refresh, and the mail at its end. @returns The mails that it sent. */
  schedule(crews: readonly Crew[], range: { readonly from: string; readonly to: string }): readonly Mail[] {
    this.run(crews, { ...range, today: '2026-06-01' }, 'UK');
    return this.mail();
  }

  /** A wake of the schedule with nothing to refresh. @returns The mails that it sent. */
  mail(): readonly Mail[] {
    const before = this.mailer.mails.length;
    deliverMails(this, readDocumentState(this.document.readAll()));
    return this.mailer.mails.slice(before);
  }

  /** A person changes what the report asks for. */
  edit(changes: Partial<SavedReport>): void {
    const saved = JSON.parse(this.document.readAll()['report.r-1'] ?? '{}');
    this.document.write({ 'report.r-1': JSON.stringify({ ...saved, ...changes }) });
  }

  views(): AlertView[] {
    const today = Math.floor(this.calendar.serial(this.clock.now(), 'Europe/London'));
    return viewAlerts(readDocumentState(this.document.readAll()), today, this.mailDomains);
  }

  run(
    crews: readonly Crew[],
    { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
    region: Region,
  ) {
    const properties = this.document.readAll();
    const saved = readDocumentState(properties).reports[0] as SavedReport;
    const rows = crews.map(shiftRow) as ShiftRow[];
    const { keptDefinitions } = this;
    const content = { ...CONTENT, owner: this.owner };
    const { changes, sentences } = alertFollower.inspect({
      saved: { ...saved, content },
      report: { rows } as unknown as KeptReport,
      range: days(from, to),
      period: days(from, to),
      zone: 'Europe/London',
      today: serialOf(today),
      connection: region === 'US' ? US_CONNECTION : CONNECTION,
      weekStart: weekStartIn(region),
      keptDefinitions,
      by: 'schedule',
      properties,
    });
    this.keptDefinitions = keepDefinitions(keptDefinitions, rows, serialOf(today));
    this.document.write(changes);
    this.edit({ content });
    return { sentences };
  }
}
