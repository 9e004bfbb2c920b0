import { useState } from 'preact/hooks';
import type { CheckView, ConnectionView } from '../contract';
import { Button } from './button';
import { CheckList } from './check-list';
import { ConfirmDisconnect } from './confirm-disconnect';
import { Definitions } from './definitions';
import { useSidebar } from './use-sidebar';
import { describeConnection } from './view';
import { CONNECTION_WORDS } from './words/connection';
import { PROGRESS } from './words/page';

interface ConnectedViewProps {
  readonly connection: ConnectionView;
  readonly onChange: () => void;
}

/** What the spreadsheet is connected to, whether that works, and how to end it. */
export function ConnectedView({ connection, onChange }: ConnectedViewProps) {
  const { isAsking, askFirst, keep, disconnect } = useDisconnect();
  const { checked, check } = useCheck();
  return (
    <>
      <Definitions lines={describeConnection(connection)} />
      {isAsking ? (
        <ConfirmDisconnect isSample={connection.isSample} onConfirm={() => void disconnect()} onKeep={keep} />
      ) : (
        <div class="buttons">
          <Button onClick={() => void check()}>{CONNECTION_WORDS.check}</Button>
          {/* Beside sample data, the bar on top has this button. */}
          {!connection.isSample && (
            <Button look="text" focusName="change-connection" onClick={onChange}>
              {CONNECTION_WORDS.change}
            </Button>
          )}
          <Button look="text" focusName="disconnect" onClick={askFirst}>
            {CONNECTION_WORDS.disconnect}
          </Button>
        </div>
      )}
      {checked !== null && <CheckList {...checked} />}
    </>
  );
}

interface Checked {
  readonly checks: readonly CheckView[];
  readonly support: string | undefined;
}

function useCheck() {
  const { ask } = useSidebar();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = async () => {
    const outcome = await ask({
      progress: PROGRESS.checking,
      call: (calls) => calls.sidebarCheckConnection(),
    });
    if (outcome === null) return;
    const { checks, support } = outcome;
    setChecked(checks === undefined ? null : { checks, support });
  };
  return { checked, check };
}

function useDisconnect() {
  const { ask, focusNext } = useSidebar();
  const [isAsking, setIsAsking] = useState(false);
  const disconnect = async () => {
    const outcome = await ask({
      progress: PROGRESS.disconnecting,
      call: (calls) => calls.sidebarDisconnect(),
    });
    setIsAsking(false);
    focusNext(outcome?.kind === 'done' ? 'status' : 'disconnect');
  };
  const keep = () => {
    setIsAsking(false);
    focusNext('disconnect');
  };
  const askFirst = () => {
    setIsAsking(true);
    focusNext('keep-connection');
  };
  return { isAsking, askFirst, keep, disconnect };
}
