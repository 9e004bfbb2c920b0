import { type CalendarDate, formatIsoDate } from '../../calendar/calendar-date';
import { type FieldKind, fieldNamed } from '../../contract/fields';
import type { Field, ShiftRow } from '../../employer-api/shift-records';
import { fitText } from '../../employer-api/text';

import { compareNames, plainName } from '../../figures/names';
import { echo, refuseOption, refuseUnknown } from '../arguments/cells';
import type { Options } from '../arguments/options';

/** What may stand in a cell. A day is a serial number in sheets and a `Date` in formula results. */
export type CellValue = string | number | boolean | Date | null;

/** What a column holds before it is shown: what it is sorted by. */
export type LineValue = number | string | null;

/** A column that a table has. */
export interface AvailableColumn {
  readonly name: string;
  /** Its heading, unless it is renamed. @default its name */
  readonly heading?: string;
  /** Other names under which `columns` and `sort` know it. */
  readonly words: readonly string[];
  /** Whether it is shown behind those that `columns` names, unless it is named itself. */
  readonly stays?: true;
}

/**
 * One column of an answer. It is made before anything is read, so that names can be checked first; what the rows
 * tell comes later, as `facts`.
 */
export interface AnswerColumn<Line, Facts> extends AvailableColumn {
  value(line: Line, facts: Facts): LineValue;
  /** @default the value as it is */
  readonly show?: ((value: number | string, present: Presentation) => CellValue) | undefined;
  /** What it is sorted by where that is not its value. */
  order?(line: Line, facts: Facts): LineValue;
  /** Whether it holds words, and what is to be said of all lines together stands in it. */
  readonly tells?: true;
  /** Whether no value means nothing here: the cell stays blank, whatever stands where something is not known. */
  isBlank?(line: Line): boolean;
}

/** The column that says when the service made the rows. */
export const AS_OF_COLUMN: AnswerColumn<unknown, { readonly generatedAt: string | null }> = {
  name: 'AS_OF',
  words: [],
  stays: true,
  value: (_, { generatedAt }) => generatedAt,
  show: (value) => new Date(Date.parse(String(value))),
};

/** The options that shape a table of lines. */
type TableOptions = Pick<Options, 'columns' | 'sort' | 'limit' | 'headers'>;

/** The options of a table that shows all of its lines as they are. */
export const PLAIN: Omit<TableOptions, 'headers'> = { columns: undefined, sort: [], limit: undefined };

/** The lines of an answer, and what is known besides. */
interface AnswerLines<Line, Facts> {
  readonly lines: readonly Line[];
  /** A line below all others, however they are sorted: the total. */
  readonly last?: Line | undefined;
  readonly facts: Facts;
  /** What is to be said of all lines together: in the last column of words that is shown, of the total or the first line. */
  readonly notes?: readonly string[];
}

/**
 * Checks the names that `columns` and `sort` give against the columns that there will be.
 *
 * @returns What lays out lines, once there are any.
 * @throws {ReportError} `invalid_option`
 */
export function planTable<Line, Facts>(
  columns: readonly AnswerColumn<Line, Facts>[],
  options: TableOptions,
): (answer: AnswerLines<Line, Facts>, present: Presentation) => CellValue[][] {
  const shown = resolveColumns(options.columns, columns);
  const order = resolveSort(options.sort, columns);
  const telling = shown.map(({ index }) => (columns[index]?.tells ? index : -1));
  const noteColumn = telling.findIndex((index) => index >= 0 && index === Math.max(...telling));
  const shownColumns = shown.map(({ index }) => columns[index] as AnswerColumn<Line, Facts>);
  return ({ lines, last, facts, notes = [] }, present) => {
    const compare = (one: Line, other: Line) => {
      for (const { index, descending } of order) {
        const { order: ordered, value } = columns[index] as AnswerColumn<Line, Facts>;
        const read = ordered ?? value;
        const difference = compareValues(read(one, facts), read(other, facts), descending);
        if (difference !== 0) return difference;
      }
      return 0;
    };
    const sorted = order.length === 0 ? lines : [...lines].sort(compare);
    const kept = sorted.slice(0, options.limit).concat(last === undefined ? [] : [last]);
    const table = kept.map((line) =>
      shownColumns.map((column): CellValue => {
        const value = column.value(line, facts);
        if (value === null) return column.isBlank?.(line) ? null : present.empty;
        return column.show === undefined ? value : column.show(value, present);
      }),
    );
    if (noteColumn >= 0 && notes.length > 0) {
      if (table.length === 0) table.push(shown.map(() => null));
      const cells = table[last === undefined ? 0 : table.length - 1] as CellValue[];
      const own = cells[noteColumn] === present.empty ? null : cells[noteColumn];
      cells[noteColumn] = [own, ...notes].filter(Boolean).join('; ');
    }
    if (options.headers) table.unshift(shown.map(({ heading }) => heading));
    // A range of no cells is none that a formula may give.
    return table.length === 0 || shown.length === 0 ? [[present.empty]] : table;
  };
}

/** Compares two values of a column: numbers by size, text without regard to case, nothing last in either order. */
export function compareValues(one: LineValue, other: LineValue, descending: boolean): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  const areNumbers = typeof one === 'number' && typeof other === 'number';
  const difference = areNumbers ? one - other : compareNames(String(one), String(other));
  return descending ? -difference : difference;
}

/** Makes the `Date` that Google Sheets shows as a day. */
interface DateMaker {
  midnight(day: CalendarDate, zone: string): Date;
}

/** How the values of one formula's result are shown: real dates, real numbers. */
export class Presentation {
  private readonly days = new Map<CalendarDate, CellValue>();

  constructor(
    private readonly options: Pick<Options, 'percent' | 'empty' | 'dates'> &
      Partial<Pick<Options, 'decimals'>>,
    private readonly calendar: DateMaker,
    private readonly zone: string,
  ) {}

  /** What stands where nothing is known: blank, or the text of the option `empty`. */
  get empty(): CellValue {
    return this.options.empty;
  }

  /** A day as the option `dates` says; made once per distinct day. */
  day(day: CalendarDate): CellValue {
    const { dates } = this.options;
    if (dates === 'serial') return day;
    const shown =
      this.days.get(day) ?? (dates === 'text' ? formatIsoDate(day) : this.calendar.midnight(day, this.zone));
    this.days.set(day, shown);
    return shown;
  }

  /** A calculated percentage, rounded as the option `decimals` says; not rounded where there is none. */
  percentage(value: number): number {
    const { decimals } = this.options;
    // Adding 0 makes -0 plain.
    return this.published(decimals === undefined ? value : Number(value.toFixed(decimals)) + 0);
  }

  /** A percentage on the scale that the option `percent` says. */
  published(value: number): number {
    return this.options.percent === 'fraction' ? value / 100 : value;
  }
}

/**
 * Checks the names that `columns` and `sort` give against the fields of a report.
 *
 * @returns What lays out rows, as received or sorted: one row per record under a heading row. `generatedAt` is when
 *   the service made the oldest piece of them.
 * @throws {ReportError} `invalid_option`
 */
export function planRecords(fields: readonly Field[], options: TableOptions & Pick<Options, 'asOf'>) {
  const layOut = planTable([...recordColumns(fields), ...(options.asOf ? [AS_OF_COLUMN] : [])], options);
  return (rows: readonly ShiftRow[], generatedAt: string | null, present: Presentation): CellValue[][] =>
    layOut({ lines: rows, facts: { generatedAt } }, present);
}

/** The columns of records. Fields go by the same words here as in groups. */
export function recordColumns(fields: readonly Field[]): AnswerColumn<ShiftRow, unknown>[] {
  return fields.map(({ name, kind }, at) => ({
    name,
    words: fieldNamed(name)?.words ?? [],
    value: (row) => row[at] ?? null,
    show: SHOWN[kind],
  }));
}

/** How values of these kinds are shown; all others are shown as they are. */
const SHOWN: Readonly<Partial<Record<FieldKind, AnswerColumn<unknown, unknown>['show']>>> = {
  date: (value, present) => present.day(value as number),
  text: (value) => fitText(value as string),
  boolean: (value) => value === 1,
  percentage: (value, present) => present.published(value as number),
};

/**
 * Finds the columns to show, in the order asked for, and behind them those that stay.
 *
 * @param choices `undefined` for all.
 * @throws {ReportError} `invalid_option` for an unknown column, and for two columns under one heading.
 */
export function resolveColumns(
  choices: Options['columns'],
  available: readonly AvailableColumn[],
): readonly { readonly index: number; readonly heading: string }[] {
  if (choices === undefined) {
    return available.map(({ name, heading = name }, index) => ({ index, heading }));
  }
  const find = finder(available);
  const seen = new Set<string>();
  const asked = choices.map((choice) => ({ ...choice, index: find(choice.name) }));
  const staying = available.flatMap(({ name, stays }, index) =>
    stays && asked.every((one) => one.index !== index) ? [{ name, heading: undefined, index }] : [],
  );
  return [...asked, ...staying].map(({ heading, index }) => {
    const column = available[index] as AvailableColumn;
    const shown = heading ?? column.heading ?? column.name;
    if (seen.has(shown))
      refuseOption(`Give one column another heading with "as": ${echo(shown)} is there twice`);
    seen.add(shown);
    return { index, heading: shown };
  });
}

/** Finds the columns to sort by. @throws {ReportError} `invalid_option` for an unknown column. */
export function resolveSort(
  keys: Options['sort'],
  available: readonly AvailableColumn[],
): readonly { readonly index: number; readonly descending: boolean }[] {
  const find = finder(available);
  return keys.map(({ name, descending }) => ({ index: find(name), descending }));
}

/** A column's name goes before other words for columns; of several with one word the first counts. */
function finder(available: readonly AvailableColumn[]): (name: string) => number {
  return (wanted) => {
    const isMeant = (word: string) => plainName(word) === plainName(wanted);
    const named = available.findIndex(({ name }) => isMeant(name));
    const index = named >= 0 ? named : available.findIndex(({ words }) => words.some(isMeant));
    if (index >= 0) return index;
    const nameFor = (word: string) =>
      available.find(({ name, words }) => [name, ...words].includes(word))?.name;
    const words = available.flatMap((one) => [one.name, ...one.words]);
    return refuseUnknown(
      'column',
      wanted,
      words,
      available.map(({ name }) => name),
      nameFor,
    );
  };
}
