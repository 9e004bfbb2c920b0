import { resolveColumns } from '../../answers/arguments/option-columns';
import type { OptionName } from '../../answers/arguments/option-names';
import { type Options, readOptions } from '../../answers/arguments/options';
import { planTable } from '../../answers/tables/answer-table';
import { figureColumns, keyColumns, notesColumn } from '../../answers/tables/figure-columns';
import { requestFigures } from '../../answers/tables/figure-requests';
import { figuresBy } from '../../answers/tables/figure-rows';
import { Presentation } from '../../answers/tables/presentation';
import { planRecords, recordColumns } from '../../answers/tables/record-table';
import type { CalendarDate } from '../../calendar/calendar-date';
import type { DateRange } from '../../calendar/date-range';
import type { WeekStart } from '../../calendar/period-unit';
import type { ReportChoices } from '../../contract/reports';
import { ReportError } from '../../employer-api/errors';
import { SHIFT_FULFILMENT_FIELDS } from '../../employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../../employer-api/shift-records';
import { distinctRows } from '../../figures/distinct-rows';
import { GROUP_KEYS, type GroupKey, KEY_HEADINGS } from '../../figures/group-keys';
import type { KeptBases } from '../../figures/kept-basis';
import { PUBLISHED_MEASURES } from '../../figures/measures';
import { isPeriodKey } from '../../figures/periods';
import { filterRows, type RowFilter } from '../../figures/row-filter';
import { leftOutWords } from '../fetching/left-out';
import type { KeptReport } from '../fetching/report-cache';
import type { ColumnKind, SheetColumn, SheetRow, SheetTable } from '../tables/sheet-table';
import { nameFilters, type SeenNames } from './seen-names';

/** What laying out a table needs to know besides the rows. */
export interface TableFacts {
  readonly range: DateRange;
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  readonly zone: string;
  readonly bases: KeptBases | undefined;
  /** The names that refreshes have seen. Asked only for a criterion that an operator or wildcard could change. */
  seenNames(): SeenNames | undefined;
}

/** A table for a sheet, and the service's names of its columns, whatever their headings. */
export interface QuestionTable extends SheetTable {
  readonly fields: readonly string[];
  /** What is to be said of records that are left out, where no row is there to say it. */
  readonly untold: readonly string[];
}

const ROW_USES: readonly OptionName[] = ['columns', 'venue', 'area', 'role'];
const GROUP_USES: readonly OptionName[] = [...ROW_USES, 'group by'];

/** Days as serial numbers, percentages on the service's scale, nothing where nothing is known. */
const ON_SHEETS = { percent: '0-100', empty: null, dates: 'serial', evidence: false } as const;
const NO_DATES = {
  midnight: () => {
    throw new RangeError('Days on sheets are serial numbers.');
  },
};

/**
 * Checks what a person chose, before anything is fetched.
 *
 * @throws {ReportError} `invalid_option`; `invalid_settings` where history is to be kept of rows without their day.
 */
export function checkQuestion(choices: ReportChoices): void {
  const options = readChoices(choices);
  const { fields } = shownColumns(choices, options);
  if (choices.mode === 'history') requireDays(fields);
}

/**
 * Where the day of a row stands, counted from 0: history is kept by day.
 *
 * @param fields The service's names of the columns.
 * @throws {ReportError} `invalid_settings` where no column shows it.
 */
export function requireDays(fields: readonly string[]): number {
  const column = fields.indexOf('SHIFT_DATE');
  if (column >= 0) return column;
  throw new ReportError('invalid_settings', {
    sentence: 'Add SHIFT_DATE to the columns, or choose Replace: history is kept by day',
  });
}

/** What a saved report asks for, once read. */
export interface AskedQuestion {
  readonly columns: readonly SheetColumn[];
  /** The service's names of the columns, whatever their headings. */
  readonly fields: readonly string[];
  /** None where a row is a shift. */
  readonly keys: readonly GroupKey[];
  /** As they were typed. `nameFilters` finds the names among them once there are rows. */
  readonly filters: readonly RowFilter[];
}

/** Reads what a saved report asks for. @throws {ReportError} `invalid_option` */
export function readQuestion(choices: ReportChoices): AskedQuestion {
  const options = readChoices(choices);
  const keys = isGrouped(choices) ? keysOf(options) : [];
  return { ...shownColumns(choices, options), keys, filters: options.filters };
}

/** The table that answers a saved report. */
export function layOutReport(choices: ReportChoices, report: KeptReport, facts: TableFacts): QuestionTable {
  const options = readChoices(choices);
  const { columns, fields } = shownColumns(choices, options);
  const present = new Presentation(ON_SHEETS, NO_DATES, facts.zone);
  const filters = nameFilters(report.rows, options.filters, facts.seenNames);
  const named = { ...options, filters };
  const { rows, untold } = isGrouped(choices)
    ? groupedRows(named, report, facts, present)
    : { rows: recordRows(named, report, present), untold: [] };
  return { columns, fields, rows: rows as SheetRow[], untold };
}

/**
 * The criteria of venue, area and role that a report was saved with. As in a formula, `>Bar` is the venue of that name
 * where these rows or any refresh have one.
 */
export function readCriteria(
  choices: Parameters<typeof readChoices>[0],
  rows: readonly ShiftRow[],
  seenNames: TableFacts['seenNames'],
): readonly RowFilter[] {
  return nameFilters(rows, readChoices(choices).filters, seenNames);
}

function isGrouped({ report }: Pick<ReportChoices, 'report'>): boolean {
  return report === 'shift_fulfilment_aggregated';
}

/** The choices are options of a formula, typed into fields. */
function readChoices(
  choices: Pick<ReportChoices, 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>,
): Options {
  const { venue, area, role, groupBy, columns } = choices;
  const list = (text: string) => text.split(';').map((one) => [one.trim()]);
  const args = [
    ...['columns', columns],
    ...['venue', list(venue), 'area', list(area), 'role', list(role)],
    ...(isGrouped(choices) ? ['group by', groupBy] : []),
  ];
  const uses = new Set(isGrouped(choices) ? GROUP_USES : ROW_USES);
  const dayOf = () => Number.NaN;
  return readOptions(args, uses, { name: 'A saved report', dayOf });
}

function recordRows(options: Options, { rows }: KeptReport, present: Presentation) {
  const chosen = filterRows(rows, options.filters);
  if (options.columns === undefined) return chosen;
  const table = planRecords(SHIFT_FULFILMENT_FIELDS, { ...options, headers: true })(chosen, null, present);
  return table.slice(1);
}

function groupedRows(options: Options, report: KeptReport, facts: TableFacts, present: Presentation) {
  const { today, range, weekStart, bases, zone } = facts;
  const { rows, repeats, undated } = distinctRows(report.rows);
  const requests = requestFigures(PUBLISHED_MEASURES, undefined, { rows, today, kept: bases });
  const figures = {
    rows: filterRows(rows, options.filters),
    repeats,
    range,
    weekStart,
    zone,
    facts: { requests, today, generatedAt: report.generatedAt, marksIncomplete: true, hiddenPeriods: 0 },
  };
  const { groups } = figuresBy(figures, keysOf(options));
  const layOut = planTable(groupColumns(keysOf(options)), { ...options, headers: true });
  const told = leftOutWords({ undated, outside: [], cut: [] }, () => options.filters);
  // A row of a note alone would count as one of the report's.
  const [notes, untold] = groups.length === 0 ? [[], told] : [told, []];
  const answer = { lines: groups, last: undefined, facts: figures.facts, told: notes };
  return { rows: layOut(answer, present).slice(1), untold };
}

function keysOf(options: Options): readonly GroupKey[] {
  return options.groupBy ?? ['week'];
}

function groupColumns(keys: readonly GroupKey[]) {
  return [...keyColumns(keys), ...figureColumns(PUBLISHED_MEASURES, false), notesColumn(ON_SHEETS)];
}

function shownColumns(
  choices: ReportChoices,
  options: Options,
): { readonly columns: SheetColumn[]; readonly fields: string[] } {
  const available = isGrouped(choices)
    ? groupColumns(keysOf(options))
    : recordColumns(SHIFT_FULFILMENT_FIELDS);
  const shown = resolveColumns(options.columns, available);
  const fields = shown.map(({ index }) => available[index]?.name ?? '');
  const columns = shown.map(({ heading }, at) => ({ heading, kind: kindOf(fields[at] ?? '') }));
  return { columns, fields };
}

function kindOf(name: string): ColumnKind {
  const field = SHIFT_FULFILMENT_FIELDS.find((one) => one.name === name);
  if (field) return field.kind;
  const key = GROUP_KEYS.find((one) => KEY_HEADINGS[one] === name);
  return key !== undefined && isPeriodKey(key) ? 'date' : 'text';
}
