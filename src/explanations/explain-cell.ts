import type { Explanation } from '../contract/sidebar';
import { columnLetters } from '../reports/tables/sheet-table';
import type { DashboardMeanings } from './dashboard-meanings';
import { explainDashboardCell } from './explain-dashboard-cell';
import { explainFormula, isOurFormula } from './explain-formula';
import { explainReportCell, reportAt } from './explain-report-cell';
import { explainStatusCell } from './explain-status-cell';
import { findOrigin } from './find-origin';
import { KnownFacts, type KnownServices } from './known-facts';
import type { SelectedCell, Selection } from './selected-cell';

/** What explaining the selected cell needs. */
export interface ExplainServices extends KnownServices {
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
