import * as v from 'valibot';
import { WEEKDAY_NAMES } from '../calendar/calendar-date';
import { choicesOf, type FormSpec, isAddress, oneOf, REVISION, wholeNumber } from './form';

const EVERY = { hour: 'Every hour', day: 'Every day', week: 'Every week' };
const SCHEDULE_INTERVALS = { off: 'Off', ...EVERY };

/** How often, by the schedule. */
export type ScheduleInterval = keyof typeof SCHEDULE_INTERVALS;

/** How often one report is refreshed: as the schedule says, or otherwise; `off` for by hand. */
export const REPORT_INTERVALS = { settings: 'As in Settings', ...EVERY, off: 'By hand' };

/** How often, by the report's own choice. */
export type ReportInterval = keyof typeof REPORT_INTERVALS;

/** How often a report is refreshed. Without a schedule no timer runs, so none is. */
export function intervalOf(
  { every }: { readonly every: ScheduleInterval },
  own: ReportInterval = 'settings',
): ScheduleInterval {
  return every === 'off' || own === 'settings' ? every : own;
}

/** A full hour as people read it: `06:00`. */
export function writeHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** A full hour of a day. */
export const HOUR_OF_DAY = wholeNumber(0, 23, 'Choose a full hour from 00:00 to 23:00.');

/** When reports are refreshed, in the spreadsheet's time zone, and who gets mail about failures. */
export const SCHEDULE_FORM = v.strictObject({
  every: oneOf(SCHEDULE_INTERVALS, 'Choose how often.'),
  /** From 0 to 23. Counts with `day` and `week`. */
  hour: HOUR_OF_DAY,
  /** 1 is Monday, 7 is Sunday. Counts with `week`. */
  weekday: v.exactOptional(wholeNumber(1, 7, 'Choose a day of the week.'), 1),
  /** Where mail about failures goes: one address, which may stay as the sidebar shows it, or `''` for no mail. */
  email: v.exactOptional(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(
        (text) => text === '' || isAddress(text),
        'Enter one complete email address, or leave this blank.',
      ),
    ),
    '',
  ),
  revision: REVISION,
});

/** What a person chooses for the schedule. */
export type ScheduleForm = Readonly<v.InferInput<typeof SCHEDULE_FORM>>;

/** The hours of a day, by their numbers. */
export const hourChoices = () =>
  Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: writeHour(hour) }));

/** The days of the week, by their numbers. */
export const weekdayChoices = () => WEEKDAY_NAMES.map((label, index) => ({ value: index + 1, label }));

/** The form of the schedule. */
export const SCHEDULE_FIELDS: FormSpec<ScheduleForm, { readonly timeZone: string }> = {
  every: {
    control: 'list',
    label: 'Refresh reports',
    choices: () => choicesOf(SCHEDULE_INTERVALS),
    hint: ({ every }) =>
      every === 'off'
        ? 'Reports are refreshed only when someone presses Refresh.'
        : 'Google picks the minute.',
  },
  weekday: {
    control: 'list',
    label: 'On',
    choices: weekdayChoices,
    isShown: ({ every }) => every === 'week',
  },
  hour: {
    control: 'list',
    label: 'At',
    choices: hourChoices,
    isShown: ({ every }) => every === 'day' || every === 'week',
    hint: (_, { timeZone }) => `By the spreadsheet\u2019s clock, ${timeZone}.`,
  },
  email: {
    control: 'email',
    label: 'Email me when a refresh fails',
    hint: 'One address, or leave blank.',
    isShown: ({ every }) => every !== 'off',
  },
};
