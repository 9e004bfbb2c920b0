import type { RefObject } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { CheckLine, ConnectionForm, ConnectionView, Region } from '../../contract/connection';
import type { SidebarOutcome, SidebarState } from '../../contract/sidebar';
import { Field, Form, RadioGroup, TextField, useForm } from './fields';
import { checkConnection } from './forms';
import { Button, CheckList, Definitions, Question, Section, useQuestion } from './parts';
import type { ScriptCall } from './run-steps';
import { findAddedReport, isFirstConnection } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { audienceChoices, describeConnection, regionChoices, suggestRegion } from './view';
import { PAGE_WORDS, PROGRESS } from './words/page';
import { CONNECTION_WORDS } from './words/settings';

/** Whether the form that replaces a connection is open. */
interface ChangingConnection {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
}

interface ConnectionSectionProps {
  readonly state: SidebarState;
  readonly changing: ChangingConnection;
  readonly onFirstConnection: () => void;
}

/** Connects the spreadsheet, shows what it is connected to, and takes the connection away. */
export function ConnectionSection({ state, changing, onFirstConnection }: ConnectionSectionProps) {
  const { ask, focusNext } = useSidebar();
  const { connection } = state;
  const connect = async (form: ConnectionForm) => {
    const outcome = await ask(PROGRESS.connecting, (call) => call('connect', form));
    if (outcome?.kind !== 'done') return;
    changing.close();
    if (isFirstConnection(state, outcome)) onFirstConnection();
    focusNext(isFirstConnection(state, outcome) ? 'report' : 'status');
  };
  const stopChanging = () => {
    changing.close();
    focusNext(connection?.isSample ? 'connect-own' : 'change-connection');
  };
  return (
    <Section title={CONNECTION_WORDS.title}>
      {connection !== null && !changing.isOpen ? (
        <ConnectedView connection={connection} onChange={changing.open} />
      ) : (
        <ConnectionEditor
          // What was offered to a newcomer does not fit once there is a connection, and the other way round.
          key={connection === null ? 'first' : 'change'}
          state={state}
          onConnect={connect}
          onCancel={connection === null ? undefined : stopChanging}
        />
      )}
    </Section>
  );
}

interface ConnectedViewProps {
  readonly connection: ConnectionView;
  readonly onChange: () => void;
}

/** What the spreadsheet is connected to, whether that works, and how to end it. */
function ConnectedView({ connection, onChange }: ConnectedViewProps) {
  const { question, disconnect } = useDisconnect();
  const { checked, check } = useCheck();
  return (
    <>
      <Definitions lines={describeConnection(connection)} />
      {question.isAsking ? (
        <Question
          title={CONNECTION_WORDS.disconnectQuestion}
          keep={CONNECTION_WORDS.keep}
          confirm={CONNECTION_WORDS.confirmDisconnect}
          focusName={question.focusName}
          onKeep={question.close}
          onConfirm={() => void disconnect()}
        >
          <p>
            {connection.isSample ? CONNECTION_WORDS.leaveSampleEffect : CONNECTION_WORDS.disconnectEffect}
          </p>
        </Question>
      ) : (
        <div class="buttons">
          <Button focusName="check-connection" onClick={() => void check()}>
            {CONNECTION_WORDS.check}
          </Button>
          {/* Beside sample data, the bar on top has this button. */}
          {!connection.isSample && (
            <Button look="text" focusName="change-connection" onClick={onChange}>
              {CONNECTION_WORDS.change}
            </Button>
          )}
          <Button look="text" focusName="disconnect" onClick={question.open}>
            {CONNECTION_WORDS.disconnect}
          </Button>
        </div>
      )}
      {checked !== null && <CheckList {...checked} />}
    </>
  );
}

interface Checked {
  readonly checks: readonly CheckLine[];
  readonly support: string | undefined;
}

function useCheck() {
  const { ask } = useSidebar();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async () => {
    const outcome = await ask(PROGRESS.checking, (call) => call('checkConnection'));
    if (outcome === null) return;
    const { checks, support } = outcome;
    setChecked(checks === undefined ? null : { checks, support });
  };
  return { checked, check };
}

function useDisconnect() {
  const { ask, focusNext } = useSidebar();
  const question = useQuestion('disconnect');
  const disconnect = async () => {
    const outcome = await ask(PROGRESS.disconnecting, (call) => call('disconnect'));
    question.close();
    if (outcome?.kind === 'done') focusNext('status');
  };
  return { question, disconnect };
}

interface ConnectionEditorProps {
  readonly state: SidebarState;
  readonly onConnect: (form: ConnectionForm) => Promise<void>;
  /** Left out when there is nothing to go back to: then the sample is offered as well. */
  readonly onCancel: (() => void) | undefined;
}

/** Asks for credentials; of a spreadsheet that has no connection, also whether sample data will do. */
function ConnectionEditor({ state, onConnect, onCancel }: ConnectionEditorProps) {
  const secret = useRef<HTMLInputElement>(null);
  const { form, fields, change, problems, forgive, submit } = useForm(
    () => firstValues(state),
    (typed) => checkConnection({ ...typed, clientSecret: (secret.current as HTMLInputElement).value }),
    // What was typed stays until it is accepted; then the form leaves the page, and the secret with it.
    (filled) => void onConnect(filled),
  );
  const isFirst = onCancel === undefined;
  return (
    <Form form={form} submit={submit}>
      <p class="intro">{introduce(state)}</p>
      <RadioGroup
        label={CONNECTION_WORDS.region}
        inline
        choices={regionChoices()}
        chosen={fields.region}
        onChoose={(region) => change({ region })}
      />
      {isFirst && (
        <>
          <SampleOffer state={state} region={fields.region} onStart={forgive} />
          <h3>{CONNECTION_WORDS.connectTitle}</h3>
          <p class="intro">{CONNECTION_WORDS.connectIntro}</p>
        </>
      )}
      <TextField
        label={CONNECTION_WORDS.clientId}
        value={fields.clientId}
        problem={problems.clientId}
        focusName="client-id"
        onChange={(clientId) => change({ clientId })}
      />
      <SecretField
        input={secret}
        problem={problems.clientSecret}
        // A sign that something was typed; the secret itself stays in its control.
        onInput={() => change({ clientSecret: secret.current?.value === '' ? '' : 'typed' })}
      />
      <TextField
        label={CONNECTION_WORDS.employer}
        hint={CONNECTION_WORDS.employerHint}
        value={fields.employer}
        problem={problems.employer}
        onChange={(employer) => change({ employer })}
      />
      <RadioGroup
        label={CONNECTION_WORDS.audience}
        choices={audienceChoices(state.installation)}
        chosen={fields.audience}
        onChoose={(audience) => change({ audience })}
      />
      <div class="buttons">
        <Button look="primary">{CONNECTION_WORDS.connect}</Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{PAGE_WORDS.cancel}</Button>}
      </div>
    </Form>
  );
}

function introduce({ connection }: SidebarState): string {
  if (connection === null) return CONNECTION_WORDS.welcome;
  return connection.isSample ? CONNECTION_WORDS.fromSampleIntro : CONNECTION_WORDS.changeIntro;
}

/** What the form shows at first. The secret stays in its control and never comes here. */
function firstValues({ connection, timeZone }: SidebarState): ConnectionForm {
  const kept = connection?.isSample ? null : connection;
  return {
    region: connection?.region ?? suggestRegion(timeZone),
    clientId: '',
    clientSecret: '',
    employer: kept?.employer ?? 'me',
    audience: kept?.audience ?? 'everyone',
  };
}

interface SampleOfferProps {
  readonly state: SidebarState;
  readonly region: Region;
  readonly onStart: () => void;
}

/** The way in without credentials: one press to a dashboard of made-up figures. */
function SampleOffer({ state, region, onStart }: SampleOfferProps) {
  const hint = useId();
  const start = useSampleStart(state);
  return (
    <div class="offer">
      <h3>{CONNECTION_WORDS.sampleTitle}</h3>
      <p id={hint}>{CONNECTION_WORDS.sampleHint}</p>
      <div class="buttons">
        <Button
          look="primary"
          describedBy={hint}
          onClick={() => {
            onStart();
            start(region);
          }}
        >
          {CONNECTION_WORDS.useSample}
        </Button>
      </div>
    </div>
  );
}

/**
 * Connects to the sample employer, fills the report that comes with it and builds its first dashboard.
 *
 * Where the spreadsheet has reports already, none comes with the connection, and theirs are left alone.
 */
function useSampleStart(state: SidebarState): (region: Region) => void {
  const { ask, focusNext } = useSidebar();
  const start = async (region: Region) => {
    const outcome = await ask(PROGRESS.startingSample, (call) => call('useSampleData', region), {
      andThen: (connected) => fill(connected, findAddedReport(state, connected)),
    });
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (region) => void start(region);
}

function fill({ state }: SidebarOutcome, id: string | null): ScriptCall | null {
  const report = state?.reports.find((one) => one.id === id);
  if (report === undefined) return null;
  return {
    progress: PROGRESS.fillingSample(report.sheet),
    call: (call) => call('refreshReport', report.id, false),
    andThen: () => ({
      progress: PROGRESS.buildingFirst,
      call: (call) => call('buildDashboard', report.id, 'overview'),
    }),
  };
}

interface SecretFieldProps {
  /** Where the form reads the secret from. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onInput: () => void;
  readonly problem: string | undefined;
}

/** The client secret. What is typed is held by the input only, never by the page's state, and goes with it. */
function SecretField({ input, onInput, problem }: SecretFieldProps) {
  return (
    <Field label={CONNECTION_WORDS.clientSecret} hint={CONNECTION_WORDS.secretHint} problem={problem}>
      {(control) => (
        <input {...control} ref={input} type="password" autocomplete="new-password" onInput={onInput} />
      )}
    </Field>
  );
}
