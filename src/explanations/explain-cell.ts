import type { Explanation } from '../contract/sidebar';
import { STATUS_HEADINGS } from '../reports/status/status-table';
import { columnLetters } from '../reports/tables/sheet-table';
import type { DashboardMeanings } from './dashboard-meanings';
import { explainDashboardCell } from './explain-dashboard-cell';
import { explainFormula, isOurFormula } from './explain-formula';
import { explainReportCell, reportAt } from './explain-report-cell';
import { linesOf } from './explanation';
import { findOrigin } from './find-origin';
import { KnownFacts, type KnownServices } from './known-facts';
import type { SelectedCell, Selection } from './selected-cell';

/** What explaining the selected cell needs. */
interface ExplainServices extends KnownServices {
  readonly selection: Selection;
  readonly dashboardMeanings: DashboardMeanings;
}

const NOT_OURS: Explanation = {
  title: 'Select a cell of a report or formula of Shift Reports',
  lines: [
    {
      label: 'This cell',
      value: 'This cell isn’t part of Shift Reports.',
    },
  ],
};

/**
 * Says what the selected cell holds and where it comes from. It makes no request: figures are recalculated from rows that
 * are kept.
 *
 * At most seven calls for the selection and what it holds, one for the properties, and a few for the cache and the zone.
 */
export function explainCell(services: ExplainServices): Explanation {
  const cell = services.selection.cell();
  if (cell === undefined) return NOT_OURS;
  const known = new KnownFacts(services);
  const saved = reportAt(known, cell);
  if (saved) return explainReportCell(known, saved, cell);
  return (
    explainStatusCell(known, cell) ??
    explainByFormula(known, cell) ??
    explainDashboardCell(known, services.dashboardMeanings, cell) ??
    explainBySpill(known, cell) ??
    NOT_OURS
  );
}

/** Explains a cell that a formula of ours in another cell fills. Two calls. */
function explainBySpill(known: KnownFacts, cell: SelectedCell): Explanation | undefined {
  const origin = findOrigin(cell, isOurFormula);
  const explained = origin && explainFormula(known, cell, origin.formula);
  if (origin === undefined || explained === undefined) return undefined;
  const value = `Filled by the formula in ${columnLetters(origin.column - 1)}${origin.row}.`;
  return { ...explained, lines: [{ label: 'This cell', value }, ...explained.lines] };
}

function explainByFormula(known: KnownFacts, cell: SelectedCell): Explanation | undefined {
  const formula = cell.formula();
  return formula === '' ? undefined : explainFormula(known, cell, formula);
}

/** What each column of the status sheet says. */
const COLUMNS: Readonly<Record<string, string>> = {
  REPORT: 'The sheet of the report.',
  STATE: 'How its newest refresh ended.',
  REFRESHED: 'When the table was last brought up to date.',
  'DATA AS OF': 'The moment at which the service made the report, by its oldest piece.',
  SHIFTS: 'How many shifts the table shows; blank where it shows groups of them.',
  'FIRST DAY': 'The first day that the table covers.',
  'LAST DAY': 'The last day that the table covers.',
  ISSUES: 'Values that the service left empty, or that look doubtful.',
  'STALE AFTER': 'When the table counts as old: the next refresh should have come by then.',
  STALE: 'Whether that moment has passed. It turns true by itself, even if nothing runs any more.',
  'LAST RUN': 'When somebody or the schedule last tried to refresh it.',
  MESSAGE: 'What happened then, and what to do.',
  'CORRELATION ID': 'The number that the operator of the service can find the request by.',
  CHANGED: 'When a refresh last brought other rows than before.',
  'NEXT RUN': 'The hour in which the schedule refreshes it next.',
  'RUNS AS': 'Whose permission the schedule uses.',
  STAMP: 'Each refresh rewrites this cell, SHIFT_STAMP: formulas that name it are calculated again.',
};

/** Explains a cell of the status sheet; `undefined` for any other cell. No service call but for the time zone. */
function explainStatusCell(
  known: KnownFacts,
  { sheetId, row, column }: SelectedCell,
): Explanation | undefined {
  const { statusSheet, reports } = known.state();
  if (statusSheet === undefined || statusSheet.sheetId !== sheetId) return undefined;
  const heading = STATUS_HEADINGS[column - 1];
  if (heading === undefined || row > 1 + Math.max(1, statusSheet.rows)) {
    const value = 'Says how fresh each report is. This cell is not part of it.';
    return { title: 'The status sheet', lines: [{ label: 'Sheet', value }] };
  }
  const report = heading === 'STAMP' ? undefined : reports[row - 2];
  return {
    title: report ? `${heading} of “${report.sheet}”` : `The column ${heading}`,
    lines: linesOf({
      Meaning: COLUMNS[heading],
      Refreshed: report?.content ? known.time(report.content.refreshedAt) : undefined,
      'Last run': report?.lastRun ? report.lastRun.message : undefined,
      'Correlation ID': report?.lastRun?.correlationId,
    }),
  };
}
