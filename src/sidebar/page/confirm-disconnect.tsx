import { useId } from 'preact/hooks';
import { Button } from './button';
import { SENTENCES } from './words';

interface ConfirmDisconnectProps {
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
}

/** Asks before the credentials are removed. Escape keeps them. */
export function ConfirmDisconnect({ onConfirm, onKeep }: ConfirmDisconnectProps) {
  const id = useId();
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onKeep();
  };
  return (
    <fieldset class="question" aria-describedby={id} onKeyDown={handleKey}>
      <legend class="strong">{SENTENCES.disconnectQuestion}</legend>
      <p id={id}>{SENTENCES.disconnectEffect}</p>
      <div class="buttons">
        <Button focusName="keep-connection" onClick={onKeep}>
          No, keep it
        </Button>
        <Button look="text" onClick={onConfirm}>
          Yes, disconnect
        </Button>
      </div>
    </fieldset>
  );
}
