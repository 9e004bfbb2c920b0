/**
 * Whether one ID stands on two days: then it is no record's own, and tells nothing of records that moved to another day.
 * The specification does not say that SHIFT_ID is unique (section 2.2).
 *
 * @param dayOf Anything but a number is no day.
 */
export function hasReusedIds<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => unknown,
  dayOf: (row: Row) => unknown,
): boolean {
  const days = new Map<unknown, number>();
  return rows.some((row) => {
    const id = idOf(row) ?? null;
    const day = dayOf(row);
    if (id === null || typeof day !== 'number') return false;
    const known = days.get(id);
    if (known === undefined) days.set(id, day);
    return known !== undefined && known !== day;
  });
}
