import { composeWriting } from '../compose/writing';
import { ReportError, toReportError } from '../employer-api/errors';
import { refreshAll } from '../reports/refresh-all';

/**
 * Time-driven trigger: refreshes all reports, when one is due and nobody else is at it.
 *
 * Failures stand with the reports and on the status sheet; the error goes to the execution log.
 */
export function refreshOnSchedule(event: unknown): void {
  try {
    const triggerId = readTriggerId(event);
    const { refresher, scheduler } = composeWriting('trigger');
    const due = scheduler.begin(triggerId);
    if (!due) return;
    const { refreshed, failures } = refreshAll(refresher, due.reports, 'schedule');
    if (refreshed === 0) scheduler.giveBack(due);
    const first = failures[0];
    if (first && first.error.code !== 'busy') throw first.error;
  } catch (error) {
    throw new Error(toReportError(error).message);
  }
}

/** Only the platform's timer passes an event with the trigger's ID; a cell cannot. */
function readTriggerId(event: unknown): string {
  const id = (event as { triggerUid?: unknown } | null | undefined)?.triggerUid;
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  throw new ReportError('invalid_settings', {
    sentence: 'Set a schedule in the sidebar: only its timer may call this',
  });
}
