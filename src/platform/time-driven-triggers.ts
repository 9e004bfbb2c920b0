import { ReportError } from '../employer-api/errors';
import type { ScheduleTriggers, SingleTriggers, TriggerTiming } from '../reports/ports';

/** The entry point that time-driven triggers call. */
const HANDLER = 'refreshOnSchedule';

/** Fact T4: a person has at most 20 triggers per script. */
const NOT_MADE =
  'Save the schedule again: Google made no timer for it, perhaps because you have 20 in other spreadsheets';

type Trigger = GoogleAppsScript.Script.Trigger;

/** The time-driven triggers of the person at the keyboard; others' are hidden from them. */
export const timeDrivenTriggers: ScheduleTriggers & SingleTriggers = {
  replace: (timing) => {
    allowed(() => removeOwn(() => true));
    try {
      return create(timing).getUniqueId();
    } catch {
      // The permission is there, as the removal has shown.
      throw new ReportError('platform_unavailable', { sentence: NOT_MADE });
    }
  },
  remove: () =>
    allowed(() => {
      // Off means none: looked at again, because a deletion that failed would go on unnoticed.
      if (removeOwn(() => true) > 0 && ownTriggers().length > 0) throw new Error('A trigger is left.');
    }),
  ownIds: () => {
    try {
      return ownTriggers().map((trigger) => trigger.getUniqueId());
    } catch {
      return [];
    }
  },
  end: (id) => allowed(() => void removeOwn((trigger) => trigger.getUniqueId() === id)),
};

function create({ every, hour, weekday, zone }: TriggerTiming): Trigger {
  const builder = ScriptApp.newTrigger(HANDLER).timeBased().inTimezone(zone);
  if (every === 'hour') return builder.everyHours(1).create();
  if (every === 'day') return builder.everyDays(1).atHour(hour).create();
  const { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY } = ScriptApp.WeekDay;
  const days = [MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY];
  return builder
    .everyWeeks(1)
    .onWeekDay(days[weekday - 1] ?? MONDAY)
    .atHour(hour)
    .create();
}

/** @returns How many were there. */
function removeOwn(isMeant: (trigger: Trigger) => boolean): number {
  const meant = ownTriggers().filter(isMeant);
  for (const trigger of meant) ScriptApp.deleteTrigger(trigger);
  return meant.length;
}

function ownTriggers(): Trigger[] {
  return ScriptApp.getProjectTriggers().filter((trigger) => trigger.getHandlerFunction() === HANDLER);
}

function allowed<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new ReportError('permission_missing');
  }
}
