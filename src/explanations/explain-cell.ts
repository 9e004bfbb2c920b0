import type { Explanation } from '../contract/sidebar';
import { STATUS_HEADINGS } from '../reports/status/status-table';
import { columnLetters } from '../reports/tables/sheet-table';
import type { DashboardExplainer } from './dashboard-explainer';
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
  readonly dashboardExplainer: DashboardExplainer;
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
    explainDashboardCell(known, services.dashboardExplainer, cell) ??
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
  STATE: 'How its last refresh ended.',
  REFRESHED: 'When the table was last refreshed.',
  'DATA AS OF': 'When the service made the report; for several parts, the oldest.',
  SHIFTS: 'Number of shifts in the table; blank for grouped reports.',
  'FIRST DAY': 'The first day that the table covers.',
  'LAST DAY': 'The last day that the table covers.',
  ISSUES: 'Values that look doubtful. Data quality lists them, and the values that the service left empty.',
  'STALE AFTER': 'When the table becomes stale: by then the next refresh should have run.',
  STALE: 'TRUE once that time has passed, even if no refresh runs again.',
  'LAST RUN': 'When a person or the schedule last tried to refresh it.',
  MESSAGE: 'What happened then, and what to do.',
  'CORRELATION ID': 'Lets the operator of the service find the request. Blank for sample data.',
  CHANGED: 'When a refresh last changed rows.',
  'NEXT RUN': 'When the schedule refreshes it next.',
  'RUNS AS': 'Whose permissions the schedule uses.',
  STAMP: 'Each refresh rewrites this cell, SHIFT_STAMP, so formulas that name it recalculate.',
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
      'Correlation ID': report?.content?.sample === undefined ? report?.lastRun?.correlationId : undefined,
    }),
  };
}
