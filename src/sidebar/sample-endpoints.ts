import type { Writing } from '../compose/writing';
import { PLAIN_REPORT } from '../contract/reports';
import type { SidebarOutcome } from '../contract/sidebar';
import type { DocumentState } from '../reports/saved/document-state';
import type { SavedReport } from '../reports/saved/saved-report';
import { answer } from './answer';
import { readRegion } from './forms';

/** Enough weeks for a trend, and quick to fetch. */
const FIRST_PERIOD = 'last 13 weeks';

/**
 * Connects to the sample employer, and saves a first report where there is none, for the page to refresh. Writes to no
 * sheet. No request.
 */
export function sidebarUseSampleData(region: unknown): SidebarOutcome {
  return answer('sidebarUseSampleData', (writing) => {
    const { state } = writing.connector.useSample(readRegion(region));
    const message =
      'Sample data is on: every venue whose name begins with “Sample” is made up. Connect when you have your own credentials.';
    return { message, state: state.reports.length > 0 ? state : withFirstReport(writing) };
  });
}

function withFirstReport({ reportList, sheets }: Writing): DocumentState {
  let sheet = SAMPLE_SHEET;
  for (let number = 2; sheets.byName(sheet) !== undefined; number += 1) sheet = `${SAMPLE_SHEET} ${number}`;
  return reportList.save({ ...PLAIN_REPORT, id: null, period: FIRST_PERIOD, sheet });
}

/** The sheet that sample data fill first; a number follows where a sheet of that name is there. */
const SAMPLE_SHEET = 'Sample shifts';

/** Such a sheet, whatever its number. */
const NAMED_AFTER_SAMPLE = new RegExp(`^${SAMPLE_SHEET}( \\d+)?$`);

/**
 * What to do about reports whose sheet is still called after the sample, now that the next refresh fills it with
 * figures of the service; `''` where there is none.
 */
export function adviseRenaming(reports: readonly SavedReport[]): string {
  const left = reports.find(({ sheet, sheetId }) => sheetId !== null && NAMED_AFTER_SAMPLE.test(sheet));
  if (left === undefined) return '';
  return `Rename the sheet “${left.sheet}”: its next refresh puts your own figures there, and its report takes the new name.`;
}
