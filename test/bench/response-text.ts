import { formatIsoDate } from '../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_FIELDS, type ShiftRow } from '../../src/employer-api/shift-records';

/** The answer of the service that holds these rows, about 439 bytes each; its decimals are written `95.0`. */
export function responseText(rows: readonly ShiftRow[]): string {
  const shifts = rows.map((row) => {
    const members = SHIFT_FULFILMENT_FIELDS.map(({ name, kind }, at) => {
      const value = row[at] ?? null;
      return `"${name}":${value === null ? 'null' : written(value, kind)}`;
    });
    return `{${members.join(',')}}`;
  });
  return `{"request":{},"report":{"shifts":[${shifts.join(',')}]},"metadata":{}}`;
}

function written(value: string | number, kind: string): string {
  if (kind === 'date') return `"${formatIsoDate(Number(value))}"`;
  if ((kind === 'decimal' || kind === 'percentage') && Number.isInteger(value)) return `${value}.0`;
  return JSON.stringify(value);
}
