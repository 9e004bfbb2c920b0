import type { Region } from '../../contract/connection';
import { NEW_REPORT, type ReportForm } from '../../contract/reports';
import type { ReportView } from '../state-view';

/* What forms begin with. */

const UK_TIME_ZONE = /^(?:GB|Europe\/(?:London|Belfast|Guernsey|Isle_of_Man|Jersey))$/;

/** The region to preselect for a new connection: a guess from where the spreadsheet's clock stands. */
export function suggestRegion(timeZone: string): Region {
  return UK_TIME_ZONE.test(timeZone) ? 'UK' : 'US';
}

/** What the form of a new report begins with. @param model The report that it begins as; null for none. */
export function newForm(model: ReportView | null, reports: readonly Pick<ReportView, 'sheet'>[]): ReportForm {
  const { revision: _, ...begun }: ReportForm = model ?? NEW_REPORT;
  const taken = reports.map(({ sheet }) => sheet.toLowerCase());
  let sheet = begun.sheet;
  for (let number = 2; taken.includes(sheet.toLowerCase()); number += 1) sheet = `${begun.sheet} ${number}`;
  return { ...begun, id: null, sheet };
}
