import type { Explanation } from '../contract/sidebar';
import { parseChangesPlace } from '../reports/changes/changes-sheet';
import { PROPERTY } from '../reports/saved/document-state';
import { columnLetters, isFilled } from '../reports/sheet/cells';
import { type DashboardExplainer, explainDashboardCell } from './explain-dashboard';
import { explainFormula, isOurFormula } from './explain-formula';
import { explainReportCell, reportAt } from './explain-report';
import { linesOf } from './figure-lines';
import { KnownFacts, type KnownServices } from './known-facts';
import type { SelectedCell, Selection } from './selected-cell';

/** The most cells that are read for it: about two seconds. */
const MOST_CELLS = 100_000;

/** What explaining the selected cell needs. */
interface ExplainServices extends KnownServices {
  readonly selection: Selection;
  readonly dashboardExplainer: DashboardExplainer;
}

const NOT_OURS: Explanation = {
  title: 'Select a figure in a table, formula or dashboard of Shift Reports',
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
  const found = reportAt(known, cell);
  if (found) return explainReportCell(known, found.saved, found.cell);
  return (
    explainFormula(known, cell, cell.formula()) ??
    explainDashboardCell(known, services.dashboardExplainer, cell) ??
    explainBySpill(known, cell) ??
    explainOwnSheet(known, cell) ??
    NOT_OURS
  );
}

/** Explains a cell that a formula of ours in another cell fills. Two calls. */
function explainBySpill(known: KnownFacts, cell: SelectedCell): Explanation | undefined {
  const origin = findOrigin(cell);
  const explained = origin && explainFormula(known, cell, origin.formula);
  if (origin === undefined || explained === undefined) return undefined;
  const value = `Filled by the formula in ${columnLetters(origin.column - 1)}${origin.row}.`;
  return { ...explained, lines: [{ label: 'This cell', value }, ...explained.lines] };
}

/** Explains a cell of a sheet of ours that holds no figures. No service call. */
function explainOwnSheet(known: KnownFacts, { sheetId }: SelectedCell): Explanation | undefined {
  const { changes, notes } = PROPERTY;
  const [changed, noted] = [known.properties()[changes], known.properties()[notes]];
  const sheets: readonly (readonly [id: number | undefined, title: string, holds: string])[] = [
    [
      known.state().statusSheet?.sheetId,
      'The status sheet',
      'How fresh each report is, and how its last refresh went.',
    ],
    [
      known.targetsSheetId(),
      'The targets sheet',
      'Your targets, weekly plans, hourly rates and credits, one line each. Every refresh reads them, and only you write here.',
    ],
    [
      parseChangesPlace(changed)?.sheetId,
      'The sheet of changes',
      'What refreshes changed: the newest first, one line for each changed, added or removed value.',
    ],
    [
      Number(noted),
      'The sheet of notes',
      'Notes whose shifts left their tables. A note goes back when its shift returns.',
    ],
  ];
  const found = sheets.find(([id]) => id === sheetId);
  return found && { title: found[1], lines: linesOf({ Sheet: found[2] }) };
}

/** The first cell of a formula that fills several. Row and column count from 1. */
interface FormulaOrigin {
  readonly row: number;
  readonly column: number;
  readonly formula: string;
}

/**
 * Finds the formula, above or to the left, whose result reaches the selected cell. The platform does not say how far a
 * result reaches: here it is a block with a full first row, no empty row and no other formula inside, and the heading
 * above the cell is one that the formula can give. The nearest such block counts. Two service calls.
 *
 * @returns `undefined` if there is none, or the cell is too far from A1.
 */
function findOrigin({ row, column, formulasUpTo, valuesUpTo }: SelectedCell): FormulaOrigin | undefined {
  if (row * column > MOST_CELLS) return undefined;
  const formulas = formulasUpTo(row, column).flatMap((line, at) =>
    line.flatMap((formula, to): FormulaOrigin[] =>
      formula === '' ? [] : [{ row: at + 1, column: to + 1, formula }],
    ),
  );
  const candidates = formulas.filter(({ formula }) => isOurFormula(formula)).reverse();
  if (candidates.length === 0) return undefined;
  const values = valuesUpTo(row, column);
  return candidates.find((origin) => {
    const { row: top, column: left, formula } = origin;
    const others = formulas.filter((one) => one.row >= top && one.column >= left);
    const block = values.slice(top - 1).map((line) => line.slice(left - 1));
    const first = block[0] as readonly unknown[];
    return (
      others.length === 1 &&
      first.every(isFilled) &&
      block.every((line) => line.some(isFilled)) &&
      mayHead(first[first.length - 1], formula)
    );
  });
}

/** Whether a formula may give a heading: its own names are in capitals, others are in its text or come from rows. */
function mayHead(heading: unknown, formula: string): boolean {
  if (typeof heading !== 'string' || /^[A-Z][A-Z0-9_]*$/.test(heading)) return true;
  return formula.includes(heading) || /SHIFT_(TREND|COMPARE|LIST)/i.test(formula);
}
