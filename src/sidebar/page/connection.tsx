import { useId, useState } from 'preact/hooks';
import { AUDIENCES, CONNECTION_FORM, type Region } from '../../contract/connection';
import { labelOf, type Typed } from '../../contract/form';
import type { SidebarOutcome } from '../answer';
import type { SidebarState } from '../state-view';
import { Form } from './form';
import { Button, CheckList, Definitions, Section, Sentence, usePage } from './parts';
import { findSaved, refreshStep } from './reports';
import { lookOf } from './session';

const UK_TIME_ZONE = /^(?:GB|Europe\/(?:London|Belfast|Guernsey|Isle_of_Man|Jersey))$/;

/** The region to preselect for a new connection: a guess from where the spreadsheet's clock stands. */
export function suggestRegion(timeZone: string): Region {
  return UK_TIME_ZONE.test(timeZone) ? 'UK' : 'US';
}

/** Who may use a connection where whoever edits the spreadsheet can also edit the script. */
const BOUND_AUDIENCES = AUDIENCES.map((choice) => ({
  ...choice,
  ...(choice.value === 'everyone' && {
    hint: 'They can run reports. They can also read the secret through the script, which they can edit.',
  }),
}));

interface ConnectionProps {
  readonly state: SidebarState;
  /** Whether the form that replaces a connection is open. */
  readonly isChanging: boolean;
  readonly onChange: (isChanging: boolean) => void;
  /** Called when a spreadsheet without reports is connected for the first time. */
  readonly onFirstConnection: () => void;
}

/** Connects the spreadsheet, shows what it is connected to, and takes the connection away. */
export function Connection({ state, isChanging, onChange, onFirstConnection }: ConnectionProps) {
  const { ask } = usePage();
  const { connection, reports, timeZone, installation } = state;
  const connect = async (form: Typed<typeof CONNECTION_FORM>) => {
    const outcome = await ask({
      progress: 'Connecting: checking the credentials with the service…',
      call: ['connect', form],
      // After sample data, the reports are filled with figures of the service at once.
      next: (done) =>
        connection?.isSample && done.state.reports.length > 0
          ? { progress: 'Filling your reports with your own figures…', call: ['refreshAll'] }
          : null,
    });
    // What was typed stays until it is accepted; then the form leaves the page, and the secret with it.
    if (outcome?.kind === 'done') {
      onChange(false);
      if (connection === null && reports.length === 0) onFirstConnection();
    }
    return outcome;
  };
  const isFirst = connection === null;
  const kept = connection?.isSample ? null : connection;
  const region = connection?.region ?? suggestRegion(timeZone);
  return (
    <Section title="Connection">
      {!isFirst && !isChanging ? (
        <Connected connection={connection} onChange={() => onChange(true)} />
      ) : (
        <>
          {isFirst && <SampleOffer state={state} region={region} />}
          <Form
            // What was offered to a newcomer does not fit once there is a connection, and the other way round.
            key={String(isFirst)}
            title={isFirst ? undefined : 'Change connection'}
            schema={CONNECTION_FORM}
            about={() => ({ audience: installation === 'bound' ? { choices: BOUND_AUDIENCES } : undefined })}
            begin={{
              region,
              clientId: '',
              clientSecret: '',
              employer: kept?.employer ?? 'me',
              audience: kept?.audience ?? 'everyone',
            }}
            save="Connect"
            onSave={connect}
            onCancel={isFirst ? undefined : () => onChange(false)}
          />
        </>
      )}
    </Section>
  );
}

type ConnectionView = NonNullable<SidebarState['connection']>;

/** Whose figures a connection gives: `UK · employer 4711`. */
export function nameConnection({ region, isSample, employer, answered }: ConnectionView): string {
  const id = employer === 'me' ? answered : employer;
  return `${region} · ${isSample ? 'Sample employer' : id === undefined ? 'your own employer' : `employer ${id}`}`;
}

interface ConnectedProps {
  readonly connection: ConnectionView;
  readonly onChange: () => void;
}

/** What the spreadsheet is connected to, whether that works, and how to end it. */
function Connected({ connection, onChange }: ConnectedProps) {
  const { ask, askFirst } = usePage();
  const [newest, setChecked] = useState<SidebarOutcome | null>(null);
  const { isSample, clientIdTail, audience, failing } = connection;
  // It was of another connection, or another call has ended otherwise since. Where nothing was asked there is no step.
  const isOver = JSON.stringify(newest?.state?.connection) !== JSON.stringify(connection);
  const checked = isOver || !newest?.checks?.length ? null : newest;
  const check = async () => {
    setChecked(await ask({ progress: 'Checking the connection…', call: ['checkConnection'] }));
  };
  const end = () =>
    askFirst({
      title: 'Disconnect this spreadsheet?',
      what: 'The saved connection, the schedule and the undo history are removed. Your reports and the figures in your sheets stay.',
      keep: 'No, keep it',
      confirm: 'Yes, disconnect',
      run: () => void ask({ progress: 'Disconnecting…', call: ['disconnect'] }),
    });
  return (
    <>
      <Definitions
        lines={[
          { label: 'Service', value: nameConnection(connection) },
          ...(isSample ? [] : [{ label: 'Client ID', value: `ends in ${clientIdTail}` }]),
          { label: 'Used by', value: labelOf(AUDIENCES, audience) },
        ]}
      />
      {failing !== null && checked?.kind !== 'failed' && <Sentence look={lookOf(failing)} text={failing} />}
      <div class="buttons">
        <Button onClick={() => void check()}>Check connection</Button>
        {/* Beside sample data, the bar on top has this button. */}
        {!isSample && (
          <Button look="text" onClick={onChange}>
            Change connection
          </Button>
        )}
        <Button look="text" onClick={end}>
          Disconnect
        </Button>
      </div>
      <CheckList result={checked} />
    </>
  );
}

/** The way in without credentials: one press to a dashboard of made-up figures. */
function SampleOffer({ state, region }: { readonly state: SidebarState; readonly region: Region }) {
  const { ask } = usePage();
  const hint = useId();
  const start = () =>
    void ask({
      progress: 'Step 1 of 3: connecting to the sample employer…',
      call: ['useSampleData', region],
      next: (done) => {
        const report = findSaved(null, state.reports, done.state.reports);
        if (report === undefined) return null;
        return {
          ...refreshStep(report),
          progress: `Step 2 of 3: filling “${report.sheet}”…`,
          next: () => ({
            progress: 'Step 3 of 3: building the Overview…',
            call: ['buildDashboard', report.id, 'overview', null, null],
          }),
        };
      },
    });
  return (
    <>
      <p class="intro">Shift Reports brings your shift figures into sheets and keeps them up to date.</p>
      <div class="tinted">
        <h3>Try it first</h3>
        <p id={hint}>
          A made-up employer with 13 months of shifts. One click fills a sheet and builds a dashboard.
        </p>
        <div class="buttons">
          <Button look="primary" describedBy={hint} onClick={start}>
            Use sample data
          </Button>
        </div>
      </div>
      <h3>Or connect your own</h3>
      <p class="intro">Enter the API credentials issued to your employer account.</p>
    </>
  );
}
