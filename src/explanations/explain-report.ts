import { type CalendarDate, isDate, shortDay } from '../calendar/calendar-date';
import { KEY_HEADINGS } from '../contract/fields';
import type { Explanation } from '../contract/sidebar';
import { columnOf, ID_COLUMN } from '../employer-api/shift-records';
import { shownCount } from '../employer-api/text';
import { figuresBy } from '../figures/figure-set';
import type { Group } from '../figures/figures';
import { isPeriodKey } from '../figures/group-keys';
import { DEFINITIONS, MEASURES } from '../figures/measures';
import { foldName } from '../figures/names';
import { type AskedQuestion, figuresOfReport, readReportQuestion } from '../reports/saved/report-question';
import type { SavedReport, TableContent } from '../reports/saved/saved-report';
import { isFilled } from '../reports/sheet/cells';
import {
  BEHIND,
  basisLines,
  capitalised,
  figureLines,
  isPercentageName,
  linesOf,
  MEANINGS,
  NOT_KEPT,
  nameInTitle,
  titleOf,
} from './figure-lines';
import { type KnownFacts, workedOutAgain } from './known-facts';
import type { SelectedCell } from './selected-cell';

const MOVED =
  'Undo the change, or refresh the report to see what to do: the first row does not hold the headings that it left there.';

const NOTES =
  'What people type beside a shift. A note stays with the SHIFT_ID of its row when rows move; no figure uses it.';

/**
 * The saved report whose table holds a cell, and the cell as counted from the first heading of the table. One service call
 * for each report of the sheet.
 */
export function reportAt(
  known: KnownFacts,
  cell: SelectedCell,
): { readonly saved: SavedReport; readonly cell: SelectedCell } | undefined {
  for (const saved of known.state().reports) {
    const block = saved.sheetId === cell.sheetId ? cell.named(saved.rangeName) : undefined;
    if (block === undefined) continue;
    const [row, column] = [cell.row - block.row + 1, cell.column - block.column + 1];
    if (row < 1 || row > block.rows || column < 1 || column > saved.headings.length) continue;
    const rowValues = (columns: number, at = row) =>
      cell.rowValues(columns, at + block.row - 1, block.column);
    return { saved, cell: { ...cell, row, column, rowValues } };
  }
  return undefined;
}

/**
 * Explains a cell of a saved report's table: its heading row, a shift, or a group of shifts.
 *
 * One read of the heading row, which must be as the last refresh left it, and one of the cell's row; the rows behind it
 * come from the cache.
 */
export function explainReportCell(known: KnownFacts, saved: SavedReport, cell: SelectedCell): Explanation {
  const { content } = saved;
  let question: AskedQuestion | undefined;
  try {
    question = readReportQuestion(saved);
  } catch {
    // The report was changed since, to what cannot be read.
  }
  const heading = saved.headings[cell.column - 1] as string;
  const shown = saved.headings.slice(0, saved.fields.length);
  // The table may be older than the report's choices.
  const index = question?.columns.findIndex(({ heading: one }) => one === shown[cell.column - 1]) ?? -1;
  const field = question?.fields[index];
  const about = content ? known.tableLines(saved, content) : [];
  const only = (title: string, text: Readonly<Record<string, string>>) => ({
    title,
    lines: linesOf(text),
    more: about,
  });
  if (cell.column > shown.length) return only(`The note column ${heading}`, { Holds: NOTES });
  if (question === undefined || field === undefined || content === null) {
    return only(heading, { Column: 'The report was changed since: refresh it, then ask again.' });
  }
  const headings = cell.rowValues(shown.length, 1);
  if (!shown.every((text, at) => headings[at] === text)) {
    return only(`A cell of “${saved.sheet}”`, { Column: MOVED });
  }
  const more = [...linesOf({ Column: heading === field ? undefined : field }), ...about];
  const meaning = linesOf({ Meaning: MEANINGS[field] && `${MEANINGS[field]}.` });
  if (cell.row === 1) return { title: `The column ${heading}`, lines: meaning, more };
  const values = cell.rowValues(shown.length);
  if (values.every((value) => value === '')) {
    return only(`An empty row of “${saved.sheet}”`, {
      Holds: 'Empty now. This cell belongs to the table, and a refresh may fill it.',
    });
  }
  const place: ReportCell = { cell, saved, content, question, field, values };
  const told = question.keys.length > 0 ? explainGroup(known, place) : explainShift(known, place);
  const isMeant = [...told.lines, ...(told.more ?? [])].some(({ label }) => label === 'Meaning');
  return { ...told, more: [...(told.more ?? []), ...(isMeant ? [] : meaning), ...more] };
}

/** A cell in the table of a saved report. */
interface ReportCell {
  readonly cell: SelectedCell;
  readonly saved: SavedReport;
  readonly content: TableContent;
  readonly question: AskedQuestion;
  /** The service's name of the cell's column. */
  readonly field: string;
  /** The values of the table's row, as read. */
  readonly values: readonly unknown[];
}

/** The value of a column in the row of a cell; `undefined` where the table does not show it. */
function valueIn({ question, values }: ReportCell, field: string): unknown {
  const column = question.fields.indexOf(field);
  return column < 0 || values[column] === '' ? undefined : values[column];
}

const UNKNOWN =
  'None of the rows that are kept: the names or days of this row were changed, or the service corrected them. Refresh the report.';

/** Explains a cell of a grouped table, from the rows that are kept. */
function explainGroup(known: KnownFacts, place: ReportCell): Explanation {
  const { field, saved, content, question } = place;
  const { keys } = question;
  const isKey = keys.some((key) => KEY_HEADINGS[key] === field);
  const title = titleOf(field, isKey ? [] : keyWords(known, place));
  const behind = (text: string) => ({ title, lines: linesOf({ [BEHIND]: text }) });
  const range = { from: content.from, to: content.to };
  const kept = known.rowsOf(range);
  if (kept === undefined) return behind(NOT_KEPT);
  const measure = MEASURES.find(({ name }) => name === field);
  // What was not over then is not in the table.
  const facts = known.tableFacts(range, known.dayAt(content.refreshedAt));
  const figures = figuresOfReport(saved, kept, facts, measure ? [measure] : []);
  const group = findGroup(known, place, figuresBy(figures, keys).groups);
  if (group === undefined) return behind(UNKNOWN);
  const [request] = figures.requests;
  if (request === undefined) return behind(shownCount(group.records, 'shift record'));
  const { figure, lines, more, whyBlank } = figureLines(request, group, figures.today);
  const wording = { isRate: request.measure.kind === 'rate', whyBlank: whyBlank('value') };
  return {
    title,
    lines: [...lines, workedOutAgain(known, valueIn(place, field), figure.value, wording)],
    more,
  };
}

function keyWords(known: KnownFacts, place: ReportCell): string[] {
  return place.question.keys.flatMap((key) => {
    const value = valueIn(place, KEY_HEADINGS[key]);
    if (value === undefined) return [];
    if (!isPeriodKey(key)) return [nameInTitle(String(value))];
    const day = dayIn(known, value);
    return [`${key} ${day === undefined ? String(value) : shortDay(day)}`];
  });
}

/** Explains a cell of one shift record, which is known by its SHIFT_ID. One read of the cache, for the record as it was sent. */
function explainShift(known: KnownFacts, place: ReportCell): Explanation {
  const { field, content, saved } = place;
  const venue = valueIn(place, 'VENUE_NAME');
  const day = dayIn(known, valueIn(place, 'SHIFT_DATE'));
  const of = [
    ...(typeof venue === 'string' ? [nameInTitle(venue)] : []),
    ...(day === undefined ? [] : [shortDay(day)]),
  ];
  const id = valueIn(place, 'SHIFT_ID');
  const range = { from: content.from, to: content.to };
  const rows = known.isConnected() ? known.rowsOf(range)?.rows : undefined;
  const found = typeof id === 'number' ? rows?.filter((row) => row[ID_COLUMN] === id) : undefined;
  const record = found?.length === 1 ? found[0] : undefined;
  const sent = record?.[columnOf(field)];
  const isRate = isPercentageName(field);
  const shown = valueIn(place, field);
  const isBlank = shown === undefined && (sent === undefined || sent === null);
  const wording = { isRate, label: 'Sent by the service', whyBlank: 'the service sent no value' };
  const measures = known.isConnected()
    ? MEASURES.filter(({ name }) => name === field && name in DEFINITIONS)
    : [];
  const facts = () => known.tableFacts(range, known.dayAt(content.refreshedAt));
  const figures =
    measures.length > 0 ? figuresOfReport(saved, { rows: rows ?? [] }, facts(), measures, false) : undefined;
  // What the percentage is made of, by the rows that are kept and what refreshes have found out.
  const made = figures?.requests.flatMap((request) =>
    record
      ? figureLines(request, figuresBy(figures, [], [record]).total, figures.today).lines
      : basisLines(request, null, figures.today),
  );
  return {
    title: titleOf(field, of),
    lines: [
      ...linesOf({
        Value: isBlank
          ? 'Blank: the service left it empty, or someone cleared it. It never becomes 0.'
          : undefined,
        Source: isRate ? 'As published by the service, per record.' : undefined,
      }),
      // One record has no sums.
      ...(made ?? [])
        .filter(({ label }) => label !== BEHIND)
        .map(({ label, value }) => ({ label: capitalised(label.replace(/^Sum of /, '')), value })),
      ...linesOf({ [BEHIND]: `1 shift record${typeof id === 'number' ? `, SHIFT_ID ${id}` : ''}` }),
      ...(sent === undefined ? [] : [workedOutAgain(known, shown, sent, wording)]),
    ],
  };
}

function dayIn(known: KnownFacts, value: unknown): CalendarDate | undefined {
  return isDate(value) ? known.dayOf(value) : undefined;
}

/**
 * Finds the group that a row shows, by the keys that the table shows.
 *
 * People sort tables, so the place of the row decides only between groups that look the same.
 *
 * @returns `undefined` where no group fits, or several do.
 */
function findGroup(
  known: KnownFacts,
  { question: { keys, fields }, values, cell }: ReportCell,
  groups: readonly Group[],
): Group | undefined {
  const shown = keys.flatMap((key, at) => {
    const column = fields.indexOf(KEY_HEADINGS[key]);
    return column < 0 ? [] : [{ at, value: plainKey(known, values[column], isPeriodKey(key)) }];
  });
  const fitting = groups.filter((group) =>
    shown.every(({ at, value }) => plainKey(known, group.keys[at], false) === value),
  );
  const placed = groups[cell.row - 2];
  if (placed && fitting.includes(placed) && shown.length < keys.length) return placed;
  return fitting.length === 1 ? fitting[0] : undefined;
}

function plainKey(known: KnownFacts, value: unknown, isPeriod: boolean): string | number | null {
  if (isDate(value)) return known.dayOf(value);
  if (!isFilled(value)) return null;
  if (typeof value === 'number') return isPeriod ? Math.floor(value) : value;
  return foldName(String(value));
}
