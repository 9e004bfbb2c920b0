import type { CellValue } from './cell';
import type { Rectangle } from './rectangle';

/** What a cell with data validation accepts; everything else is rejected. */
export type AcceptedInput =
  | { readonly kind: 'one-of'; readonly values: readonly (string | number | boolean)[] }
  | { readonly kind: 'number-between'; readonly least: number; readonly most: number }
  | { readonly kind: 'date' };

/** Data validation set to "reject the input". */
export interface Validation {
  readonly block: Rectangle;
  readonly accepts: AcceptedInput;
}

/** Whether a rule lets a value in. Empty cells always pass. */
export function acceptsValue(accepts: AcceptedInput, value: CellValue): boolean {
  if (value === '') return true;
  if (typeof value === 'object') return false;
  switch (accepts.kind) {
    case 'one-of':
      return accepts.values.includes(value);
    case 'number-between':
      return typeof value === 'number' && value >= accepts.least && value <= accepts.most;
    case 'date':
      return typeof value === 'number';
  }
}
