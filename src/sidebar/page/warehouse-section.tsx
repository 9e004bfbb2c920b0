import { useId, useRef, useState } from 'preact/hooks';
import type { CheckLine } from '../../contract/connection';
import type { ReportView } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import {
  type HistoryForm,
  WAREHOUSE_LOCATIONS,
  WAREHOUSE_VIEWS,
  type WarehouseForm,
  type WarehouseView,
  type WarehouseViewName,
} from '../../contract/warehouse';
import { DateField, Form, SelectField, TextField, useForm } from './fields';
import { Button, CheckList, Question, Section, Sentence, useQuestion } from './parts';
import { describePeriod } from './report-view';
import { useSidebar } from './use-sidebar';
import { type Choice, regionOf } from './view';
import {
  checkHistory,
  checkWarehouse,
  readWarehouse,
  sendableReports,
  warehouseFields,
} from './warehouse-view';
import { WAREHOUSE_PROGRESS, WAREHOUSE_WORDS } from './words/warehouse';

/** Where shifts are also sent, how that went, and what else can be done with them there. */
export function WarehouseSection({ state }: { readonly state: SidebarState }) {
  const { settings, sentence, isFailing, history } = readWarehouse(state.edition);
  const [saves, setSaves] = useState(0);
  if (state.connection === null && settings === null) return null;
  return (
    <Section title={WAREHOUSE_WORDS.title}>
      {settings === null ? (
        <p class="intro">{WAREHOUSE_WORDS.intro}</p>
      ) : (
        <Sentence look={isFailing ? 'notice' : 'intro'} text={sentence || WAREHOUSE_WORDS.notYet} />
      )}
      <WarehouseEditor
        // Only settings that were saved or really changed replace what is being entered.
        key={JSON.stringify([settings, saves])}
        settings={settings}
        state={state}
        onSaved={() => setSaves(saves + 1)}
      />
      {settings !== null && (
        <>
          <SetUp />
          <History history={history} />
          <ConnectedTable />
          <RemoveWarehouse />
        </>
      )}
    </Section>
  );
}

interface WarehouseEditorProps {
  readonly settings: WarehouseForm | null;
  readonly state: SidebarState;
  readonly onSaved: () => void;
}

/** Asks for project, dataset, location, and the reports to send. */
function WarehouseEditor({ settings, state, onSaved }: WarehouseEditorProps) {
  const { ask, focusNext } = useSidebar();
  const sendable = sendableReports(state.reports);
  const save = async (filled: WarehouseForm) => {
    const outcome = await ask(WAREHOUSE_PROGRESS.saving, (call) => call('saveWarehouse', filled));
    if (outcome?.kind !== 'done') return;
    // The form is drawn again, and the pressed button with it.
    onSaved();
    focusNext('save-warehouse');
  };
  const { form, fields, change, problems, submit } = useForm(
    () => warehouseFields(settings, regionOf(state)),
    (typed) => checkWarehouse(typed, sendable),
    (filled) => void save(filled),
  );
  const isOther = fields.location === 'other';
  return (
    <Form form={form} submit={submit}>
      <TextField
        label={WAREHOUSE_WORDS.project}
        hint={WAREHOUSE_WORDS.projectHint}
        value={fields.project}
        problem={problems.project}
        onChange={(project) => change({ project })}
      />
      <TextField
        label={WAREHOUSE_WORDS.dataset}
        hint={WAREHOUSE_WORDS.datasetHint}
        value={fields.dataset}
        problem={problems.dataset}
        onChange={(dataset) => change({ dataset })}
      />
      <SelectField
        label={WAREHOUSE_WORDS.location}
        hint={WAREHOUSE_WORDS.locationHint}
        choices={locationChoices()}
        value={fields.location}
        problem={isOther ? undefined : problems.location}
        onChange={(location) => change({ location })}
      />
      {isOther && (
        <TextField
          label={WAREHOUSE_WORDS.region}
          hint={WAREHOUSE_WORDS.regionHint}
          value={fields.region}
          problem={problems.location}
          // The problem is that of the location.
          onChange={(region) => change({ region, location: 'other' })}
        />
      )}
      <ReportBoxes reports={sendable} chosen={fields.reports} onChange={(reports) => change({ reports })} />
      <div class="buttons">
        <Button focusName="save-warehouse">{WAREHOUSE_WORDS.save}</Button>
      </div>
    </Form>
  );
}

interface ReportBoxesProps {
  readonly reports: readonly ReportView[];
  /** IDs. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** One check box for each report that can be sent. */
function ReportBoxes({ reports, chosen, onChange }: ReportBoxesProps) {
  const id = useId();
  const set = (reportId: string, isChosen: boolean) => {
    const others = chosen.filter((each) => each !== reportId);
    onChange(isChosen ? [...others, reportId] : others);
  };
  return (
    <fieldset class="radios">
      <legend class="label">{WAREHOUSE_WORDS.reports}</legend>
      {reports.map((report) => (
        <div class="choice" key={report.id}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(report.id)}
              aria-describedby={`${id}-${report.id}`}
              onChange={(event) => set(report.id, event.currentTarget.checked)}
            />
            <bdi>{report.sheet}</bdi>
          </label>
          <p class="hint" id={`${id}-${report.id}`}>
            {describePeriod(report)}
          </p>
        </div>
      ))}
      {reports.length === 0 && <p class="hint">{WAREHOUSE_WORDS.noReports}</p>}
    </fieldset>
  );
}

/** Makes what is missing in BigQuery, and says which permission is. */
function SetUp() {
  const { ask } = useSidebar();
  const [checks, setChecks] = useState<readonly CheckLine[]>([]);
  const setUp = async () => {
    const outcome = await ask(WAREHOUSE_PROGRESS.settingUp, (call) => call('setUpWarehouse'));
    if (outcome !== null) setChecks(outcome.checks ?? []);
  };
  return (
    <>
      <div class="buttons field">
        <Button onClick={() => void setUp()}>{WAREHOUSE_WORDS.setUp}</Button>
      </div>
      {checks.length > 0 && (
        <div class="field">
          <CheckList checks={checks} support={undefined} />
        </div>
      )}
    </>
  );
}

/** Sends days before those of the reports, and shows how far that came. */
function History({ history }: Pick<WarehouseView, 'history'>) {
  const { ask, stop, busy, focusNext } = useSidebar();
  const isStopping = useRef(false);
  const end = async () => {
    isStopping.current = false;
    await ask(WAREHOUSE_PROGRESS.stopping, (call) => call('stopHistory'));
    focusNext('status');
  };
  const send = async (form: HistoryForm) => {
    isStopping.current = false;
    const outcome = await ask(WAREHOUSE_PROGRESS.sending, (call) => call('sendHistory', form));
    if (isStopping.current) await end();
    else if (outcome?.kind === 'done') focusNext('status');
  };
  const isUnderWay = history !== null && !history.isDone;
  const halt = () => {
    if (!busy) return void end();
    // The part under way comes to its end; what is left is forgotten then.
    isStopping.current = true;
    stop();
  };
  return (
    <div class="field">
      {history !== null && (
        <div class="field">
          <p class="label">{WAREHOUSE_WORDS.history}</p>
          <progress aria-label={WAREHOUSE_WORDS.history} value={history.share} />
          <Sentence text={history.sentence} />
        </div>
      )}
      {isUnderWay ? (
        <div class="buttons">
          <Button onClick={() => void send({ since: history.since })}>{WAREHOUSE_WORDS.goOn}</Button>
          <Button look="text" whileBusy onClick={halt}>
            {WAREHOUSE_WORDS.stop}
          </Button>
        </div>
      ) : (
        <HistoryEditor since={history?.since ?? ''} onSend={send} />
      )}
    </div>
  );
}

interface HistoryEditorProps {
  readonly since: string;
  readonly onSend: (form: HistoryForm) => Promise<void>;
}

function HistoryEditor({ since, onSend }: HistoryEditorProps) {
  const { form, fields, change, problems, submit } = useForm(
    () => ({ since }),
    checkHistory,
    (filled) => void onSend(filled),
  );
  return (
    <Form form={form} submit={submit}>
      <DateField
        label={WAREHOUSE_WORDS.since}
        hint={WAREHOUSE_WORDS.sinceHint}
        value={fields.since}
        problem={problems.since}
        onChange={(day) => change({ since: day })}
      />
      <div class="buttons">
        <Button>{WAREHOUSE_WORDS.send}</Button>
      </div>
    </Form>
  );
}

/** Adds a sheet that shows a view. */
function ConnectedTable() {
  const { ask } = useSidebar();
  const [view, setView] = useState<WarehouseViewName>(WAREHOUSE_VIEWS[0]);
  const add = () => void ask(WAREHOUSE_PROGRESS.adding, (call) => call('addConnectedTable', view));
  return (
    <div class="field">
      <SelectField
        label={WAREHOUSE_WORDS.view}
        hint={WAREHOUSE_WORDS.viewHint}
        choices={viewChoices()}
        value={view}
        onChange={(value) => setView(value as WarehouseViewName)}
      />
      <div class="buttons">
        <Button onClick={add}>{WAREHOUSE_WORDS.addTable}</Button>
      </div>
    </div>
  );
}

function RemoveWarehouse() {
  const { ask, focusNext } = useSidebar();
  const question = useQuestion('remove-warehouse');
  const remove = async () => {
    const outcome = await ask(WAREHOUSE_PROGRESS.removing, (call) => call('removeWarehouse'));
    question.close();
    if (outcome?.kind === 'done') focusNext('status');
  };
  if (!question.isAsking) {
    return (
      <div class="buttons">
        <Button look="text" focusName="remove-warehouse" onClick={question.open}>
          {WAREHOUSE_WORDS.remove}
        </Button>
      </div>
    );
  }
  return (
    <Question
      title={WAREHOUSE_WORDS.removeQuestion}
      keep={WAREHOUSE_WORDS.keep}
      confirm={WAREHOUSE_WORDS.confirmRemove}
      focusName={question.focusName}
      onKeep={question.close}
      onConfirm={() => void remove()}
    >
      <p>{WAREHOUSE_WORDS.removeEffect}</p>
    </Question>
  );
}

/** The list `Location`. */
function locationChoices(): readonly Choice[] {
  return [...WAREHOUSE_LOCATIONS, 'other' as const].map((value) => ({
    value,
    label: WAREHOUSE_WORDS.locations[value],
  }));
}

/** The views that a connected table may show. */
function viewChoices(): readonly Choice[] {
  return WAREHOUSE_VIEWS.map((value) => ({ value, label: WAREHOUSE_WORDS.views[value] }));
}
