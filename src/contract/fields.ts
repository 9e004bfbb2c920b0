/**
 * What a field holds. Specification section 2.2; percentages are on a 0 to 100 scale.
 *
 * `boolean` is no kind of a shift record, but other reports may have it. Its values are 1 and 0.
 */
export type FieldKind = 'date' | 'text' | 'integer' | 'decimal' | 'percentage' | 'boolean';

/** One field of a shift record, and how people call it. */
export interface ShiftField {
  /** The service's own name. */
  readonly name: string;
  readonly kind: FieldKind;
  /** Its heading where headings are readable. */
  readonly heading: string;
  /** Other words for it; the first one is used in messages. */
  readonly words: readonly [string, ...string[]];
}

/** The 18 fields of a shift record, in the documented order: the order of every row and every table. */
export const SHIFT_FIELDS = [
  { name: 'SHIFT_DATE', kind: 'date', heading: 'Date', words: ['day', 'date'] },
  { name: 'VENUE_NAME', kind: 'text', heading: 'Venue', words: ['venue'] },
  { name: 'AREA_NAME', kind: 'text', heading: 'Area', words: ['area'] },
  { name: 'JOB_TITLE', kind: 'text', heading: 'Job title', words: ['job title', 'role', 'job'] },
  { name: 'SHIFTS_POSTED', kind: 'integer', heading: 'Posted', words: ['posted', 'shifts posted'] },
  { name: 'SHIFTS_BOOKED', kind: 'integer', heading: 'Booked', words: ['booked', 'shifts booked'] },
  {
    name: 'SHIFTS_BOOKED_PERCENTAGE',
    kind: 'percentage',
    heading: 'Booked %',
    words: ['booked %', 'shifts booked %'],
  },
  { name: 'SHIFTS_UNFILLED', kind: 'integer', heading: 'Unfilled', words: ['unfilled', 'shifts unfilled'] },
  {
    name: 'SHIFTS_UNFILLED_PERCENTAGE',
    kind: 'percentage',
    heading: 'Unfilled %',
    words: ['unfilled %', 'shifts unfilled %'],
  },
  { name: 'SHIFTS_WORKED', kind: 'integer', heading: 'Worked', words: ['worked', 'shifts worked'] },
  {
    name: 'SHIFTS_WORKED_PERCENTAGE',
    kind: 'percentage',
    heading: 'Worked %',
    words: ['worked %', 'shifts worked %'],
  },
  { name: 'NO_SHOWS', kind: 'integer', heading: 'No-shows', words: ['no shows'] },
  {
    name: 'NO_SHOWS_PERCENTAGE',
    kind: 'percentage',
    heading: 'No-shows %',
    words: ['no shows %', 'no show %', 'no show rate'],
  },
  {
    name: 'HOURS_SCHEDULED',
    kind: 'decimal',
    heading: 'Hours scheduled',
    words: ['hours scheduled', 'scheduled hours'],
  },
  { name: 'HOURS_WORKED', kind: 'decimal', heading: 'Hours worked', words: ['hours worked', 'worked hours'] },
  { name: 'TRUE_DEMAND', kind: 'integer', heading: 'True demand', words: ['true demand', 'demand'] },
  {
    name: 'TRUE_FULFILMENT_PERCENTAGE',
    kind: 'percentage',
    heading: 'True fulfilment %',
    words: ['true fulfilment %', 'fulfilment %'],
  },
  { name: 'SHIFT_ID', kind: 'integer', heading: 'Shift ID', words: ['shift ID'] },
] as const satisfies readonly ShiftField[];

/** The field with this name; `undefined` for any other. */
export function fieldNamed(name: string): ShiftField | undefined {
  return SHIFT_FIELDS.find((field) => field.name === name);
}

/** What shift records can be grouped by, in the order in which it is listed. */
export const GROUP_KEYS = [
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'weekday',
  'venue',
  'area',
  'role',
] as const;

/** One of `GROUP_KEYS`. */
export type GroupKey = (typeof GROUP_KEYS)[number];

/** The heading of each key: the service's name where it has one. */
export const KEY_HEADINGS: Readonly<Record<GroupKey, string>> = {
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

/** Every word for what to group by: the key, its heading, and the words of the field that it is. */
export function keyWords(key: GroupKey): readonly string[] {
  const heading = KEY_HEADINGS[key];
  const field = fieldNamed(key === 'day' ? 'SHIFT_DATE' : heading);
  return field === undefined
    ? [key, heading]
    : Array.from(new Set([key, heading, field.name, ...field.words]));
}

/** The key that a word means: case, spaces, hyphens, underscores and a plural do not matter. */
export function findGroupKey(text: string): GroupKey | undefined {
  const wanted = plain(text);
  return GROUP_KEYS.find((key) =>
    keyWords(key).some((word) => plain(word) === wanted || `${plain(word)}s` === wanted),
  );
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
