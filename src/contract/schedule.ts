import * as v from 'valibot';
import { WEEKDAY_NAMES } from '../calendar/calendar-date';
import { addresses, choicesOf, choose, REVISION } from './form';

const EVERY = { hour: 'Every hour', day: 'Every day', week: 'Every week' };

/** How often one report is refreshed: as the schedule says, or otherwise; `off` for by hand. */
export const REPORT_INTERVALS = choicesOf({ settings: 'As in Settings', ...EVERY, off: 'By hand' });

/** The days of the week, by their numbers: 1 is Monday. */
export const WEEKDAYS = WEEKDAY_NAMES.map((label, index) => ({ value: index + 1, label }));

/** The full hours of a day, by their numbers: `06:00`. */
export const HOURS = Array.from({ length: 24 }, (_, value) => {
  return { value, label: `${String(value).padStart(2, '0')}:00` };
});

/** The start of a sentence about a failure that the schedule tries again. */
export const TRIED_AGAIN = 'Nothing to do, the schedule tries again';
/** For alerts and summary emails while the schedule is off. */
export const NO_SCHEDULE = 'Turn on the schedule in Settings: no email goes out while it is off.';

/** When reports are refreshed, in the spreadsheet's time zone, and who gets mail about failures. */
export const SCHEDULE_FORM = v.object({
  every: choose(
    'Refresh reports',
    choicesOf({ off: ['Off', 'Reports are refreshed only when someone presses Refresh.'], ...EVERY }),
  ),
  weekday: v.exactOptional(choose('On', WEEKDAYS, { shownWith: ['every', 'week'] }), 1),
  hour: v.exactOptional(choose('At', HOURS, { shownWith: ['every', 'day', 'week'] }), 6),
  /** Where mail about failures goes: one address, or `''` for no mail. */
  email: v.exactOptional(
    addresses('Email me when a refresh fails', 1, 'One address, or leave blank.', {
      shownWith: ['every', 'hour', 'day', 'week'],
    }),
    '',
  ),
  revision: REVISION,
});
