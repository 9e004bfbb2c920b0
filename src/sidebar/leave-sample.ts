import { freeName } from '../contract/reports';
import { attempt } from '../employer-api/errors';
import { shownCount } from '../employer-api/text';
import { findCall } from '../explanations/explain-formula';
import type { ReportSheet, TableServices } from '../reports/ports';
import type { DocumentState } from '../reports/saved/document-state';
import { renameReport } from '../reports/saved/report-list';
import { a1 } from '../reports/sheet/cells';
import { stampFormulas } from '../reports/status/status-sheet';

/** The sheet that sample data fill first; a number follows where a sheet of that name is there. */
export const SAMPLE_SHEET = 'Sample shifts';

/**
 * After sample data: renames sheets whose names begin with that of its sheet, has formulas that name the stamp calculate
 * again, and says which others still show the sample. What Google refuses is left as it was.
 */
export function leaveSample(
  services: TableServices,
  connected: DocumentState,
): { readonly state: DocumentState; readonly sentences: readonly string[] } {
  const { sheets } = services;
  let state = connected;
  const sentences: string[] = [];
  // What is refused here does not matter to the connection, which is saved.
  attempt(() => {
    for (const report of connected.reports) {
      if (report.sheetId === null || !report.sheet.startsWith(SAMPLE_SHEET)) continue;
      const name = freeName('Shifts', (taken) => sheets.byName(taken) !== undefined);
      sheets.byId(report.sheetId)?.rename(name);
      state = renameReport(services, report.id, name);
      sentences.push(`The sheet “${report.sheet}” is now “${name}”.`);
    }
    if (state.statusSheet !== undefined) state = stampFormulas(services, true);
    sentences.push(describeSampleCells(sheets.all()));
  });
  return { state, sentences };
}

const STAMP = /\bSHIFT_STAMP\b/i;

/** More cells are only counted. */
const MOST_NAMED_CELLS = 5;

/**
 * Says which cells go on showing sample figures: Google Sheets calculates a formula again only if something that it
 * names has changed, and these name no stamp. `''` where there are none.
 */
function describeSampleCells(sheets: readonly ReportSheet[]): string {
  const isStale = (formula: string) => findCall(formula) !== undefined && !STAMP.test(formula);
  const cells = sheets.flatMap((sheet) => {
    const used = { row: 1, column: 1, rows: sheet.lastRow(), columns: sheet.gridSize().columns };
    const tab = sheet.name();
    return sheet
      .readFormulas(used)
      .flatMap((row, at) =>
        row.flatMap((formula, column) => (isStale(formula) ? `${tab}!${a1(at + 1, column + 1)}` : [])),
      );
  });
  if (cells.length === 0) return '';
  const named = cells.slice(0, MOST_NAMED_CELLS).join(', ') + (cells.length > MOST_NAMED_CELLS ? ', …' : '');
  return `Retype ${shownCount(cells.length, 'cell')} with sample figures, or add SHIFT_STAMP: ${named}.`;
}
