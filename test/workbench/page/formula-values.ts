import {
  ArrayValueObject,
  type BaseValueObject,
  BooleanValueObject,
  type ErrorType,
  ErrorValueObject,
  NumberValueObject,
  StringValueObject,
} from '@univerjs/preset-sheets-core';
import { getFormatInfo } from 'numfmt';
import type { FormulaArgumentView, FormulaValue, FunctionAnswer } from '../protocol';

/** Where an array result begins. */
export interface ResultPlace {
  readonly unitId: string;
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
}

/** One argument of a formula as it crosses: one cell is its value, a range its rows. */
export function argumentView(argument: BaseValueObject): FormulaArgumentView {
  if (!argument.isArray()) return valueView(argument);
  const range = argument as ArrayValueObject;
  const rows: FormulaValue[][] = [];
  range.iterator((cell, row, column) => {
    rows[row] ??= [];
    rows[row][column] = cell === null || cell === undefined ? null : valueView(cell);
  });
  const single = range.getRowCount() === 1 && range.getColumnCount() === 1;
  return single ? (rows[0]?.[0] ?? null) : rows;
}

function valueView(value: BaseValueObject): FormulaValue {
  if (value.isNull()) return null;
  if (value.isNumber()) {
    const number = Number(value.getValue());
    return getFormatInfo(value.getPattern()).isDate ? { serial: number } : number;
  }
  if (value.isError()) return (value as ErrorValueObject).getErrorType();
  return value.getValue() as string | boolean;
}

/**
 * The answer as the grid's formula engine takes it.
 *
 * Built from its value objects and not from plain values, which it would read as if typed: the text
 * `2026-10-01` would become a number. An error carries its message along to the cell.
 */
export function resultObject(answer: FunctionAnswer, place: ResultPlace): BaseValueObject {
  if (answer.kind === 'error') {
    return ErrorValueObject.create(answer.code as ErrorType).withCustomData({
      message: answer.message,
    }) as ErrorValueObject;
  }
  const first = answer.rows[0] ?? [];
  if (answer.rows.length === 1 && first.length === 1) return valueObject(first[0] ?? null);
  return ArrayValueObject.create({
    calculateValueList: answer.rows.map((row) => row.map(valueObject)),
    rowCount: answer.rows.length,
    columnCount: first.length,
    ...place,
  });
}

/** A blank is an empty text: of a cell that a formula left without a value the grid makes 0, so that `A1=""` is false. */
function valueObject(value: FormulaValue): BaseValueObject {
  if (value === null) return StringValueObject.create('');
  if (typeof value === 'number') return NumberValueObject.create(value);
  if (typeof value === 'boolean') return BooleanValueObject.create(value);
  if (typeof value === 'string') return StringValueObject.create(value);
  return NumberValueObject.create(value.serial, value.format ?? '');
}
