import type { DocumentLock, Mailer, PropertyStore } from '../reports/ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { withLock } from '../reports/with-lock';
import type { AlertInspector } from './alert-inspector';
import { parseAlerts } from './alert-record';
import { currentStandings, watchedAlerts } from './current-standings';
import { writeDigest } from './digest-text';
import { formatEpisodes, parseEpisodes } from './episode-record';
import { afterLetters, type Letter, lettersDue } from './letters';

/** What mail about alerts needs. */
export interface AlertDigestServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly mailer: Mailer;
  /** What has judged in this run. */
  readonly inspector: Pick<AlertInspector, 'isMailDue' | 'isAmerican'>;
}

/** Letters, and what the spreadsheet remembers. */
interface Due {
  readonly letters: readonly Letter[];
  readonly state: DocumentState;
}

/** Mail about alerts, at the end of a scheduled run: one mail to each address. */
export class AlertDigest {
  constructor(private readonly services: AlertDigestServices) {}

  /**
   * Tells of what no mail has told of. What it tells is noted before it is sent: a run that is killed in between loses
   * one mail, and none is ever sent twice. Never throws: the run itself matters more.
   *
   * No service call when nothing is new; six with a mail, one more for each other address, and four when the platform
   * refuses one.
   */
  send(): void {
    const { inspector, mailer } = this.services;
    if (!inspector.isMailDue) return;
    try {
      const { letters, state } = this.noteFirst();
      if (letters.length === 0) return;
      const context = {
        spreadsheet: mailer.spreadsheetName(),
        sheetOf: (alert: { readonly report: string }) =>
          state.reports.find(({ id }) => id === alert.report)?.sheet ?? '',
        isAmerican: inspector.isAmerican,
      };
      const taken = letters.map((letter) => mailer.send({ to: letter.to, ...writeDigest(letter, context) }));
      if (taken.includes(false)) this.noteRefusal();
    } catch {
      // What could not be noted is still new to the next run.
    }
  }

  /** @returns What to send now that it counts as told. */
  private noteFirst(): Due {
    const { document, lock } = this.services;
    return withLock(lock, () => {
      const properties = document.readAll();
      const state = readDocumentState(properties);
      const { reports } = state;
      const alerts = watchedAlerts(parseAlerts(properties[PROPERTY.alerts]), reports);
      const record = currentStandings(parseEpisodes(properties[PROPERTY.alertEpisodes]), alerts, reports);
      const letters = lettersDue(alerts, record, properties);
      if (letters.length > 0) {
        document.write({ [PROPERTY.alertEpisodes]: formatEpisodes(afterLetters(record, letters)) });
      }
      return { letters, state };
    });
  }

  private noteRefusal(): void {
    const { document, lock } = this.services;
    withLock(lock, () => {
      const record = parseEpisodes(document.readAll()[PROPERTY.alertEpisodes]);
      document.write({ [PROPERTY.alertEpisodes]: formatEpisodes({ ...record, mailRefused: true }) });
    });
  }
}
