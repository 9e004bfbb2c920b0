import type { GroupKey } from './group-keys';
import type { KeyValue } from './key-codes';

/** What a cell shows of a figure: `range` is what it lies between by the definitions that are left. */
export type FigurePart = 'value' | 'low' | 'high' | 'n' | 'basis' | 'range';

/** One thing that the records of a figure have in common. */
export interface KeyPart {
  readonly key: GroupKey;
  readonly value: KeyValue;
}
