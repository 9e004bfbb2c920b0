import { CellValueType, type ICellData, type IStyleData, type Nullable } from '@univerjs/core';
import type { EditedCell } from '../protocol';
import { styleView } from './cell-style';

/** A cell of the grid as the document of record takes it. Row and column count from 1. */
export function editedCell(
  row: number,
  column: number,
  cell: Nullable<ICellData>,
  style: Nullable<IStyleData>,
): EditedCell {
  const value = cellScalar(cell);
  const look = style ? styleView(style) : {};
  return {
    row,
    column,
    ...(cell?.f ? { f: cell.f } : value === undefined ? {} : { v: value }),
    ...(Object.keys(look).length === 0 ? {} : { style: look }),
  };
}

/** A cell's plain value; `undefined` when it is empty. Formatted text counts as its text. */
export function cellScalar(cell: Nullable<ICellData>): string | number | boolean | undefined {
  const richText = cell?.p?.body?.dataStream.replace(/\r?\n$/, '').replaceAll('\r', '\n');
  const value = cell?.v ?? richText;
  if (value === undefined || value === null || value === '') return undefined;
  if (cell?.t === CellValueType.BOOLEAN) return Boolean(Number(value));
  if (cell?.t === CellValueType.NUMBER) return Number(value);
  return value;
}
