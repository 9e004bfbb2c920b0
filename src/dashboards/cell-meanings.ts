import type { Group } from '../figures/group-figures';
import type { GroupKey, KeyPart } from '../figures/group-keys';
import type { CellMeaning } from '../reports/saved/report-question';
import type { ShownName } from './dashboard-figures';

/** What a cell of a dashboard holds. */
export type ShownMeaning = CellMeaning<ShownName>;

/** Cells side by side that hold the same kinds of things in every row. Row and column count from 1. */
export interface ExplainedBlock {
  readonly row: number;
  readonly column: number;
  /** How many rows it has room for. */
  readonly rows: number;
  readonly columns: readonly ShownMeaning[];
  /** Which records each row is about, as far as rows are filled; no key means all records. */
  readonly groups: readonly (readonly KeyPart[])[];
  /** What each column adds to that; `undefined` for one that rows do not fill. */
  readonly across?: readonly (readonly KeyPart[] | undefined)[];
  /** The columns of the sheet that name the group of a row; the first one unless said. */
  readonly labels?: readonly number[];
}

/** The keys of a group that was made by these. */
export function keyParts(group: Group, ...keys: readonly GroupKey[]): KeyPart[] {
  return keys.map((key, at) => ({ key, value: group.keys[at] ?? null }));
}
