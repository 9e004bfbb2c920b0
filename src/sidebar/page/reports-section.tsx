import { useId, useState } from 'preact/hooks';
import type { ReportForm, ReportView } from '../../contract/reports';
import type { SidebarOutcome, SidebarState } from '../../contract/sidebar';
import { Button, Section } from './parts';
import { type AskedOnSave, NOT_ASKED, ReportEditor } from './report-form';
import { ReportItem } from './report-item';
import { explainEmptyReports, suggestSheetName } from './report-view';
import type { ScriptCall } from './run-steps';
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
  const isNew = form.id === 'new' || isCopy(form.id);
  const formFor = (report: ReportView | null) => (
    <ReportEditor
      key={form.id}
      report={report}
      model={reports.find(({ id }) => form.id === copyOf(id)) ?? null}
      suggestSheet={(wanted) => suggestSheetName(reports, wanted)}
      onSave={save}
      onCancel={close}
    />
  );
  const items = reports.map((report) => (
    <ReportItem
      key={report.id}
      {...{ report, state, blockedBy }}
      onEdit={() => open(report.id)}
      onDuplicate={() => open(copyOf(report.id))}
    >
      {form.id === report.id ? formFor(report) : null}
    </ReportItem>
  ));
  return (
    <Section title={REPORT_WORDS.title}>
      {items.length === 0 && !isNew && <p class="intro">{explainEmptyReports(state)}</p>}
      {items.length > 0 && blockedBy !== undefined && <WhyBlocked id={blockedBy} />}
      {isNew ? (
        formFor(null)
      ) : (
        <div class="buttons first">
          {items.length > 0 && <RefreshAll blockedBy={blockedBy} onClick={() => void refreshAll()} />}
          <AddReport onClick={() => open('new')} />
        </div>
      )}
      {items.length > 0 && <ul>{items}</ul>}
      {items.length > 0 && <CannotTell />}
    </Section>
  );
}

/** What is in no report, unfolded on demand. */
function CannotTell() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="text" expanded={isOpen} whileBusy onClick={() => setOpen(!isOpen)}>
        {REPORT_WORDS.cannotTell}
      </Button>
      {isOpen && (
        <div class="run">
          <p>{REPORT_WORDS.whyNot}</p>
          <ul class="facts">
            {REPORT_WORDS.untold.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      )}
    </>
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

/** Fills the sheet of a report. */
function fillReport(id: string, sheet: string): ScriptCall {
  return {
    progress: PROGRESS.refreshing(sheet),
    call: (calls) => calls.sidebarRefreshReport(id, false),
  };
}

/** Which report's form is open. */
interface OpenForm {
  /** The ID of the report; `new` or `copyOf` another one for a report not yet saved; null for none. */
  readonly id: string | null;
  readonly set: (id: string | null) => void;
}

/** The form of a new report that begins as another one is. */
const copyOf = (id: string) => `copy ${id}`;
const isCopy = (id: string | null) => id?.startsWith(copyOf('')) === true;

/** What the Reports section does, with the place where the keyboard goes on afterwards. */
function useReportActions(state: SidebarState, form: OpenForm) {
  const { ask, focusNext } = useSidebar();
  const open = (id: string) => {
    form.set(id);
    focusNext('report');
  };
  const close = () => {
    form.set(null);
    if (form.id === 'new') focusNext('add-report');
    else if (form.id !== null) focusNext(isCopy(form.id) ? form.id : `edit ${form.id}`);
  };
  const save = async (filled: ReportForm, answered: AskedOnSave): Promise<AskedOnSave> => {
    const isNew = filled.id === null;
    let saved: SidebarOutcome | null = null;
    const outcome = await ask(
      PROGRESS.savingReport,
      // Whoever saves the same again has read the question.
      (calls) => calls.sidebarSaveReport(filled, answered.unknownName === null, answered.notesLeave === 0),
      {
        andThen: (done) => {
          saved = done;
          const id = filled.id ?? findAddedReport(state, done);
          return state.connection === null || id === null ? null : fillReport(id, filled.sheet);
        },
      },
    );
    // Once it is saved its form goes, however filling it ends.
    if (saved !== null) {
      form.set(null);
      const isHeld = outcome?.state?.reports.some(
        ({ id, confirmation }) => id === filled.id && confirmation !== null,
      );
      if (isHeld) focusNext(`keep ${filled.id}`);
      else focusNext(isNew ? `refresh ${findAddedReport(state, saved)}` : `edit ${filled.id}`);
    }
    if (outcome?.kind !== 'failed') return NOT_ASKED;
    const { unknownName = answered.unknownName, notesLeave = 0 } = outcome;
    return { unknownName, notesLeave };
  };
  const refreshAll = () => ask(PROGRESS.refreshingAll, (calls) => calls.sidebarRefreshAll());
  return { open, close, save, refreshAll };
}
