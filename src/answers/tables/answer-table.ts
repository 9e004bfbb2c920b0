import { type CalendarDate, findWeekday, formatIsoDate, type WeekStart } from '../../calendar/calendar-date';
import { type FieldKind, fieldNamed } from '../../contract/fields';
import type { Field } from '../../employer-api/shift-records';
import { fitText } from '../../employer-api/text';
import { compareValues, plainName } from '../../figures/names';
import { echo, refuseOption, refuseUnknown } from '../arguments/cells';
import type { Options } from '../arguments/options';

/** What may stand in a cell. A day is a serial number in sheets and a `Date` in formula results. */
export type CellValue = string | number | boolean | Date | null;

/** What a column holds in a line: `null` where nothing is known, `undefined` where nothing belongs. */
export type LineValue = number | string | null | undefined;

/** The values of all columns of a table, in their order. */
export type Line = readonly LineValue[];

/** One column of an answer. Columns are made before anything is read, so that names can be checked first. */
export interface AnswerColumn {
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
}

/** The options that shape a table of lines: without them all lines as they are, and no headings. */
type TableOptions = Partial<Pick<Options, 'columns' | 'sort' | 'limit' | 'headers' | 'asOf'>>;

/** What an answer is made of. */
interface AnswerItems<Item> {
  readonly items: readonly Item[];
  /** Makes the line of an item; without an order only of those that are shown. */
  lineOf(item: Item): Line;
  /** A line below all others, however they are sorted: the total. */
  readonly last?: Item | undefined;
  /** What is to be said of all lines together: of the total or the first line. */
  readonly notes?: readonly string[];
  /** When the service made the oldest piece of the rows. ISO 8601; null when it did not say. */
  readonly generatedAt: string | null;
  /** Days of the week are sorted from this one on. @default Monday */
  readonly weekStart?: WeekStart;
}

/**
 * Checks the names that `columns` and `sort` give against the columns that there will be.
 *
 * @returns What lays out an answer, once there is one.
 * @throws {ReportError} `invalid_option`
 */
export function planTable(columns: readonly AnswerColumn[], options: TableOptions) {
  const shown = resolveColumns(options.columns, columns);
  const find = columnFinder(columns);
  const order = (options.sort ?? []).map(({ name, descending }) => ({ index: find(name), descending }));
  const kindOf = (index: number) => columns[index]?.kind ?? 'text';
  const lastWords = Math.max(...shown.map(({ index }) => (kindOf(index) === 'words' ? index : -1)));
  const noteColumn = lastWords < 0 ? -1 : shown.findIndex(({ index }) => index === lastWords);
  return <Item>(
    { items, lineOf, last, notes = [], generatedAt, weekStart = 1 }: AnswerItems<Item>,
    cell: CellMaker,
  ): CellValue[][] => {
    const valueIn = (line: Line, index: number) => {
      const value = line[index] ?? null;
      const day = kindOf(index) === 'weekday' && value !== null ? findWeekday(String(value)) : undefined;
      // Days of the week follow each other, whatever their names.
      return day === undefined ? value : (day - weekStart + 7) % 7;
    };
    const compare = (one: Line, other: Line) => {
      for (const { index, descending } of order) {
        const difference = compareValues(valueIn(one, index), valueIn(other, index), descending);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    const lines =
      order.length === 0
        ? items.slice(0, options.limit).map(lineOf)
        : items.map(lineOf).sort(compare).slice(0, options.limit);
    if (last !== undefined) lines.push(lineOf(last));
    const table = lines.map((line) => shown.map(({ index }) => cell(line[index], kindOf(index))));
    if (noteColumn >= 0 && notes.length > 0) {
      if (table.length === 0) table.push(shown.map(() => null));
      const cells = table[last === undefined ? 0 : table.length - 1] as CellValue[];
      cells[noteColumn] = [cells[noteColumn], ...notes].filter(Boolean).join('; ');
    }
    if (options.headers) table.unshift(shown.map(({ heading }) => heading));
    const made = generatedAt === null ? cell(null, 'text') : new Date(Date.parse(generatedAt));
    const isHeading = (at: number) => options.headers === true && at === 0;
    if (options.asOf) table.forEach((cells, at) => void cells.push(isHeading(at) ? 'AS_OF' : made));
    // A range of no cells is none that a formula may give.
    return table.length === 0 || table[0]?.length === 0 ? [[cell(null, 'text')]] : table;
  };
}

/** Makes the cell of a value. */
export type CellMaker = (value: LineValue, kind: AnswerColumn['kind']) => CellValue;

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
    return isPercent && percent === 'fraction' ? shown / 100 : shown;
  };
}

/** The columns of records. Fields go by the same words here as in groups. */
export function recordColumns(fields: readonly Field[]): AnswerColumn[] {
  return fields.map(({ name, kind }) => ({ name, kind, words: fieldNamed(name)?.words ?? [] }));
}

/**
 * Finds the columns to show, in the order asked for.
 *
 * @param choices `undefined` for all.
 * @throws {ReportError} `invalid_option` for an unknown column, and for two columns under one heading.
 */
export function resolveColumns(
  choices: Options['columns'],
  available: readonly AnswerColumn[],
): readonly { readonly index: number; readonly heading: string }[] {
  if (choices === undefined) {
    return available.map(({ name, heading = name }, index) => ({ index, heading }));
  }
  const find = columnFinder(available);
  const seen = new Set<string>();
  return choices.map(({ name, heading }) => {
    const index = find(name);
    const column = available[index] as AnswerColumn;
    const shown = heading ?? column.heading ?? column.name;
    if (seen.has(shown))
      refuseOption(`Give one column another heading with "as": ${echo(shown)} is there twice`);
    seen.add(shown);
    return { index, heading: shown };
  });
}

/** A column's name goes before other words for columns; of several with one word the first counts. */
export function columnFinder(available: readonly AnswerColumn[]): (name: string) => number {
  return (wanted) => {
    const isMeant = (word: string) => plainName(word) === plainName(wanted);
    const named = available.findIndex(({ name }) => isMeant(name));
    const index = named >= 0 ? named : available.findIndex(({ words }) => words.some(isMeant));
    if (index >= 0) return index;
    const words = available.flatMap((one) => [one.name, ...one.words]);
    const names = available.map(({ name }) => name);
    return refuseUnknown('column', wanted, words, names);
  };
}
