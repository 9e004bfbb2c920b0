import { useRef, useState } from 'preact/hooks';
import type { CheckLine } from '../../contract/connection';
import { checkForm } from '../../contract/form';
import { describePeriod } from '../../contract/reports';
import type { SidebarState } from '../../contract/sidebar';
import {
  HISTORY_FIELDS,
  HISTORY_FORM,
  type HistoryForm,
  sendableReports,
  WAREHOUSE_FIELDS,
  WAREHOUSE_VIEWS,
  type WarehouseForm,
  type WarehouseView,
  type WarehouseViewName,
} from '../../contract/warehouse';
import { CheckBox, Field, Form, List } from './form';
import { suggestRegion } from './forms';
import { usePage } from './page-context';
import { AskFirst, Button, CheckList, Section, Sentence } from './parts';
import { checkWarehouse, warehouseFields } from './warehouse-form';

const EMPTY: WarehouseView = { settings: null, sentence: '', isFailing: false, history: null };

/** Where shifts are also sent, how that went, and what else can be done with them there. */
export function Warehouse({ state }: { readonly state: SidebarState }) {
  const { ask } = usePage();
  const { settings, sentence, isFailing, history } = (state.edition as WarehouseView | undefined) ?? EMPTY;
  if (state.connection === null && settings === null) return null;
  return (
    <Section title="Warehouse">
      {settings === null ? (
        <p class="intro">Sends the shifts of every refresh to BigQuery, where years of them fit.</p>
      ) : (
        <Sentence
          look={isFailing ? 'notice' : 'intro'}
          text={sentence || 'Nothing sent yet. The next refresh sends its shifts.'}
        />
      )}
      <WarehouseEditor key={JSON.stringify(settings)} settings={settings} state={state} />
      {settings !== null && (
        <>
          <SetUp />
          <History history={history} />
          <ConnectedTable />
          <div class="buttons">
            <AskFirst
              label="Remove warehouse"
              title="Remove the warehouse?"
              keep="No, keep it"
              confirm="Yes, remove it"
              onConfirm={() =>
                void ask({
                  progress: 'Removing the warehouse\u2026',
                  call: (call) => call('removeWarehouse'),
                })
              }
            >
              <p>
                Refreshes then send nothing to BigQuery, and history stops. Nothing in BigQuery is deleted,
                and connected tables stay.
              </p>
            </AskFirst>
          </div>
        </>
      )}
    </Section>
  );
}

interface WarehouseEditorProps {
  readonly settings: WarehouseForm | null;
  readonly state: SidebarState;
}

/** Asks for project, dataset, location, and the reports to send. */
function WarehouseEditor({ settings, state }: WarehouseEditorProps) {
  const { ask } = usePage();
  const sendable = sendableReports(state.reports);
  const [chosen, setChosen] = useState(settings?.reports ?? []);
  const set = (id: string, isChosen: boolean) => {
    const others = chosen.filter((each) => each !== id);
    setChosen(isChosen ? [...others, id] : others);
  };
  const reports = chosen.filter((id) => sendable.some((report) => report.id === id));
  return (
    <Form
      spec={WAREHOUSE_FIELDS}
      seen={undefined}
      begin={warehouseFields(settings, state.connection?.region ?? suggestRegion(state.timeZone))}
      check={(fields) => checkWarehouse(fields, reports)}
      save="Save warehouse"
      onSave={(filled) =>
        void ask({ progress: 'Saving the warehouse\u2026', call: (call) => call('saveWarehouse', filled) })
      }
    >
      <fieldset class="radios">
        <legend class="label">Also send to the warehouse</legend>
        {sendable.map((report) => (
          <CheckBox
            key={report.id}
            label={report.sheet}
            hint={describePeriod(report)}
            isChecked={chosen.includes(report.id)}
            onChange={(isChecked) => set(report.id, isChecked)}
          />
        ))}
        {sendable.length === 0 && (
          <p class="hint">Add a report of single shifts first. Grouped reports aren’t sent.</p>
        )}
      </fieldset>
    </Form>
  );
}

/** Makes what is missing in BigQuery, and says which permission is. */
function SetUp() {
  const { ask } = usePage();
  const [checks, setChecks] = useState<readonly CheckLine[]>([]);
  const setUp = async () => {
    const outcome = await ask({
      progress: 'Setting up the warehouse\u2026',
      call: (call) => call('setUpWarehouse'),
    });
    if (outcome !== null) setChecks(outcome.checks ?? []);
  };
  return (
    <>
      <div class="buttons field">
        <Button onClick={() => void setUp()}>Set up</Button>
      </div>
      {checks.length > 0 && <CheckList checks={checks} />}
    </>
  );
}

/** Sends days before those of the reports, and shows how far that came. */
function History({ history }: Pick<WarehouseView, 'history'>) {
  const { ask, stop, busy } = usePage();
  const isStopping = useRef(false);
  const end = async () => {
    isStopping.current = false;
    await ask({ progress: 'Stopping history\u2026', call: (call) => call('stopHistory') });
  };
  const send = async (form: HistoryForm) => {
    isStopping.current = false;
    await ask({ progress: 'Sending history\u2026', call: (call) => call('sendHistory', form) });
    if (isStopping.current) await end();
  };
  const halt = () => {
    if (!busy) return void end();
    // The part under way comes to its end; what is left is forgotten then.
    isStopping.current = true;
    stop();
  };
  const isUnderWay = history !== null && !history.isDone;
  return (
    <div class="field">
      {history !== null && (
        <div class="field">
          <p class="label">History sent</p>
          <progress aria-label="History sent" value={history.share} />
          <Sentence text={history.sentence} />
        </div>
      )}
      {isUnderWay ? (
        <div class="buttons">
          <Button onClick={() => void send({ since: history.since })}>Continue now</Button>
          <Button look="text" whileBusy onClick={halt}>
            Stop
          </Button>
        </div>
      ) : (
        <Form
          spec={HISTORY_FIELDS}
          seen={undefined}
          begin={{ since: history?.since ?? '' }}
          check={(fields) => checkForm(HISTORY_FORM, fields)}
          save="Send history"
          onSave={(filled) => void send(filled)}
        />
      )}
    </div>
  );
}

const VIEW_LABELS: Readonly<Record<WarehouseViewName, string>> = {
  shifts_weekly: 'Totals by week',
  shifts_by_venue: 'Totals by venue and week',
};

/** Adds a sheet that shows a view. */
function ConnectedTable() {
  const { ask } = usePage();
  const [view, setView] = useState<WarehouseViewName>(WAREHOUSE_VIEWS[0]);
  const add = () =>
    void ask({
      progress: 'Adding a connected table\u2026',
      call: (call) => call('addConnectedTable', view),
    });
  return (
    <div class="field">
      <Field
        label="Connected table"
        hint="Adds a sheet with the newest 500 lines. For more, choose Extract or Pivot table on it."
      >
        {(control) => (
          <List
            control={control}
            choices={WAREHOUSE_VIEWS.map((value) => ({ value, label: VIEW_LABELS[value] }))}
            value={view}
            onChange={(value) => setView(value as WarehouseViewName)}
          />
        )}
      </Field>
      <div class="buttons">
        <Button onClick={add}>Add connected table</Button>
      </div>
    </div>
  );
}
