import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CheckLine } from '../../contract/connection';
import { splitDates } from './local-dates';
import { useSidebar } from './use-sidebar';
import { PAGE_WORDS } from './words/page';
import { CHECK_STATES, CONNECTION_WORDS } from './words/settings';

/** A part of the page that screen readers can jump to by its heading's name. */
export function Section({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Text with days and times as the spreadsheet writes them, none broken at the end of a line. */
export function LocalText({ text }: { readonly text: string }) {
  const { locale } = useSidebar();
  return (
    <>
      {splitDates(text, locale).map((piece, index) =>
        piece.kind === 'words' ? (
          piece.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text differ by their place alone.
          <time class="whole" key={index} dateTime={piece.iso}>
            {piece.text}
          </time>
        ),
      )}
    </>
  );
}

/** A paragraph of such text. */
export function Sentence({ text, look }: { readonly text: string; readonly look?: string }) {
  return (
    <p class={look}>
      <LocalText text={text} />
    </p>
  );
}

/** Names and values, one pair a line. */
export function Definitions({
  lines,
  look,
}: {
  readonly lines: readonly (readonly [name: string, value: string])[];
  readonly look?: string;
}) {
  return (
    <dl class={look}>
      {lines.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may bear the same name.
        <div key={index}>
          <dt>{name}</dt>
          <dd>
            <LocalText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

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

interface CheckListProps {
  readonly checks: readonly CheckLine[];
  /** What `Copy details for support` copies; without it there is no button. */
  readonly support: string | undefined;
}

/** What a check looked at, and what it found. */
export function CheckList({ checks, support }: CheckListProps) {
  return (
    <div class="checks">
      <ul class="entries" aria-label={CONNECTION_WORDS.checks}>
        {checks.map((check, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have an order; their names are the script's.
          <Check key={place} check={check} />
        ))}
      </ul>
      {support !== undefined && <CopySupport details={support} />}
    </div>
  );
}

function Check({ check: { name, state, sentence } }: { readonly check: CheckLine }) {
  const { sign, word } = CHECK_STATES[state];
  return (
    <li class={`check ${state}`}>
      <p class="check-heading">
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{' '}
        <span class="strong">{name}</span> <span class="check-state">{word}</span>
      </p>
      {sentence !== '' && <Sentence look="check-said" text={sentence} />}
    </li>
  );
}

/** Copies details for support; where the browser forbids that, shows them marked, to be copied by hand. */
export function CopySupport({ details }: { readonly details: string }) {
  const { tell } = useSidebar();
  const [isByHand, setIsByHand] = useState(false);
  const copy = async () => {
    const isCopied = await copyText(details);
    setIsByHand(!isCopied);
    tell(isCopied ? PAGE_WORDS.copied : PAGE_WORDS.copyByHand);
  };
  return (
    <div class="support">
      <Button look="text" onClick={() => void copy()}>
        {PAGE_WORDS.copy}
      </Button>
      {isByHand && <Details details={details} />}
    </div>
  );
}

function Details({ details }: { readonly details: string }) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, []);
  return (
    <div class="field">
      <label for={id}>{PAGE_WORDS.copyLabel}</label>
      <textarea ref={area} id={id} readOnly rows={5} value={details} />
    </div>
  );
}

/**
 * Puts text on the clipboard. False where the browser does not allow it, which is common: the sidebar is a frame
 * of another origin, and Google does not pass the right on in every browser.
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
