import type { Explanation } from '../contract/sidebar';
import type { DashboardMeanings } from './dashboard-meanings';
import { explainDashboardCell } from './explain-dashboard-cell';
import { explainFormula } from './explain-formula';
import { explainReportCell, reportAt } from './explain-report-cell';
import { explainStatusCell } from './explain-status-cell';
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
      value:
        'It belongs to no table of ours and holds no formula of ours. Of a formula that fills many cells, select the first.',
    },
  ],
};

/**
 * Says what the selected cell holds and where it comes from. It makes no request: figures are worked out again from rows
 * that are kept.
 *
 * At most five calls for the selection and what it holds, one for the properties, and a few for the cache and the zone.
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
    NOT_OURS
  );
}

function explainByFormula(known: KnownFacts, cell: SelectedCell): Explanation | undefined {
  const formula = cell.formula();
  return formula === '' ? undefined : explainFormula(known, cell, formula);
}
