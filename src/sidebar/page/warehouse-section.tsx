import { useRef, useState } from 'preact/hooks';
import type { Typed } from '../../contract/form';
import { describePeriod, isGrouped } from '../../contract/reports';
import { HISTORY_FORM, VIEW_FORM, WAREHOUSE_FORM } from '../../contract/warehouse';
import type { SidebarOutcome } from '../answer';
import type { WarehouseView } from '../edition-warehouse';
import type { SidebarState } from '../state-view';
import { suggestRegion } from './connection';
import { Form } from './form';
import { Button, CheckList, Section, Sentence, usePage } from './parts';

const EMPTY: WarehouseView = { settings: null, sentence: '', state: null, history: null };

const viewOf = ({ edition }: Pick<SidebarState, 'edition'>) =>
  (edition as WarehouseView | undefined) ?? EMPTY;

/** Where shifts are also sent, how that went, and what else can be done with them there. */
export function Warehouse({ state }: { readonly state: SidebarState }) {
  const { ask, askFirst } = usePage();
  const [newest, setChecked] = useState<SidebarOutcome | null>(null);
  const [shown, setShown] = useState<Typed<typeof VIEW_FORM>['view']>('shifts_weekly');
  const view = viewOf(state);
  const { settings, sentence, history } = view;
  const { connection, reports, timeZone } = state;
  if (connection === null && settings === null) return null;
  const isUs = (connection?.region ?? suggestRegion(timeZone)) === 'US';
  const none = { project: '', dataset: '', location: isUs ? 'US' : 'EU', reports: [] };
  const begun: Typed<typeof WAREHOUSE_FORM> = settings ?? none;
  // A report that was removed or is now grouped can no longer be chosen.
  const sendable = reports.filter((report) => !isGrouped(report));
  // It was of another place.
  const isOver = JSON.stringify(viewOf(newest?.state ?? {}).settings) !== JSON.stringify(settings);
  const checked = isOver ? null : newest;
  const isSetUp = checked === null ? view.state === 'refreshed' : checked.kind === 'done';
  const setUp = async () =>
    setChecked(await ask({ progress: 'Setting up the warehouse…', call: ['setUpWarehouse'] }));
  const remove = () =>
    askFirst({
      title: 'Remove the warehouse?',
      what: 'Refreshes then send nothing to BigQuery, and history stops. Nothing in BigQuery is deleted, and connected tables stay.',
      keep: 'No, keep it',
      confirm: 'Yes, remove it',
      run: () => void ask({ progress: 'Removing the warehouse…', call: ['removeWarehouse'] }),
    });
  return (
    <Section title="Warehouse">
      {settings === null ? (
        <p class="intro">Sends the shifts of the reports ticked below to BigQuery.</p>
      ) : (
        <Sentence
          look={view.state === 'failed' ? 'notice' : 'intro'}
          text={sentence || 'Nothing sent yet. The next refresh sends its shifts.'}
        />
      )}
      <Form
        schema={WAREHOUSE_FORM}
        about={() => ({
          location: isSetUp
            ? { isFixed: true, choices: [], hint: 'To choose another, remove the warehouse.' }
            : undefined,
          reports: {
            choices: sendable.map((one) => ({ value: one.id, label: one.sheet, hint: describePeriod(one) })),
            hint:
              sendable.length === 0
                ? 'Add a report of single shifts first. Grouped reports aren\u2019t sent.'
                : '',
          },
        })}
        begin={{ ...begun, reports: begun.reports.filter((id) => sendable.some((one) => one.id === id)) }}
        save="Save warehouse"
        onSave={(filled) => ask({ progress: 'Saving the warehouse…', call: ['saveWarehouse', filled] })}
      />
      {settings !== null && (
        <>
          <div class="buttons">
            <Button look={isSetUp ? 'text' : 'primary'} onClick={() => void setUp()}>
              {isSetUp ? 'Set up again' : 'Set up'}
            </Button>
          </div>
          <CheckList result={checked} />
          <History history={history} />
          <Form
            schema={VIEW_FORM}
            begin={{ view: shown }}
            save="Add connected table"
            onSave={({ view }) => {
              setShown(view);
              return ask({ progress: 'Adding a connected table…', call: ['addConnectedTable', view] });
            }}
          />
          <div class="buttons">
            <Button look="text" onClick={remove}>
              Remove warehouse
            </Button>
          </div>
        </>
      )}
    </Section>
  );
}

/** Sends days before those of the reports, and shows how far that came. */
function History({ history }: Pick<WarehouseView, 'history'>) {
  const { ask, stop, busy } = usePage();
  const isStopping = useRef(false);
  const end = () => ask({ progress: 'Stopping history…', call: ['stopHistory'] });
  const send = async (form: Typed<typeof HISTORY_FORM>) => {
    isStopping.current = false;
    const outcome = await ask({ progress: 'Sending history…', call: ['sendHistory', form] });
    return isStopping.current ? end() : outcome;
  };
  const halt = () => {
    if (!busy) return void end();
    // The part under way comes to its end; what is left is forgotten then.
    isStopping.current = true;
    stop();
  };
  return (
    <div class="field">
      {history === null || history.isDone ? (
        <Form
          schema={HISTORY_FORM}
          begin={{ since: history?.since ?? '' }}
          save="Send history"
          onSave={send}
        />
      ) : (
        <>
          <p class="label">History sent</p>
          <progress aria-label="History sent" value={history.share} />
          <Sentence text={history.sentence} />
          <div class="buttons">
            <Button onClick={() => void send({ since: history.since })}>Continue now</Button>
            <Button look="text" whileBusy onClick={halt}>
              Stop
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
