import { useState } from 'preact/hooks';
import type { CheckView, ConnectionView } from '../contract';
import { Button } from './button';
import { CheckList } from './check-list';
import { Definitions } from './definitions';
import { Question, useQuestion } from './question';
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
          <Button onClick={() => void check()}>{CONNECTION_WORDS.check}</Button>
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
  const question = useQuestion('disconnect');
  const disconnect = async () => {
    const outcome = await ask({
      progress: PROGRESS.disconnecting,
      call: (calls) => calls.sidebarDisconnect(),
    });
    question.close();
    if (outcome?.kind === 'done') focusNext('status');
  };
  return { question, disconnect };
}
