import * as v from 'valibot';
import type { Typed } from '../../src/contract/form';
import { SCHEDULE_FORM } from '../../src/contract/schedule';
import type { FailureCode } from '../../src/employer-api/errors';
import { failureNews } from '../../src/reports/mail/failure-mail';
import { deliverMails } from '../../src/reports/mail/outbox';
import type { Mail, Mailer, ScheduleTriggers } from '../../src/reports/ports';
import { readDocumentState } from '../../src/reports/saved/document-state';
import { newReport } from '../../src/reports/saved/saved-report';
import { saveSchedule } from '../../src/reports/schedule/schedule';
import { MemoryProperties } from './memory-properties';
import { ADDRESSES, CONNECTION } from './sample-report';
import { StubClock } from './stub-clock';
import { StubLock } from './stub-lock';
import { ZonedCalendar } from './zoned-calendar';

/** A stored report that was never refreshed, as a document property. */
export function reportProperty(id: string, sheet = 'Shifts'): Record<string, string> {
  return { [`report.${id}`]: JSON.stringify({ ...newReport(id, 1), period: 'yesterday', sheet }) };
}

/** Triggers of the person at the keyboard: each gets the next ID, and every change is noted in order. */
export class StubTriggers implements ScheduleTriggers {
  /** What was done, such as `make`. */
  readonly log: string[] = [];
  /** The IDs of those that are this person's own; empty once another person sits down. */
  own: readonly string[] = [];
  private made = 0;

  make(): string {
    this.log.push('make');
    this.made += 1;
    this.own = [...this.own, `trigger-${this.made}`];
    return `trigger-${this.made}`;
  }

  remove(named: readonly string[]): readonly string[] {
    const removed = this.own.filter((id) => named.includes(id));
    this.own = this.own.filter((id) => !named.includes(id));
    if (removed.length > 0) this.log.push(`remove ${removed.join(' ')}`);
    return removed;
  }

  /** None is allowed: dashboards have no drop-downs. */
  ownOrNewForEdits(): undefined {
    return undefined;
  }

  ownIds(): readonly string[] {
    this.log.push('list');
    return this.own;
  }
}

/** Keeps mail instead of sending it. */
export class StubMailer implements Mailer {
  readonly mails: Mail[] = [];
  /** Whether the platform refuses all mail, since the account may send none. */
  refuses = false;
  /** Addresses that the platform refuses, whoever sends. */
  readonly refusedAddresses = new Set<string>();

  spreadsheet() {
    return { name: 'Rotas', address: 'https://docs.google.com/spreadsheets/d/1abc/edit' };
  }

  send(mail: Mail): boolean {
    const isTaken = !this.refuses && !this.refusedAddresses.has(mail.to);
    if (isTaken) this.mails.push(mail);
    return isTaken;
  }
}

/** A connected spreadsheet in London with a schedule, over stores in memory. */
export class Scheduling {
  readonly clock = new StubClock();
  readonly lock = new StubLock();
  readonly triggers = new StubTriggers();
  readonly mailer = new StubMailer();
  readonly calendar = new ZonedCalendar(this.clock);
  readonly document: MemoryProperties;
  readonly stores = { user: new MemoryProperties(), spreadsheetId: () => 's-1', addresses: ADDRESSES };
  readonly scheduler = {
    save: (form: Typed<typeof SCHEDULE_FORM>) => saveSchedule(this, v.parse(SCHEDULE_FORM, form)),
    takeOver: () => saveSchedule(this),
  };
  readonly newsSources = [failureNews];

  constructor(
    properties: Readonly<Record<string, string>> = reportProperty('r-1'),
    readonly mailDomains: readonly string[] = [],
  ) {
    const connection = JSON.stringify(CONNECTION);
    this.document = new MemoryProperties({ zone: 'Europe/London', connection, ...properties });
  }

  /** The end of a run. @returns The mails that it sent. */
  mail(): readonly Mail[] {
    const before = this.mailer.mails.length;
    deliverMails(this, readDocumentState(this.document.readAll()));
    return this.mailer.mails.slice(before);
  }

  /** Notes how a refresh of a report has just ended. */
  ran(
    id: string,
    outcome: 'refreshed' | 'failed' | 'held' | 'unfinished',
    message = '',
    code?: FailureCode,
  ): void {
    const report = JSON.parse(this.document.readAll()[`report.${id}`] ?? '{}');
    const lastRun = {
      outcome,
      finishedAt: this.clock.now(),
      message,
      correlationId: '',
      ...(code && { code }),
    };
    this.document.write({ [`report.${id}`]: JSON.stringify({ ...report, lastRun }) });
  }

  /** The schedule as it is stored. */
  stored(): Record<string, unknown> {
    return JSON.parse(this.document.readAll().schedule ?? '{}');
  }
}
