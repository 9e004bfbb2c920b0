/** A number as people read it, with commas between the thousands. */
export function shownNumber(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A number of things, as people read it: `1 row`, `4,000 rows`. */
export function shownCount(count: number, noun: string): string {
  return `${shownNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
