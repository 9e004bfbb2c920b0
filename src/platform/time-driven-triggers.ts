import { ReportError } from '../employer-api/errors';
import type { ScheduleTriggers } from '../reports/ports';

/** The entry point that time-driven triggers call. */
const HANDLER = 'refreshOnSchedule';

/** The time-driven triggers of the person at the keyboard; others' are hidden from them. */
export const timeDrivenTriggers: ScheduleTriggers = {
  replace: (every, hour, zone) =>
    allowed(() => {
      removeOwn();
      const builder = ScriptApp.newTrigger(HANDLER).timeBased().inTimezone(zone);
      const timed = every === 'hour' ? builder.everyHours(1) : builder.everyDays(1).atHour(hour);
      return timed.create().getUniqueId();
    }),
  remove: () => allowed(removeOwn),
};

function removeOwn(): void {
  for (const trigger of ScriptApp.getProjectTriggers()) {
    if (trigger.getHandlerFunction() === HANDLER) ScriptApp.deleteTrigger(trigger);
  }
}

function allowed<Result>(call: () => Result): Result {
  try {
    return call();
  } catch {
    throw new ReportError('permission_missing');
  }
}
