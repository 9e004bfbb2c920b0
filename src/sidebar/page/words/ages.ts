/** How long ago something was, in whole minutes. */
export function describeAge(minutes: number): string {
  if (minutes < 1) return 'just now';
  if (minutes < 60) return count(minutes, 'minute');
  if (minutes < 48 * 60) return count(Math.floor(minutes / 60), 'hour');
  return count(Math.floor(minutes / (24 * 60)), 'day');
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'} ago`;
}
