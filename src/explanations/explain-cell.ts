import type { Explanation } from '../contract/sidebar';
import { plainName } from '../figures/names';
import { parseChangesPlace } from '../reports/changes/changes-sheet';
import { parseNotesPlace } from '../reports/notes/notes';
import { PROPERTY } from '../reports/saved/document-state';
import { columnLetters, isFilled } from '../reports/sheet/cells';
import { STATUS_HEADINGS } from '../reports/status/status-sheet';
import { TARGET_NOTES } from '../reports/targets/targets-sheet';
import { TARGET_HEADINGS } from '../targets/read-targets';
import { type DashboardExplainer, explainDashboardCell } from './explain-dashboard';
import { explainFormula, isOurFormula } from './explain-formula';
import { explainReportCell, reportAt } from './explain-report';
import { linesOf } from './explanation';
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
    explainStatusCell(known, cell) ??
    explainByFormula(known, cell) ??
    explainDashboardCell(known, services.dashboardExplainer, cell) ??
    explainBySpill(known, cell) ??
    explainTargetsCell(known, cell) ??
    explainListCell(known, cell) ??
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
  MESSAGE: 'What happened then, and what to do.',
  REFRESHED: 'When the table was last refreshed.',
  STALE: 'TRUE once the next refresh should have run, even if none runs again.',
  'LAST RUN': 'When a person or the schedule last tried to refresh it.',
  'NEXT RUN': 'When the schedule refreshes it next.',
  SHIFTS: 'Number of shifts in the table; blank for grouped reports.',
  DAYS: 'The days that the table covers.',
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
  const report = reports[row - 2];
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

/** Explains a cell of the targets sheet, whose columns may be in any order. One service call. */
function explainTargetsCell(
  known: KnownFacts,
  { sheetId, column, rowValues }: SelectedCell,
): Explanation | undefined {
  if (known.targetsSheetId() !== sheetId) return undefined;
  const above = plainName(String(rowValues(column, 1)[column - 1] ?? ''));
  const heading = TARGET_HEADINGS.find((one) => plainName(one) === above);
  return {
    title: heading === undefined ? 'The targets sheet' : `The column ${heading}`,
    lines: linesOf({
      Meaning: heading && TARGET_NOTES[heading],
      Sheet:
        'Your targets, weekly plans, hourly rates and credits, one line each. Every refresh reads them, and only you write here.',
    }),
  };
}

/** Explains a cell of the sheet of changes or of notes. No service call. */
function explainListCell(known: KnownFacts, { sheetId }: SelectedCell): Explanation | undefined {
  const properties = known.properties();
  if (parseChangesPlace(properties[PROPERTY.changes])?.sheetId === sheetId) {
    const value =
      'What refreshes changed: the newest first, one line for each changed, added or removed value.';
    return { title: 'The sheet of changes', lines: [{ label: 'Sheet', value }] };
  }
  if (parseNotesPlace(properties[PROPERTY.notes])?.sheetId === sheetId) {
    const value = 'Notes whose shifts left their tables. A note goes back when its shift returns.';
    return { title: 'The sheet of notes', lines: [{ label: 'Sheet', value }] };
  }
  return undefined;
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
function findOrigin(
  { row, column, formulasUpTo, valuesUpTo }: SelectedCell,
  isOurs: (formula: string) => boolean,
): FormulaOrigin | undefined {
  if (row * column > MOST_CELLS) return undefined;
  const formulas = formulasUpTo(row, column).flatMap((line, at) =>
    line.flatMap((formula, to): FormulaOrigin[] =>
      formula === '' ? [] : [{ row: at + 1, column: to + 1, formula }],
    ),
  );
  const candidates = formulas.filter(({ formula }) => isOurs(formula)).reverse();
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
