import { type Cell, effectiveFormat, isCellError } from './cell';
import { compileFormat } from './number-format';

/** What the cell shows: the value through its format. */
export function displayText(cell: Cell): string {
  const { value } = cell;
  if (isCellError(value)) return value.code;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value === '') return '';
  return compileFormat(effectiveFormat(cell)).display(value);
}
