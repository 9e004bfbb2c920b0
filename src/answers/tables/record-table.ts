import type { Field, ShiftRow, ShiftValue } from '../../employer-api/shift-records';
import { GROUP_KEYS, KEY_HEADINGS, keyWords } from '../../figures/group-keys';
import { MEASURES } from '../../figures/measures';
import { type AvailableColumn, resolveColumns, resolveSort } from '../arguments/option-columns';
import type { Options } from '../arguments/options';
import { type CellValue, type Presentation, sortLines, type TableOptions } from './answer-table';
import { AS_OF_COLUMN } from './figure-columns';

/**
 * Checks the names that `columns` and `sort` give against the fields of a report.
 *
 * @returns What lays out rows, as received or sorted: one row per record under a heading row. `generatedAt` is when
 *   the service made the oldest piece of them.
 * @throws {ReportError} `invalid_option`
 */
export function planRecords(fields: readonly Field[], options: TableOptions & Pick<Options, 'asOf'>) {
  const available = [...recordColumns(fields), ...(options.asOf ? [AS_OF_COLUMN] : [])];
  const shown = resolveColumns(options.columns, available);
  const order = resolveSort(options.sort, available);
  const indexes = shown.map(({ index }) => index);
  return (rows: readonly ShiftRow[], generatedAt: string | null, present: Presentation): CellValue[][] => {
    const sorted = sortLines(rows, order, (row, index) => row[index] ?? null);
    const asOf = generatedAt === null ? present.empty : present.moment(generatedAt);
    // Behind the fields stands the only column that rows have no value for.
    const shows = indexes.map((at) => (at < fields.length ? showOf(fields[at], present) : () => asOf));
    const table = layOut(sorted.slice(0, options.limit), indexes, shows, present.empty);
    if (options.headers) table.unshift(shown.map(({ heading }) => heading));
    // A range of no cells is none that a formula may give.
    return table.length === 0 || fields.length === 0 ? [[present.empty]] : table;
  };
}

/** The columns of records. Fields go by the same words here as in groups. */
export function recordColumns(fields: readonly Field[]): AvailableColumn[] {
  return fields.map(({ name }) => ({ name, words: wordsOf(name) }));
}

function wordsOf(field: string): readonly string[] {
  if (field === 'SHIFT_DATE') return ['date', 'day'];
  const key = GROUP_KEYS.find((one) => KEY_HEADINGS[one] === field);
  return key === undefined ? (MEASURES.find(({ name }) => name === field)?.words ?? []) : keyWords(key);
}

type Show = ((value: ShiftValue) => CellValue) | undefined;

/** A plain loop over the values of a row: a report may have tens of thousands of rows. */
function layOut(
  rows: readonly ShiftRow[],
  indexes: readonly number[],
  shows: readonly Show[],
  empty: CellValue,
): CellValue[][] {
  return rows.map((row) => {
    // Of its size from the start: pushing would make every line grow twice.
    const line: CellValue[] = new Array(indexes.length);
    for (let at = 0; at < indexes.length; at += 1) {
      const value = row[indexes[at] as number] as ShiftValue;
      const show = shows[at];
      line[at] = value === null ? empty : show === undefined ? value : show(value);
    }
    return line;
  });
}

/** @returns `undefined` where values are shown as they are. */
function showOf(field: Field | undefined, present: Presentation): Show {
  if (field?.kind === 'date') return (value) => present.day(value as number);
  if (field?.kind === 'text') return (value) => present.text(value as string);
  if (field?.kind === 'boolean') return (value) => value === 1;
  const rescaled = field?.kind === 'percentage' && present.isFraction;
  return rescaled ? (value) => present.percentage(value as number) : undefined;
}
