import { fieldNamed, headingOf, KEY_HEADINGS } from '../contract/fields';
import { columnOf, ID_COLUMN } from '../employer-api/shift-report';
import { figuresBy, keyOf } from '../figures/figures';
import type { KeyPart } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import { figuresOfReport, readReportQuestion, type SavedReport } from '../reports/saved/saved-report';
import type { CellBlock } from '../reports/sheet/cells';
import {
  BEHIND,
  type Explanation,
  explained,
  figureLines,
  type KnownFacts,
  linesOf,
  meaningOf,
  NOT_KEPT,
  shownValue,
  titleOf,
  UNKNOWN,
} from './explanation';

const NOTES =
  'What people type beside a shift. A note stays with the SHIFT_ID of its row when rows move; no figure uses it.';
const CHANGED = 'Refresh the report, then ask again: the report or the columns of its table were changed.';
const UNNAMED =
  'Add SHIFT_ID, or the columns that the report is grouped by: without them no row can be told from another.';

/**
 * Explains a cell of a saved report's table: its heading row, a shift, or a group of shifts; `undefined` for any other cell.
 *
 * The heading row must be as the last refresh left it; the rows behind the cell come from the cache.
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
  if (field === undefined) return explained(`The note column ${heading}`, { Holds: NOTES }, about);
  const first = read(block.row);
  if (fields.some((_, at) => first[at] !== headings[at])) {
    return explained(`A cell of “${saved.sheet}”`, { Column: CHANGED }, about);
  }
  const rest = [...linesOf({ 'Name in formulas': heading === field ? undefined : field }), ...about];
  const more = [...meaningOf(field), ...rest];
  if (known.cell.row === block.row) return { title: `The column ${heading}`, lines: more };
  const { keys, fields: asked } = readReportQuestion(saved);
  if (content === null || asked.join() !== fields.join())
    return explained(heading, { Column: CHANGED }, about);
  const values = read(known.cell.row);
  const measure = MEASURES.find(({ name }) => name === field);
  const word = (measure ?? fieldNamed(field))?.words[0] ?? headingOf(field);
  const isShift = keys.length === 0;
  const shownIn = (name: string) => values[fields.indexOf(name)];
  const named = isShift ? ['SHIFT_ID'] : keys.map((key) => KEY_HEADINGS[key]);
  const without = (why: string) => explained(titleOf(word), { [BEHIND]: why }, more);
  if (!named.every((name) => fields.includes(name))) return without(UNNAMED);
  const range = { from: content.from, to: content.to };
  const kept = known.keptRows(range);
  if (kept === undefined) return without(NOT_KEPT);
  const facts = known.tableFacts(range, known.dayAt(content.refreshedAt));
  const isMade = measure !== undefined && (!isShift || measure.kind === 'rate');
  const figures = figuresOfReport(saved, kept, facts, isMade ? [measure] : []);
  const shifts = figures.rows.filter((row) => row[ID_COLUMN] === shownIn('SHIFT_ID'));
  const group = isShift
    ? shifts.length === 1 && figuresBy(figures, [], shifts).total
    : figuresBy(figures, keys).groups.find((one) =>
        keys.every((key, at) => known.holds(shownIn(KEY_HEADINGS[key]), keyOf(one, at))),
      );
  if (!group) return without(UNKNOWN);
  const sent = (name: string) => shifts[0]?.[columnOf(name)] ?? null;
  const parts: readonly KeyPart[] = isShift
    ? [
        { key: 'venue', value: sent('VENUE_NAME') },
        { key: 'role', value: sent('JOB_TITLE') },
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
  const lines = [...made, ...meaningOf(field, request?.definitions), ...rest];
  return { title: titleOf(word, isShift || request ? parts : []), lines };
}
