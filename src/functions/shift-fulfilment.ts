import { composeReading } from '../compose/reading';
import { weekStartIn } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
import { type CellValue, formulaTable } from '../reports/report-table';
import { findConnection, type SavedConnection } from '../reports/saved-connection';
import { readRange } from './cell-input';

/**
 * Shift fulfilment, one row per shift under a heading row: what was posted, booked, worked, missed and needed.
 *
 * @param {date|text} from First day, or a period such as "last week", "MTD" or "last 7 days". Example: DATE(2026, 3, 1)
 * @param {date|text} to (optional) Last day, included. Not needed when "from" is a period. Example: "2026-03-31"
 * @param {any} refresh (optional) A cell with a number or a date: the formula is calculated again when it changes.
 * @return {any[][]} A heading row, then one row per shift.
 * @customfunction
 */
export function SHIFT_FULFILMENT(from: unknown, to: unknown, ...refresh: unknown[]): CellValue[][] {
  try {
    refuseOptions(refresh);
    return readTable(from, to);
  } catch (error) {
    // Only our own sentence reaches the cell: the platform's may hold an address.
    throw new Error(toReportError(error).message);
  }
}

function readTable(from: unknown, to: unknown): CellValue[][] {
  const { stores, calendar, fetcherFor } = composeReading('cell');
  let saved: SavedConnection | undefined;
  const readConnection = () => {
    saved = saved ?? findConnection(stores.document.readAll(), stores);
    return saved;
  };
  let askedZone: string | undefined;
  const readZone = () => {
    askedZone = calendar.zone();
    return askedZone;
  };
  const range = readRange(from, to, {
    today: () => calendar.today(readZone()),
    dayOf: (date) => calendar.dayOf(date, readZone()),
    weekStart: () => weekStartIn(readConnection().connection.region),
  });
  const { connection, audience } = readConnection();
  const report = fetcherFor(audience).readThroughCache(connection, range, readZone);
  // A zone that was asked for now is newer than the one kept beside the rows.
  const shownIn = askedZone ?? report.zone ?? readZone();
  return formulaTable(report.rows, (day) => calendar.midnight(day, shownIn));
}

/** What follows the dates is a cell to wait for: a number, a date, TRUE or FALSE; after the word "refresh", anything. */
function refuseOptions(values: readonly unknown[]): void {
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index];
    const word = typeof value === 'string' ? value.trim() : '';
    if (/^(refresh|stamp)$/i.test(word)) index += 1;
    else if (word !== '') {
      const sentence = `Unknown option "${word.slice(0, 40)}". After the dates only "refresh" and a cell may follow`;
      throw new ReportError('invalid_option', { sentence });
    }
  }
}
