import { useId } from 'preact/hooks';
import type { ReportForm as ReportFields, ReportView, SidebarState } from '../contract';
import { Button } from './button';
import { ReportForm } from './report-form';
import { ReportItem } from './report-item';
import { Section } from './section';
import { findAddedReport } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { suggestSheetName } from './view';
import { PROGRESS, SENTENCES } from './words';

interface ReportsSectionProps {
  readonly state: SidebarState;
  /** The ID of the report whose form is open, `new` for one not yet saved, null for none. */
  readonly openForm: string | null;
  readonly onOpenForm: (id: string | null) => void;
}

/** Lists the saved reports, adds and changes them, and refreshes one or all. */
export function ReportsSection({ state, openForm, onOpenForm }: ReportsSectionProps) {
  const { ask, focusNext } = useSidebar();
  const whyBlocked = useId();
  const { reports } = state;
  const connected = state.connection !== null;
  const blockedBy = connected ? undefined : whyBlocked;
  const open = (id: string) => {
    onOpenForm(id);
    focusNext('period');
  };
  const close = () => {
    onOpenForm(null);
    focusNext(openForm === 'new' ? 'add-report' : `edit ${openForm}`);
  };
  const save = async (form: ReportFields) => {
    const isNew = form.id === null;
    const outcome = await ask({
      progress: PROGRESS.savingReport,
      call: (calls) => calls.sidebarSaveReport(form),
      ...(isNew && connected ? { nextStep: SENTENCES.pressRefresh } : {}),
    });
    if (outcome?.kind !== 'done') return;
    onOpenForm(null);
    focusNext(isNew ? `refresh ${findAddedReport(state, outcome)}` : `edit ${form.id}`);
  };
  const refreshAll = () =>
    void ask({ progress: PROGRESS.refreshingAll, call: (calls) => calls.sidebarRefreshAll() });
  const formFor = (report: ReportView | null) => (
    <ReportForm
      report={report}
      suggestedSheet={suggestSheetName(reports)}
      onSave={(form) => void save(form)}
      onCancel={close}
    />
  );
  return (
    <Section title="Reports">
      {reports.length === 0 && openForm !== 'new' && (
        <p class="intro">{connected ? SENTENCES.noReports : SENTENCES.noReportsNoConnection}</p>
      )}
      {reports.length > 0 && !connected && (
        <p class="intro" id={whyBlocked}>
          {SENTENCES.connectFirst}
        </p>
      )}
      {reports.length > 0 && (
        <ul>
          {reports.map((report) => (
            <ReportItem key={report.id} report={report} blockedBy={blockedBy} onEdit={() => open(report.id)}>
              {openForm === report.id ? formFor(report) : null}
            </ReportItem>
          ))}
        </ul>
      )}
      {openForm === 'new' ? (
        formFor(null)
      ) : (
        <div class="buttons">
          {reports.length > 0 && (
            <Button look="primary" blocked={!connected} describedBy={blockedBy} onClick={refreshAll}>
              Refresh all
            </Button>
          )}
          <Button focusName="add-report" onClick={() => open('new')}>
            Add report
          </Button>
        </div>
      )}
    </Section>
  );
}
