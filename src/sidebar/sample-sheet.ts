import type { SavedReport } from '../reports/saved/saved-report';

/** The sheet that sample data fill first; a number follows where a sheet of that name is there. */
export const SAMPLE_SHEET = 'Sample shifts';

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
