import { useId, useState } from 'preact/hooks';
import { choicesOf } from '../../contract/form';
import {
  CONFIRM_FIRST,
  type DashboardCut,
  type DashboardView,
  describePeriod,
  type ReportForm,
  type ReportView,
  TEMPLATES,
  type TemplateName,
  TITLES,
} from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import { listRunsOf, RunList } from './activity';
import { EditableList, type OpenForm } from './editable-list';
import { CheckBox, Field, List } from './form';
import { formOf } from './forms';
import { usePage } from './page-context';
import { Button, CopyDetails, Dialog, Menu, Sentence } from './parts';
import { ReportEditor } from './report-form';
import type { Done, Step } from './session';

interface ReportsProps {
  readonly state: SidebarState;
  readonly form: OpenForm;
}

/** Lists the saved reports, adds and changes them, and refreshes one or all. */
export function Reports({ state, form }: ReportsProps) {
  const { ask } = usePage();
  const save = useSaving(state, () => form.set(null));
  const whyBlocked = useId();
  const { reports, connection } = state;
  const blockedBy = connection === null ? whyBlocked : undefined;
  const refreshAll = () =>
    void ask({ progress: 'Refreshing all reports\u2026', call: (call) => call('refreshAll') });
  return (
    <>
      <EditableList
        title="Reports"
        kind="report"
        none={
          connection === null
            ? 'No reports yet. Connect above, then add one.'
            : 'No reports yet. Add one to choose the days and the sheet to fill.'
        }
        beside={
          reports.length > 0 && (
            <Button blocked={blockedBy !== undefined} describedBy={blockedBy} onClick={refreshAll}>
              Refresh all
            </Button>
          )
        }
        items={reports}
        form={form}
        formFor={(report) => (
          <ReportEditor
            key={form.id}
            report={report}
            model={reports.find(({ id }) => form.id === copyOf(id)) ?? null}
            reports={reports}
            onSave={(filled) => void save(filled)}
            onCancel={() => form.set(null)}
          />
        )}
        show={(report) => ({
          heading: <ReportName report={report} />,
          body: <Standing report={report} blockedBy={blockedBy} />,
          buttons: (name) => <ReportButtons {...{ report, state, blockedBy, name, form }} />,
        })}
      />
      {reports.length > 0 && blockedBy !== undefined && (
        <p class="hint" id={blockedBy}>
          Connect first, then refresh.
        </p>
      )}
      {reports.length > 0 && <CannotTell />}
    </>
  );
}

/** The ID of the form for a copy of a report. */
const copyOf = (id: string) => `copy ${id}`;

/** What is in no report. */
function CannotTell() {
  return (
    <details class="cannot-tell">
      <summary>What reports can’t tell</summary>
      <p>
        The service doesn’t send these, so no figure here shows: how long it took to fill a position, and how
        early it was posted; when someone dropped out; who came, and who was late; ratings; which supplier
        sent whom; pay; when a shift begins and ends.
      </p>
    </details>
  );
}

/** Fills the sheet of a report. */
export function refreshStep(id: string, sheet: string, confirmed = false): Step {
  return {
    progress: `Refreshing \u201c${sheet}\u201d\u2026`,
    call: (call) => call('refreshReport', id, confirmed),
  };
}

/** The report that an outcome added; undefined when it added none. */
export function findAdded(before: SidebarState, { state }: Done): ReportView | undefined {
  return state.reports.find(({ id }) => before.reports.every((report) => report.id !== id));
}

/** Saves a report and fills its sheet; then says what is unusual about it, with a way back. */
function useSaving(state: SidebarState, close: () => void) {
  const { ask, add } = usePage();
  const save = async (filled: ReportForm): Promise<void> => {
    const before = state.reports.find(({ id }) => id === filled.id);
    let saved: Done | undefined;
    let id = filled.id;
    await ask({
      progress: 'Saving the report\u2026',
      call: (call) => call('saveReport', filled),
      next: (done) => {
        saved = done;
        id ??= findAdded(state, done)?.id ?? null;
        close();
        return state.connection === null || id === null ? null : refreshStep(id, filled.sheet);
      },
    });
    const { warning } = saved ?? {};
    if (warning === undefined || id === null) return;
    const savedId = id;
    // What follows changes the report as this save has left it.
    const revision = saved?.state.reports.find((report) => report.id === savedId)?.revision;
    const again = (form: ReportForm) =>
      void save({ ...form, id: savedId, ...(revision === undefined ? {} : { revision }) });
    const undo = () =>
      before === undefined
        ? void ask({ progress: 'Removing the report\u2026', call: (call) => call('removeReport', savedId) })
        : again(formOf(before));
    const { correction } = warning;
    const correct = correction && {
      label: `Use \u201c${correction.meant}\u201d`,
      run: () => again({ ...filled, [correction.field]: correction.filter }),
    };
    add(warning.sentence, [...(correct ? [correct] : []), { label: 'Undo', run: undo }]);
  };
  return save;
}

/** The name of a report: it opens the sheet, once there is one. */
function ReportName({ report: { id, sheet, shownFrom } }: { readonly report: ReportView }) {
  const { ask } = usePage();
  const open = () =>
    void ask({ progress: `Opening \u201c${sheet}\u201d\u2026`, call: (call) => call('openSheet', id) });
  if (shownFrom === null) return <>{sheet}</>;
  return (
    <Button look="text" onClick={open}>
      {sheet}
    </Button>
  );
}

interface CardProps {
  readonly report: ReportView;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
}

/** How fresh a report is, what is wrong with it, and what it asks. */
function Standing({ report, blockedBy }: CardProps) {
  const { ask } = usePage();
  const { id, sheet, confirmation } = report;
  const keep = () =>
    void ask({
      progress: `Keeping the table of \u201c${sheet}\u201d\u2026`,
      call: (call) => call('keepTable', id),
    });
  return (
    <>
      <Sentence look="hint" text={describeFreshness(report)} />
      <Trouble report={report} />
      {confirmation !== null && !confirmation.isKept && (
        <Held
          sentence={whyHeld(confirmation.sentence)}
          blockedBy={blockedBy}
          onKeep={keep}
          onReplace={() => void ask(refreshStep(id, sheet, true))}
        />
      )}
    </>
  );
}

interface ReportButtonsProps extends CardProps {
  readonly state: SidebarState;
  /** The ID of the report's name. */
  readonly name: string;
  readonly form: OpenForm;
}

/** What can be done with a report. */
function ReportButtons({ report, state, blockedBy, name, form }: ReportButtonsProps) {
  const { ask } = usePage();
  const [unfolded, setUnfolded] = useState<'dashboards' | 'runs' | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  /** What was typed into the table since its last refresh: Undo asks before it takes that away. */
  const [edited, setEdited] = useState<string | null>(null);
  const { id, sheet } = report;
  const toggle = (part: 'dashboards' | 'runs') => setUnfolded(unfolded === part ? null : part);
  const run = (progress: string, call: Step['call']) =>
    ask({ progress: `${progress} \u201c${sheet}\u201d\u2026`, call });
  const undo = async (confirmed: boolean) => {
    const outcome = await run('Restoring the table on', (call) => call('undoRefresh', id, confirmed));
    setEdited(outcome?.kind === 'failed' && outcome.code === 'held_back' ? outcome.message : null);
  };
  const runs = listRunsOf(report, state);
  const more: readonly (readonly [label: string, isOffered: boolean, run: () => void])[] = [
    ['Edit', true, () => form.set(id)],
    ['Duplicate', true, () => form.set(copyOf(id))],
    [
      'What changed',
      report.lastRun !== null,
      () => void run('Listing what changed on', (call) => call('showChanges', id)),
    ],
    ['Undo last refresh', report.canUndo, () => void undo(false)],
    ['Last runs', runs.length > 0, () => toggle('runs')],
    ['Remove', true, () => setRemoving(true)],
  ];
  return (
    <>
      <div class="buttons">
        <Button
          look={report.confirmation === null ? 'primary' : 'secondary'}
          blocked={blockedBy !== undefined}
          describedBy={blockedBy === undefined ? name : `${name} ${blockedBy}`}
          onClick={() => void ask(refreshStep(id, sheet))}
        >
          Refresh
        </Button>
        <Button
          describedBy={name}
          expanded={unfolded === 'dashboards'}
          whileBusy
          onClick={() => toggle('dashboards')}
        >
          Dashboards
        </Button>
        <Menu describedBy={name}>
          {more.map(
            ([label, isOffered, choose]) =>
              isOffered && (
                <Button key={label} look="text" onClick={choose}>
                  {label}
                </Button>
              ),
          )}
        </Menu>
      </div>
      {unfolded === 'dashboards' && <Dashboards report={report} blockedBy={blockedBy} />}
      {unfolded === 'runs' && <RunList label="Last runs" runs={runs} />}
      {edited !== null && (
        <Dialog
          title="Undo the last refresh?"
          keep="No, keep the table"
          confirm="Yes, undo"
          onConfirm={() => void undo(true)}
          onClose={() => setEdited(null)}
        >
          <p>{edited}</p>
        </Dialog>
      )}
      {isRemoving && (
        <Dialog
          title={`Remove the report \u201c${sheet}\u201d?`}
          keep="No, keep it"
          confirm="Yes, remove report"
          onConfirm={() => void run('Removing', (call) => call('removeReport', id))}
          onClose={() => setRemoving(false)}
        >
          <p>{describeRemoval(report, state)}</p>
        </Dialog>
      )}
    </>
  );
}

/** The days of a report and how old its table is, in one line: `Last 13 weeks · refreshed 28 Nov, 06:50`. */
export function describeFreshness(report: ReportView): string {
  const { lastRun, shownFrom } = report;
  if (shownFrom === null) return `${describePeriod(report)} \u00b7 not filled yet`;
  const isFresh = lastRun === null || lastRun.outcome === 'refreshed';
  const when = isFresh && lastRun !== null ? lastRun.finishedAt : shownFrom;
  return `${describePeriod(report)} \u00b7 ${isFresh ? 'refreshed' : 'figures of'} ${moment(when)}`;
}

/** A moment of these months, without its year. */
function moment(text: string): string {
  return text.replace(/ \d{4},/, ',');
}

/** What is wrong with a report, once; nothing where it is well or asks a question. */
function Trouble({ report }: { readonly report: ReportView }) {
  const { lastRun, progress, confirmation, isStale } = report;
  if (lastRun?.outcome === 'failed') {
    const { finishedAt, message, correlationId } = lastRun;
    const reference = correlationId === '' ? '' : `\nReference: ${correlationId}`;
    return (
      <>
        <Sentence look="trouble" text={`Failed ${moment(finishedAt)}: ${message}`} />
        <CopyDetails details={`Shift Reports\nFailed ${finishedAt}${reference}`} />
      </>
    );
  }
  if (progress !== null) {
    return <Sentence look="trouble" text={`Not finished: ${progress.text}. Refresh continues from there.`} />;
  }
  if (confirmation?.isKept) return <Sentence text="The old table stays for now. Refresh asks again." />;
  return isStale ? (
    <Sentence look="trouble" text="Out of date: two scheduled refreshes were missed." />
  ) : null;
}

/** Why a table waits for a confirmation, without the remedy: the buttons below are that. */
function whyHeld(sentence: string): string {
  const why = sentence.startsWith(CONFIRM_FIRST) ? sentence.slice(CONFIRM_FIRST.length) : sentence;
  return why.charAt(0).toUpperCase() + why.slice(1);
}

interface HeldProps {
  readonly sentence: string;
  readonly blockedBy: string | undefined;
  readonly onKeep: () => void;
  readonly onReplace: () => void;
}

/** Asks whether a new table that lacks much of the old one takes its place. */
function Held({ sentence, blockedBy, onKeep, onReplace }: HeldProps) {
  const id = useId();
  return (
    <fieldset class="held" aria-describedby={id}>
      <legend class="strong">Replace the table anyway?</legend>
      <p id={id} translate={false}>
        {sentence}
      </p>
      <div class="buttons">
        <Button describedBy={id} onClick={onKeep}>
          Keep the old table
        </Button>
        <Button
          look="text"
          blocked={blockedBy !== undefined}
          describedBy={blockedBy === undefined ? id : `${id} ${blockedBy}`}
          onClick={onReplace}
        >
          Replace the table
        </Button>
      </div>
    </fieldset>
  );
}

/** What to know before removing a report. */
export function describeRemoval(report: ReportView, { alerts, summaries }: SidebarState): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  const [watching, sending] = [alerts, summaries].map(
    (list) =>
      (list as readonly { readonly report: string }[]).filter((one) => one.report === report.id).length,
  ) as [number, number];
  const gone = [
    ...(watching === 0 ? [] : [count(watching, 'alert')]),
    ...(sending === 0 ? [] : [count(sending, 'summary email')]),
  ];
  const stays = 'Its sheet, table and dashboards stay, but are no longer refreshed.';
  return gone.length === 0 ? stays : `${stays} Removed with it: ${gone.join(' and ')}.`;
}

/** The question that each dashboard answers. */
const QUESTIONS: Readonly<Record<TemplateName, string>> = {
  overview: 'Did we get the people we asked for, and is it getting better?',
  scorecard: 'Which venues meet their targets, and which do not?',
  where_and_when: 'Where and when are people missing?',
  unfilled_list: 'What is still unfilled, and what was never filled?',
  data_quality: 'How far can these figures be trusted?',
};

/** What *Where and when* can compare; without rows the dashboard chooses. */
const CUT = {
  rows: {
    label: 'Rows',
    choices: { '': 'Chosen automatically', venue: 'Venues', area: 'Areas', role: 'Job titles' },
  },
  columns: { label: 'Columns', choices: { weekday: 'Weekdays', week: 'Weeks' } },
  measure: {
    label: 'Measure',
    choices: {
      TRUE_FULFILMENT_PERCENTAGE: 'True fulfilment %',
      NO_SHOWS_PERCENTAGE: 'No-shows %',
      MISSING_PEOPLE: 'Missing people',
    },
  },
};

const NO_CUT = { rows: '', columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' };

/** The dashboards that can be made of a report, each with the question it answers and the sheet that it is on. */
function Dashboards({ report, blockedBy }: CardProps) {
  const { ask } = usePage();
  const id = useId();
  const [cut, setCut] = useState<Readonly<Record<string, string>>>(
    newestOf(report, 'where_and_when')?.cut ?? NO_CUT,
  );
  const [everyMiss, setEveryMiss] = useState(newestOf(report, 'scorecard')?.countsEveryMiss ?? false);
  const chosen = cut.rows === '' ? undefined : (cut as DashboardCut);
  const cutOf = (template: TemplateName) => (template === 'where_and_when' ? chosen : undefined);
  const build = (template: TemplateName) =>
    void ask({
      progress: `Building ${TITLES[template]} from \u201c${report.sheet}\u201d\u2026`,
      call: (call) => {
        if (template === 'scorecard') return call('buildDashboard', report.id, template, null, everyMiss);
        return call('buildDashboard', report.id, template, cutOf(template));
      },
    });
  return (
    <div class="dashboards">
      {TEMPLATES.map((template) => {
        const made = newestOf(report, template, cutOf(template));
        return (
          <div class="dashboard" key={template}>
            <Button
              look="text"
              blocked={blockedBy !== undefined}
              describedBy={blockedBy ?? `${id}-${template}`}
              onClick={() => build(template)}
            >
              {TITLES[template]}
            </Button>
            <p class="hint" id={`${id}-${template}`} translate={false}>
              {QUESTIONS[template]}
              {made !== undefined && ` On sheet \u201c${made.sheet}\u201d.`}
            </p>
            {template === 'where_and_when' &&
              Object.entries(CUT)
                .slice(0, chosen === undefined ? 1 : undefined)
                .map(([part, { label, choices }]) => (
                  <Field key={part} label={label}>
                    {(control) => (
                      <List
                        control={control}
                        choices={choicesOf(choices)}
                        value={cut[part]}
                        onChange={(value) => setCut({ ...cut, [part]: String(value) })}
                      />
                    )}
                  </Field>
                ))}
            {template === 'scorecard' && (
              <CheckBox
                label="Include near misses"
                hint="Credits then also count weeks that may be below target by chance."
                isChecked={everyMiss}
                onChange={setEveryMiss}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** The newest dashboard of a template, of one cut if that is given: the one that a press updates. */
function newestOf(report: ReportView, template: TemplateName, cut?: DashboardCut): DashboardView | undefined {
  const isOfCut = (one: DashboardView) =>
    cut === undefined || JSON.stringify(one.cut) === JSON.stringify(cut);
  return report.dashboards.filter((one) => one.template === template && isOfCut(one)).slice(-1)[0];
}
