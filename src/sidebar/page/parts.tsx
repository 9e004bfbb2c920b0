import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SidebarOutcome } from '../answer';
import type { SidebarState } from '../state-view';
import { type Done, lookOf, type Session } from './session';

/*
 * Chrome's page translation replaces text by elements of its own, so text that the page then changes would stay as it
 * was. Whatever changes in place therefore stands alone in an element with `translate="no"`.
 */

/** What every section has: the session, what is seen of it, and whether a call runs. */
export interface Page extends Session {
  readonly busy: boolean;
  readonly names: Done['names'];
  /** Asks before something is lost. */
  readonly askFirst: (question: Question) => void;
}

/** Hands it down to the sections. */
export const PageContext = createContext<Page | null>(null);

/** The page around a section: nothing is drawn outside one. */
export function usePage(): Page {
  return useContext(PageContext) as Page;
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of the page that screen readers can jump to by its heading's name. */
export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A paragraph whose text may change. */
export function Sentence({ text, look }: { readonly text: string; readonly look?: string | undefined }) {
  return (
    <p class={look} translate={false}>
      {text}
    </p>
  );
}

interface DefinitionsProps {
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  /** Each below its name, with a line between them. @default beside it */
  readonly look?: 'entries' | undefined;
}

/** Names and values. */
export function Definitions({ lines, look }: DefinitionsProps) {
  return (
    <dl class={look ?? 'field'} translate={false}>
      {lines.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may bear the same name.
        <div key={index} class={look === undefined ? 'pair' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
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
  /** Takes clicks although a call runs. */
  readonly whileBusy?: boolean;
  readonly describedBy?: string | undefined;
  /** Whether what it opens is open; left out for a button that opens nothing. */
  readonly expanded?: boolean;
}

/**
 * A button that refuses clicks while a call runs.
 *
 * It is never `disabled`: that would drop the keyboard's focus to the top of the page.
 */
export function Button(props: ButtonProps) {
  const { busy, moveOn } = usePage();
  const off = busy && props.whileBusy !== true;
  const handleClick = (event: Event) => {
    moveOn();
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
      onClick={handleClick}
    >
      {props.children}
    </button>
  );
}

/** A question before something is lost. */
export interface Question {
  readonly title: string;
  /** What `confirm` does. */
  readonly what: ComponentChildren;
  /** Label of the button that changes nothing. It comes first, and Escape does the same. */
  readonly keep: string;
  readonly confirm: string;
  readonly run: () => void;
}

/** The question. The browser gives it the keyboard, and gives that back when it closes. */
export function Dialog({ title, what, keep, confirm, run, onClose }: Question & { onClose: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} aria-labelledby={id} aria-describedby={`${id}-what`} onClose={onClose}>
      <h3 id={id} translate={false}>
        {title}
      </h3>
      <div id={`${id}-what`} translate={false}>
        {what}
      </div>
      <div class="buttons">
        <Button onClick={close}>{keep}</Button>
        <Button
          look="text"
          onClick={() => {
            close();
            run();
          }}
        >
          {confirm}
        </Button>
      </div>
    </dialog>
  );
}

interface MenuProps {
  /** The ID of what it belongs to. */
  readonly describedBy: string;
  readonly children: ComponentChildren;
}

/** What is seldom wanted, behind three dots. The browser opens and closes it, and gives the keyboard back. */
export function Menu({ describedBy, children }: MenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" class="round" popovertarget={id} aria-label="More" aria-describedby={describedBy}>
        <span aria-hidden="true">{'\u22ee'}</span>
      </button>
      {/* Closed before the button acts: a question that it opens gives the keyboard back to the dots. */}
      <div
        id={id}
        popover="auto"
        class="menu plain"
        onClickCapture={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  );
}

/** How a step of the check ended: its colour, a sign for the eye, and the word for it. */
const CHECK_STATES = {
  ok: ['good', '✓', 'OK'],
  warning: ['', '!', 'Warning'],
  failed: ['bad', '✕', 'Failed'],
  waits: ['waits', '!', 'Failed'],
} as const;

/** What a check looked at and found, and when. */
export function CheckList({ result }: { readonly result: SidebarOutcome | null }) {
  return (
    result?.checks && (
      <div class="made" translate={false}>
        <h3>{`Checked ${result.state?.now ?? ''}`}</h3>
        <ul class="entries" aria-label="Result of the check">
          {result.checks.map(({ name, state, sentence }) => {
            const [look, sign, word] =
              CHECK_STATES[state === 'failed' && lookOf(sentence) === 'waits' ? 'waits' : state];
            return (
              <li key={name}>
                <p>
                  <span class={`sign ${look}`} aria-hidden="true">
                    {sign}
                  </span>{' '}
                  <span class="strong">{name}</span> <span class={look}>{word}</span>
                </p>
                {sentence !== '' && <p>{sentence}</p>}
              </li>
            );
          })}
        </ul>
        {result.support && <CopyDetails details={result.support} />}
      </div>
    )
  );
}

/** Copies details for support; where the browser forbids that, shows them marked, to be copied by hand. */
export function CopyDetails({ details }: { readonly details: string }) {
  const { tell } = usePage();
  const id = useId();
  const [isByHand, setByHand] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(details);
      tell('Copied, without secrets and names. Paste the details into your message to support.');
    } catch {
      // Common: the sidebar is a frame of another origin, and not every browser lets Google pass the right on.
      setByHand(true);
    }
  };
  return (
    <div>
      <Button look="text" onClick={() => void copy()}>
        Copy details
      </Button>
      {isByHand && (
        <div class="field">
          <label class="label" for={id}>
            Copy this text yourself
          </label>
          <textarea ref={selectAll} id={id} readOnly rows={5} value={details} />
        </div>
      )}
    </div>
  );
}

function selectAll(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.select();
}

/** How a run ended: its colour and its word. What is over is no alarm. */
const OUTCOMES = {
  refreshed: ['good', 'Refreshed'],
  held: ['', 'Waiting for you'],
  unfinished: ['', 'Unfinished'],
  failed: ['waits', 'Failed'],
  lost: ['waits', 'Ended by Google'],
  undone: ['good', 'Undid last change'],
} as const;

type ActivityLine = SidebarState['activity'][number];

/** What began a run. */
export const BEGUN: Readonly<Record<ActivityLine['by'], string>> = {
  sidebar: 'from the sidebar',
  menu: 'from the menu',
  schedule: 'by the schedule',
};

/** What ran, and how it ended. @param runs The newest first. */
export function RunList({ label, runs }: { readonly label: string; readonly runs: readonly ActivityLine[] }) {
  return (
    <ul class="entries" aria-label={label} translate={false}>
      {runs.map(({ outcome, at, sheet, by, sentence }) => (
        <li key={`${at} ${sheet}`}>
          <Sentence look={`strong ${OUTCOMES[outcome][0]}`} text={`${OUTCOMES[outcome][1]} ${at}`} />
          <Sentence look="hint" text={`${sheet}, ${BEGUN[by]}`} />
          <Sentence text={sentence} />
        </li>
      ))}
    </ul>
  );
}
