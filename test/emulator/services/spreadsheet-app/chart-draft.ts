import type { RangeHandle } from './book-objects';

/** A chart as a script holds it: nothing of it reaches the host before a sheet is given it. */
export interface ChartDraft {
  /** Null until the chart stands on a sheet and was read from there. */
  readonly id: number | null;
  readonly type: string;
  readonly ranges: readonly RangeHandle[];
  readonly numHeaders: number;
  /** By dotted name. */
  readonly options: { readonly [name: string]: unknown };
  readonly anchor: {
    readonly row: number;
    readonly column: number;
    readonly offsetX: number;
    readonly offsetY: number;
  };
}

/** What a new builder begins with. The type and the place are assumed. */
export const EMPTY_DRAFT: ChartDraft = {
  id: null,
  type: 'COLUMN',
  ranges: [],
  numHeaders: -1,
  options: {},
  anchor: { row: 1, column: 1, offsetX: 0, offsetY: 0 },
};

/** Options by dotted name: `legend`, `{ position: 'top' }` is `legend.position`. Lists stay whole. */
export function flattenOption(name: string, value: unknown): { [name: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { [name]: value };
  const flat: { [name: string]: unknown } = {};
  for (const member of Object.keys(value)) {
    Object.assign(flat, flattenOption(`${name}.${member}`, (value as Record<string, unknown>)[member]));
  }
  return flat;
}
