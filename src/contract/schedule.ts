import * as v from 'valibot';
import { WEEKDAY_NAMES } from '../calendar/calendar-date';
import { choicesOf, choose, field, isAddress, REVISION } from './form';

const EVERY = { hour: 'Every hour', day: 'Every day', week: 'Every week' };

/** How often one report is refreshed: as the schedule says, or otherwise; `off` for by hand. */
export const REPORT_INTERVALS = choicesOf({ settings: 'As in Settings', ...EVERY, off: 'By hand' });

/** How often, by the report's own choice. */
export type ReportInterval = (typeof REPORT_INTERVALS)[number]['value'];

/** The days of the week, by their numbers: 1 is Monday. */
export const WEEKDAYS = WEEKDAY_NAMES.map((label, index) => ({ value: index + 1, label }));

/** A full hour as people read it: `06:00`. */
export function writeHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** The hours of a day, by their numbers. */
export const HOURS = Array.from({ length: 24 }, (_, value) => ({ value, label: writeHour(value) }));

const EMAIL = 'Enter one complete email address, or leave this blank.';

/** When reports are refreshed, in the spreadsheet's time zone, and who gets mail about failures. */
export const SCHEDULE_FORM = v.strictObject({
  every: choose(
    'Refresh reports',
    choicesOf({ off: ['Off', 'Reports are refreshed only when someone presses Refresh.'], ...EVERY }),
  ),
  /** Counts with `week`. */
  weekday: v.exactOptional(choose('On', WEEKDAYS, { shownWith: ['every', 'week'] }), 1),
  /** Counts with `day` and `week`. */
  hour: choose('At', HOURS, { shownWith: ['every', 'day', 'week'] }),
  /** Where mail about failures goes: one address, which may stay as the sidebar shows it, or `''` for no mail. */
  email: field(
    v.exactOptional(
      v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => text === '' || isAddress(text), EMAIL),
      ),
      '',
    ),
    {
      control: 'email',
      label: 'Email me when a refresh fails',
      hint: 'One address, or leave blank.',
      shownWith: ['every', 'hour', 'day', 'week'],
    },
  ),
  revision: REVISION,
});

/** What a person chooses for the schedule. */
export type ScheduleForm = Readonly<v.InferInput<typeof SCHEDULE_FORM>>;
