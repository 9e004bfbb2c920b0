import { composeWriting } from '../compose/writing';
import { inOwnWords, ReportError } from '../employer-api/errors';

/** What an edit trigger is told, as far as it is read. */
interface EditEvent {
  readonly triggerUid: string | number;
  readonly range: {
    getRow(): number;
    getColumn(): number;
    getNumRows(): number;
    getNumColumns(): number;
    getSheet(): { getSheetId(): number };
  };
  /** What one cell holds now. */
  readonly value?: unknown;
}

/**
 * Edit trigger: makes a dashboard anew after someone chose in its row 2. An edit elsewhere ends here, without a service
 * call.
 */
export function answerOnDashboard(event: unknown): void {
  inOwnWords(() => {
    const edit = readEdit(event);
    if (edit !== undefined) composeWriting('trigger').dashboards.answer(edit);
  });
}

/** Whether A2 or B2 of some sheet was edited; undefined where they were not. */
function readEdit(event: unknown) {
  if (typeof event !== 'object' || event === null || !('triggerUid' in event) || !('range' in event)) {
    throw new ReportError('invalid_settings', {
      sentence: 'Choose in row 2 of a dashboard: only its edits may call this',
    });
  }
  const { triggerUid, range, value } = event as EditEvent;
  const [row, column] = [range.getRow(), range.getColumn()];
  if (row > 2 || column > 2 || row + range.getNumRows() <= 2) return undefined;
  const isOne = row === 2 && range.getNumRows() === 1 && typeof value === 'string';
  return {
    triggerId: String(triggerUid),
    sheetId: range.getSheet().getSheetId(),
    // The second one is as wide as two cells.
    typed: !isOne
      ? undefined
      : column === 2
        ? { period: value }
        : range.getNumColumns() === 1
          ? { name: value }
          : undefined,
  };
}
