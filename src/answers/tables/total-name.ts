import type { KeyValue } from '../../figures/key-codes';
import { foldName } from '../../figures/names';

/** What the line of all records is called, unless a group is. */
export const TOTAL = 'Total';

/** A name for the line of all records that none of the groups above it has. */
export function totalNameBeside(groups: readonly { readonly keys: readonly KeyValue[] }[]): string {
  const isTaken = groups.some(({ keys: [first] }) => foldName(String(first)) === foldName(TOTAL));
  return isTaken ? `${TOTAL} (all)` : TOTAL;
}
