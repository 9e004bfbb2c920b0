import type { ComponentChildren } from 'preact';
import { useSidebar } from './use-sidebar';

interface ButtonProps {
  readonly children: ComponentChildren;
  /** Left out for a button that sends its form. */
  readonly onClick?: () => void;
  readonly look?: 'primary' | 'secondary' | 'text';
  /** Refuses clicks for another reason than a running call; say why in the text of `describedBy`. */
  readonly blocked?: boolean;
  /** Takes clicks although a call runs. */
  readonly whileBusy?: boolean;
  readonly describedBy?: string | undefined;
  readonly focusName?: string;
  /** Whether what it opens is open; left out for a button that opens nothing. */
  readonly expanded?: boolean;
}

/**
 * A button that refuses clicks while a call runs.
 *
 * It is never `disabled`: that would drop the keyboard's focus to the top of the page.
 */
export function Button(props: ButtonProps) {
  const { busy } = useSidebar();
  const off = (busy && props.whileBusy !== true) || props.blocked === true;
  const handleClick = (event: Event) => {
    // Also keeps the Enter key in a field from sending the form: it clicks the form's button.
    if (off) event.preventDefault();
    else props.onClick?.();
  };
  return (
    <button
      type={props.onClick === undefined ? 'submit' : 'button'}
      class={`button ${props.look ?? 'secondary'}`}
      aria-disabled={off}
      aria-describedby={props.describedBy}
      aria-expanded={props.expanded}
      data-focus={props.focusName}
      onClick={handleClick}
    >
      {props.children}
    </button>
  );
}
