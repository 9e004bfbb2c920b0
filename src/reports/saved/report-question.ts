import { type Question, readQuestion } from '../../answers/question';
import {
  type AnswerColumn,
  cellMaker,
  planTable,
  recordColumns,
  resolveColumns,
} from '../../answers/tables/answer-table';
import { repetitionNotes, tableColumns } from '../../answers/tables/figure-columns';
import { fieldNamed, findGroupKey, type GroupKey, headingOf, KEY_HEADINGS } from '../../contract/fields';
import { isGrouped, keysOf, type ReportChoices, splitList } from '../../contract/reports';
import { refuse } from '../../employer-api/errors';
import { SHIFT_FULFILMENT_FIELDS } from '../../employer-api/shift-report';
import { type FigureContext, type FigureSet, figuresBy, prepareFigures } from '../../figures/figures';
import { type Measure, PUBLISHED_MEASURES } from '../../figures/measures';
import { filterRows, type RowFilter } from '../../figures/row-filter';
import { type KeptReport, rowNotes } from '../fetching/kept-rows';
import type { ColumnKind, SheetColumn, SheetRow, SheetTable } from '../sheet/cells';
import type { KeptTargets } from '../targets/targets-sheet';

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
