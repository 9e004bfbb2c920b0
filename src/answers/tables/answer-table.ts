import { type CalendarDate, findWeekday, formatIsoDate, type Weekday } from '../../calendar/calendar-date';
import { type FieldKind, fieldNamed } from '../../contract/fields';
import type { Field } from '../../employer-api/shift-report';
import { fitText, plainName } from '../../employer-api/text';
import { compareValues } from '../../figures/names';
import { echo, refuseOption, refuseUnknown } from '../arguments/cells';
import type { Options } from '../arguments/options';

/** What may stand in a cell. A day is a serial number in sheets and a `Date` in formula results. */
export type CellValue = string | number | boolean | Date | null;

/** What a column holds in a line: `null` where nothing is known, `undefined` where nothing belongs. */
export type LineValue = number | string | null | undefined;

/**
 * One column of an answer. Columns are made before anything is read, so that names can be checked first.
 *
 * @template Facts What is known of all lines together once the rows are read.
 */
export interface AnswerColumn<Item, Facts = unknown> {
  readonly name: string;
  /** Its heading, unless it is renamed. @default its name */
  readonly heading?: string;
  /** Other names under which `columns` and `sort` know it. */
  readonly words: readonly string[];
  /**
   * What it holds. `rate` is a calculated percentage, `weekday` the name of one, `words` a remark: what is to be said of all
   * lines together stands in the last column of remarks that is shown.
   */
  readonly kind: FieldKind | 'rate' | 'weekday' | 'words';
  /** What it holds in the line of an item. */
  readonly value: (item: Item, facts: Facts) => LineValue;
}

/** The options that shape a table of lines: without them all lines as they are, and no headings. */
type TableOptions = Partial<Pick<Options, 'columns' | 'sort' | 'limit' | 'headers' | 'asOf'>>;

/** What an answer is made of. */
interface AnswerItems<Item, Facts> {
  readonly items: readonly Item[];
  /** What the columns need besides; left out where they need nothing. */
  readonly facts?: Facts;
  /** A line below all others, however they are sorted: the total. */
  readonly last?: Item | undefined;
  /** What is to be said of all lines together: of the total or the first line. */
  readonly notes?: readonly string[];
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Days of the week are sorted from this one on. @default Monday */
  readonly weekStart?: Weekday;
}

/**
 * Checks the names that `columns` and `sort` give against the columns that there will be.
 *
 * @returns What lays out an answer, once there is one.
 * @throws {ReportError} `invalid_option`
 */
export function planTable<Item, Facts>(columns: readonly AnswerColumn<Item, Facts>[], options: TableOptions) {
  const shown = resolveColumns(options.columns, columns);
  const order = (options.sort ?? []).map(({ name, descending }) => ({
    column: findColumn(columns, name),
    descending,
  }));
  const noteColumn = shown.map(({ column }) => column.kind).lastIndexOf('words');
  return (
    { items, facts, last, notes = [], generatedAt, weekStart = 1 }: AnswerItems<Item, Facts>,
    cell: CellMaker,
  ): CellValue[][] => {
    const valueIn = (item: Item, { value }: (typeof columns)[number]) => value(item, facts as Facts);
    const sortedBy = (item: Item, column: (typeof columns)[number]) => {
      const value = valueIn(item, column) ?? null;
      const day = column.kind === 'weekday' && value !== null ? findWeekday(String(value)) : undefined;
      // Days of the week follow each other, whatever their names.
      return day === undefined ? value : (day - weekStart + 7) % 7;
    };
    // By the last key first: lines that are equal in the others keep that order.
    const sorted = order.reduceRight((rest, { column, descending }) => {
      const keyed = rest.map((item) => ({ item, key: sortedBy(item, column) }));
      keyed.sort((one, other) => compareValues(one.key, other.key, descending));
      return keyed.map(({ item }) => item);
    }, items);
    const lines = [...sorted.slice(0, options.limit), ...(last === undefined ? [] : [last])];
    const table = lines.map((item) => shown.map(({ column }) => cell(valueIn(item, column), column.kind)));
    if (noteColumn >= 0 && notes.length > 0) {
      if (table.length === 0) table.push(shown.map(() => null));
      const cells = table[last === undefined ? 0 : table.length - 1] as CellValue[];
      cells[noteColumn] = [cells[noteColumn], ...notes].filter(Boolean).join('; ');
    }
    const made = generatedAt === null ? cell(null, 'text') : new Date(Date.parse(generatedAt));
    if (options.asOf) for (const cells of table) cells.push(made);
    const headings = [...shown.map(({ heading }) => heading), ...(options.asOf ? ['AS_OF'] : [])];
    if (options.headers) table.unshift(headings);
    // A range of no cells is none that a formula may give.
    return table.length === 0 || table[0]?.length === 0 ? [[cell(null, 'text')]] : table;
  };
}

/** Makes the cell of a value. */
export type CellMaker = (value: LineValue, kind: AnswerColumn<never>['kind']) => CellValue;

/**
 * How the values of an answer are shown in cells: real dates, real numbers.
 *
 * @param options Without `decimals`, calculated percentages are not rounded.
 * @param midnight Makes the `Date` that Google Sheets shows as a day.
 */
export function cellMaker(
  {
    percent,
    empty,
    dates,
    decimals,
  }: Pick<Options, 'percent' | 'empty' | 'dates'> & Partial<Pick<Options, 'decimals'>>,
  midnight: (day: CalendarDate) => Date,
): CellMaker {
  // Made once per distinct day.
  const days = new Map<CalendarDate, CellValue>();
  const dayCell = (day: CalendarDate): CellValue => {
    if (dates === 'serial') return day;
    const shown = days.get(day) ?? (dates === 'text' ? formatIsoDate(day) : midnight(day));
    days.set(day, shown);
    return shown;
  };
  return (value, kind) => {
    if (value === undefined) return null;
    // A remark that is not needed is nothing unknown.
    if (value === null) return kind === 'words' ? null : empty;
    if (typeof value === 'string') return kind === 'words' ? value : fitText(value);
    if (kind === 'date') return dayCell(value);
    if (kind === 'boolean') return value === 1;
    // Adding 0 makes -0 plain.
    const shown = kind === 'rate' && decimals !== undefined ? Number(value.toFixed(decimals)) + 0 : value;
    const isPercent = kind === 'rate' || kind === 'percentage';
    // 15 digits are exact: a hundredth of 70.4 is 0.704.
    return isPercent && percent === 'fraction' ? Number((shown / 100).toPrecision(15)) : shown;
  };
}

/** The columns of records. Fields go by the same words here as in groups. */
export function recordColumns(fields: readonly Field[]): AnswerColumn<readonly LineValue[]>[] {
  return fields.map(({ name, kind }, at) => ({
    name,
    kind,
    words: fieldNamed(name)?.words ?? [],
    value: (row) => row[at],
  }));
}

/** How a column is found. */
type NamedColumn = Pick<AnswerColumn<never>, 'name' | 'heading' | 'words'>;

/**
 * Finds the columns to show, in the order asked for.
 *
 * @param choices `undefined` for all.
 * @throws {ReportError} `invalid_option` for an unknown column, and for two columns under one heading.
 */
export function resolveColumns<Column extends NamedColumn>(
  choices: Options['columns'],
  available: readonly Column[],
): readonly { readonly column: Column; readonly heading: string }[] {
  if (choices === undefined) {
    return available.map((column) => ({ column, heading: column.heading ?? column.name }));
  }
  const seen = new Set<string>();
  return choices.map(({ name, heading }) => {
    const column = findColumn(available, name);
    const shown = heading ?? column.heading ?? column.name;
    if (seen.has(shown))
      refuseOption(`Give one column another heading with "as": ${echo(shown)} is there twice`);
    seen.add(shown);
    return { column, heading: shown };
  });
}

/** A column's name goes before other words for columns; of several with one word the first counts. */
function findColumn<Column extends NamedColumn>(available: readonly Column[], wanted: string): Column {
  const isMeant = (word: string) => plainName(word) === plainName(wanted);
  return (
    available.find(({ name }) => isMeant(name)) ??
    available.find(({ words }) => words.some(isMeant)) ??
    refuseUnknown(
      'column',
      wanted,
      available.flatMap((one) => [one.name, ...one.words]),
      available.map(({ name }) => name),
    )
  );
}
