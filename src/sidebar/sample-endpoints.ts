import type { Writing } from '../compose/writing';
import type { DocumentState } from '../reports/saved/document-state';
import { answer } from './answer';
import type { SidebarOutcome } from './contract';
import type { ReportForm } from './contract-reports';
import { readRegion } from './forms';
import { SAMPLE_SHEET } from './sample-sheet';

/** Enough weeks for a trend, and quick to fetch. */
const FIRST_REPORT: Omit<ReportForm, 'sheet'> = {
  id: null,
  report: 'shift_fulfilment',
  period: 'last 13 weeks',
  from: '',
  to: '',
  mode: 'replace',
  venue: '',
  area: '',
  role: '',
  groupBy: '',
  columns: '',
};

/**
 * Connects to the sample employer, and saves a first report where there is none, for the page to refresh. Writes to no
 * sheet. No request.
 */
export function sidebarUseSampleData(region: unknown): SidebarOutcome {
  return answer('sidebarUseSampleData', (writing) => {
    const { state } = writing.connector.useSample(readRegion(region));
    const message =
      'Sample data is on: everything at a venue whose name begins with “Sample” is made up. Connect when you have credentials of your own.';
    return { message, state: state.reports.length > 0 ? state : withFirstReport(writing) };
  });
}

function withFirstReport({ reportList, sheets }: Writing): DocumentState {
  let sheet = SAMPLE_SHEET;
  for (let number = 2; sheets.byName(sheet) !== undefined; number += 1) sheet = `${SAMPLE_SHEET} ${number}`;
  return reportList.save({ ...FIRST_REPORT, sheet });
}
