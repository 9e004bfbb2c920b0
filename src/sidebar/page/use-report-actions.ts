import type { SidebarState } from '../contract';
import type { ReportForm } from '../contract-reports';
import { findAddedReport } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

/** Which report's form is open. */
export interface OpenForm {
  /** The ID of the report, `new` for one not yet saved, null for none. */
  readonly id: string | null;
  readonly set: (id: string | null) => void;
}

/** What the Reports section does, with the place where the keyboard goes on afterwards. */
export function useReportActions(state: SidebarState, form: OpenForm) {
  const { ask, focusNext } = useSidebar();
  const open = (id: string) => {
    form.set(id);
    focusNext('report');
  };
  const close = () => {
    form.set(null);
    focusNext(form.id === 'new' ? 'add-report' : `edit ${form.id}`);
  };
  const save = async (filled: ReportForm) => {
    const isNew = filled.id === null;
    const outcome = await ask({
      progress: PROGRESS.savingReport,
      call: (calls) => calls.sidebarSaveReport(filled),
      nextStep: isNew && state.connection !== null ? REPORT_WORDS.pressRefresh : '',
    });
    if (outcome?.kind !== 'done') return;
    form.set(null);
    focusNext(isNew ? `refresh ${findAddedReport(state, outcome)}` : `edit ${filled.id}`);
  };
  const refreshAll = () =>
    ask({ progress: PROGRESS.refreshingAll, call: (calls) => calls.sidebarRefreshAll() });
  return { open, close, save, refreshAll };
}
