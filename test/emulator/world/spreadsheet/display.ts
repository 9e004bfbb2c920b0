import { type Cell, effectiveFormat, isCellError } from './cell';
import { localeOf } from './locale';
import { compileFormat } from './number-format';

/** What the cell shows: the value through its format, with the separators of the spreadsheet's locale. */
export function displayText(cell: Cell, locale = 'en_GB'): string {
  const { value } = cell;
  if (isCellError(value)) return value.code;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value === '') return '';
  return compileFormat(effectiveFormat(cell)).display(value, localeOf(locale));
}
