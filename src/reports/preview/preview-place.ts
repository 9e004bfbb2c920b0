import type { ReportChoices } from '../../contract/reports';
import { isReportError } from '../../employer-api/errors';
import type { ReportSheet, ReportSheets } from '../ports';
import type { SavedReport } from '../saved/saved-report';
import { shownCount } from '../shown-count';
import { findTable, keepsHeadings } from '../writing/table-heading';
import { occupied, requireColumns } from '../writing/table-room';
import { requireUnmerged } from '../writing/unmerged-cells';

/** Where a table would be written, and what stands in its way. */
export interface TablePlace {
  readonly fact: string;
  readonly warnings: readonly string[];
}

/**
 * Looks where a table would go. It writes nothing; up to eight service calls for a table that exists, three for a sheet
 * that does not belong to the report.
 *
 * @param saved The report that is changed; `undefined` for a new one.
 * @param size The table, without its heading row. Rows that are not known yet count as none.
 */
export function findPlace(
  sheets: ReportSheets,
  saved: SavedReport | undefined,
  { sheet: name, mode }: Pick<ReportChoices, 'sheet' | 'mode'>,
  size: { readonly headings: readonly string[]; readonly rows: number },
): TablePlace {
  const isOwn = saved !== undefined && saved.sheetId !== null && sheets.byName(name)?.id === saved.sheetId;
  const stays = isOwn || saved?.sheet.toLowerCase() === name.toLowerCase();
  const own = stays && saved && saved.sheetId !== null ? sheets.byId(saved.sheetId) : undefined;
  if (own && saved?.headed) return existingTable(own, saved, mode, size);
  const sheet = own ?? sheets.byName(name) ?? sheets.byNameInAnyCase(name);
  if (sheet === undefined) return { fact: `It will be written to a new sheet, “${name}”.`, warnings: [] };
  const fact = `It will be written to the sheet “${name}”.`;
  // A first write that was cut short left something there that is the report's own.
  const check = () => {
    if (own === undefined && sheet.lastRow() > 0) occupied(name);
    requireColumns(sheet, name, size.headings.length);
  };
  return { fact, warnings: refusals(check) };
}

function existingTable(
  sheet: ReportSheet,
  saved: SavedReport,
  mode: ReportChoices['mode'],
  { headings, rows }: { readonly headings: readonly string[]; readonly rows: number },
): TablePlace {
  const name = sheet.name();
  const before = saved.content ? ` of ${shownCount(saved.content.rows, 'shift')}` : '';
  const fact =
    mode === 'history'
      ? `It will renew these days in the table on “${name}” and keep the others.`
      : `It will replace the table${before} on “${name}”.`;
  const more = mode === 'history' ? 0 : rows - saved.extent;
  const check = () => {
    findTable(sheet, saved, headings, true);
    requireColumns(sheet, name, headings.length);
    // Of a table that keeps other days it is not known here which rows will be written.
    if (mode === 'history') return;
    const row = keepsHeadings(saved, headings) ? 2 : 1;
    const last = 1 + Math.max(rows, saved.extent);
    requireUnmerged(sheet, name, { row, column: 1, rows: last - row + 1, columns: headings.length });
  };
  const below = more > 0 && !sheet.isFree(2 + saved.extent, 1, more, headings.length);
  const blocked = below
    ? [`Clear the cells below the table on “${name}”: the new rows need their place.`]
    : [];
  return { fact, warnings: [...refusals(check), ...blocked] };
}

/** The sentence with which a check refuses, if it does. */
function refusals(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isReportError(error) || error.code !== 'sheet_blocked') throw error;
    return [error.message];
  }
}
