import * as v from 'valibot';
import { type Question, readQuestion } from '../../answers/question';
import {
  type AnswerColumn,
  cellMaker,
  planTable,
  recordColumns,
  resolveColumns,
} from '../../answers/tables/answer-table';
import { repetitionNotes, tableColumns } from '../../answers/tables/figure-columns';
import { type DateRange, parseIsoDate, type Weekday } from '../../calendar/calendar-date';
import { readPeriodWord } from '../../calendar/period-words';
import { fieldNamed, findGroupKey, type GroupKey, headingOf, KEY_HEADINGS } from '../../contract/fields';
import {
  isGrouped,
  KEPT_CHOICES,
  keysOf,
  NEW_REPORT,
  type ReportChoices,
  splitList,
} from '../../contract/reports';
import { type Connection, isSampleConnection } from '../../employer-api/connection';
import { FAILURE_CODE, refuse } from '../../employer-api/errors';
import { SHIFT_FULFILMENT_FIELDS } from '../../employer-api/shift-report';
import { fitLine, utf8Length } from '../../employer-api/text';
import { type FigureContext, type FigureSet, figuresBy, prepareFigures } from '../../figures/figures';
import { type Measure, PUBLISHED_MEASURES } from '../../figures/measures';
import { filterRows, type RowFilter } from '../../figures/row-filter';
import { LONGEST_KEPT_MILLIS, LONGEST_REPORT_BYTES } from '../../limits';
import { type KeptReport, rowNotes } from '../fetching/kept-rows';
import type { ColumnKind, SheetColumn, SheetRow, SheetTable } from '../sheet/cells';
import type { KeptTargets } from '../targets/targets-sheet';

/**
 * How a refresh can end. `held`: the new table lacks so much that it waits for a person's word; `unfinished`: it waits
 * for more days. The old table stays in both cases.
 */
export const RUN_OUTCOMES = ['refreshed', 'unfinished', 'held', 'failed'] as const;

const RUN = v.object({
  outcome: v.picklist(RUN_OUTCOMES),
  /** Milliseconds since 1970. */
  finishedAt: v.number(),
  message: v.string(),
  /** Of a failure. */
  code: v.exactOptional(FAILURE_CODE),
  correlationId: v.string(),
});

/** How a refresh of a report ended. Kept with the report, shown in the sidebar and on the status sheet. */
export type ReportRun = v.InferOutput<typeof RUN>;

const CONTENT = v.object({
  /** Milliseconds since 1970. */
  refreshedAt: v.number(),
  generatedAt: v.nullable(v.string()),
  rows: v.number(),
  from: v.number(),
  to: v.number(),
  /** What a person may look into, in a sentence or two; empty if there is nothing. */
  checks: v.string(),
  /** The fingerprint of the connection that it came by. */
  source: v.optional(v.string()),
  /** A hash of the rows, to detect changes; empty after Undo. */
  hash: v.string(),
  /** When a refresh last changed rows. Milliseconds since 1970. */
  changedAt: v.number(),
  /** `ownerOf` the rows. */
  owner: v.string(),
});

/** The content of the table: of the newest refresh that succeeded. */
export type TableContent = v.InferOutput<typeof CONTENT>;

/** What is stored of a table that keeps history. */
const HISTORY = v.object({
  /** The first and the last day that was ever fetched. */
  from: v.number(),
  to: v.number(),
  /** How many rows of each month were written, by its first day. */
  months: v.record(v.string(), v.number()),
});

/** What is stored of a table that keeps history, as `HISTORY` describes it. */
export type History = v.InferOutput<typeof HISTORY>;

const CURSOR = v.object({
  /** The revision of the report and the fingerprint of the connection: with another one it ends. */
  asked: v.string(),
  /** Days fetched since then are used, for as long as they are kept. Milliseconds since 1970. */
  since: v.number(),
  /** How many days came. */
  days: v.number(),
  /** Why the new table needs confirmation, to follow a colon; empty if it does not. */
  held: v.string(),
});

/** A refresh that continues in the next run, or needs confirmation. */
export type RefreshCursor = v.InferOutput<typeof CURSOR>;

/** The shifts that the next tables are compared with. */
const BASELINE = v.object({
  /** The filters and the owner of the rows: tables with different ones are never compared. */
  filters: v.string(),
  /** The first counted day. */
  from: v.number(),
  /** The shifts of each day from then on; of a long table, of its last 400 days. */
  shifts: v.array(v.number()),
  /** How many of these shifts have a value, for each field in the documented order. */
  values: v.array(v.number()),
  /** Whether a person chose to keep the old table since it was written. */
  isKept: v.boolean(),
});

/** What new tables are compared with: of those written since a person last answered, the one with most shifts. */
export type Baseline = Readonly<v.InferOutput<typeof BASELINE>>;

const LIST = v.pipe(v.array(v.string()), v.readonly());

/** What is stored of each report, alert and summary email. All times are milliseconds since 1970. */
export const KEPT = v.object({
  id: v.string(),
  /** When it was made: they are listed in this order. */
  createdAt: v.number(),
  /** How often, and when last, a person saved it. */
  revision: v.number(),
  savedAt: v.number(),
});

/** A property that holds a report. */
export const SAVED_REPORT = v.object({
  ...KEPT.entries,
  ...KEPT_CHOICES,
  /** The name that the person gave the sheet. Once the sheet exists, its ID identifies it. */
  sheet: v.string(),
  sheetId: v.nullable(v.number()),
  /** The name of the table's cells, which moves and grows with them; empty before the first write. */
  rangeName: v.string(),
  /** The heading row of the last finished write, and the service's names of its columns: those right of them hold notes. */
  headings: LIST,
  fields: LIST,
  /** That of a write in progress; null without one. */
  next: v.nullable(v.object({ headings: LIST, fields: LIST })),
  content: v.nullable(CONTENT),
  lastRun: v.nullable(RUN),
  /** The table kept for Undo: its row on the hidden sheet, and its hash; null if there is none. */
  undo: v.nullable(v.object({ row: v.number(), hash: v.string() })),
  /** Null before the first table. */
  baseline: v.nullable(BASELINE),
  cursor: v.nullable(CURSOR),
  /** The kept days of a table that keeps history; null for any other. */
  history: v.nullable(HISTORY),
});

/** A report of this spreadsheet: the question, its table, and its last run. */
export type SavedReport = v.InferOutput<typeof SAVED_REPORT>;

/**
 * True if the next run goes on with an unfinished refresh, from the days that are kept.
 *
 * @param confirmed Whether a person confirmed a table that was held back: otherwise its days are fetched again, since the
 *   service may have corrected them.
 */
export function goesOn({ cursor }: Pick<SavedReport, 'cursor'>, now: number, confirmed = false): boolean {
  if (cursor === null || (cursor.held !== '' && !confirmed)) return false;
  return now < cursor.since + LONGEST_KEPT_MILLIS;
}

/** What to do first, where newer rows than those of the table wait for a person; else empty. No full stop at its end. */
export function whyWaiting({ sheet, cursor, baseline }: SavedReport): string {
  if (!cursor?.held) return '';
  return baseline?.isKept
    ? `Refresh “${sheet}” first: someone chose to keep its old table`
    : `Keep or replace the table of “${sheet}” first: newer rows wait for your answer`;
}

/** How the last run left the table, or what a person answered to `held`; null before the first. */
export function outcomeOf({ lastRun, baseline }: SavedReport): ReportRun['outcome'] | 'kept' | null {
  if (lastRun === null) return null;
  return lastRun.outcome === 'held' && baseline?.isKept ? 'kept' : lastRun.outcome;
}

/** Whether the last run succeeded and left a table without rows. */
export function isEmptyTable(saved: SavedReport): boolean {
  return outcomeOf(saved) === 'refreshed' && saved.content?.rows === 0;
}

/** Whether the last run failed, or waits for a person. */
export function needsSomeone(saved: SavedReport): boolean {
  return ['failed', 'held'].includes(outcomeOf(saved) ?? '');
}

/** A report that has no sheet yet. */
export function newReport(id: string, createdAt: number): SavedReport {
  return {
    ...NEW_REPORT,
    id,
    createdAt,
    revision: 0,
    savedAt: createdAt,
    period: 'custom',
    sheet: '',
    sheetId: null,
    rangeName: '',
    headings: [],
    fields: [],
    next: null,
    content: null,
    lastRun: null,
    undo: null,
    baseline: null,
    cursor: null,
    history: null,
  };
}

/** The longest message that is kept, and the longest name in a sentence, in characters. */
const [LONGEST_MESSAGE, LONGEST_SHOWN_NAME] = [400, 40];

/**
 * The text to store. Of a long message its beginning is kept.
 *
 * @throws {ReportError} `invalid_settings` if it is longer than a property may be.
 */
export function formatSavedReport(stored: SavedReport): string {
  const { lastRun, sheet } = stored;
  const message = fitLine(lastRun?.message ?? '', LONGEST_MESSAGE);
  const text = JSON.stringify({ ...stored, lastRun: lastRun && { ...lastRun, message } });
  if (utf8Length(text) <= LONGEST_REPORT_BYTES) return text;
  const sentence = `Edit “${fitLine(sheet, LONGEST_SHOWN_NAME)}” and enter less: its filters and headings are longer than a report can keep`;
  return refuse('invalid_settings', sentence);
}

/** True if two choices ask the same question, regardless of days and columns. */
export function asksTheSame(one: ReportChoices, other: ReportChoices): boolean {
  return (['report', 'venue', 'area', 'role', 'groupBy'] as const).every((key) => one[key] === other[key]);
}

/** The days that a report requests today. @throws {ReportError} `invalid_option` if they are no period and no dates. */
export function reportRange(
  { period, from, to }: Pick<ReportChoices, 'period' | 'from' | 'to'>,
  today: number,
  weekStart: Weekday,
): DateRange {
  const word = readPeriodWord(period, today, weekStart);
  const [first, last] = word ? [word.from, word.to] : [parseIsoDate(from), parseIsoDate(to)];
  if (first !== undefined && last !== undefined && first <= last) return { from: first, to: last };
  return refuse('invalid_option', 'Choose a period from the list, or two dates in their order');
}

/** How many shifts a report's table shows; `undefined` where it shows groups of them, or was never written. */
export function countShifts(report: Pick<SavedReport, 'report' | 'content'>): number | undefined {
  return isGrouped(report) ? undefined : report.content?.rows;
}

/**
 * Whose rows come from a connection: `UK 4711`, or `sample` with its fingerprint; empty with `me`, until the service has
 * answered.
 *
 * @param answered The employer that the service's answer names.
 */
export function ownerOf(connection: Connection, answered?: number): string {
  const { region, employer, fingerprint } = connection;
  if (isSampleConnection(connection)) return `sample ${fingerprint}`;
  return answered === undefined && employer === 'me' ? '' : `${region} ${answered ?? Number(employer)}`;
}

/** Whether rows are those of the sample employer. */
export function isSampleOwner(owner: string | undefined): boolean {
  return owner?.startsWith('sample ') ?? false;
}

/** True if a table holds rows of another owner than this: sample rows beside real ones, or those of another employer. */
export function holdsOthersRows({ content }: Pick<SavedReport, 'content'>, owner: string): boolean {
  if (content === null || content.owner === owner) return false;
  // What is not known is no other, but it is not the sample.
  return [content.owner, owner].every(Boolean) || [content.owner, owner].some(isSampleOwner);
}

/** What laying out a table needs besides the rows. */
export interface TableFacts extends FigureContext {
  /** What refreshes keep of the targets sheet. */
  readonly targets?: KeptTargets | undefined;
  readonly zone: string;
  /** What a person chose on a dashboard, besides what the report asks. */
  readonly chosen?: readonly RowFilter[];
}

/** A table for a sheet. */
export interface QuestionTable extends SheetTable {
  /** Notes on records that are left out, if there is no row to show them. */
  readonly unshownNotes: readonly string[];
}

/** Days as serial numbers, percentages on the service's scale, unknown values empty. */
const CELL = cellMaker({ percent: '0-100', empty: null, dates: 'serial' }, () => {
  throw new RangeError('Days on sheets are serial numbers.');
});

/**
 * What a saved report asks, checked before anything is fetched: the columns of its table, the service's names of them
 * whatever their headings, and the keys of its groups: none if a row is a shift.
 *
 * @throws {ReportError} `invalid_option`; `invalid_settings` if history is to be kept without the day of rows, or notes
 *   without their IDs or below the heading of another column.
 */
export function readReportQuestion(choices: ReportChoices) {
  const { columns, fields, keys } = planReport(choices);
  if (choices.mode === 'history' && !fields.includes('SHIFT_DATE'))
    refuse('invalid_settings', 'Add SHIFT_DATE to the columns, or choose Replace: history is kept by day');
  const notes = splitList(choices.noteColumns);
  if (notes.length > 0 && !fields.includes('SHIFT_ID')) {
    const remedy = 'Add SHIFT_ID to the columns, or leave Note columns blank';
    refuse('invalid_settings', `${remedy}: notes follow the SHIFT_ID of their row`);
  }
  const headings = columns.map(({ heading }) => heading.toLowerCase());
  const taken = notes.find((note) => headings.includes(note.toLowerCase()));
  if (taken !== undefined) {
    const remedy = `Choose another heading for the note column “${taken}”`;
    refuse('invalid_settings', `${remedy}: a column of the report has it`);
  }
  return { columns, fields, keys };
}

/** The table that answers a saved report. */
export function layOutReport(choices: ReportChoices, report: KeptReport, facts: TableFacts): QuestionTable {
  const { columns, fields, keys, measures, options: asked } = planReport(choices);
  const options = { ...asked, headers: true };
  if (!isGrouped(choices)) {
    const chosen = filterRows(report.rows, options.filters);
    const layOut = planTable(recordColumns(SHIFT_FULFILMENT_FIELDS), options);
    const rows =
      options.columns === undefined ? chosen : layOut({ items: chosen, generatedAt: null }, CELL).slice(1);
    return { columns, fields, rows: rows as SheetRow[], unshownNotes: [] };
  }
  const request = { measures, filters: options.filters, hasIntervals: false };
  const figures = prepareFigures(report.rows, request, facts);
  const { groups } = figuresBy(figures, keys);
  const found = [...rowNotes(report), ...repetitionNotes(figures)];
  // A row with only a note would count as a row of the report.
  const [notes, unshownNotes] = groups.length === 0 ? [[], found] : [found, []];
  const answer = { items: groups, facts: figures, notes, generatedAt: null };
  const rows = planTable(groupColumns(keys), options)(answer, CELL).slice(1);
  return { columns, fields, rows: rows as SheetRow[], unshownNotes };
}

function groupColumns(keys: Question['keys']) {
  return tableColumns(keys, PUBLISHED_MEASURES, { notes: true });
}

/** What a report asks, with the columns of its table. */
function planReport(choices: ReportChoices) {
  const question = questionOf(choices);
  const available: readonly Pick<AnswerColumn<never>, 'name' | 'words'>[] = isGrouped(choices)
    ? groupColumns(question.keys)
    : recordColumns(SHIFT_FULFILMENT_FIELDS);
  const headed = available.map((column) => ({ ...column, heading: headingOf(column.name) }));
  const shown = resolveColumns(question.options.columns, choices.readableHeadings ? headed : available);
  const fields = shown.map(({ column }) => column.name);
  const headings = shown.map(({ heading }) => heading);
  return { ...question, columns: columnsOf(fields, headings), fields };
}

/** The criteria of venue, area and role of a saved report. */
export function readCriteria(choices: Parameters<typeof questionOf>[0]): readonly RowFilter[] {
  return questionOf(choices).options.filters;
}

/** The figures of what a saved report asks for: of all its records, whatever its columns and groups. */
export function figuresOfReport(
  choices: Parameters<typeof questionOf>[0],
  { rows }: Pick<KeptReport, 'rows'>,
  facts: Omit<TableFacts, 'zone'>,
  measures: readonly Measure[],
): FigureSet {
  const filters = [...readCriteria(choices), ...(facts.chosen ?? [])];
  return prepareFigures(rows, { measures, filters, hasIntervals: true }, facts);
}

/** What the choices of a saved report ask, read like a formula. */
function questionOf(
  choices: Pick<ReportChoices, 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>,
): Question {
  const { venue, area, role, groupBy } = choices;
  const keys: readonly (GroupKey | undefined)[] = keysOf(choices);
  // A group that the report is no longer grouped by has no column.
  const isShown = (item: string) => [undefined, ...keys].includes(findGroupKey(item.replace(/ as .*/i, '')));
  const columns = isGrouped(choices) ? splitList(choices.columns).filter(isShown).join() : choices.columns;
  const list = (text: string) => text.split(';').map((one) => [one.trim()]);
  const options = ['columns', columns, 'venue', list(venue), 'area', list(area), 'role', list(role)];
  const context = { name: 'A saved report', dayOf: () => Number.NaN };
  return isGrouped(choices)
    ? readQuestion('SHIFT_FULFILMENT_AGGREGATED', { by: groupBy, options }, context)
    : readQuestion('SHIFT_FULFILMENT', { options }, context);
}

/** A month and a quarter are shown by their first day. */
const KEY_KINDS: Readonly<Record<string, ColumnKind>> = {
  [KEY_HEADINGS.day]: 'date',
  [KEY_HEADINGS.week]: 'date',
  [KEY_HEADINGS.month]: 'month',
  [KEY_HEADINGS.quarter]: 'month',
  [KEY_HEADINGS.year]: 'year',
};

/** The columns of a written table, by the service's names and the headings. */
export function columnsOf(fields: readonly string[], headings: readonly string[]): SheetColumn[] {
  return fields.map((field, at) => {
    const kind = fieldNamed(field)?.kind ?? KEY_KINDS[field] ?? 'text';
    return { heading: headings[at] ?? field, kind };
  });
}
