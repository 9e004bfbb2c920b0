import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, CopyDetails, usePage } from './parts';
import type { Notice } from './session';

/** How long a good result stays, in milliseconds. */
const GOOD_RESULT_MILLIS = 10_000;

/**
 * The two live regions. Both stay on the page, since a region that is added together with its text is often
 * not read out.
 */
export function StatusRegions({ notice }: { readonly notice: Notice }) {
  const { busy, dismiss } = usePage();
  const dock = useRef<HTMLElement>(null);
  const { kind, message, aside, actions = [], link, support, wait } = notice;
  const isFailed = kind === 'failed';
  // The regions grow from below and must not cover the button that was just pressed.
  useLayoutEffect(() => {
    if (notice.kind !== 'none') document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  // A failure, and what can be done about a result, stay until someone closes them.
  useEffect(() => {
    if (notice.kind !== 'done' || notice.actions?.length) return;
    const timer = setInterval(() => {
      // The status itself takes the keyboard when what was pressed is gone: no one chose to stay on it.
      const isRead =
        dock.current?.matches(':hover') || dock.current?.querySelector(':focus:not([role="status"])');
      if (!isRead) dismiss();
    }, GOOD_RESULT_MILLIS);
    return () => clearInterval(timer);
  }, [notice, dismiss]);
  return (
    <footer ref={dock} class={`dock ${kind}`}>
      <div class="result">
        <div>
          <div role="status" class="status" tabIndex={-1} translate={false}>
            {!isFailed && message && <p>{message}</p>}
            {aside && <p>{aside}</p>}
          </div>
          <div role="alert" class="bad" translate={false}>
            {isFailed && <p>{message}</p>}
          </div>
        </div>
        {kind !== 'none' && !busy && (
          <button type="button" class="round" aria-label="Close" onClick={dismiss}>
            <span aria-hidden="true">×</span>
          </button>
        )}
      </div>
      {actions.length > 0 && (
        <div class="buttons" translate={false}>
          {actions.map(({ label, run }) => (
            <Button key={label} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {link !== undefined && (
        <a class="button text" href={link} target="_blank" rel="noopener">
          Allow access
        </a>
      )}
      {support !== undefined && <CopyDetails key={support} details={support} />}
      {wait !== undefined && <Waiting {...wait} />}
    </footer>
  );
}

/** The page shows how long a call takes, and offers to go on, after that many seconds. */
const PATIENCE_SECONDS = 3;

/**
 * How long a wait has been, and how to end it. It stands outside the live region, which would otherwise be read out
 * every second.
 */
function Waiting({ startedAt, canStop }: NonNullable<Notice['wait']>) {
  const { stop, leave } = usePage();
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor(Math.max(0, now - startedAt) / 1000);
  return (
    <>
      <progress aria-hidden="true" />
      <div class="result" translate={false}>
        <span class="hint" aria-hidden="true">
          {seconds < PATIENCE_SECONDS ? '' : `${seconds} s`}
        </span>
        {(canStop || seconds >= PATIENCE_SECONDS) && (
          <Button look="text" whileBusy onClick={canStop ? stop : leave}>
            {canStop ? 'Cancel' : 'Stop waiting'}
          </Button>
        )}
      </div>
    </>
  );
}

/** Gives the keyboard to the status when what had it goes away: it never falls back to the top of the page. */
export function keepKeyboard(page: HTMLElement): void {
  let last: EventTarget | null = null;
  page.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  const observer = new MutationObserver(() => {
    const isGone = last instanceof HTMLElement && (!last.isConnected || last.closest('[hidden]') !== null);
    // A page that refreshes itself in the background must not take the keyboard from the sheet.
    if (isGone && document.activeElement === document.body && document.hasFocus()) {
      page.querySelector<HTMLElement>('[role="status"]')?.focus();
    }
  });
  observer.observe(page, { childList: true, subtree: true });
}
