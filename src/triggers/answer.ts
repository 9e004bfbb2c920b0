import { composeWriting } from '../compose/writing';
import { inOwnWords, refuse } from '../employer-api/errors';

/** Edit trigger: makes a dashboard anew after someone chose in its row 2. An edit elsewhere ends without a service call. */
export function answerOnDashboard(event: unknown): void {
  inOwnWords(() => {
    if (typeof event !== 'object' || event === null || !('triggerUid' in event) || !('range' in event))
      return refuse('invalid_settings', 'Choose in row 2 of a dashboard: only its edits may call this');
    const { triggerUid, range, value } = event as GoogleAppsScript.Events.SheetsOnEdit;
    const [row, column] = [range.getRow(), range.getColumn()];
    if (row > 2 || column > 2 || row + range.getNumRows() <= 2) return;
    // Google tells the value of one cell, and of no formula; what looks like a number may be a day. Its cell may be
    // rewritten by then: an earlier choice is still being made.
    const typed = column === 1 ? { name: String(value) } : { period: String(value) };
    composeWriting('trigger').dashboards.answer({
      triggerId: String(triggerUid),
      sheetId: range.getSheet().getSheetId(),
      typed: row === 2 && typeof value === 'string' && Number.isNaN(Number(value)) ? typed : undefined,
    });
  });
}
