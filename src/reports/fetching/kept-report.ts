import type { DateRange, Margin } from '../../calendar/date-range';
import type { Connection } from '../../employer-api/connection';
import type { ReportKind } from '../../employer-api/report-kind';
import { askWhole } from './asked-report';
import type { FetchServices } from './fetch-services';
import { type JoinedReport, joinSlices } from './joined-report';
import { KeptDaysFinder } from './kept-days';

/**
 * The rows of a range as far as the cache keeps all of them: up to six hours. It never asks the service.
 *
 * One cache read, and more for days that are kept inside other ranges or reports of more than 23,000 rows.
 *
 * @param margin What an answer must have been asked for besides, to be shown.
 * @returns `undefined` where a day is missing.
 */
export function readKeptReport(
  services: FetchServices,
  kind: ReportKind,
  connection: Connection,
  range: DateRange,
  margin: Margin,
): JoinedReport | undefined {
  const asked = askWhole(kind, connection, range, services.digest, margin);
  const { shown } = new KeptDaysFinder(services, asked).look();
  return shown && joinSlices(kind, shown)[0];
}
