import { composeScheduled } from '../compose/writing-scheduled';
import { inOwnWords, ReportError } from '../employer-api/errors';

/**
 * Time-driven trigger: refreshes all reports, when one is due and no one else is refreshing them.
 *
 * Failures stand with the reports and on the status sheet; the error goes to the execution log.
 */
export function refreshOnSchedule(event: unknown): void {
  inOwnWords(() => composeScheduled().run(readTriggerId(event)));
}

/** Only the platform's timer passes an event with the trigger's ID; a cell cannot. */
function readTriggerId(event: unknown): string {
  const id = (event as { triggerUid?: unknown } | null | undefined)?.triggerUid;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  throw new ReportError('invalid_settings', {
    sentence: 'Set a schedule in the sidebar: only its timer may call this',
  });
}
