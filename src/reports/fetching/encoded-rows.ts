import type { Field, ShiftRow, ShiftValue } from '../../employer-api/shift-records';

/*
 * Rows, column by column, so that thousands of them fit one cache entry: text as a dictionary and indexes, days as
 * differences, numbers as integers with a common power of ten. Nothing is lost: a column whose values do not fit its
 * form is stored unchanged.
 */

type TextColumn = { readonly words: readonly string[]; readonly at: readonly (number | null)[] };
type NumberColumn = {
  readonly scale: number;
  readonly by: 'value' | 'step';
  readonly is: readonly (number | null)[];
};
/** A column with values that are not of its field's kind, unchanged. */
type PlainColumn = { readonly plain: readonly ShiftValue[] };
type Column = TextColumn | NumberColumn | PlainColumn;

const SCALES = [1, 10, 100, 1000, 10_000];

/** Encodes rows as compact JSON, each column by its field's kind. */
export function encodeRows(rows: readonly ShiftRow[], fields: readonly Field[]): string {
  const columns = fields.map((field, index) =>
    encodeColumn(
      field,
      rows.map((row) => row[index] ?? null),
    ),
  );
  return JSON.stringify(columns);
}

/** Decodes the text of `encodeRows`. */
export function decodeRows(text: string, rowCount: number): ShiftRow[] {
  const columns = (JSON.parse(text) as Column[]).map(decodeColumn);
  const rows: ShiftValue[][] = [];
  for (let index = 0; index < rowCount; index += 1) rows.push(columns.map((values) => values[index] ?? null));
  return rows;
}

function encodeColumn(field: Field, values: readonly ShiftValue[]): Column {
  const isText = field.kind === 'text';
  const suits = (value: ShiftValue) => (isText ? typeof value === 'string' : typeof value === 'number');
  if (!values.every((value) => value === null || suits(value))) return { plain: values };
  if (isText) return encodeText(values);
  const numbers = values as readonly (number | null)[];
  // Days and IDs mostly grow from row to row: their steps are short.
  const stepped = field.kind === 'date' || /(^|_)ID$/.test(field.name);
  return (stepped ? encodeSteps(numbers) : undefined) ?? encodeNumbers(numbers);
}

function encodeText(values: readonly ShiftValue[]): TextColumn {
  const indexes = new Map<string, number>();
  const at = values.map((value) => {
    if (value === null) return null;
    const word = String(value);
    const known = indexes.get(word) ?? indexes.size;
    indexes.set(word, known);
    return known;
  });
  return { words: Array.from(indexes.keys()), at };
}

function encodeNumbers(values: readonly (number | null)[]): NumberColumn {
  const fits = (scale: number) =>
    values.every((value) => value === null || Math.round(value * scale) / scale === value);
  const scale = SCALES.find(fits);
  if (scale === undefined) return { scale: 0, by: 'value', is: values };
  return {
    scale,
    by: 'value',
    is: values.map((value) => (value === null ? null : Math.round(value * scale))),
  };
}

/** @returns `undefined` if a step is not a safe integer. */
function encodeSteps(values: readonly (number | null)[]): NumberColumn | undefined {
  // Values and steps are both checked: from 1 to 5e-324 is a step of exactly -1.
  if (!values.every((value) => value === null || Number.isSafeInteger(value))) return undefined;
  let last = 0;
  const is = values.map((value) => {
    if (value === null) return null;
    const step = value - last;
    last = value;
    return step;
  });
  return is.every((step) => step === null || Number.isSafeInteger(step))
    ? { scale: 1, by: 'step', is }
    : undefined;
}

function decodeColumn(column: Column): readonly ShiftValue[] {
  if ('plain' in column) return column.plain;
  if ('words' in column)
    return column.at.map((index) => (index === null ? null : (column.words[index] ?? null)));
  if (column.by === 'value') {
    const scale = column.scale;
    return scale <= 1 ? [...column.is] : column.is.map((value) => (value === null ? null : value / scale));
  }
  let last = 0;
  return column.is.map((step) => {
    if (step === null) return null;
    last += step;
    return last;
  });
}
