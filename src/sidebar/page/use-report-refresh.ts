import { useState } from 'preact/hooks';
import type { ReportView } from '../contract';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words';

/** What can be done about the data of a report, and whether its question is still open. */
export interface ReportRefresh {
  /** The question of the shrink guard; null where there is none, or it was answered. */
  readonly question: { readonly sentence: string } | null;
  /** Whether the person chose to keep the old table. */
  readonly isKept: boolean;
  refresh(confirmed: boolean): void;
  keep(): void;
}

/** Refreshes a report, and asks before a table is replaced by much less. */
export function useReportRefresh({ id, sheet, held }: ReportView): ReportRefresh {
  const { ask, busy, focusNext } = useSidebar();
  const [isAnswered, setIsAnswered] = useState(false);
  const refresh = async (confirmed: boolean) => {
    const outcome = await ask({
      progress: PROGRESS.refreshing(sheet),
      call: (calls) => calls.sidebarRefreshReport(id, confirmed),
    });
    if (outcome === null) return;
    setIsAnswered(false);
    const isHeld = outcome.state?.reports.some((report) => report.id === id && report.held !== null);
    if (isHeld) focusNext(`keep ${id}`);
    // The button that was pressed went with its question.
    else if (confirmed) focusNext(`refresh ${id}`);
  };
  const keep = () => {
    if (busy) return;
    setIsAnswered(true);
    focusNext(`refresh ${id}`);
  };
  return {
    question: isAnswered ? null : held,
    isKept: isAnswered && held !== null,
    refresh: (confirmed) => void refresh(confirmed),
    keep,
  };
}
