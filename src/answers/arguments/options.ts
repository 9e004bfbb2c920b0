import { type CalendarDate, formatIsoDate, isDate, type WeekStart } from '../../calendar/calendar-date';
import { ambiguousNumber } from '../../figures/criteria';
import type { ChosenDefinition } from '../../figures/definitions';
import type { GroupKey } from '../../figures/group-keys';
import type { Measure } from '../../figures/measures';
import { criterionKind, type RowFilter, readRowFilter } from '../../figures/row-filter';
import { echo } from './echo';
import { type Cell, textOf } from './option-cells';
import type { ColumnChoice, SortKey } from './option-columns';
import { readColumns, readGroupKeys, readMeasures, readSort } from './option-lists';
import { refuseOption } from './option-mistakes';
import type { OptionName } from './option-names';
import { type GivenOption, readSpellings } from './option-spellings';
import {
  choiceReader,
  type ReadValue,
  readBasis,
  readBoolean,
  readCount,
  readText,
  readWeekStart,
} from './option-values';

/** What the options of a formula say; what is not given has its default. */
export interface Options {
  /** Names as given; `undefined`: all. `resolveColumns` finds them. */
  readonly columns: readonly ColumnChoice[] | undefined;
  /** One to three keys, none twice. */
  readonly groupBy: readonly GroupKey[] | undefined;
  /** At least one, none twice. */
  readonly measures: readonly Measure[] | undefined;
  /** At most one per field. */
  readonly filters: readonly RowFilter[];
  /** Names as given. `resolveSort` finds them. */
  readonly sort: readonly SortKey[];
  /** At least 1. */
  readonly limit: number | undefined;
  /** @default true */
  readonly headers: boolean;
  /** @default false */
  readonly totals: boolean;
  /** @default true */
  readonly notes: boolean;
  /** @default '0-100' */
  readonly percent: '0-100' | 'fraction';
  /** @default null: blank */
  readonly empty: string | null;
  /** @default 'date' */
  readonly dates: 'date' | 'text' | 'serial';
  /** The default is the function's. */
  readonly incomplete: 'mark' | 'hide' | 'show' | undefined;
  /** What percentages are made of; `undefined`: as the rows settle it. */
  readonly basis: ChosenDefinition | undefined;
  /** @default false */
  readonly evidence: boolean;
  /** @default false */
  readonly words: boolean;
  /** @default false */
  readonly asOf: boolean;
  /** @default 'last' */
  readonly ifFailed: 'last' | 'error';
  /** `undefined`: as the connection says. */
  readonly weekStarts: WeekStart | undefined;
}

/** What reading options needs to know. */
export interface OptionContext {
  /** The function, as messages call it. */
  readonly name: string;
  /** The day on which a moment falls in the spreadsheet's zone. May cost a service call; asked only for dates. */
  dayOf(date: Date): CalendarDate;
}

const readPercent = choiceReader({ '0-100': [], fraction: ['0-1'] });
const readDates = choiceReader({ date: [], text: [], serial: [] });
const readIncomplete = choiceReader({ mark: [], hide: [], show: [] });
const readIfFailed = choiceReader({ last: [], error: [] });

/**
 * Reads the options of a formula, in any of their spellings.
 *
 * @param args What follows the arguments that have a place of their own.
 * @param uses The options of the function; `refresh` always is one.
 * @throws {ReportError} `invalid_option`, one sentence that says what to write instead.
 */
export function readOptions(
  args: readonly unknown[],
  uses: ReadonlySet<OptionName>,
  context: OptionContext,
): Options {
  const all = readSpellings(args, new Set(uses).add('refresh'));
  const given = all.filter(({ cells }) => cells.length > 0);
  checkNames(given, uses, context.name);
  const read = <Value>(name: OptionName, readValue: ReadValue<Value>): Value | undefined => {
    const option = given.find(({ known }) => known.option === name);
    return option && readValue(option.cells, name);
  };
  const percent = read('percent', readPercent) ?? '0-100';
  const filterContext = { ...context, percent };
  return {
    columns: read('columns', readColumns),
    groupBy: read('group by', readGroupKeys),
    measures: read('measures', readMeasures),
    filters: given.flatMap(({ known, cells }) =>
      known.field === undefined ? [] : [readFilter(known.field, cells, known.name, filterContext)],
    ),
    sort: read('sort', readSort) ?? [],
    limit: read('limit', readCount),
    headers: read('headers', readBoolean) ?? true,
    totals: read('totals', readBoolean) ?? false,
    notes: read('notes', readBoolean) ?? true,
    percent,
    empty: read('empty', readText) ?? null,
    dates: read('dates', readDates) ?? 'date',
    incomplete: read('incomplete', readIncomplete),
    basis: read('basis', readBasis),
    evidence: read('evidence', readBoolean) ?? false,
    words: read('words', readBoolean) ?? false,
    asOf: read('as of', readBoolean) ?? false,
    ifFailed: read('if failed', readIfFailed) ?? 'last',
    weekStarts: read('week starts', readWeekStart),
  };
}

function checkNames(given: readonly GivenOption[], uses: ReadonlySet<OptionName>, formula: string): void {
  const seen = new Set<string>();
  for (const { known } of given) {
    if (seen.has(known.name)) refuseOption(`"${known.name}" is given twice`);
    seen.add(known.name);
    if (known.option !== 'refresh' && !uses.has(known.option)) {
      refuseOption(`${formula} does not use "${known.name}"`);
    }
  }
}

/** For messages: what a field that is not text compares with. Text compares with anything. */
const EXPECTED = {
  weekday: 'day names, such as "Monday" or "<>Sunday"',
  date: 'dates, such as ">=2024-12-31"',
  number: 'numbers, such as ">=5"',
};

/**
 * Reads the filter on a field: one criterion, or a range of them.
 *
 * A date cell is its day; beside text it is that day as `YYYY-MM-DD`. A percentage is compared on the scale on which the
 * formula shows it.
 *
 * @param name How messages call the filter.
 * @throws {ReportError} `invalid_option` for what the field's values can never be compared with.
 */
function readFilter(
  field: string,
  cells: readonly Cell[],
  name: string,
  context: { dayOf(date: Date): CalendarDate; readonly percent: '0-100' | 'fraction' },
): RowFilter {
  const known = criterionKind(field);
  const kind = known === 'percentage' && context.percent === 'fraction' ? 'fraction' : known;
  const criteria = cells.map((cell) => {
    if (typeof cell === 'number') return cell;
    if (!isDate(cell)) return textOf(cell);
    const day = context.dayOf(cell);
    return kind === 'text' && Number.isFinite(day) ? formatIsoDate(day) : day;
  });
  const filter = readRowFilter(field, criteria, kind);
  if (!('refused' in filter)) return filter;
  if (kind === 'integer' || kind === 'decimal') refuseAmbiguous(String(filter.refused), kind);
  const expected = EXPECTED[kind as keyof typeof EXPECTED] ?? EXPECTED.number;
  return refuseOption(`"${name}" is compared with ${expected}. (${echo(String(filter.refused))})`);
}

/** Refuses `1,000`; `7.125` may be hours as well. */
function refuseAmbiguous(criterion: string, kind: 'integer' | 'decimal'): void {
  const number = ambiguousNumber(criterion);
  if (number === undefined) return;
  const orDecimals = kind === 'decimal' ? `, or ${number}0 with one decimal more` : '';
  refuseOption(`Write ${number.replace(/[.,]/, '')} without a separator${orDecimals}. (${echo(criterion)})`);
}
