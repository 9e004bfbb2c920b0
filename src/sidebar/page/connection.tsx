import { useId, useState } from 'preact/hooks';
import {
  AUDIENCE_LABELS,
  type CheckLine,
  CONNECTION_FIELDS,
  type ConnectionForm,
  type ConnectionView,
  type Region,
} from '../../contract/connection';
import type { SidebarState } from '../../contract/sidebar';
import { Form } from './form';
import { checkConnection, suggestRegion } from './forms';
import { usePage } from './page-context';
import { AskFirst, Button, CheckList, CopyDetails, Definitions, Section } from './parts';
import { findAdded, refreshStep } from './reports';
import type { Done, Step } from './session';

/** Whether the form that replaces a connection is open. */
export interface ChangingConnection {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

interface ConnectionProps {
  readonly state: SidebarState;
  readonly changing: ChangingConnection;
  /** Called when a spreadsheet without reports is connected for the first time. */
  readonly onFirstConnection: () => void;
}

/** Connects the spreadsheet, shows what it is connected to, and takes the connection away. */
export function Connection({ state, changing, onFirstConnection }: ConnectionProps) {
  const { ask } = usePage();
  const { connection } = state;
  const connect = async (form: ConnectionForm) => {
    const outcome = await ask({
      progress: 'Connecting: checking the credentials with the service\u2026',
      call: (call) => call('connect', form),
      next: (done) => refreshAllStep(connection, done),
    });
    // What was typed stays until it is accepted; then the form leaves the page, and the secret with it.
    if (outcome?.state == null || outcome.kind === 'failed') return;
    changing.close();
    if (connection === null && state.reports.length === 0) onFirstConnection();
  };
  return (
    <Section title="Connection">
      {connection !== null && !changing.isOpen ? (
        <Connected connection={connection} onChange={changing.open} />
      ) : (
        <ConnectionEditor
          // What was offered to a newcomer does not fit once there is a connection, and the other way round.
          key={connection === null ? 'first' : 'change'}
          state={state}
          onConnect={(form) => void connect(form)}
          onCancel={connection === null ? undefined : changing.close}
        />
      )}
    </Section>
  );
}

/** After sample data, the reports are filled with figures of the service at once. */
function refreshAllStep(before: ConnectionView | null, { state }: Done): Step | null {
  if (before?.isSample !== true || state.reports.length === 0) return null;
  return { progress: 'Filling your reports with your own figures\u2026', call: (call) => call('refreshAll') };
}

interface ConnectedProps {
  readonly connection: ConnectionView;
  readonly onChange: () => void;
}

/** What the spreadsheet is connected to, whether that works, and how to end it. */
function Connected({ connection, onChange }: ConnectedProps) {
  const { ask } = usePage();
  const [checked, setChecked] = useState<{ checks: readonly CheckLine[]; support?: string | undefined }>();
  const { isSample } = connection;
  const check = async () => {
    const outcome = await ask({
      progress: 'Checking the connection\u2026',
      call: (call) => call('checkConnection'),
    });
    setChecked(outcome?.checks && { checks: outcome.checks, support: outcome.support });
  };
  return (
    <>
      <Definitions
        lines={[
          { label: 'Region', value: connection.region },
          { label: 'Employer', value: isSample ? 'Sample employer' : connection.employer },
          ...(isSample ? [] : [{ label: 'Client ID', value: `ends in ${connection.clientIdTail}` }]),
          { label: 'Used by', value: AUDIENCE_LABELS[connection.audience] },
        ]}
      />
      <div class="buttons">
        <Button onClick={() => void check()}>Check connection</Button>
        {/* Beside sample data, the bar on top has this button. */}
        {!isSample && (
          <Button look="text" onClick={onChange}>
            Change connection
          </Button>
        )}
        <AskFirst
          label="Disconnect"
          title="Disconnect this spreadsheet?"
          keep="No, keep it"
          confirm="Yes, disconnect"
          onConfirm={() => void ask({ progress: 'Disconnecting\u2026', call: (call) => call('disconnect') })}
        >
          <p>
            {isSample ? 'The sample connection' : 'The saved credentials'}, the schedule and the undo history
            are removed. Your reports and the figures in your sheets stay.
          </p>
        </AskFirst>
      </div>
      {checked !== undefined && (
        <div class="field">
          <CheckList checks={checked.checks} />
          {checked.support !== undefined && <CopyDetails details={checked.support} />}
        </div>
      )}
    </>
  );
}

interface ConnectionEditorProps {
  readonly state: SidebarState;
  readonly onConnect: (form: ConnectionForm) => void;
  /** Left out when there is nothing to go back to: then the sample is offered as well. */
  readonly onCancel: (() => void) | undefined;
}

/** Asks for credentials; of a spreadsheet that has no connection, also whether sample data will do. */
function ConnectionEditor({ state, onConnect, onCancel }: ConnectionEditorProps) {
  const { connection, timeZone, installation } = state;
  const kept = connection?.isSample ? null : connection;
  const begin: ConnectionForm = {
    region: connection?.region ?? suggestRegion(timeZone),
    clientId: '',
    clientSecret: '',
    employer: kept?.employer ?? 'me',
    audience: kept?.audience ?? 'everyone',
  };
  return (
    <>
      {onCancel === undefined && <SampleOffer state={state} region={begin.region} />}
      <Form
        title={onCancel === undefined ? undefined : 'Change connection'}
        spec={CONNECTION_FIELDS}
        seen={{ isBound: installation === 'bound' }}
        begin={begin}
        check={checkConnection}
        save="Connect"
        onSave={onConnect}
        onCancel={onCancel}
      />
    </>
  );
}

interface SampleOfferProps {
  readonly state: SidebarState;
  readonly region: Region;
}

/** The way in without credentials: one press to a dashboard of made-up figures. */
function SampleOffer({ state, region }: SampleOfferProps) {
  const { ask } = usePage();
  const hint = useId();
  const start = () =>
    void ask({
      progress: 'Step 1 of 3: connecting to the sample employer\u2026',
      call: (call) => call('useSampleData', region),
      next: (done) => fillSample(findAdded(state, done)),
    });
  return (
    <>
      <p class="intro">Shift Reports brings your shift figures into sheets and keeps them up to date.</p>
      <div class="offer">
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

/** Fills the report that comes with the sample, if one does, and builds its first dashboard. */
function fillSample(report: ReturnType<typeof findAdded>): Step | null {
  if (report === undefined) return null;
  return {
    ...refreshStep(report.id, report.sheet),
    progress: `Step 2 of 3: filling \u201c${report.sheet}\u201d\u2026`,
    next: () => ({
      progress: 'Step 3 of 3: building the Overview\u2026',
      call: (call) => call('buildDashboard', report.id, 'overview'),
    }),
  };
}
