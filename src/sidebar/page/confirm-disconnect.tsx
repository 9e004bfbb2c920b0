import { useId } from 'preact/hooks';
import { Button } from './button';
import { CONNECTION_WORDS } from './words/connection';

interface ConfirmDisconnectProps {
  readonly isSample: boolean;
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
}

/** Asks before the credentials are removed. Escape keeps them. */
export function ConfirmDisconnect({ isSample, onConfirm, onKeep }: ConfirmDisconnectProps) {
  const id = useId();
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onKeep();
  };
  return (
    <fieldset class="question" aria-describedby={id} onKeyDown={handleKey}>
      <legend class="strong">{CONNECTION_WORDS.disconnectQuestion}</legend>
      <p id={id}>{isSample ? CONNECTION_WORDS.leaveSampleEffect : CONNECTION_WORDS.disconnectEffect}</p>
      <div class="buttons">
        <Button focusName="keep-connection" onClick={onKeep}>
          {CONNECTION_WORDS.keep}
        </Button>
        <Button look="text" onClick={onConfirm}>
          {CONNECTION_WORDS.confirmDisconnect}
        </Button>
      </div>
    </fieldset>
  );
}
