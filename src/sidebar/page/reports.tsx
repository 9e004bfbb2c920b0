import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import {
  CONFIRM_FIRST,
  DASHBOARD_CUT,
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
import { Card, EditableList } from './editable-list';
import { CheckBox, Field, List } from './form';
import { formOf } from './forms';
import { usePage } from './page-context';
import { Button, CopyDetails, Dialog, Menu, Sentence } from './parts';
import { ReportEditor } from './report-form';
import type { Done, Step } from './session';

/** Which report's form is open. */
interface OpenForm {
  /** The ID of the report; `new` or `copy …` of another one for a report not yet saved; null for none. */
  readonly id: string | null;
  readonly set: (id: string | null) => void;
}

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
        none={
          connection === null
            ? 'No reports yet. Connect above, then add one.'
            : 'No reports yet. Add one to choose the days and the sheet to fill.'
        }
        add="Add report"
        beside={
          reports.length > 0 && (
            <Button blocked={blockedBy !== undefined} describedBy={blockedBy} onClick={refreshAll}>
              Refresh all
            </Button>
          )
        }
        items={reports}
        openId={form.id}
        onAdd={() => form.set('new')}
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
        show={(report, open) => (
          <ReportCard
            key={report.id}
            {...{ report, state, blockedBy, form: open }}
            onEdit={() => form.set(report.id)}
            onDuplicate={() => form.set(copyOf(report.id))}
          />
        )}
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

/** The form of a new report that begins as another one is. */
const copyOf = (id: string) => `copy ${id}`;

/** What is in no report. */
function CannotTell() {
  return (
    <details class="cannot-tell">
      <summary>What reports can’t tell</summary>
      <p>The service doesn’t send these, so no figure here shows:</p>
      <ul class="facts">
        {[
          'how long it took to fill a position, and how early it was posted',
          'when someone dropped out',
          'who came, and who was late',
          'ratings',
          'which supplier sent whom',
          'pay',
          'when a shift begins and ends',
        ].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
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

interface ReportCardProps {
  readonly report: ReportView;
  readonly state: SidebarState;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  readonly form: ComponentChildren;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
}

/** One saved report: its sheet, how fresh it is, what is wrong with it, and what can be done with it. */
function ReportCard({ report, state, blockedBy, form, onEdit, onDuplicate }: ReportCardProps) {
  const { ask } = usePage();
  const [unfolded, setUnfolded] = useState<'dashboards' | 'runs' | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  /** What was typed into the table since its last refresh, of which Undo asks first. */
  const [edited, setEdited] = useState<string | null>(null);
  const toggle = (part: 'dashboards' | 'runs') => setUnfolded(unfolded === part ? null : part);
  const { id, sheet } = report;
  const run = (progress: string, call: Step['call']) => () => void ask({ progress, call });
  const refresh = () => void ask(refreshStep(id, sheet));
  const undo = async (confirmed: boolean) => {
    const outcome = await ask({
      progress: `Restoring the table on \u201c${sheet}\u201d\u2026`,
      call: (call) => call('undoRefresh', id, confirmed),
    });
    setEdited(outcome?.kind === 'failed' && outcome.code === 'held_back' ? outcome.message : null);
  };
  const isBlocked = blockedBy !== undefined;
  return (
    <Card
      heading={
        report.shownFrom === null ? (
          sheet
        ) : (
          <Button
            look="text"
            onClick={run(`Opening \u201c${sheet}\u201d\u2026`, (call) => call('openSheet', id))}
          >
            {sheet}
          </Button>
        )
      }
      form={form}
      buttons={(name) => (
        <>
          <div class="buttons">
            <Button
              look={report.confirmation === null ? 'primary' : 'secondary'}
              blocked={isBlocked}
              describedBy={isBlocked ? `${name} ${blockedBy}` : name}
              onClick={refresh}
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
              <Button look="text" onClick={onEdit}>
                Edit
              </Button>
              <Button look="text" onClick={onDuplicate}>
                Duplicate
              </Button>
              {report.lastRun !== null && (
                <Button
                  look="text"
                  onClick={run(`Listing what changed on \u201c${sheet}\u201d\u2026`, (call) =>
                    call('showChanges', id),
                  )}
                >
                  What changed
                </Button>
              )}
              {report.canUndo && (
                <Button look="text" onClick={() => void undo(false)}>
                  Undo last refresh
                </Button>
              )}
              {listRunsOf(report, state).length > 0 && (
                <Button look="text" whileBusy onClick={() => toggle('runs')}>
                  Last runs
                </Button>
              )}
              <Button look="text" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            </Menu>
          </div>
          {unfolded === 'dashboards' && <Dashboards report={report} blockedBy={blockedBy} />}
          {unfolded === 'runs' && <RunList label="Last runs" runs={listRunsOf(report, state)} />}
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
              onConfirm={run(`Removing \u201c${sheet}\u201d\u2026`, (call) => call('removeReport', id))}
              onClose={() => setRemoving(false)}
            >
              <p>{describeRemoval(report, state)}</p>
            </Dialog>
          )}
        </>
      )}
    >
      <Sentence look="hint" text={describeFreshness(report)} />
      <Trouble report={report} />
      {report.confirmation !== null && !report.confirmation.isKept && (
        <Held
          sentence={whyHeld(report.confirmation.sentence)}
          blockedBy={blockedBy}
          onKeep={run(`Keeping the table of \u201c${sheet}\u201d\u2026`, (call) => call('keepTable', id))}
          onReplace={() => void ask(refreshStep(id, sheet, true))}
        />
      )}
    </Card>
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
  unfilled_list: 'What is still open, and what was never filled?',
  data_quality: 'How far can these figures be trusted?',
};

interface DashboardsProps {
  readonly report: ReportView;
  /** The ID of the text that says why nothing can be built; undefined when it can. */
  readonly blockedBy: string | undefined;
}

/** The dashboards that can be made of a report, each with the question it answers and the sheet that it is on. */
function Dashboards({ report, blockedBy }: DashboardsProps) {
  const { ask } = usePage();
  const id = useId();
  const [cut, setCut] = useState<DashboardCut | undefined>(newestOf(report, 'where_and_when')?.cut);
  const [everyMiss, setEveryMiss] = useState(newestOf(report, 'scorecard')?.countsEveryMiss ?? false);
  const build = (template: TemplateName) =>
    void ask({
      progress: `Building ${TITLES[template]} from \u201c${report.sheet}\u201d\u2026`,
      call: (call) => {
        if (template === 'scorecard') return call('buildDashboard', report.id, template, null, everyMiss);
        return call('buildDashboard', report.id, template, template === 'where_and_when' ? cut : undefined);
      },
    });
  return (
    <div class="dashboards">
      {TEMPLATES.map((template) => {
        const made = newestOf(report, template, template === 'where_and_when' ? cut : undefined);
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
            {template === 'where_and_when' && <CutFields cut={cut} onChange={setCut} />}
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
    cut === undefined || CUT_PARTS.every((part) => one.cut?.[part] === cut[part]);
  return report.dashboards.filter((one) => one.template === template && isOfCut(one)).slice(-1)[0];
}

const CUT_PARTS = ['rows', 'columns', 'measure'] as const;

/** What *Where and when* can compare; the empty value leaves it to the dashboard. */
const CUT_CHOICES = {
  rows: { '': 'Chosen automatically', venue: 'Venues', area: 'Areas', role: 'Job titles' },
  columns: { weekday: 'Weekdays', week: 'Weeks' },
  measure: {
    TRUE_FULFILMENT_PERCENTAGE: 'True fulfilment %',
    NO_SHOWS_PERCENTAGE: 'No-shows %',
    MISSING_PEOPLE: 'Missing people',
  },
} as const;

const CUT_LABELS = { rows: 'Rows', columns: 'Columns', measure: 'Measure' };

/** What a first choice of rows is completed with. */
const FIRST_CUT = { columns: 'weekday', measure: 'TRUE_FULFILMENT_PERCENTAGE' } as const;

interface CutFieldsProps {
  /** Undefined: the dashboard chooses by its rows. */
  readonly cut: DashboardCut | undefined;
  readonly onChange: (cut: DashboardCut | undefined) => void;
}

/** Chooses what *Where and when* compares. Columns and measure follow once rows are chosen. */
function CutFields({ cut, onChange }: CutFieldsProps) {
  const choose = (part: (typeof CUT_PARTS)[number], value: string) => {
    const rows = DASHBOARD_CUT.entries.rows.options.find((one) => one === value);
    if (part === 'rows') onChange(rows && { ...FIRST_CUT, ...cut, rows });
    else if (cut !== undefined) onChange({ ...cut, [part]: value });
  };
  return (
    <div class="cut">
      {CUT_PARTS.filter((part) => part === 'rows' || cut !== undefined).map((part) => (
        <Field key={part} label={CUT_LABELS[part]}>
          {(control) => (
            <List
              control={control}
              choices={Object.entries(CUT_CHOICES[part]).map(([value, label]) => ({ value, label }))}
              value={cut?.[part] ?? ''}
              onChange={(value) => choose(part, String(value))}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
