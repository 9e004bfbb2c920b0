import { askPerson, authorization, requirePerson, showToast } from '../compose/person';
import { composeWriting } from '../compose/writing';
import { inOwnWords, refuse } from '../employer-api/errors';
import { SERVICE } from '../reports/permissions';
import { refreshAll } from '../reports/refresh/refresh';
import { runSchedule } from '../reports/schedule/scheduled-run';

/** Menu item: has Google ask for what is missing, or refreshes all reports and says how it went. */
export function refreshAllReports(): void {
  inOwnWords(requirePerson);
  // Not in a `try`. Who will not have mail sent, or no schedule, is not asked for it again and again.
  if (authorization.missing(SERVICE).url !== null) askPerson();
  inOwnWords(() => {
    const writing = composeWriting('sidebar');
    showToast(refreshAll(writing, writing.document.readAll(), 'menu').message);
  });
}

/**
 * Time-driven trigger: refreshes the reports that are due, unless someone is refreshing any.
 *
 * Failures stand with the reports and on the status sheet; the error goes to the execution log.
 */
export function refreshOnSchedule(event: unknown): void {
  inOwnWords(() => runSchedule(composeWriting('trigger'), readTriggerId(event)));
}

/** Only the platform's timer passes an event with the trigger's ID; a cell cannot. */
function readTriggerId(event: unknown): string {
  const id = (event as { triggerUid?: unknown } | null | undefined)?.triggerUid;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  return refuse('invalid_settings', 'Set a schedule in the sidebar: only its timer may call this');
}
