import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type ReportView, TEMPLATES, type TemplateName } from '../../contract/reports';
import type { ActivityLine, SidebarState } from '../../contract/sidebar';
import { RunList } from './activity-section';
import { listRunsOf } from './activity-view';
import { Button } from './button';
import { CheckBox } from './fields';
import { Question, useQuestion } from './question';
import {
  describeChoices,
  describeFreshness,
  describePeriod,
  describeProgress,
  describeRemoval,
  describeRun,
  type Freshness,
  localMoment,
  type RunWords,
} from './report-view';
import { LocalText, Sentence } from './sentence';
import { useSidebar } from './use-sidebar';
import { DASHBOARD_WORDS, DASHBOARDS } from './words/dashboards';
import { PROGRESS } from './words/page';
import { REPORT_WORDS } from './words/reports';

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
export function ReportItem({ report, state, blockedBy, onEdit, onDuplicate, children }: ReportItemProps) {
  const name = useId();
  const { question, isKept, refresh, keep } = useReportRefresh(report);
  const now = localMoment(Date.now(), state.timeZone);
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
        words={describeRun(report.lastRun)}
        freshness={describeFreshness(report, state.schedule.every, now)}
      />
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
            <LocalText text={question.sentence} />
          </p>
        </Question>
      )}
      {children ?? (
        <ReportButtons
          report={report}
          alertCount={state.alerts.filter((alert) => alert.report === report.id).length}
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
  readonly freshness: Freshness | null;
}

function LastRun({ words, freshness }: LastRunProps) {
  return (
    <div class={`run ${words.tone}`}>
      {words.heading && <Sentence look="strong" text={words.heading} />}
      {freshness !== null && <Age freshness={freshness} />}
      <Sentence text={words.message} />
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
  const { report, alertCount, runs, name, blockedBy, onRefresh, onEdit, onDuplicate } = props;
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
          {describeRemoval(report, alertCount).map((line) => (
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
    const outcome = await ask({
      progress: PROGRESS.removing(sheet),
      call: (calls) => calls.sidebarRemoveReport(id),
    });
    if (outcome?.kind === 'done') focusNext('add-report');
    else onRefused();
  };
}

interface DashboardListProps {
  readonly report: ReportView;
  /** The ID of the text that says why nothing can be built; undefined when it can. */
  readonly blockedBy: string | undefined;
}

/** The dashboards that can be made of a report, each with the question it answers and where it stands. */
function DashboardList({ report, blockedBy }: DashboardListProps) {
  const { ask } = useSidebar();
  const known = report.dashboards.find(({ template }) => template === 'scorecard')?.countsEveryMiss ?? false;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const everyMiss = chosen ?? known;
  const build = (template: TemplateName) =>
    void ask({
      progress: PROGRESS.building(DASHBOARDS[template].label, report.sheet),
      call: (calls) =>
        template === 'scorecard'
          ? calls.sidebarBuildDashboard(report.id, template, null, everyMiss)
          : calls.sidebarBuildDashboard(report.id, template),
    });
  return (
    <div class="dashboards">
      <p class="hint">{DASHBOARD_WORDS.intro}</p>
      {TEMPLATES.map((template) => (
        <Dashboard
          key={template}
          template={template}
          sheet={report.dashboards.find((one) => one.template === template)?.sheet}
          blockedBy={blockedBy}
          onBuild={() => build(template)}
        >
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

interface DashboardProps {
  readonly template: TemplateName;
  /** The sheet it stands on; undefined before it is built. */
  readonly sheet: string | undefined;
  readonly blockedBy: string | undefined;
  readonly onBuild: () => void;
  /** What may be chosen for it. */
  readonly children?: ComponentChildren;
}

function Dashboard({ template, sheet, blockedBy, onBuild, children }: DashboardProps) {
  const id = useId();
  const { label, question } = DASHBOARDS[template];
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

interface ShowChangesProps {
  readonly report: ReportView;
  /** The ID of the report's heading. */
  readonly describedBy: string;
}

/** Writes what the last refresh changed to a sheet. */
function ShowChanges({ report, describedBy }: ShowChangesProps) {
  const { ask } = useSidebar();
  const show = () =>
    void ask({
      progress: PROGRESS.listingChanges(report.sheet),
      call: (calls) => calls.sidebarShowChanges(report.id),
    });
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
function useReportRefresh({ id, sheet, held }: ReportView): ReportRefresh {
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
