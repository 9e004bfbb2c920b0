import type { SavedReport } from './saved-report';

/** How many shifts a report's table shows; `undefined` where it shows groups of them, or was never written. */
export function countShifts({
  report,
  content,
}: Pick<SavedReport, 'report' | 'content'>): number | undefined {
  return report === 'shift_fulfilment' ? content?.rows : undefined;
}
