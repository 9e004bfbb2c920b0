import { alertNews } from '../alerts/alert-mail';
import { mailer } from '../platform/mailer';
import { authorization, timeDrivenTriggers } from '../platform/script-app';
import {
  DocumentLock,
  gzip,
  makeUuid,
  PropertiesStore,
  systemClock,
  UrlFetchTransport,
} from '../platform/script-services';
import { SpreadsheetCalendar } from '../platform/spreadsheet';
import { failureNews } from '../reports/mail/failure-mail';
import { Outbox } from '../reports/mail/outbox';
import { runSchedule } from '../reports/schedule/scheduled-run';
import { SummarySender } from '../summaries/send';
import { policy } from './build-constants';
import { composeWriting, type Writing } from './writing';

/**
 * Does what a timer does when it wakes. Building it makes no service call that is counted, and none that needs a
 * permission: whether those are there is the first thing that a run finds out.
 */
export function runScheduled(triggerId: string): void {
  const calendar = new SpreadsheetCalendar();
  const ports = {
    document: new PropertiesStore('everyone'),
    lock: new DocumentLock(),
    ...{ calendar, mailer, clock: systemClock, mailDomains: policy.mailDomains },
  };
  let made: Writing | undefined;
  const writing = () => {
    made ??= composeWriting('trigger');
    return made;
  };
  runSchedule(
    {
      ...ports,
      triggers: timeDrivenTriggers,
      authorization,
      makeId: makeUuid,
      writing,
      outbox: new Outbox(ports, [(properties, now) => failureNews(properties, now, calendar), alertNews]),
      summaries: new SummarySender({
        ...ports,
        gzip,
        sourceOf: (reportId) => writing().dashboards.source(reportId),
        transport: new UrlFetchTransport(),
        chatOrigin: policy.chatOrigin,
      }),
    },
    triggerId,
  );
}
