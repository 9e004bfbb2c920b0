import type { WeekStart } from '../calendar/period-unit';
import type { ShiftRow } from '../employer-api/shift-records';
import type { GroupKey } from '../figures/group-keys';
import { groupRows } from '../figures/group-rows';
import type { KeyValue } from '../figures/key-codes';
import { areSameKeys } from './row-keys';

/** The rows with these values of these keys; all rows where there is no key. */
export function rowsOfGroup(
  rows: readonly ShiftRow[],
  keys: readonly GroupKey[],
  values: readonly KeyValue[],
  weekStart: WeekStart,
): ShiftRow[] {
  const { groupOf, groups } = groupRows(rows, keys, weekStart);
  const wanted = groups.findIndex((one) => areSameKeys(one, values));
  return rows.filter((_, at) => groupOf[at] === wanted);
}
