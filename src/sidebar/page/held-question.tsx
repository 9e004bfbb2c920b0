import { useId } from 'preact/hooks';
import { Button } from './button';
import { LocalText } from './sentence';
import { REPORT_WORDS } from './words/reports';

interface HeldQuestionProps {
  /** What is odd about the new data. */
  readonly sentence: string;
  /** The ID of the text that says why refreshing is not possible; undefined when it is. */
  readonly blockedBy: string | undefined;
  /** What the focus calls this question. */
  readonly focusName: string;
  readonly onReplace: () => void;
  readonly onKeep: () => void;
}

/** Asks whether data that lacks much of the old table may replace it. Escape keeps the table. */
export function HeldQuestion({ sentence, blockedBy, focusName, onReplace, onKeep }: HeldQuestionProps) {
  const id = useId();
  const isBlocked = blockedBy !== undefined;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onKeep();
  };
  return (
    <fieldset class="question held" aria-describedby={id} onKeyDown={handleKey}>
      <legend class="strong">{REPORT_WORDS.heldQuestion}</legend>
      <p id={id}>
        <LocalText text={sentence} />
      </p>
      <div class="buttons">
        <Button focusName={focusName} describedBy={id} onClick={onKeep}>
          {REPORT_WORDS.keepTable}
        </Button>
        <Button
          look="text"
          blocked={isBlocked}
          describedBy={isBlocked ? `${id} ${blockedBy}` : id}
          onClick={onReplace}
        >
          {REPORT_WORDS.replaceTable}
        </Button>
      </div>
    </fieldset>
  );
}
