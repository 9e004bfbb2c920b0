import type { Rectangle } from './rectangle';

/** One end of a gradient. */
export interface GradientPoint {
  readonly color: string;
  /** `MIN` and `MAX` are those of the rule's cells. */
  readonly type: 'NUMBER' | 'MIN' | 'MAX';
  /** As text; `''` for `MIN` and `MAX`. */
  readonly value: string;
}

/** A colour that follows the number in the cell. */
export interface Gradient {
  readonly min: GradientPoint;
  readonly max: GradientPoint;
}

/** A look for the cells that fulfil something. */
export interface Condition {
  /** As `SpreadsheetApp.BooleanCriteria` names it. */
  readonly criteria: string;
  readonly values: readonly string[];
  readonly background: string | null;
  readonly fontColor: string | null;
  readonly bold: boolean | null;
}

/** One conditional format of a sheet: exactly one of `condition` and `gradient` is there. */
export interface ConditionalFormat {
  readonly ranges: readonly Rectangle[];
  readonly condition: Condition | null;
  readonly gradient: Gradient | null;
}
