import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  DASHBOARD_CUT,
  type DashboardCut,
  type DashboardView,
  type ReportForm,
  type ReportView,
  TEMPLATES,
  type TemplateName,
  TITLES,
} from '../../contract/reports';
import { intervalOf } from '../../contract/schedule';
import type { ActivityLine, SidebarOutcome, SidebarState } from '../../contract/sidebar';
import { RunList } from './activity-section';
import { CheckBox, SelectField } from './fields';
import { Button, LocalText, Question, Section, Sentence, useQuestion } from './parts';
import { type AskedOnSave, NOT_ASKED, ReportEditor } from './report-form';
import {
  describeChoices,
  describeFreshness,
  describePeriod,
  describeProgress,
  describeQuestion,
  describeRemoval,
  describeRun,
  describeShown,
  explainEmptyReports,
  type Freshness,
  listRunsOf,
  localMoment,
  type RunWords,
  suggestSheetName,
} from './report-view';
import type { ScriptCall } from './run-steps';
import { findAddedReport } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { PROGRESS } from './words/page';
import { cutWords, DASHBOARD_WORDS, QUESTIONS, REPORT_WORDS } from './words/reports';

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
    call: (call) => call('refreshReport', id, false),
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
      (call) => call('saveReport', filled, answered.unknownName === null, answered.notesLeave === 0),
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
  const refreshAll = () => ask(PROGRESS.refreshingAll, (call) => call('refreshAll'));
  return { open, close, save, refreshAll };
}

interface ReportItemProps {
  readonly report: ReportView;
  readonly state: SidebarState;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  /** The report's form while it is open: it takes the place of the buttons. */
  readonly children: ComponentChildren;
}

/** One saved report: what it shows, how its newest refresh ended, and what can be done with it. */
function ReportItem({ report, state, blockedBy, onEdit, onDuplicate, children }: ReportItemProps) {
  const name = useId();
  const { question, isKept, refresh, keep } = useReportRefresh(report);
  const now = localMoment(Date.now(), state.timeZone);
  const run = describeRun(report.lastRun);
  return (
    <li aria-labelledby={name}>
      <h3 id={name}>{report.sheet}</h3>
      <Sentence text={describePeriod(report)} />
      {describeChoices(report).map((line) => (
        <p class="hint" key={line}>
          {line}
        </p>
      ))}
      <LastRun
        // The question says the same.
        words={question?.sentence === run.message ? { ...run, message: '' } : run}
        shown={describeShown(report)}
        freshness={describeFreshness(report, intervalOf(state.schedule, report.every), now)}
      />
      {report.why !== null && <Sentence look="why" text={report.why} />}
      {report.progress !== null && report.lastRun?.outcome !== 'unfinished' && (
        <Sentence look="run" text={describeProgress(report.progress)} />
      )}
      {isKept && <p class="run">{REPORT_WORDS.heldKept}</p>}
      {question !== null && (
        <Question
          title={REPORT_WORDS.heldQuestion}
          keep={REPORT_WORDS.keepTable}
          confirm={REPORT_WORDS.replaceTable}
          focusName={`keep ${report.id}`}
          look="held"
          blockedBy={blockedBy}
          onKeep={keep}
          onConfirm={() => refresh(true)}
        >
          <p>
            <LocalText text={describeQuestion(question)} />
          </p>
        </Question>
      )}
      {children ?? (
        <ReportButtons
          report={report}
          alertCount={state.alerts.filter((alert) => alert.report === report.id).length}
          summaryCount={state.summaries.filter((summary) => summary.report === report.id).length}
          runs={listRunsOf(report, state)}
          name={name}
          blockedBy={blockedBy}
          onRefresh={() => refresh(false)}
          onEdit={onEdit}
          onDuplicate={onDuplicate}
        />
      )}
    </li>
  );
}

interface LastRunProps {
  readonly words: RunWords;
  /** What the sheet shows after a failure. */
  readonly shown: string;
  readonly freshness: Freshness | null;
}

function LastRun({ words, shown, freshness }: LastRunProps) {
  return (
    <div class={`run ${words.tone}`}>
      {words.heading && <Sentence look="strong" text={words.heading} />}
      {freshness !== null && <Age freshness={freshness} />}
      {words.message && <Sentence text={words.message} />}
      {shown && <Sentence text={shown} />}
      {words.reference && <p class="reference">{REPORT_WORDS.reference(words.reference)}</p>}
    </div>
  );
}

function Age({ freshness: { age, isStale } }: { readonly freshness: Freshness }) {
  if (!isStale) return <p class="hint">{age}</p>;
  return (
    <p class="stale">
      <strong class="badge">{REPORT_WORDS.stale}</strong> {age}. {REPORT_WORDS.staleHint}
    </p>
  );
}

interface ReportButtonsProps {
  readonly report: ReportView;
  /** How many alerts watch it. */
  readonly alertCount: number;
  /** How many summary emails are made from it. */
  readonly summaryCount: number;
  /** Its last runs, newest first. */
  readonly runs: readonly ActivityLine[];
  /** The ID of the report's heading, which describes each button. */
  readonly name: string;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly onRefresh: () => void;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
}

/** What can be done with a saved report; the dashboards are unfolded on demand. */
function ReportButtons(props: ReportButtonsProps) {
  const { report, alertCount, summaryCount, runs, name, blockedBy, onRefresh, onEdit, onDuplicate } = props;
  const [unfolded, setUnfolded] = useState<'dashboards' | 'runs' | null>(null);
  const toggle = (part: 'dashboards' | 'runs') => setUnfolded(unfolded === part ? null : part);
  const { id } = report;
  const opener = `remove ${id}`;
  const question = useQuestion(opener);
  const remove = useRemoval(report, question.close);
  return (
    <>
      <div class="buttons">
        <Button
          focusName={`refresh ${id}`}
          blocked={blockedBy !== undefined}
          describedBy={blockedBy === undefined ? name : `${name} ${blockedBy}`}
          onClick={onRefresh}
        >
          {REPORT_WORDS.refresh}
        </Button>
        <Button
          describedBy={name}
          expanded={unfolded === 'dashboards'}
          whileBusy
          onClick={() => toggle('dashboards')}
        >
          {DASHBOARD_WORDS.open}
        </Button>
      </div>
      {unfolded === 'dashboards' && <DashboardList report={report} blockedBy={blockedBy} />}
      {question.isAsking ? (
        <Question
          title={REPORT_WORDS.removeQuestion(report.sheet)}
          keep={REPORT_WORDS.keepReport}
          confirm={REPORT_WORDS.confirmRemove}
          focusName={question.focusName}
          onKeep={question.close}
          onConfirm={() => void remove()}
        >
          {describeRemoval(report, alertCount, summaryCount).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Question>
      ) : (
        <div class="buttons more">
          {report.lastRun !== null && <ShowChanges report={report} describedBy={name} />}
          {runs.length > 0 && (
            <Button
              look="text"
              describedBy={name}
              expanded={unfolded === 'runs'}
              whileBusy
              onClick={() => toggle('runs')}
            >
              {REPORT_WORDS.lastRuns}
            </Button>
          )}
          <Button look="text" focusName={`edit ${id}`} describedBy={name} onClick={onEdit}>
            {REPORT_WORDS.edit}
          </Button>
          <Button look="text" focusName={`copy ${id}`} describedBy={name} onClick={onDuplicate}>
            {REPORT_WORDS.duplicate}
          </Button>
          <Button look="text" focusName={opener} describedBy={name} onClick={question.open}>
            {REPORT_WORDS.remove}
          </Button>
        </div>
      )}
      {unfolded === 'runs' && <RunList label={REPORT_WORDS.lastRuns} runs={runs} />}
    </>
  );
}

function useRemoval({ id, sheet }: ReportView, onRefused: () => void) {
  const { ask, focusNext } = useSidebar();
  return async () => {
    const outcome = await ask(PROGRESS.removing(sheet), (call) => call('removeReport', id));
    if (outcome?.kind === 'done') focusNext('add-report');
    else onRefused();
  };
}

interface ShowChangesProps {
  readonly report: ReportView;
  /** The ID of the report's heading. */
  readonly describedBy: string;
}

/** Writes what the last refresh changed to a sheet. */
function ShowChanges({ report, describedBy }: ShowChangesProps) {
  const { ask } = useSidebar();
  const show = () =>
    void ask(PROGRESS.listingChanges(report.sheet), (call) => call('showChanges', report.id));
  return (
    <Button look="text" describedBy={describedBy} onClick={show}>
      {REPORT_WORDS.whatChanged}
    </Button>
  );
}

/** What can be done about the data of a report, and whether its question is still open. */
interface ReportRefresh {
  /** The question of the shrink guard; null where there is none, or someone answered it. */
  readonly question: { readonly sentence: string } | null;
  /** Whether someone chose to keep the old table. */
  readonly isKept: boolean;
  refresh(confirmed: boolean): void;
  keep(): void;
}

/** Refreshes a report, and asks before a table is replaced by much less. */
function useReportRefresh({ id, sheet, confirmation }: ReportView): ReportRefresh {
  const { ask, focusNext } = useSidebar();
  // Whoever presses Refresh after an answer wants to be asked again.
  const [isAskedAgain, setIsAskedAgain] = useState(false);
  const refresh = async (confirmed: boolean) => {
    const outcome = await ask(PROGRESS.refreshing(sheet), (call) => call('refreshReport', id, confirmed));
    if (outcome === null) return;
    const isHeld = outcome.state?.reports.some((report) => report.id === id && report.confirmation !== null);
    setIsAskedAgain(isHeld === true);
    if (isHeld) focusNext(`keep ${id}`);
    // The button that was pressed went with its question.
    else if (confirmed) focusNext(`refresh ${id}`);
  };
  const keep = async () => {
    const outcome = await ask(PROGRESS.keeping(sheet), (call) => call('keepTable', id));
    if (outcome?.kind !== 'done') return;
    setIsAskedAgain(false);
    focusNext(`refresh ${id}`);
  };
  const isKept = confirmation?.isKept === true && !isAskedAgain;
  return {
    question: isKept ? null : confirmation,
    isKept,
    refresh: (confirmed) => void refresh(confirmed),
    keep: () => void keep(),
  };
}

interface DashboardListProps {
  readonly report: ReportView;
  /** The ID of the text that says why nothing can be built; undefined when it can. */
  readonly blockedBy: string | undefined;
}

/** The dashboards that can be made of a report, each with the question it answers and the sheet that it is on. */
function DashboardList({ report, blockedBy }: DashboardListProps) {
  const { ask } = useSidebar();
  const [cut, setCut] = useState<DashboardCut | undefined>(newestOf(report, 'where_and_when')?.cut);
  const known = newestOf(report, 'scorecard')?.countsEveryMiss ?? false;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const everyMiss = chosen ?? known;
  const build = (template: TemplateName) =>
    void ask(PROGRESS.building(TITLES[template], report.sheet), (call) => {
      if (template === 'scorecard') return call('buildDashboard', report.id, template, null, everyMiss);
      return template === 'where_and_when' && cut !== undefined
        ? call('buildDashboard', report.id, template, cut)
        : call('buildDashboard', report.id, template);
    });
  return (
    <div class="dashboards">
      <p class="hint">{DASHBOARD_WORDS.intro}</p>
      {TEMPLATES.map((template) => (
        <Dashboard
          key={template}
          template={template}
          sheet={newestOf(report, template, template === 'where_and_when' ? cut : undefined)?.sheet}
          blockedBy={blockedBy}
          onBuild={() => build(template)}
        >
          {template === 'where_and_when' && <CutFields cut={cut} onChange={setCut} />}
          {template === 'scorecard' && (
            <CheckBox
              label={DASHBOARD_WORDS.everyMiss}
              hint={DASHBOARD_WORDS.everyMissHint}
              isChecked={everyMiss}
              onChange={setChosen}
            />
          )}
        </Dashboard>
      ))}
    </div>
  );
}

/** The newest dashboard of a template, of one cut if that is given: the one that a press updates. */
function newestOf(report: ReportView, template: TemplateName, cut?: DashboardCut): DashboardView | undefined {
  const isOfCut = (one: DashboardView) =>
    cut === undefined || CUT_PARTS.every((part) => one.cut?.[part] === cut[part]);
  return report.dashboards.filter((one) => one.template === template && isOfCut(one)).slice(-1)[0];
}

interface DashboardProps {
  readonly template: TemplateName;
  /** The sheet it is on; undefined before it is built. */
  readonly sheet: string | undefined;
  readonly blockedBy: string | undefined;
  readonly onBuild: () => void;
  /** What can be chosen before it is built. */
  readonly children: ComponentChildren;
}

function Dashboard({ template, sheet, blockedBy, onBuild, children }: DashboardProps) {
  const id = useId();
  const [label, question] = [TITLES[template], QUESTIONS[template]];
  return (
    <div class="dashboard">
      <Button
        look="text"
        blocked={blockedBy !== undefined}
        describedBy={blockedBy === undefined ? id : `${id} ${blockedBy}`}
        onClick={onBuild}
      >
        {label}
      </Button>
      <div id={id}>
        <p class="hint">{question}</p>
        {sheet !== undefined && <p class="hint made">{DASHBOARD_WORDS.standsOn(sheet)}</p>}
      </div>
      {children}
    </div>
  );
}

const CUT_PARTS = ['rows', 'columns', 'measure'] as const;
/** What a first choice of rows is completed with. */
const FIRST_CUT = { columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;

interface CutFieldsProps {
  /** Undefined: the dashboard chooses by its rows. */
  readonly cut: DashboardCut | undefined;
  readonly onChange: (cut: DashboardCut | undefined) => void;
}

/** Chooses what *Where and when* compares. Columns and measure follow once rows are chosen. */
function CutFields({ cut, onChange }: CutFieldsProps) {
  const words = cutWords(useSidebar().words);
  const choose = (part: (typeof CUT_PARTS)[number], value: string) => {
    const { entries } = DASHBOARD_CUT;
    if (part === 'rows') {
      const rows = entries.rows.options.find((one) => one === value);
      onChange(rows && { ...FIRST_CUT, ...cut, rows });
    } else if (cut !== undefined) {
      onChange({ ...cut, [part]: entries[part].options.find((one) => one === value) ?? cut[part] });
    }
  };
  return (
    <div class="cut">
      {CUT_PARTS.filter((part) => part === 'rows' || cut !== undefined).map((part) => (
        <SelectField
          key={part}
          label={words[part].label}
          choices={Object.entries(words[part].choices).map(([value, label]) => ({ value, label }))}
          value={cut?.[part] ?? ''}
          onChange={(value) => choose(part, value)}
        />
      ))}
    </div>
  );
}
