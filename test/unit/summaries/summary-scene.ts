import { gzipSync } from 'node:zlib';
import type { SummaryForm } from '../../../src/contract/summaries';
import type { HttpRequest, HttpResponse } from '../../../src/employer-api/ports';
import type { ShiftRow } from '../../../src/employer-api/shift-report';
import type { Mail } from '../../../src/reports/ports';
import { forget, PROPERTY, readDocumentState, SCHEDULE_OFF } from '../../../src/reports/saved/document-state';
import { newReport } from '../../../src/reports/saved/saved-report';
import {
  previewSummary,
  type SummaryServices,
  sendSummaries,
  testSummary,
} from '../../../src/summaries/send';
import { saveSummary, viewSummaries } from '../../../src/summaries/summaries';
import { dashboardSource } from '../../support/dashboard-source';
import { MemoryProperties } from '../../support/memory-properties';
import { isoDay, shiftRow } from '../../support/shift-records';
import { StubClock } from '../../support/stub-clock';
import { StubLock } from '../../support/stub-lock';
import { StubMailer } from '../../support/stub-schedule';
import { ZonedCalendar } from '../../support/zoned-calendar';

/** A summary email of every Monday at six, unless a test says otherwise. */
export const WEEKLY: SummaryForm = {
  id: null,
  report: 'r-1',
  to: ['ann@employer.example'],
  every: 'week',
  day: 1,
  hour: 6,
  split: 'all',
  chat: '',
  keepsChat: false,
};

const SCHEDULE = { ...SCHEDULE_OFF, every: 'hour', hour: 0, savedAt: 1, revision: 1, triggers: ['t-1'] };

/** Google Chat of a build that allows it, and a webhook there. */
const CHAT = 'https://chat.googleapis.com';
export const HOOK = `${CHAT}/v1/spaces/AAQA1/messages?key=k-1&token=t-1`;

/** Keeps what is sent to Google Chat instead of sending it. */
class StubChat {
  readonly sent: HttpRequest[] = [];
  /** The statuses of the next answers, 0 for none; 200 after them. */
  next: number[] = [];

  send([request]: readonly HttpRequest[]): (HttpResponse | undefined)[] {
    const status = this.next.shift() ?? 200;
    if (request) this.sent.push(request);
    return [status === 0 ? undefined : { status, headers: {}, text: '' }];
  }
}

/** What is unusual about a run: the first and the last day of the report, its failure, and what holds for the trigger. */
interface RunChanges {
  readonly isSample?: boolean;
  readonly from?: number;
  readonly to?: number;
  readonly error?: Error;
  readonly isMailOff?: boolean;
  readonly lateness?: number;
}

/** Summary emails of a report of last weeks in London, over stores in memory. The clock begins on 21 November 2026. */
export class SummaryScene {
  readonly lock = new StubLock();
  readonly mailer = new StubMailer();
  readonly chat = new StubChat();
  readonly clock = new StubClock();
  readonly calendar = new ZonedCalendar(this.clock);
  readonly document: MemoryProperties;
  readonly chatOrigin = CHAT;
  readonly list = {
    save: (form: SummaryForm) => saveSummary(this, form),
    remove: (id: string) => forget(this, PROPERTY.summary(id), PROPERTY.summaryHook(id)),
  };
  /** The venues on each of the last 21 days. */
  venues: readonly (string | null)[] = ['Grand Hotel', 'Old Mill'];
  private made = 0;

  constructor(readonly mailDomains: readonly string[] = []) {
    const report = { ...newReport('r-1', 1), sheet: 'Shifts' };
    this.document = new MemoryProperties({
      'report.r-1': JSON.stringify(report),
      schedule: JSON.stringify(SCHEDULE),
      zone: 'Europe/London',
    });
  }

  makeId = () => {
    this.made += 1;
    return `p-${this.made}`;
  };

  /** Today by the clock of London. */
  get today(): number {
    return Math.floor(this.calendar.serial(this.clock.now(), 'Europe/London'));
  }

  rows(): ShiftRow[] {
    return Array.from({ length: 21 }, (_, at) => isoDay(this.today - 1 - at)).flatMap((day) =>
      this.venues.map((venue, at) => {
        const worked = 8 + (at % 2);
        return shiftRow({ day, venue, posted: 10, booked: 10, worked, noShows: 10 - worked, demand: 10 });
      }),
    );
  }

  /** What a run is made with. */
  private services({
    isSample = false,
    from = this.today - 21,
    to = this.today - 1,
    error,
  }: RunChanges): SummaryServices {
    return {
      ...this,
      gzip: (bytes) => [...gzipSync(Uint8Array.from(bytes))],
      sourceOf: (_, daysOf) => {
        if (error) throw error;
        const range = daysOf({ from, to }, { today: () => this.today, weekStart: () => 1 });
        return dashboardSource(this.rows(), { today: this.today, range, isSample });
      },
      chatTransport: this.chat,
    };
  }

  /** A wake of the schedule. @returns The mails that it sent. */
  run(changes: RunChanges = {}): Mail[] {
    const { isMailOff = false, lateness = 0 } = changes;
    const before = this.mailer.mails.length;
    sendSummaries(this.services(changes), readDocumentState(this.document.readAll()), lateness, isMailOff);
    return this.mailer.mails.slice(before);
  }

  /** What a person tries before it is saved. */
  preview(form: SummaryForm, changes: RunChanges = {}) {
    return previewSummary(this.services(changes), form);
  }

  send(form: SummaryForm): string {
    return testSummary(this.services({}), form);
  }

  views(chatOrigin: string | null = CHAT) {
    return viewSummaries(readDocumentState(this.document.readAll()), {
      now: this.clock.now(),
      zone: 'Europe/London',
      calendar: this.calendar,
      isSample: false,
      mailDomains: this.mailDomains,
      chatOrigin,
    });
  }
}
