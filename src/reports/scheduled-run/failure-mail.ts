import type { Clock } from '../../employer-api/ports';
import type { DocumentLock, Mailer, PropertyStore, SpreadsheetCalendar } from '../ports';
import { type DocumentState, readDocumentState } from '../saved/document-state';
import type { Schedule } from '../saved/schedule-record';
import { type ScheduledRun, scheduleProperty } from '../schedule/woken-trigger';
import { withLock } from '../with-lock';
import { findNews, type News, type ReportOutcome } from './failure-mail-episodes';
import { writeFailureMail } from './failure-mail-text';

/** What mail about failures needs. */
export interface FailureMailServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  readonly calendar: SpreadsheetCalendar;
  readonly clock: Clock;
}

/** News, and whom it is for. */
interface Due {
  readonly news: News;
  readonly to: string;
  readonly schedule: Schedule;
}

/** Mail about scheduled runs, to the address that the person whose trigger runs has given. */
export class FailureMail {
  constructor(private readonly services: FailureMailServices) {}

  /**
   * Tells of what is new in a run, in one mail. What it tells is noted before it is sent: a run that is killed in
   * between loses one mail, and none is ever sent twice. Never throws: the run itself matters more.
   *
   * No service call when nothing is new or nobody wants mail; six with a mail, and four more when the platform
   * refuses it.
   */
  tell(run: ScheduledRun, outcomes: readonly ReportOutcome[]): void {
    const { calendar, mailer } = this.services;
    try {
      if (this.findDue(run.state, run, outcomes) === undefined) return;
      const due = this.noteFirst(run, outcomes);
      if (due === undefined) return;
      const zone = run.state.zone ?? calendar.zone();
      const time = (millis: number) => calendar.text(millis, zone);
      const text = writeFailureMail(due.news, { spreadsheet: mailer.spreadsheetName(), zone, time });
      if (!mailer.send({ to: due.to, ...text })) this.noteRefusal(due.schedule);
    } catch {
      // What could not be noted is still new to the next run.
    }
  }

  /** @returns What to send now that it counts as told; `undefined` when there is nothing any more. */
  private noteFirst(run: ScheduledRun, outcomes: readonly ReportOutcome[]): Due | undefined {
    const { document, lock } = this.services;
    return withLock(lock, () => {
      const due = this.findDue(readDocumentState(document.readAll()), run, outcomes);
      if (due !== undefined) this.write({ ...due.schedule, told: due.news.told, mailRefused: false });
      return due;
    });
  }

  private findDue(
    { schedule, reports }: DocumentState,
    { triggerId }: ScheduledRun,
    outcomes: readonly ReportOutcome[],
  ): Due | undefined {
    const to = schedule.runners.find((runner) => runner.triggerId === triggerId)?.email ?? '';
    if (to === '') return undefined;
    const reportIds = reports.map(({ id }) => id);
    const news = findNews(schedule.told, outcomes, reportIds, this.services.clock.now());
    return news && { news, to, schedule };
  }

  private noteRefusal({ savedAt }: Schedule): void {
    const { document, lock } = this.services;
    withLock(lock, () => {
      const { schedule } = readDocumentState(document.readAll());
      if (schedule.savedAt === savedAt) this.write({ ...schedule, mailRefused: true });
    });
  }

  private write(schedule: Schedule): void {
    this.services.document.write(scheduleProperty(schedule));
  }
}
