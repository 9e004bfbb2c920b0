import { type Crew, daysFrom, type SentRecord, sentRecord } from './shift-records';

/** Monday, 23 February to Sunday, 8 March 2026: the two weeks before the scenes begin. */
export const DAYS: readonly string[] = daysFrom('2026-02-23', 14);

/** Three venues with crews of different sizes. No two quantities agree often, so one definition is left of every percentage. */
export const CREWS: readonly Crew[] = DAYS.flatMap((day, index) => [
  {
    day,
    venue: 'Grand Hotel, London',
    area: 'Bar',
    role: 'Bartender',
    posted: 20 + (index % 3),
    booked: 17,
    worked: 13 + (index % 2),
    noShows: 2,
    demand: 19,
  },
  {
    day,
    venue: "O'Neill's",
    area: 'Kitchen',
    role: 'Chef',
    posted: 9,
    booked: 7 - (index % 2),
    worked: 4,
    noShows: 1,
    demand: 8,
  },
  {
    day,
    venue: 'Pier',
    area: 'Bar',
    role: 'Chef',
    posted: 6,
    booked: 5,
    worked: 3 - (index % 2),
    noShows: 1,
    demand: 7,
  },
]);

/** The same as the service sends them. */
export const RECORDS: readonly SentRecord[] = CREWS.map(sentRecord);

/** The thirteen figures in the order of the service, summed by hand. */
export function figuresOf(records: readonly SentRecord[]): Record<string, number | ''> {
  const sum = (name: string) => records.reduce((total, record) => total + Number(record[name]), 0);
  const ratio = (part: string, whole: string) => (sum(whole) === 0 ? '' : (100 * sum(part)) / sum(whole));
  return {
    SHIFTS_POSTED: sum('SHIFTS_POSTED'),
    SHIFTS_BOOKED: sum('SHIFTS_BOOKED'),
    SHIFTS_BOOKED_PERCENTAGE: ratio('SHIFTS_BOOKED', 'SHIFTS_POSTED'),
    SHIFTS_UNFILLED: sum('SHIFTS_UNFILLED'),
    SHIFTS_UNFILLED_PERCENTAGE: ratio('SHIFTS_UNFILLED', 'SHIFTS_POSTED'),
    SHIFTS_WORKED: sum('SHIFTS_WORKED'),
    SHIFTS_WORKED_PERCENTAGE: ratio('SHIFTS_WORKED', 'SHIFTS_BOOKED'),
    NO_SHOWS: sum('NO_SHOWS'),
    NO_SHOWS_PERCENTAGE: ratio('NO_SHOWS', 'SHIFTS_BOOKED'),
    HOURS_SCHEDULED: sum('HOURS_SCHEDULED'),
    HOURS_WORKED: sum('HOURS_WORKED'),
    TRUE_DEMAND: sum('TRUE_DEMAND'),
    TRUE_FULFILMENT_PERCENTAGE: ratio('SHIFTS_WORKED', 'TRUE_DEMAND'),
  };
}

/** Records by a text made of each, in the order in which the texts come first. */
export function groupedBy(
  records: readonly SentRecord[],
  keyOf: (record: SentRecord) => string,
): Map<string, SentRecord[]> {
  const groups = new Map<string, SentRecord[]>();
  for (const record of records) {
    const key = keyOf(record);
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return groups;
}
