/** Whether a value is a date, of whatever realm: scripts run in realms of their own, so that `instanceof` cannot tell. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}
