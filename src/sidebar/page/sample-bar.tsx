import { Button } from './button';
import { CONNECTION_WORDS } from './words/connection';

interface SampleBarProps {
  /** Whether the form for credentials of one's own is open. */
  readonly isConnecting: boolean;
  readonly onConnect: () => void;
}

/** Says above everything else that the figures are made up, and how to get real ones. */
export function SampleBar({ isConnecting, onConnect }: SampleBarProps) {
  return (
    <div class="sample-bar">
      <p>
        <strong class="badge">{CONNECTION_WORDS.sampleBadge}</strong> {CONNECTION_WORDS.sampleFigures}
      </p>
      {!isConnecting && (
        <Button look="text" focusName="connect-own" onClick={onConnect}>
          {CONNECTION_WORDS.connectOwn}
        </Button>
      )}
    </div>
  );
}
