import { isDate, shortDay } from '../calendar/calendar-date';
import { headingOf } from '../contract/fields';
import { CHANGES_SHEET_NAME } from '../reports/changes/changes-sheet';
import { PROPERTY } from '../reports/saved/document-state';
import { columnLetters, isFilled } from '../reports/sheet/cells';
import { explainDashboardCell } from './explain-dashboard';
import { explainFormula, findCall } from './explain-formula';
import { explainReportCell } from './explain-report';
import {
  type ExplainServices,
  type Explanation,
  explained,
  KnownFacts,
  meaningOf,
  nameInTitle,
  shownValue,
} from './explanation';

/** The most cells that are read for it: about two seconds. */
const MOST_CELLS = 100_000;

const NOT_OURS = explained('Select a figure in a table, formula or dashboard of Shift Reports');

/**
 * Says what the selected cell holds and where it comes from. It makes no request: figures are recalculated from rows that
 * are kept.
 */
export function explainCell(services: ExplainServices): Explanation {
  const cell = services.selectedCell();
  const sheet = cell && services.sheets.byId(cell.sheetId);
  if (cell === undefined || sheet === undefined) return NOT_OURS;
  const known = new KnownFacts(services, cell, sheet);
  const { row, column } = cell;
  const ofCell = () => sheet.readFormulas({ row, column, rows: 1, columns: 1 })[0]?.[0] ?? '';
  return (
    explainReportCell(known) ??
    explainFormula(known, ofCell()) ??
    explainDashboardCell(known) ??
    explainBySpill(known) ??
    explainOwnSheet(known) ??
    NOT_OURS
  );
}

/**
 * Explains a cell that a formula of ours above or to the left fills. The platform does not say how far a result reaches: here
 * it is a block with a full first row, no empty row and no other formula inside, and the heading above the cell is one that
 * the formula can give. The nearest such block counts; none for a cell too far from A1.
 */
function explainBySpill(known: KnownFacts): Explanation | undefined {
  const { row, column } = known.cell;
  if (row * column > MOST_CELLS) return undefined;
  const formulas = known.sheet.readFormulas({ row: 1, column: 1, rows: row, columns: column });
  const ours = formulas.flatMap((line, top) =>
    line.flatMap((formula, left) => (findCall(formula) ? [{ top, left, formula }] : [])),
  );
  const values = ours.length === 0 ? [] : known.sheet.readBlock(1, 1, row, column);
  const origin = ours.reverse().find(({ top, left, formula }) => {
    const block = values.slice(top).map((line) => line.slice(left));
    const first = block[0] as readonly unknown[];
    return (
      formulas.slice(top).flatMap((line) => line.slice(left).filter(Boolean)).length === 1 &&
      first.every(isFilled) &&
      block.every((line) => line.some(isFilled)) &&
      mayHead(first[first.length - 1], formula)
    );
  });
  if (origin === undefined) return undefined;
  const { top, left, formula } = origin;
  const heading = values[top]?.[column - 1];
  const line = values[row - 1]?.slice(left) ?? [];
  const isBelow = row > top + 1 && line.length > 1 && typeof heading === 'string';
  const told = explainFormula(known, formula, isBelow ? { heading, line } : undefined);
  if (told === undefined) return undefined;
  const value = line[line.length - 1];
  const shown = isBelow && typeof value === 'number' ? `${shownValue(heading)(value)}, filled` : 'Filled';
  const filled = { 'This cell': `${shown} by the formula in ${columnLetters(left)}${top + 1}.` };
  if (!isBelow) return explained(told.title, filled, told.lines);
  const before = line.slice(0, -1);
  // The cells before the first figure of a line say what the line is about.
  const end = before.findIndex((value) => typeof value === 'number');
  const names = before.slice(0, end < 0 ? undefined : end).map((value) => {
    return isDate(value) ? shortDay(known.dayIn(value)) : nameInTitle(String(value));
  });
  const word = /^[A-Z0-9_]+$/.test(heading) ? headingOf(heading) : heading;
  const title = [word, names.filter(Boolean).join(', ')].filter(Boolean).join(' of ');
  return explained(title, filled, [...meaningOf(heading), ...told.lines]);
}

/** Whether a formula may give a heading: its own names are in capitals, others are in its text or come from rows. */
function mayHead(heading: unknown, formula: string): boolean {
  if (typeof heading !== 'string' || /^[A-Z][A-Z0-9_]*$/.test(heading)) return true;
  return formula.includes(heading) || /SHIFT_(TREND|COMPARE|LIST)/i.test(formula);
}

const TARGETS =
  'Your targets, weekly plans, hourly rates and credits, one line each. Every refresh reads them, and only you write here.';

/** Explains a cell of a sheet of ours that holds no figures. */
function explainOwnSheet(known: KnownFacts): Explanation | undefined {
  const notes = Number(known.properties()[PROPERTY.notes]);
  const [status, lines] = [known.state().statusSheet?.sheetId, known.sheets.byName(CHANGES_SHEET_NAME)?.id];
  const sheets: readonly (readonly [id: number | undefined, title: string, holds: string])[] = [
    [status, 'The status sheet', 'How fresh each report is, and how its last refresh went.'],
    [known.keptTargets()?.sheetId, 'The targets sheet', TARGETS],
    [lines, 'The sheet of changes', 'What refreshes changed: the newest first, one line for each shift.'],
    [notes, 'The sheet of notes', 'Notes whose shifts left their tables. Each returns with its shift.'],
  ];
  const found = sheets.find(([id]) => id === known.sheet.id);
  return found && explained(found[1], { Sheet: found[2] });
}
