import type { ConnectionForm as ConnectionFields, SidebarState } from '../contract';
import { ConnectedView } from './connected-view';
import { ConnectionForm } from './connection-form';
import { Section } from './section';
import { isFirstConnection } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { CONNECTION_WORDS } from './words/connection';
import { PROGRESS } from './words/page';

/** Whether the form that replaces a connection is open. */
export interface ChangingConnection {
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
  const connect = async (form: ConnectionFields) => {
    const outcome = await ask({
      progress: PROGRESS.connecting,
      call: (calls) => calls.sidebarConnect(form),
    });
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
        <ConnectionForm
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
