import type { CellInput } from '../../bridge';
import type { Rectangle } from './rectangle';

/** How a point of a gradient finds its value; `MIN` and `MAX` are those of the rule's cells. */
export type InterpolationType = 'NUMBER' | 'PERCENT' | 'PERCENTILE' | 'MIN' | 'MAX';

/** One end, or the middle, of a gradient. */
export interface GradientPoint {
  readonly color: string;
  readonly type: InterpolationType;
  /** As text; `''` for `MIN` and `MAX`. */
  readonly value: string;
}

/** A colour that follows the number in the cell. */
export interface Gradient {
  readonly min: GradientPoint;
  readonly mid: GradientPoint | null;
  readonly max: GradientPoint;
}

/** A look for the cells that fulfil something. */
export interface Condition {
  /** As `SpreadsheetApp.BooleanCriteria` names it. */
  readonly criteria: string;
  readonly values: readonly CellInput[];
  readonly background: string | null;
  readonly fontColor: string | null;
  readonly bold: boolean | null;
  readonly italic: boolean | null;
}

/** One conditional format of a sheet: exactly one of `condition` and `gradient` is there. */
export interface ConditionalFormat {
  readonly ranges: readonly Rectangle[];
  readonly condition: Condition | null;
  readonly gradient: Gradient | null;
}
