import { isDate } from '../calendar/calendar-date';
import { KEY_HEADINGS } from '../contract/fields';
import { columnOf, ID_COLUMN } from '../employer-api/shift-records';
import { shownCount } from '../employer-api/text';
import { figuresBy } from '../figures/figure-set';
import { type Figure, keyOf } from '../figures/figures';
import type { GroupKey } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import { figuresOfReport, readReportQuestion } from '../reports/saved/report-question';
import { isSampleOwner } from '../reports/saved/saved-connection';
import type { SavedReport, TableContent } from '../reports/saved/saved-report';
import { isFilled } from '../reports/sheet/cells';
import {
  BEHIND,
  basisLines,
  type Explanation,
  figureLines,
  isPercentageName,
  linesOf,
  MEANINGS,
  NOT_KEPT,
  shownValue,
  sumLines,
  titleOf,
  whyBlank,
} from './figure-lines';
import type { KnownFacts } from './known-facts';
import type { SelectedCell } from './selected-cell';

const MOVED =
  'Undo the change, or refresh the report to see what to do: the first row does not hold the headings that it left there.';
const NOTES =
  'What people type beside a shift. A note stays with the SHIFT_ID of its row when rows move; no figure uses it.';
const CHANGED = 'The report was changed since: refresh it, then ask again.';
const EMPTY = 'Empty now. This cell belongs to the table, and a refresh may fill it.';
const UNNAMED =
  'Add the columns that the report is grouped by: without them no row can be told from another.';
const UNKNOWN =
  'None of the rows that are kept: the names or days of this row were changed, or the service corrected them. Refresh the report.';

/**
 * Explains a cell of a saved report's table: its heading row, a shift, or a group of shifts; `undefined` for any other cell.
 *
 * One service call for each report of the sheet, one read of the heading row, which must be as the last refresh left it, and
 * one of the cell's row; the rows behind it come from the cache.
 */
export function explainReportCell(known: KnownFacts, cell: SelectedCell): Explanation | undefined {
  for (const saved of known.state().reports) {
    const block = saved.sheetId === cell.sheetId ? cell.named(saved.rangeName) : undefined;
    if (block === undefined) continue;
    const [row, column] = [cell.row - block.row, cell.column - block.column];
    if (row < 0 || row >= block.rows || column < 0 || column >= saved.headings.length) continue;
    const read = (line: number) => cell.rowValues(saved.fields.length, block.row + line, block.column);
    return explainTableCell(known, saved, { row, column, read });
  }
  return undefined;
}

/** A cell of a table. Row and column count from 0, the heading row. */
interface TableCell {
  readonly row: number;
  readonly column: number;
  /** The values of a row. */
  read(row: number): readonly unknown[];
}

function explainTableCell(
  known: KnownFacts,
  saved: SavedReport,
  { row, column, read }: TableCell,
): Explanation {
  const { content, fields, headings } = saved;
  const [heading, field] = [headings[column] as string, fields[column]];
  const about = content ? known.tableLines(saved, content) : [];
  const only = (title: string, text: Readonly<Record<string, string>>) => ({
    title,
    lines: linesOf(text),
    more: about,
  });
  if (field === undefined) return only(`The note column ${heading}`, { Holds: NOTES });
  const shown = read(0);
  if (!fields.every((_, at) => shown[at] === headings[at])) {
    return only(`A cell of “${saved.sheet}”`, { Column: MOVED });
  }
  const more = [...linesOf({ Column: heading === field ? undefined : field }), ...about];
  const meaning = linesOf({ Meaning: MEANINGS[field] && `${MEANINGS[field]}.` });
  if (row === 0) return { title: `The column ${heading}`, lines: meaning, more };
  const { keys, fields: asked } = readReportQuestion(saved);
  if (content === null || asked.join() !== fields.join()) return only(heading, { Column: CHANGED });
  const values = read(row);
  if (values.every((value) => value === '')) {
    return only(`An empty row of “${saved.sheet}”`, { Holds: EMPTY });
  }
  const shownIn = (name: string) => values[fields.indexOf(name)];
  const place: PlacedCell = { saved, content, field, shown: values[column], shownIn };
  const told = keys.length > 0 ? explainGroup(known, place, keys) : explainShift(known, place);
  const isMeant = told.more.some(({ label }) => label === 'Meaning');
  return { ...told, more: [...told.more, ...(isMeant ? [] : meaning), ...more] };
}

/** A cell in a row of a table that is as its report asks. */
interface PlacedCell {
  readonly saved: SavedReport;
  readonly content: TableContent;
  /** The service's name of the cell's column. */
  readonly field: string;
  readonly shown: unknown;
  /** What the cell's row shows of a field; `undefined` where the table does not show it. */
  shownIn(field: string): unknown;
}

/** The kept rows of a table, and the cell's figure as its refresh made it: what was not over then is not in the table. */
function figuresOf(known: KnownFacts, { saved, content, field }: PlacedCell) {
  if (!known.isConnected()) return {};
  const range = { from: content.from, to: content.to };
  const kept = known.keptRows(range);
  const facts = known.tableFacts(range, known.dayAt(content.refreshedAt));
  const measures = MEASURES.filter(({ name }) => name === field);
  const figures = figuresOfReport(saved, { rows: kept?.rows ?? [] }, facts, measures);
  return { kept, figures, request: figures.requests[0] };
}

/** Explains a cell of a grouped table, from the rows that are kept. */
function explainGroup(known: KnownFacts, place: PlacedCell, keys: readonly GroupKey[]): Explanation {
  const { field, shown, shownIn } = place;
  const only = (text: string) => ({ title: titleOf(field), lines: linesOf({ [BEHIND]: text }), more: [] });
  if (keys.some((key) => shownIn(KEY_HEADINGS[key]) === undefined)) return only(UNNAMED);
  const { kept, figures, request } = figuresOf(known, place);
  if (kept === undefined) return only(NOT_KEPT);
  const group = figuresBy(figures, keys).groups.find((one) =>
    keys.every((key, at) => known.holds(shownIn(KEY_HEADINGS[key]), keyOf(one, at))),
  );
  if (group === undefined) return only(UNKNOWN);
  if (request === undefined) return only(shownCount(group.records, 'shift record'));
  const figure = group.figures[0] as Figure;
  const { lines, more } = figureLines(request, figure, group, figures.today);
  const again = known.comparison(shown, figure.value, shownValue(field), whyBlank(request, figure));
  return {
    title: titleOf(field, keys, group.keys),
    lines: [...lines, ...linesOf({ Recalculated: again })],
    more,
  };
}

/**
 * Explains a cell of a single shift: the value that the service sent and, for a percentage, what it is calculated from. The
 * SHIFT_ID in the cell's row identifies the shift record.
 */
function explainShift(known: KnownFacts, place: PlacedCell): Explanation {
  const { field, shown, shownIn } = place;
  const [venue, day] = ['VENUE_NAME', 'SHIFT_DATE'].map(shownIn);
  const id = shownIn('SHIFT_ID');
  const { kept, figures, request } = figuresOf(known, place);
  const service = isSampleOwner(place.content.owner) ? 'the sample' : 'the service';
  const found = typeof id === 'number' ? kept?.rows.filter((row) => row[ID_COLUMN] === id) : undefined;
  const record = found?.length === 1 ? found[0] : undefined;
  const sent = record?.[columnOf(field)];
  const isBlank = !isFilled(shown) && (sent === undefined || sent === null);
  const isRate = isPercentageName(field);
  const total = figures && record && figuresBy(figures, [], [record]).total;
  const figure = total?.figures[0];
  const of = [
    ...(typeof venue === 'string' && venue !== '' ? [['venue', venue] as const] : []),
    ...(isDate(day) ? [['day', known.dayOf(day)] as const] : []),
  ];
  return {
    title: titleOf(
      field,
      of.map(([key]) => key),
      of.map(([, value]) => value),
    ),
    lines: [
      ...linesOf({
        Value: isBlank
          ? `Blank: ${service} left it empty, or someone cleared it. It never becomes 0.`
          : undefined,
        Source: isRate ? `As published by ${service}, per record.` : undefined,
      }),
      ...(isRate && request ? basisLines(request, figure, total?.newestDay, figures?.today).slice(-1) : []),
      ...(isRate && request && figure ? sumLines(request, figure, 1) : []),
      ...linesOf({
        [BEHIND]: `1 shift record${typeof id === 'number' ? `, SHIFT_ID ${id}` : ''}`,
        [`Sent by ${service}`]:
          sent === undefined
            ? undefined
            : known.comparison(shown, sent, shownValue(field), `${service} sent no value`),
      }),
    ],
    more: [],
  };
}
