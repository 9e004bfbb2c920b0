import { useState } from 'preact/hooks';
import type { ReportView } from '../contract-reports';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';

/** What can be done about the data of a report, and whether its question is still open. */
export interface ReportRefresh {
  /** The question of the shrink guard; null where there is none, or someone answered it. */
  readonly question: { readonly sentence: string } | null;
  /** Whether someone chose to keep the old table. */
  readonly isKept: boolean;
  refresh(confirmed: boolean): void;
  keep(): void;
}

/** Refreshes a report, and asks before a table is replaced by much less. */
export function useReportRefresh({ id, sheet, held }: ReportView): ReportRefresh {
  const { ask, focusNext } = useSidebar();
  // Whoever presses Refresh after an answer wants to be asked again.
  const [isAskedAnew, setIsAskedAnew] = useState(false);
  const refresh = async (confirmed: boolean) => {
    const outcome = await ask({
      progress: PROGRESS.refreshing(sheet),
      call: (calls) => calls.sidebarRefreshReport(id, confirmed),
    });
    if (outcome === null) return;
    const isHeld = outcome.state?.reports.some((report) => report.id === id && report.held !== null);
    setIsAskedAnew(isHeld === true);
    if (isHeld) focusNext(`keep ${id}`);
    // The button that was pressed went with its question.
    else if (confirmed) focusNext(`refresh ${id}`);
  };
  const keep = async () => {
    const outcome = await ask({
      progress: PROGRESS.keeping(sheet),
      call: (calls) => calls.sidebarKeepTable(id),
    });
    if (outcome?.kind !== 'done') return;
    setIsAskedAnew(false);
    focusNext(`refresh ${id}`);
  };
  const isKept = held?.isKept === true && !isAskedAnew;
  return {
    question: isKept ? null : held,
    isKept,
    refresh: (confirmed) => void refresh(confirmed),
    keep: () => void keep(),
  };
}
