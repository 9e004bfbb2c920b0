import { AlertDigest } from '../alerts/alert-digest';
import { AlertInspector } from '../alerts/alert-inspector';
import { mailer } from '../platform/mailer';
import { authorization, timeDrivenTriggers } from '../platform/script-app';
import {
  DocumentLock,
  gzip,
  gzipPacker,
  makeUuid,
  PropertiesStore,
  systemClock,
  UrlFetchTransport,
} from '../platform/script-services';
import { SpreadsheetCalendar } from '../platform/spreadsheet';
import { FailureMail } from '../reports/schedule/failure-mail';
import { runSchedule } from '../reports/schedule/scheduled-run';
import { SummarySender } from '../summaries/summaries';
import { policy } from './build-constants';
import { composeWriting } from './writing';

/**
 * Does what a timer does when it wakes. Building it makes no service call that is counted, and none that needs a
 * permission: whether those are there is the first thing that a run finds out.
 */
export function runScheduled(triggerId: string): void {
  const ports = {
    document: new PropertiesStore('everyone'),
    lock: new DocumentLock(),
    calendar: new SpreadsheetCalendar(),
    clock: systemClock,
    mailDomains: policy.mailDomains,
  };
  const inspector = new AlertInspector(systemClock, policy.mailDomains);
  const alerts = new AlertDigest({ ...ports, mailer, inspector });
  const summaries = new SummarySender({
    ...ports,
    mailer,
    gzip,
    packer: gzipPacker,
    transport: new UrlFetchTransport(),
    chatOrigin: policy.chatOrigin,
  });
  const services = {
    ...ports,
    triggers: timeDrivenTriggers,
    mail: new FailureMail({ ...ports, mailer }),
    authorization,
    writing: () => composeWriting('trigger', inspector, [summaries]),
    makeId: makeUuid,
    digest: {
      send: (isMailOff: boolean) => {
        if (!isMailOff) alerts.send();
        summaries.send(isMailOff);
      },
    },
  };
  runSchedule(services, triggerId);
}
