import type { FigurePart, KeyPart } from '../../figures/group-keys';
import type { SheetValue } from '../tables/sheet-table';

/** The meaning of a cell: a part of a figure, by the name of its measure, or a text. */
export type CellMeaning<Measure extends string = string> =
  | { readonly measure: Measure; readonly part: FigurePart }
  | { readonly title: string; readonly means: string };

/** A cell of a dashboard and its meaning. */
export interface MeantCell {
  /** The expected value of the cell; null for a blank one. */
  readonly value: SheetValue;
  /** `undefined` if it holds a fixed text, or is always blank. */
  readonly meaning: CellMeaning | undefined;
  /** The group of its row, empty for all records; `undefined` if the rows do not reach this far. */
  readonly group: readonly KeyPart[] | undefined;
  /** The group keys that its column adds. */
  readonly across: readonly KeyPart[];
  /** The cells that name the group in its row. */
  readonly labels: readonly { readonly column: number; readonly value: SheetValue }[];
  /** The fixed heading or label of the cell. */
  readonly anchor: string | undefined;
}
