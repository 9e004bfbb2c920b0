import { useId, useState } from 'preact/hooks';
import type { Choice, FormSchema, Typed } from '../../contract/form';
import {
  DASHBOARD_CUT,
  DASHBOARDS,
  describePeriod,
  formOf,
  type ReportForm,
  SCORECARD_FORM,
  type TemplateName,
} from '../../contract/reports';
import type { ReportView, SidebarState } from '../state-view';
import { EditableList, type OpenForm } from './editable-list';
import { Form } from './form';
import { Button, CopyDetails, Menu, RunList, Sentence, usePage } from './parts';
import { ReportEditor } from './report-form';
import { type Done, lookOf, type Step } from './session';

/** The ID of the form for a copy of a report. */
const copyOf = (id: string) => `copy ${id}`;

/** Lists the saved reports, adds and changes them, and refreshes one or all. */
export function Reports(
  props: Pick<ReportButtonsProps, 'state' | 'onConnect'> & { readonly form: OpenForm },
) {
  const { ask } = usePage();
  const { state, form, onConnect } = props;
  const save = useSaving(state, () => form.set(null));
  const { reports, connection } = state;
  const refreshAll = () => void ask({ progress: 'Refreshing all reports…', call: ['refreshAll'] });
  // Nothing can be filled before there is a connection. A form that is open stays.
  if (connection === null && reports.length === 0 && form.id === null) return null;
  return (
    <EditableList
      title="Reports"
      kind="report"
      none="No reports yet. Add one to choose the days and the sheet to fill."
      beside={reports.length > 0 && <Button onClick={refreshAll}>Refresh all</Button>}
      items={reports}
      form={form}
      formFor={(report) => (
        <ReportEditor
          key={form.id}
          report={report}
          model={reports.find(({ id }) => form.id === copyOf(id)) ?? null}
          reports={reports}
          onSave={save}
          onCancel={() => form.set(null)}
        />
      )}
      show={(report, edit) => ({
        name: report.sheet,
        // It opens the sheet, once there is one.
        heading: report.shownFrom !== null && (
          <Button look="text" onClick={() => void ask(openStep(report))}>
            {report.sheet}
          </Button>
        ),
        body: <Standing {...{ report, edit, save }} />,
        buttons: (name, remove) => <ReportButtons {...{ state, onConnect, report, name, remove, edit }} />,
        removal: {
          effect:
            'Its sheet, table and dashboards stay, but are no longer refreshed. Its alerts and summary emails are removed.',
          call: ['removeReport', report.id],
        },
      })}
    />
  );
}

function openStep({ id, sheet }: ReportView, withNotes = false): Step {
  return { progress: `Opening “${sheet}”…`, call: ['openSheet', id, withNotes] };
}

/** Fills the sheet of a report. */
export function refreshStep({ id, sheet }: Pick<ReportView, 'id' | 'sheet'>, confirmed = false): Step {
  return { progress: `Refreshing “${sheet}”…`, call: ['refreshReport', id, confirmed] };
}

/** What was saved: the item of that ID; for null the one that was not there before, if there is one. */
export function findSaved<Item extends { readonly id: string }>(
  id: string | null,
  before: readonly Item[],
  after: readonly Item[],
): Item | undefined {
  return after.find((one) => (id === null ? before.every((other) => other.id !== one.id) : one.id === id));
}

/** Saves a report and fills its sheet; says what it loses, with a way back. */
function useSaving(state: SidebarState, close: () => void) {
  const { ask, tell } = usePage();
  const save = async (filled: ReportForm): Promise<null> => {
    const before = state.reports.find(({ id }) => id === filled.id);
    let done: Done | undefined;
    let saved: ReportView | undefined;
    await ask({
      progress: 'Saving the report…',
      call: ['saveReport', filled],
      next: (answer) => {
        close();
        done = answer;
        saved = findSaved(filled.id, state.reports, answer.state.reports);
        return state.connection === null || saved === undefined ? null : refreshStep(saved);
      },
    });
    if (done?.warning === undefined || saved === undefined || before === undefined) return null;
    const { id, revision } = saved;
    // It changes the report as this save has left it.
    const actions = [{ label: 'Undo', run: () => void save({ ...formOf(before), revision }) }];
    const isOver = ({ reports }: SidebarState) => reports.find((one) => one.id === id)?.revision !== revision;
    tell(`${done.message} ${done.warning}`, { actions, isOver });
    return null;
  };
  return save;
}

/** A moment of these months, without its year. */
const moment = (text: string) => text.replace(/ \d{4},/, ',');

/** How fresh a report is, what is wrong with it, once, and what it asks. */
function Standing({ report, edit, save }: Pick<ReportButtonsProps, 'report' | 'edit' | 'save'>) {
  const { ask, seen } = usePage();
  const question = useId();
  const { id, sheet, lastRun, nextRun, shownFrom, remark, confirmation, isStale, stranger, noteColumns } =
    report;
  const isFresh = lastRun === null || lastRun.outcome === 'refreshed';
  const age =
    shownFrom === null ? 'not filled yet' : `${isFresh ? 'refreshed' : 'figures of'} ${moment(shownFrom)}`;
  const failure = lastRun?.outcome === 'failed' ? lastRun : null;
  const trouble =
    failure !== null
      ? `Failed ${moment(failure.finishedAt)}. ${failure.message}`
      : (stranger && !confirmation && !remark.includes(stranger.sentence) && stranger.sentence) ||
        remark ||
        confirmation?.sentence ||
        (isStale && 'Out of date: two scheduled refreshes have not replaced this.');
  const mend = () => {
    const { kind, name, meant = name } = stranger as NonNullable<typeof stranger>;
    void save({ ...formOf(report), [kind]: report[kind].split(name).join(meant) });
  };
  const keep = () => void ask({ progress: `Keeping the table of “${sheet}”…`, call: ['keepTable', id] });
  return (
    <>
      <Sentence look="hint" text={`${describePeriod(report)} · ${age}`} />
      {shownFrom !== null && noteColumns !== '' && (
        <Button look="text" onClick={() => void ask(openStep(report, true))}>
          Notes: {noteColumns}
        </Button>
      )}
      {trouble && (
        <Sentence look={failure ? lookOf(failure.message) : stranger ? 'bad' : 'waits'} text={trouble} />
      )}
      {failure && nextRun && <Sentence look="hint" text={`Next run: ${nextRun}.`} />}
      {failure?.correlationId && seen().notice.support === undefined && (
        <CopyDetails details={`Failed ${failure.finishedAt}\nReference: ${failure.correlationId}`} />
      )}
      {!failure && (stranger || (lastRun?.outcome === 'refreshed' && remark !== '')) && (
        // Other days or names may fill it.
        <div class="buttons">
          {stranger?.meant && (
            <Button look="primary" onClick={mend}>
              Use “{stranger.meant}”
            </Button>
          )}
          <Button look={stranger && !stranger.meant ? 'primary' : 'text'} onClick={() => edit(id)}>
            Edit
          </Button>
        </div>
      )}
      {confirmation?.isKept === false && (
        <fieldset class="tinted">
          <legend id={question} class="label">
            Replace the table anyway?
          </legend>
          <div class="buttons">
            <Button describedBy={question} onClick={keep}>
              Keep old table
            </Button>
            <Button look="text" describedBy={question} onClick={() => void ask(refreshStep(report, true))}>
              Replace it
            </Button>
          </div>
        </fieldset>
      )}
    </>
  );
}

interface ReportButtonsProps {
  readonly report: ReportView;
  readonly state: SidebarState;
  /** The ID of the report's name. */
  readonly name: string;
  /** Opens a form of the list. */
  readonly edit: (id: string) => void;
  readonly save: (form: ReportForm) => Promise<null>;
  /** Opens the form of the connection. */
  readonly onConnect: () => void;
  readonly remove: () => void;
}

/** A report's card shows this many runs; the section `Activity` has all. */
const RUNS_OF_REPORT = 5;

/** What can be done with a report. */
function ReportButtons({ report, state, name, edit, onConnect, remove }: Omit<ReportButtonsProps, 'save'>) {
  const { ask, askFirst, dismiss } = usePage();
  const [open, setOpen] = useState<'dashboards' | 'runs' | null>(null);
  const { id, sheet } = report;
  const isRefused =
    state.connection?.isRefused === true && report.lastRun?.message === state.connection.failing;
  const toggle = (part: typeof open) => setOpen(open === part ? null : part);
  const run = (progress: string, ...call: Step['call']) => ask({ progress: `${progress} “${sheet}”…`, call });
  const undo = async (confirmed: boolean) => {
    const outcome = await run('Restoring the table on', 'undoRefresh', id, confirmed);
    if (outcome?.kind !== 'failed' || outcome.code !== 'held_back') return;
    // The question itself says that it waits.
    dismiss();
    askFirst({
      title: 'Undo the last refresh?',
      // What was typed into the table since.
      what: outcome.message,
      keep: 'No, keep the table',
      confirm: 'Yes, undo',
      run: () => void undo(true),
    });
  };
  const runs = state.activity.filter((run) => run.sheet === sheet).slice(0, RUNS_OF_REPORT);
  const changes = () => void run('Listing what changed on', 'showChanges', id);
  const more: readonly (readonly [label: string, isOffered: boolean, run: () => void])[] = [
    ['Edit', true, () => edit(id)],
    ['Duplicate', true, () => edit(copyOf(id))],
    ['What changed', report.lastRun !== null, changes],
    ['Undo last refresh', report.canUndo, () => void undo(false)],
    ['Last runs', runs.length > 0, () => toggle('runs')],
    ['Remove', true, remove],
  ];
  return (
    <>
      <div class="buttons">
        {isRefused && (
          <Button look="primary" describedBy={name} onClick={onConnect}>
            Change connection
          </Button>
        )}
        <Button
          look={report.confirmation || isRefused || report.stranger ? 'secondary' : 'primary'}
          describedBy={name}
          onClick={() => void ask(refreshStep(report))}
        >
          Refresh
        </Button>
        <Button
          describedBy={name}
          expanded={open === 'dashboards'}
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
      {open === 'dashboards' && <Dashboards report={report} />}
      {open === 'runs' && <RunList label="Last runs" runs={runs} />}
    </>
  );
}

/** What dashboards can show: what *Where and when* compares, by default what it chooses, and which weeks credits count. */
interface Options extends Omit<Typed<typeof DASHBOARD_CUT>, 'rows'> {
  readonly rows: Typed<typeof DASHBOARD_CUT>['rows'] | '';
  readonly everyMiss: boolean;
}

const OPTION_FORMS: Readonly<Partial<Record<TemplateName, FormSchema>>> = {
  where_and_when: DASHBOARD_CUT,
  scorecard: SCORECARD_FORM,
};

const ANY_ROWS: readonly Choice[] = [
  { value: '', label: 'Chosen automatically' },
  ...(DASHBOARD_CUT.entries.rows.spec.choices ?? []),
];

/** The dashboards that can be made of a report, each with its question, what it can show, and the sheet that it is on. */
function Dashboards({ report }: { readonly report: ReportView }) {
  const { ask } = usePage();
  const id = useId();
  const newest = (template: TemplateName, isWanted = (_: ReportView['dashboards'][number]) => true) =>
    report.dashboards.filter((one) => one.template === template && isWanted(one)).slice(-1)[0];
  const [{ everyMiss, ...chosen }, choose] = useState<Options>({
    ...(newest('where_and_when')?.cut ?? {
      rows: '',
      columns: 'weekday',
      measure: 'TRUE_FULFILMENT_PERCENTAGE',
    }),
    everyMiss: newest('scorecard')?.everyMiss ?? false,
  });
  const cut = chosen.rows === '' ? null : (chosen as Typed<typeof DASHBOARD_CUT>);
  const build = (template: TemplateName, title: string) =>
    void ask({
      progress: `Building ${title} from “${report.sheet}”…`,
      call: [
        'buildDashboard',
        report.id,
        template,
        template === 'where_and_when' ? cut : null,
        template === 'scorecard' ? everyMiss : null,
      ],
    });
  return (
    <div class="entries">
      {DASHBOARDS.map(({ value: template, label: title, hint: question }) => {
        // A press updates the newest; of *Where and when*, the newest that compares the same.
        const isSame = (one: ReportView['dashboards'][number]) =>
          template !== 'where_and_when' || cut === null || JSON.stringify(one.cut) === JSON.stringify(cut);
        const made = newest(template, isSame);
        const schema = OPTION_FORMS[template];
        return (
          <div key={template}>
            <Button look="text" describedBy={`${id}-${template}`} onClick={() => build(template, title)}>
              {title}
            </Button>
            <p class="hint" id={`${id}-${template}`} translate={false}>
              {question}
              {made !== undefined && ` On sheet “${made.sheet}”.`}
            </p>
            {schema && (
              <Form
                schema={schema}
                about={() => ({ rows: { choices: ANY_ROWS } })}
                begin={{ ...chosen, everyMiss }}
                onChange={choose}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
