import { alertNews } from '../alerts/alert-mail';
import { alertFollower } from '../alerts/judge';
import { Dashboards, type DaysToRead } from '../dashboards/dashboards';
import type { Surface } from '../employer-api/ports';
import { dashboardLooks } from '../platform/dashboard-sheet';
import { authorization, timeDrivenTriggers } from '../platform/script-app';
import { gzip, mailer, urlFetchTransport } from '../platform/script-services';
import { selectedCell, sheetWriter } from '../platform/sheet-writer';
import { failureNews } from '../reports/mail/failure-mail';
import type { DocumentState } from '../reports/saved/document-state';
import { dueSummaries, sendSummaries } from '../summaries/send';
import { directWriteCells, installation, policy } from './build-constants';
import { edition } from './edition';
import { composeReading } from './reading';

/** What reads, and what writes to sheets, settings and triggers. */
export type Writing = ReturnType<typeof composeWriting>;

/**
 * Puts together what the sidebar, the menu and the schedule need. Makes no service call that is counted, and none that
 * needs a permission: whether those are there is the first thing that a scheduled run finds out.
 */
export function composeWriting(surface: Exclude<Surface, 'cell'>) {
  const { mailDomains, chatOrigin } = policy;
  const ports = {
    ...composeReading(surface),
    ...{ sheets: sheetWriter, triggers: timeDrivenTriggers, looks: dashboardLooks, selectedCell },
    ...{ mailer, gzip, authorization, mailDomains, chatOrigin, directWriteCells, installation },
    chatTransport: urlFetchTransport,
  };
  const dashboards = new Dashboards(ports);
  const sourceOf = (reportId: string, daysOf: DaysToRead) =>
    dashboards.source(reportId, undefined, undefined, daysOf);
  const sending = { ...ports, sourceOf };
  return {
    dashboards,
    followers: [alertFollower, dashboards, ...edition.followers(ports, sheetWriter)],
    ...sending,
    newsSources: [failureNews, alertNews],
    summaries: {
      due: (state: DocumentState, lateness: number) => dueSummaries(ports, state, lateness),
      send: (state: DocumentState, lateness: number, isMailOff: boolean) =>
        sendSummaries(sending, state, lateness, isMailOff),
    },
  };
}
