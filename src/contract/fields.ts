/**
 * What a field holds. Specification section 2.2; percentages are on a 0 to 100 scale.
 *
 * `boolean` is no kind of a shift record, but other reports may have it. Its values are 1 and 0.
 */
export type FieldKind = 'date' | 'text' | 'integer' | 'decimal' | 'percentage' | 'boolean';

/**
 * The 18 fields of a shift record, in the documented order, which is that of every row and every table: the service's own
 * name, what it holds, its heading where headings are readable, and other words for it, the first of which messages use.
 */
export const SHIFT_FIELDS = [
  field('SHIFT_DATE', 'date', 'Date', 'day', 'date'),
  field('VENUE_NAME', 'text', 'Venue', 'venue'),
  field('AREA_NAME', 'text', 'Area', 'area'),
  field('JOB_TITLE', 'text', 'Job title', 'job title', 'role', 'job'),
  field('SHIFTS_POSTED', 'integer', 'Posted', 'posted', 'shifts posted'),
  field('SHIFTS_BOOKED', 'integer', 'Booked', 'booked', 'shifts booked'),
  field('SHIFTS_BOOKED_PERCENTAGE', 'percentage', 'Booked %', 'booked %', 'shifts booked %'),
  field('SHIFTS_UNFILLED', 'integer', 'Unfilled', 'unfilled', 'shifts unfilled'),
  field('SHIFTS_UNFILLED_PERCENTAGE', 'percentage', 'Unfilled %', 'unfilled %', 'shifts unfilled %'),
  field('SHIFTS_WORKED', 'integer', 'Worked', 'worked', 'shifts worked'),
  field('SHIFTS_WORKED_PERCENTAGE', 'percentage', 'Worked %', 'worked %', 'shifts worked %'),
  field('NO_SHOWS', 'integer', 'No-shows', 'no shows'),
  field('NO_SHOWS_PERCENTAGE', 'percentage', 'No-shows %', 'no shows %', 'no show %', 'no show rate'),
  field('HOURS_SCHEDULED', 'decimal', 'Hours scheduled', 'hours scheduled', 'scheduled hours'),
  field('HOURS_WORKED', 'decimal', 'Hours worked', 'hours worked', 'worked hours'),
  field('TRUE_DEMAND', 'integer', 'True demand', 'true demand', 'demand'),
  field('TRUE_FULFILMENT_PERCENTAGE', 'percentage', 'True fulfilment %', 'true fulfilment %', 'fulfilment %'),
  field('SHIFT_ID', 'integer', 'Shift ID', 'shift ID'),
] as const;

function field<const Name extends string, const Kind extends FieldKind>(
  name: Name,
  kind: Kind,
  heading: string,
  ...words: readonly [string, ...string[]]
) {
  return { name, kind, heading, words };
}

/** One field of a shift record. */
export type ShiftField = (typeof SHIFT_FIELDS)[number];

/** The field with this name; `undefined` for any other. */
export function fieldNamed(name: string): ShiftField | undefined {
  return SHIFT_FIELDS.find((field) => field.name === name);
}

/** A heading in words: `Booked %` for `SHIFTS_BOOKED_PERCENTAGE`, `Week` for `WEEK`. */
export function headingOf(name: string): string {
  return fieldNamed(name)?.heading ?? `${name.charAt(0)}${name.slice(1).toLowerCase().replace(/_/g, ' ')}`;
}

/** What shift records can be grouped by, and the heading of each: the service's name where it has one. */
export const KEY_HEADINGS = {
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
  quarter: 'QUARTER',
  year: 'YEAR',
  weekday: 'WEEKDAY',
  venue: 'VENUE_NAME',
  area: 'AREA_NAME',
  role: 'JOB_TITLE',
};

/** What shift records can be grouped by. */
export type GroupKey = keyof typeof KEY_HEADINGS;

/** The keys in the order in which they are listed. */
export const GROUP_KEYS = Object.keys(KEY_HEADINGS) as readonly GroupKey[];

/** Every word for what to group by: the key, its heading, and the words of the field that it is. */
export function keyWords(key: GroupKey): readonly string[] {
  const heading = KEY_HEADINGS[key];
  const field = fieldNamed(key === 'day' ? 'SHIFT_DATE' : heading);
  return Array.from(new Set([key, heading, ...(field ? [field.name, ...field.words] : [])]));
}

/** The key that a word means: case, spaces, hyphens, underscores and a plural do not matter. */
export function findGroupKey(text: string): GroupKey | undefined {
  const wanted = plain(text);
  return GROUP_KEYS.find((key) => keyWords(key).some((word) => plain(word) === wanted));
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+|s[\s_-]*$/g, '');
}
