import { describeRange, formatIsoDate, isDate } from '../calendar/calendar-date';
import { KEY_HEADINGS } from '../contract/fields';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import {
  ID_COLUMN,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRow,
  type ShiftValue,
} from '../employer-api/shift-records';
import { definitionsFor, describeDefinitions, newestFinished } from '../figures/definitions';
import type { FigureRequest } from '../figures/figure';
import { figuresBy, rowsOfGroup } from '../figures/figure-set';
import type { Group } from '../figures/group-figures';
import { isPeriodKey } from '../figures/group-keys';
import {
  DEFINITIONS,
  definitionText,
  MEASURES,
  type Measure,
  type PercentageField,
  type Quantity,
  quantityReader,
  wordOf,
} from '../figures/measures';
import { foldName } from '../figures/names';
import { filterRows } from '../figures/row-filter';
import {
  type AskedQuestion,
  figuresOfReport,
  readCriteria,
  readQuestion,
} from '../reports/saved/report-question';
import type { SavedReport, TableContent } from '../reports/saved/saved-report';
import { fieldHeadings, isFilled } from '../reports/sheet/cells';
import { isPercentageName, linesOf, MEANINGS, NOT_KEPT, nameInTitle, titleOf } from './explanation';
import { figureBehind, shownSum } from './figure-behind';
import { holds, type KnownFacts, workedOutAgain } from './known-facts';
import type { SelectedCell } from './selected-cell';

const MOVED =
  'Undo the change, or refresh the report to see what to do: row 1 does not hold the headings that it left there.';

const NOTES =
  'What people type beside a shift. A note stays with the SHIFT_ID of its row when rows move; no figure uses it.';

/** The saved report whose table holds a cell, if any. */
export function reportAt(known: KnownFacts, { sheetId, row, column }: SelectedCell): SavedReport | undefined {
  return known
    .state()
    .reports.find(
      (report) =>
        report.sheetId === sheetId &&
        report.headed &&
        row <= 1 + report.extent &&
        column <= report.headings.length,
    );
}

/**
 * Explains a cell of a saved report's table: its heading row, a shift, or a group of shifts.
 *
 * One read of the heading row, which must be as the last refresh left it, and one of the cell's row; the rows behind it
 * come from the cache.
 */
export function explainReportCell(known: KnownFacts, saved: SavedReport, cell: SelectedCell): Explanation {
  const { content } = saved;
  const question = questionOf(saved);
  const heading = saved.headings[cell.column - 1] as string;
  const shown = fieldHeadings(saved.headings, saved.noted);
  const field = question && fieldAt(question, shown, cell.column - 1);
  const about = content ? tableLines(known, saved, content) : [];
  if (cell.column > shown.length) {
    return { title: `The note column ${heading}`, lines: [...linesOf({ Holds: NOTES }), ...about] };
  }
  if (question === undefined || field === undefined || content === null) {
    const value = 'The report was changed since: refresh it, then ask again.';
    return { title: heading, lines: [{ label: 'Column', value }, ...about] };
  }
  const headings = cell.rowValues(shown.length, 1);
  if (!shown.every((text, at) => headings[at] === text)) {
    return { title: `A cell of “${saved.sheet}”`, lines: [...linesOf({ Column: MOVED }), ...about] };
  }
  const renamed = heading === field ? undefined : field;
  if (cell.row === 1) {
    const meaning = MEANINGS[field];
    const lines = linesOf({ Column: renamed, Meaning: meaning && `${meaning}.` });
    return { title: `The column ${heading}`, lines: [...lines, ...about] };
  }
  const values = cell.rowValues(shown.length);
  if (values.every((value) => value === '')) {
    const value = 'Empty now. This cell belongs to the table, and a refresh may fill it.';
    return { title: `An empty row of “${saved.sheet}”`, lines: [{ label: 'Holds', value }, ...about] };
  }
  const place: ReportCell = { cell, saved, content, question, field, values };
  const { title, lines } = question.keys.length > 0 ? explainGroup(known, place) : explainShift(known, place);
  return { title, lines: [...linesOf({ Column: renamed }), ...lines, ...about] };
}

function tableLines(known: KnownFacts, saved: SavedReport, content: TableContent): ExplanationLine[] {
  const { lastRun } = saved;
  // No request was made for sample data.
  const isAsked = lastRun?.outcome === 'refreshed' && content.sample === undefined;
  const correlationId = isAsked ? lastRun.correlationId : undefined;
  return [
    ...linesOf({
      Report: saved.sheet,
      Period: describeRange({ from: content.from, to: content.to }),
      Refreshed: known.time(content.refreshedAt),
    }),
    ...known.sourceLines(content.generatedAt, correlationId),
  ];
}

/** What the report asks for now; `undefined` where it cannot be read. */
function questionOf(saved: SavedReport): AskedQuestion | undefined {
  try {
    return readQuestion(saved);
  } catch {
    return undefined;
  }
}

/** The field of a column: the table may be older than the report's choices. */
function fieldAt(
  { columns, fields }: AskedQuestion,
  headings: readonly string[],
  index: number,
): string | undefined {
  const heading = headings[index];
  const isCurrent = columns.every((column, at) => column.heading === headings[at]);
  return isCurrent && headings.length === columns.length
    ? fields[index]
    : fields[columns.findIndex((column) => column.heading === heading)];
}

const UNKNOWN =
  'None of the rows that are kept: the names or days of this row were changed, or the service corrected them. Refresh the report.';

/** Explains a cell of a grouped table, from the rows that are kept. */
function explainGroup(known: KnownFacts, place: ReportCell): Explanation {
  const { field } = place;
  const of = keyWords(known, place);
  const title = isKey(place) || of === '' ? columnTitle(field) : `${columnTitle(field)} of ${of}`;
  const measure = MEASURES.find(({ name }) => name === field);
  const meaning = linesOf({ Meaning: MEANINGS[field] && `${MEANINGS[field]}.` });
  const behind = rowsBehind(known, place, measure);
  if (typeof behind === 'string')
    return { title, lines: [...meaning, { label: 'Rows behind it', value: behind }] };
  const { figures, rows, isToCome } = behind;
  if (measure === undefined) {
    const value = `${rows.length} shift record${rows.length === 1 ? '' : 's'}`;
    return { title, lines: [...meaning, { label: 'Rows behind it', value }] };
  }
  const [request] = figures.requests as [FigureRequest];
  const { figure, lines, whyBlank } = figureBehind(request, rows, figures.today, isToCome);
  return {
    title,
    lines: [
      ...lines,
      workedOutAgain(known, valueIn(place, field), figure.value, {
        isRate: measure.kind === 'rate',
        whyBlank: whyBlank('value'),
      }),
    ],
  };
}

/** The rows of the group that a table's row shows, and the figures of the table; or why there are none, in words. */
function rowsBehind(known: KnownFacts, place: ReportCell, measure: Measure | undefined) {
  const {
    saved,
    content,
    question: { keys },
  } = place;
  const range = { from: content.from, to: content.to };
  const kept = known.rowsOf(range);
  if (kept === undefined) return NOT_KEPT;
  // What was not over then is not in the table.
  const facts = known.tableFacts(range, known.dayAt(content.refreshedAt));
  const figures = figuresOfReport(saved, kept, facts, measure ? [measure] : []);
  const { groups } = figuresBy({ ...figures, requests: [] }, keys);
  const group = findGroup(known, place, groups);
  if (group === undefined) return UNKNOWN;
  return { figures, rows: rowsOfGroup(figures, keys, group.keys), isToCome: group.days?.covered === 0 };
}

/** `Grand Hotel, week 2026-03-02` */
function keyWords(known: KnownFacts, place: ReportCell): string {
  return place.question.keys
    .flatMap((key) => {
      const value = valueIn(place, KEY_HEADINGS[key]);
      if (value === undefined) return [];
      if (!isPeriodKey(key)) return [nameInTitle(String(value))];
      const day = known.dayIn(value);
      return [`${key} ${day === undefined ? String(value) : formatIsoDate(day)}`];
    })
    .join(', ');
}

const FIELD_NAMES: readonly string[] = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name);

/** Explains a cell of one shift record. One read of the cache, for the record as the service sent it. */
function explainShift(known: KnownFacts, place: ReportCell): Explanation {
  const { field } = place;
  const venue = valueIn(place, 'VENUE_NAME');
  const day = dayIn(known, place);
  const of = [typeof venue === 'string' ? nameInTitle(venue) : '', day].filter(Boolean).join(', ');
  const id = valueIn(place, 'SHIFT_ID');
  const meaning = MEANINGS[field];
  const source = isPercentageName(field) ? 'As published by the service, per record.' : undefined;
  const sent = sentValue(known, place);
  const blank = valueIn(place, field) === undefined ? whyBlank(sent) : undefined;
  const lines = [
    ...linesOf({ Meaning: meaning && `${meaning}.`, Value: blank, Source: source }),
    ...(field in DEFINITIONS ? percentageLines(known, place, field as PercentageField) : []),
    ...linesOf({
      'Rows behind it': typeof id === 'number' ? `1 shift record, SHIFT_ID ${id}` : '1 shift record',
    }),
    ...(sent === undefined ? [] : [asSent(known, place, sent)]),
  ];
  return { title: of === '' ? columnTitle(field) : `${columnTitle(field)} of ${of}`, lines };
}

/** Why a cell is blank, as far as it is known; `undefined` where the service sent a value. */
function whyBlank(sent: ShiftValue | undefined): string | undefined {
  if (sent === null) return 'Blank: the service left it empty. It never becomes 0.';
  return sent === undefined
    ? 'Blank: the service left it empty, or someone cleared it. What was sent is no longer known.'
    : undefined;
}

/** What the service sent for the cell; `undefined` where that is not known. */
function sentValue(known: KnownFacts, place: ReportCell): ShiftValue | undefined {
  const { saved, field, values, question, content } = place;
  const column = FIELD_NAMES.indexOf(field);
  const kept = known.isConnected() ? known.rowsOf({ from: content.from, to: content.to }) : undefined;
  if (kept === undefined || column < 0) return undefined;
  const id = field === 'SHIFT_ID' ? undefined : valueIn(place, 'SHIFT_ID');
  // Without its ID a record is known by everything else that the row shows.
  const fields = typeof id === 'number' ? ['SHIFT_ID'] : question.fields.filter((one) => one !== field);
  const filters = readCriteria(saved);
  const found = filterRows(kept.rows, filters).filter((row) =>
    fields.every((one) =>
      holds(known, values[question.fields.indexOf(one)], row[FIELD_NAMES.indexOf(one)] ?? null),
    ),
  );
  const [first] = found;
  const value = first?.[column] ?? null;
  return first && found.every((row) => (row[column] ?? null) === value) ? value : undefined;
}

/** Whether the cell still holds that. */
function asSent(known: KnownFacts, place: ReportCell, sent: ShiftValue): ExplanationLine {
  const isRate = isPercentageName(place.field);
  return workedOutAgain(known, valueIn(place, place.field), sent, {
    isRate,
    label: 'Sent by the service',
    whyBlank: 'the service sent no value',
  });
}

function dayIn(known: KnownFacts, place: ReportCell): string {
  const day = known.dayIn(valueIn(place, 'SHIFT_DATE'));
  return day === undefined ? '' : formatIsoDate(day);
}

/** What the percentage of one record is made of, as far as refreshes have found out. */
function percentageLines(known: KnownFacts, place: ReportCell, field: PercentageField): ExplanationLine[] {
  if (!known.isConnected()) return [];
  const { content } = place;
  const kept = known.rowsOf({ from: content.from, to: content.to });
  const rows = newestFinished(kept?.rows ?? [shownRecord(known, place)], known.dayAt(content.refreshedAt));
  const definitions = definitionsFor(field, rows, { kept: known.keptDefinitions() });
  const basis = linesOf({
    Basis: describeDefinitions(MEASURES.find(({ name }) => name === field)?.words[0] ?? field, definitions),
  });
  const [used, ...others] = definitions.left;
  if (used === undefined || others.length > 0) return basis;
  const { definition } = used;
  const record = recordOf(place, kept?.rows ?? []);
  const part = (quantity: Quantity) => {
    const value = shownPart(place, quantity) ?? (record && quantityReader(quantity)(record));
    return typeof value === 'number' ? `${wordOf(quantity)} ${shownSum(value)}` : undefined;
  };
  const [top, bottom] = [part(definition.numerator), part(definition.denominator)];
  return [
    ...linesOf({ Definition: `100 × ${definitionText(definition)}.` }),
    ...basis,
    ...linesOf({ 'This record': top && bottom ? `${top}, ${bottom}` : undefined }),
  ];
}

/** The record as far as the table shows it. */
function shownRecord(known: KnownFacts, place: ReportCell): ShiftRow {
  return FIELD_NAMES.map((name) => {
    const value = valueIn(place, name);
    if (name === 'SHIFT_DATE') return known.dayIn(value) ?? null;
    return typeof value === 'number' ? value : null;
  });
}

function shownPart(place: ReportCell, quantity: Quantity): number | undefined {
  const value = valueIn(place, quantity);
  return typeof value === 'number' ? value : undefined;
}

/** The record that the row shows, by its ID; `undefined` where that leaves none, or several. */
function recordOf(place: ReportCell, rows: readonly ShiftRow[]): ShiftRow | undefined {
  const id = valueIn(place, 'SHIFT_ID');
  const found = typeof id === 'number' ? rows.filter((row) => row[ID_COLUMN] === id) : [];
  return found.length === 1 ? found[0] : undefined;
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

/** A name at the beginning of a title, for any column of a table. */
function columnTitle(field: string): string {
  const measure = MEASURES.find(({ name }) => name === field);
  return titleOf(field, measure?.words[0]);
}

/** The value of a column in the row of a cell; `undefined` where the table does not show it. */
function valueIn({ question, values }: ReportCell, field: string): unknown {
  const column = question.fields.indexOf(field);
  return column < 0 || values[column] === '' ? undefined : values[column];
}

/** Whether the cell's column is what a group stands for, rather than a figure of it. */
function isKey({ question, field }: ReportCell): boolean {
  return question.keys.some((key) => KEY_HEADINGS[key] === field);
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
