import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from './button';
import { useSidebar } from './use-sidebar';

interface QuestionProps {
  readonly title: string;
  /** What `confirm` does. Screen readers read it with the title when focus enters the question. */
  readonly children: ComponentChildren;
  /** Label of the button that changes nothing. It comes first, and Escape presses it. */
  readonly keep: string;
  readonly confirm: string;
  /** The name by which `focusNext` finds the button `keep`. */
  readonly focusName: string;
  readonly look?: 'plain' | 'held';
  /** The ID of the text that says why `confirm` is not possible; undefined when it is. */
  readonly blockedBy?: string | undefined;
  readonly onKeep: () => void;
  readonly onConfirm: () => void;
}

/** Asks in the page before something is lost. Escape keeps it. */
export function Question(props: QuestionProps) {
  const id = useId();
  const { title, children, blockedBy, onKeep } = props;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onKeep();
  };
  return (
    <fieldset
      class={props.look === 'held' ? 'question held' : 'question'}
      aria-describedby={id}
      onKeyDown={handleKey}
    >
      <legend class="strong">{title}</legend>
      <div id={id}>{children}</div>
      <div class="buttons">
        <Button focusName={props.focusName} describedBy={id} onClick={onKeep}>
          {props.keep}
        </Button>
        <Button
          look="text"
          blocked={blockedBy !== undefined}
          describedBy={blockedBy === undefined ? id : `${id} ${blockedBy}`}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </Button>
      </div>
    </fieldset>
  );
}

/**
 * Whether a question is open, and where the keyboard goes: to its first button, and back to what opened it.
 *
 * @param opener The `data-focus` of the button that opens the question.
 */
export function useQuestion(opener: string) {
  const { focusNext } = useSidebar();
  const [isAsking, setIsAsking] = useState(false);
  const focusName = `keep ${opener}`;
  const open = () => {
    setIsAsking(true);
    focusNext(focusName);
  };
  const close = () => {
    setIsAsking(false);
    focusNext(opener);
  };
  return { isAsking, focusName, open, close };
}
