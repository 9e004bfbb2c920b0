import type { GroupKey } from '../contract/reports';

export { GROUP_KEYS, type GroupKey } from '../contract/reports';

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

/** Other words for the columns of keys, besides key and heading. */
const KEY_WORDS: Readonly<Partial<Record<GroupKey, readonly string[]>>> = {
  day: ['date', 'SHIFT_DATE'],
  role: ['job', 'job title'],
};

/** Every word for a key's column but its heading. */
export function keyWords(key: GroupKey): readonly string[] {
  return [key, ...(KEY_WORDS[key] ?? [])];
}

/** A key that names calendar periods: its value is the first day of one. */
export type PeriodKey = Extract<GroupKey, 'day' | 'week' | 'month' | 'quarter' | 'year'>;
