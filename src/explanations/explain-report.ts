import { fieldNamed, headingOf, KEY_HEADINGS } from '../contract/fields';
import { columnOf, ID_COLUMN } from '../employer-api/shift-report';
import { figuresBy, keyOf } from '../figures/figures';
import type { KeyPart } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import { figuresOfReport, readReportQuestion } from '../reports/saved/report-question';
import type { SavedReport } from '../reports/saved/saved-report';
import type { CellBlock } from '../reports/sheet/cells';
import {
  BEHIND,
  type Explanation,
  figureLines,
  type KnownFacts,
  linesOf,
  meaningOf,
  NOT_KEPT,
  shownValue,
  titleOf,
} from './explanation';

const MOVED =
  'Undo the change, or refresh the report to see what to do: the first row does not hold the headings that it left there.';
const NOTES =
  'What people type beside a shift. A note stays with the SHIFT_ID of its row when rows move; no figure uses it.';
const CHANGED = 'The report was changed since: refresh it, then ask again.';
const EMPTY = 'Empty now. This cell belongs to the table, and a refresh may fill it.';
const UNNAMED =
  'Add SHIFT_ID, or the columns that the report is grouped by: without them no row can be told from another.';
const UNKNOWN =
  'None of the rows that are kept: the names, days or ID of this row were changed, or the service corrected them. Refresh the report.';

/**
 * Explains a cell of a saved report's table: its heading row, a shift, or a group of shifts; `undefined` for any other cell.
 *
 * One service call for each report of the sheet, one read of the heading row, which must be as the last refresh left it, and
 * one of the cell's row; the rows behind it come from the cache.
 */
export function explainReportCell(known: KnownFacts): Explanation | undefined {
  const { sheet, sheets, cell } = known;
  for (const saved of known.state().reports) {
    const block = saved.sheetId === sheet.id ? sheets.named(saved.rangeName)?.block : undefined;
    if (block === undefined) continue;
    const [row, column] = [cell.row - block.row, cell.column - block.column];
    const isInside = row >= 0 && row < block.rows && column >= 0 && column < saved.headings.length;
    if (isInside) return explainTableCell(known, saved, block, column);
  }
  return undefined;
}

/**
 * Explains a heading by its meaning, a figure of a group or a value of a shift by the rows that are kept. Keys identify a
 * group, the SHIFT_ID a shift; what was not over at the refresh is not in the table.
 */
function explainTableCell(
  known: KnownFacts,
  saved: SavedReport,
  block: CellBlock,
  column: number,
): Explanation {
  const { content, fields, headings } = saved;
  const read = (row: number) => known.sheet.readBlock(row, block.column, 1, fields.length)[0] ?? [];
  const [heading, field] = [headings[column] as string, fields[column]];
  const about = content ? known.tableLines(saved, content) : [];
  const only = (title: string, text: Readonly<Record<string, string>>, rest = about) => ({
    title,
    lines: [...linesOf(text), ...rest],
  });
  if (field === undefined) return only(`The note column ${heading}`, { Holds: NOTES });
  const first = read(block.row);
  if (fields.some((_, at) => first[at] !== headings[at])) {
    return only(`A cell of “${saved.sheet}”`, { Column: MOVED });
  }
  const more = [...meaningOf(field), ...linesOf({ Column: heading === field ? undefined : field }), ...about];
  if (known.cell.row === block.row) return { title: `The column ${heading}`, lines: more };
  const { keys, fields: asked } = readReportQuestion(saved);
  if (content === null || asked.join() !== fields.join()) return only(heading, { Column: CHANGED });
  const values = read(known.cell.row);
  if (values.every((value) => value === '')) {
    return only(`An empty row of “${saved.sheet}”`, { Holds: EMPTY });
  }
  const measure = MEASURES.find(({ name }) => name === field);
  const word = (measure ?? fieldNamed(field))?.words[0] ?? headingOf(field);
  const isShift = keys.length === 0;
  const shownIn = (name: string) => values[fields.indexOf(name)];
  const named = isShift ? ['SHIFT_ID'] : keys.map((key) => KEY_HEADINGS[key]);
  if (!named.every((name) => fields.includes(name))) return only(titleOf(word), { [BEHIND]: UNNAMED }, more);
  const range = { from: content.from, to: content.to };
  const kept = known.keptRows(range);
  if (kept === undefined) return only(titleOf(word), { [BEHIND]: NOT_KEPT }, more);
  const facts = known.tableFacts(range, known.dayAt(content.refreshedAt));
  const isMade = measure !== undefined && (!isShift || measure.kind === 'rate');
  const figures = figuresOfReport(saved, kept, facts, isMade ? [measure] : []);
  const shifts = figures.rows.filter((row) => row[ID_COLUMN] === shownIn('SHIFT_ID'));
  const group = isShift
    ? shifts.length === 1 && figuresBy(figures, [], shifts).total
    : figuresBy(figures, keys).groups.find((one) =>
        keys.every((key, at) => known.holds(shownIn(KEY_HEADINGS[key]), keyOf(one, at))),
      );
  if (!group) return only(titleOf(word), { [BEHIND]: UNKNOWN }, more);
  const sent = (name: string) => shifts[0]?.[columnOf(name)] ?? null;
  const parts: readonly KeyPart[] = isShift
    ? [
        { key: 'venue', value: sent('VENUE_NAME') },
        { key: 'day', value: sent('SHIFT_DATE') },
      ]
    : keys.map((key, at) => ({ key, value: keyOf(group, at) }));
  const [request] = figures.requests;
  const [figure] = group.figures;
  const now = isShift ? sent(field) : figure?.value;
  const again = now !== undefined && {
    [isShift ? 'As sent' : 'Recalculated']: known.comparison(values[column], now, shownValue(field)),
  };
  const made = figureLines(request, figure, group, figures.today, { ...again });
  return { title: titleOf(word, isShift || request ? parts : []), lines: [...made, ...more] };
}
