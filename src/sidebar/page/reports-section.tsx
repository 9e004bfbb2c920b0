import { useId } from 'preact/hooks';
import type { SidebarState } from '../contract';
import type { ReportView } from '../contract-reports';
import { Button } from './button';
import { ReportForm } from './report-form';
import { ReportItem } from './report-item';
import { explainEmptyReports, suggestSheetName } from './report-view';
import { Section } from './section';
import { type OpenForm, useReportActions } from './use-report-actions';
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
    <ReportForm
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
      {items.length > 0 && <ul>{items}</ul>}
      {form.id === 'new' && formFor(null)}
      {form.id !== 'new' && (
        <div class="buttons">
          {items.length > 0 && <RefreshAll blockedBy={blockedBy} onClick={() => void refreshAll()} />}
          <AddReport onClick={() => open('new')} />
        </div>
      )}
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
