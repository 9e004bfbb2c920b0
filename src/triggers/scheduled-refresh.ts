import { composeWriting } from '../compose/writing';
import { ReportError, toReportError } from '../employer-api/errors';
import { describeRefreshAll, refreshAll } from '../reports/refresh-all';

/**
 * Time-driven trigger: refreshes all reports, when one is due and nobody else is at it.
 *
 * Failures stand with the reports and on the status sheet; the error goes to the execution log.
 */
export function refreshOnSchedule(event: unknown): void {
  try {
    const triggerId = readTriggerId(event);
    const { refresher, scheduler } = composeWriting('trigger');
    const run = scheduler.begin(triggerId);
    if (!run) return;
    const result = refreshAll(refresher, run.state.reports, 'schedule');
    const { refreshed, failures, left, isStamped } = result;
    const isBusy = failures.some(({ error }) => error.code === 'busy');
    if (refreshed === 0 && !isBusy && !isStamped) run.giveBack();
    const [first] = failures;
    // A refresh that runs already is no failure, unless it left reports behind.
    if (first === undefined || (isBusy && left === 0)) return;
    if (failures.length === 1 && left === 0) throw first.error;
    throw new ReportError(first.error.code, { sentence: describeRefreshAll(result) });
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
