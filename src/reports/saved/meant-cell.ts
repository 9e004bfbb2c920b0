import type { FigurePart, KeyPart } from '../../figures/figure-parts';
import type { SheetValue } from '../tables/sheet-table';

/** What a cell holds: a part of a figure, by the name of its measure, or something that has a meaning of its own. */
export type CellMeaning<Measure extends string = string> =
  | { readonly measure: Measure; readonly part: FigurePart }
  | { readonly title: string; readonly means: string };

/** What a dashboard says of one of its cells. */
export interface MeantCell {
  /** What the cell is to hold; null for a blank one. */
  readonly value: SheetValue;
  /** `undefined` where it holds a text of ours, or nothing whatever the rows. */
  readonly meaning: CellMeaning | undefined;
  /** The records of its row, none for all of them; `undefined` where the rows do not fill the place. */
  readonly group: readonly KeyPart[] | undefined;
  /** What its column adds to that. */
  readonly across: readonly KeyPart[];
  /** What names the group in its row. */
  readonly labels: readonly { readonly column: number; readonly value: SheetValue }[];
  /** The heading or label that always stands here. */
  readonly anchor: string | undefined;
}
