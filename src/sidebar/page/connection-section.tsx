import { useState } from 'preact/hooks';
import type { ConnectionForm as ConnectionFields, ConnectionView, SidebarState } from '../contract';
import { Button } from './button';
import { ConfirmDisconnect } from './confirm-disconnect';
import { ConnectionForm } from './connection-form';
import { Section } from './section';
import { isFirstConnection } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { describeConnection } from './view';
import { PROGRESS } from './words';

interface ConnectionSectionProps {
  readonly state: SidebarState;
  readonly onFirstConnection: () => void;
}

/** Connects the spreadsheet, shows what it is connected to, and takes the connection away. */
export function ConnectionSection({ state, onFirstConnection }: ConnectionSectionProps) {
  const { ask, focusNext } = useSidebar();
  const [changing, setChanging] = useState(false);
  const connect = async (form: ConnectionFields) => {
    const outcome = await ask({
      progress: PROGRESS.connecting,
      call: (calls) => calls.sidebarConnect(form),
    });
    if (outcome?.kind !== 'done') return;
    setChanging(false);
    if (isFirstConnection(state, outcome)) onFirstConnection();
    focusNext(isFirstConnection(state, outcome) ? 'report' : 'status');
  };
  const stopChanging = () => {
    setChanging(false);
    focusNext('change-connection');
  };
  const startChanging = () => {
    setChanging(true);
    focusNext('client-id');
  };
  return (
    <Section title="Connection">
      {state.connection !== null && !changing ? (
        <Connected connection={state.connection} onChange={startChanging} />
      ) : (
        <ConnectionForm
          state={state}
          onConnect={connect}
          onCancel={state.connection === null ? undefined : stopChanging}
        />
      )}
    </Section>
  );
}

interface ConnectedProps {
  readonly connection: ConnectionView;
  readonly onChange: () => void;
}

function Connected({ connection, onChange }: ConnectedProps) {
  const { ask, focusNext } = useSidebar();
  const [asking, setAsking] = useState(false);
  const check = () =>
    void ask({ progress: PROGRESS.checking, call: (calls) => calls.sidebarCheckConnection() });
  const disconnect = async () => {
    const outcome = await ask({
      progress: PROGRESS.disconnecting,
      call: (calls) => calls.sidebarDisconnect(),
    });
    setAsking(false);
    focusNext(outcome?.kind === 'done' ? 'status' : 'disconnect');
  };
  const keep = () => {
    setAsking(false);
    focusNext('disconnect');
  };
  const askFirst = () => {
    setAsking(true);
    focusNext('keep-connection');
  };
  return (
    <>
      <Summary connection={connection} />
      {asking ? (
        <ConfirmDisconnect onConfirm={() => void disconnect()} onKeep={keep} />
      ) : (
        <div class="buttons">
          <Button onClick={check}>Check connection</Button>
          <Button look="text" focusName="change-connection" onClick={onChange}>
            Change connection
          </Button>
          <Button look="text" focusName="disconnect" onClick={askFirst}>
            Disconnect
          </Button>
        </div>
      )}
    </>
  );
}

function Summary({ connection }: { readonly connection: ConnectionView }) {
  return (
    <dl>
      {describeConnection(connection).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
