import { expect, test } from '@jest/globals';
import { ANN, Stage } from '../support/scene';
import { isoDay, serialOf } from '../support/shift-records';

/*
 * Days as a formula shows them, in every zone; the script's own zone is UTC.
 * YEAR_STEP=1 npx jest test/integration/every-day runs every day of 71 years.
 */

const STEP = Number(process.env.YEAR_STEP ?? 71);
const DAY_MILLIS = 86_400_000;
/** The day before the first that a serial number counts: 1899-12-30. */
const DAY_ZERO = Date.parse('1899-12-30');
/** From −12 to +14 hours; with changes of the clock in both halves of the year, at midnight, and by half an hour. */
const ZONES = [
  'Etc/GMT+12',
  'Pacific/Pago_Pago',
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'America/Santiago',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Noronha',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Berlin',
  'Asia/Beirut',
  'Europe/Moscow',
  'Asia/Tehran',
  'Asia/Dubai',
  'Asia/Kabul',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Dhaka',
  'Asia/Yangon',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Tokyo',
  'Australia/Adelaide',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Noumea',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Tongatapu',
  'Pacific/Kiritimati',
];
const YEARS = Array.from({ length: Math.floor(70 / STEP) + 1 }, (_, index) => 1990 + index * STEP);

const stage = new Stage({ allowance: 10_000_000 });
const checked = { days: 0, errors: 0, withoutMidnight: 0, missing: 0 };

test.each(ZONES)(
  'in %s no day is off',
  async (zone) => {
    const scene = await stage.connected({ zone });
    const { workbook, editor } = scene.book;
    const sheet = workbook.sheets[0]?.name ?? '';
    editor.insertRows(sheet, 1, 400);

    for (const year of YEARS) {
      const serials = serialsOf(year);
      await scene.serve(
        serials.map((serial, index) => ({ SHIFT_DATE: isoDay(serial), SHIFT_ID: serial * 1000 + index })),
      );
      const dates = `"${year}-01-01", "${year}-12-31"`;
      const formula = `=SHIFT_FULFILMENT(${dates}, "columns", "SHIFT_DATE, SHIFT_ID")`;
      scene.book.as(ANN).enter(`${sheet}!A1`, formula);

      const shown = scene.book.values(`${sheet}!A2:A${serials.length + 2}`).flat();
      // A date of a cell is an instant: on a day that begins at one o'clock, that is its first.
      const odd = serials.filter((serial, index) => shown[index] !== serial);
      const missing = odd.filter((serial) => !clockShows(zone, serial));
      const late = odd.filter((serial) => !missing.includes(serial) && !clockShows(zone, serial, ' 00:00'));
      const days = shown.map((value, index) => {
        const serial = serials[index] ?? 0;
        // A day that the zone left out has no instant: nobody worked on it, and the next one is the nearest.
        if (missing.includes(serial)) return value === serial + 1 ? serial : value;
        return late.includes(serial) ? Math.floor(Number(value)) : value;
      });
      checked.missing += missing.length;
      checked.days += serials.length;
      checked.withoutMidnight += late.length;
      checked.errors += serials.filter((serial, index) => days[index] !== serial).length;
      expect({ year, days }).toEqual({ year, days: [...serials, ''] });
      scene.emulator.executions.length = 0;
      await scene.server.clear();
    }
  },
  3_600_000,
);

test('all of them were looked at', () => {
  expect(checked.days).toBeGreaterThanOrEqual(ZONES.length * YEARS.length * 365);
});

/** The days of a year as serial numbers of cells. */
function serialsOf(year: number): number[] {
  const [first, next] = [serialOf(`${year}-01-01`), serialOf(`${year + 1}-01-01`)];
  return Array.from({ length: next - first }, (_, index) => first + index);
}

/** Whether a clock of the zone shows a day, or a time of it, at any of its quarters of an hour: zones differ by no less. */
function clockShows(timeZone: string, serial: number, time = ''): boolean {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const wanted = `${isoDay(serial)}${time}`;
  const utcMidnight = DAY_ZERO + serial * DAY_MILLIS;
  return Array.from({ length: 51 * 4 }, (_, quarter) => utcMidnight + (quarter - 14 * 4) * 900_000).some(
    (instant) => format.format(new Date(instant)).startsWith(wanted),
  );
}
