import { useId } from 'preact/hooks';
import type { ReportForm, ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import { Button } from './button';
import { ReportEditor } from './report-form';
import { ReportItem } from './report-item';
import { explainEmptyReports, suggestSheetName } from './report-view';
import { Section } from './section';
import { findAddedReport } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

interface ReportsSectionProps {
  readonly state: SidebarState;
  readonly form: OpenForm;
}

/** Lists the saved reports, adds and changes them, and refreshes one or all. */
export function ReportsSection({ state, form }: ReportsSectionProps) {
  const { open, close, save, refreshAll } = useReportActions(state, form);
  const whyBlocked = useId();
  const { reports } = state;
  const blockedBy = state.connection === null ? whyBlocked : undefined;
  const formFor = (report: ReportView | null) => (
    <ReportEditor
      report={report}
      suggestedSheet={suggestSheetName(reports)}
      onSave={(filled) => void save(filled)}
      onCancel={close}
    />
  );
  const items = reports.map((report) => (
    <ReportItem key={report.id} {...{ report, state, blockedBy }} onEdit={() => open(report.id)}>
      {form.id === report.id ? formFor(report) : null}
    </ReportItem>
  ));
  return (
    <Section title={REPORT_WORDS.title}>
      {items.length === 0 && form.id !== 'new' && <p class="intro">{explainEmptyReports(state)}</p>}
      {items.length > 0 && blockedBy !== undefined && <WhyBlocked id={blockedBy} />}
      {form.id === 'new' ? (
        formFor(null)
      ) : (
        <div class="buttons first">
          {items.length > 0 && <RefreshAll blockedBy={blockedBy} onClick={() => void refreshAll()} />}
          <AddReport onClick={() => open('new')} />
        </div>
      )}
      {items.length > 0 && <ul>{items}</ul>}
    </Section>
  );
}

function WhyBlocked({ id }: { readonly id: string }) {
  return (
    <p class="intro" id={id}>
      {REPORT_WORDS.connectFirst}
    </p>
  );
}

interface RefreshAllProps {
  readonly blockedBy: string | undefined;
  readonly onClick: () => void;
}

function AddReport({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button focusName="add-report" onClick={onClick}>
      {REPORT_WORDS.add}
    </Button>
  );
}

function RefreshAll({ blockedBy, onClick }: RefreshAllProps) {
  return (
    <Button look="primary" blocked={blockedBy !== undefined} describedBy={blockedBy} onClick={onClick}>
      {REPORT_WORDS.refreshAll}
    </Button>
  );
}

/** Which report's form is open. */
interface OpenForm {
  /** The ID of the report, `new` for one not yet saved, null for none. */
  readonly id: string | null;
  readonly set: (id: string | null) => void;
}

/** What the Reports section does, with the place where the keyboard goes on afterwards. */
function useReportActions(state: SidebarState, form: OpenForm) {
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
