import type { TargetedFocusEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, CopySupport, Sentence } from './parts';
import type { Notice } from './sidebar-model';
import { useSidebar } from './use-sidebar';
import { describeElapsed, PATIENCE_SECONDS, readShare } from './view';
import { PAGE_WORDS } from './words/page';

/** How long a good result stays, in milliseconds. */
const GOOD_RESULT_MILLIS = 10_000;

/**
 * The two live regions. Both stay on the page, since a region that is added together with its text is often
 * not read out.
 */
export function StatusRegions({ notice }: { readonly notice: Notice }) {
  const good = describeGood(notice);
  const bad = notice.kind === 'failed' ? notice.message : '';
  const { watch, close } = useResult(notice);
  // The regions grow from below and must not cover the button that was just pressed.
  useLayoutEffect(() => {
    if (notice.kind !== 'none') document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  return (
    <footer class={`dock ${notice.kind}`} {...watch}>
      <div class="result">
        <div class="said">
          <div role="status" class="status" tabIndex={-1} data-focus="status">
            {good && <Sentence text={good} />}
          </div>
          <div role="alert" class="alert">
            {bad && <Sentence text={bad} />}
          </div>
        </div>
        {(notice.kind === 'done' || notice.kind === 'failed') && (
          <button type="button" class="close" aria-label={PAGE_WORDS.close} onClick={close}>
            <span aria-hidden="true">{PAGE_WORDS.closeSign}</span>
          </button>
        )}
      </div>
      {notice.kind === 'failed' && notice.link !== undefined && (
        <a class="allow" href={notice.link} target="_blank" rel="noopener">
          {PAGE_WORDS.allowAccess}
        </a>
      )}
      {notice.kind === 'failed' && notice.support !== undefined && (
        <CopySupport key={notice.support} details={notice.support} />
      )}
      {notice.kind === 'working' && <Waiting notice={notice} />}
    </footer>
  );
}

/**
 * Takes a good result away after a while, unless the pointer or the keyboard is on it. A failure stays until someone
 * closes it.
 */
function useResult(notice: Notice) {
  const { dismiss, focusNext } = useSidebar();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);
  const isRead = isHovered || isFocused;
  useEffect(() => {
    if (notice.kind !== 'done' || isRead) return;
    const timer = setTimeout(dismiss, GOOD_RESULT_MILLIS);
    return () => clearTimeout(timer);
  }, [notice, isRead, dismiss]);
  const close = () => {
    const before = cameFrom.current;
    dismiss();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    else focusNext('status');
  };
  const watch = {
    onMouseEnter: () => setIsHovered(true),
    onMouseLeave: () => setIsHovered(false),
    onFocusIn: ({ currentTarget, target, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
      // The region itself has the focus after a press on a button that is gone: no one chose to stay on it.
      setIsFocused(!(target instanceof Element && target.matches('[data-focus]')));
      const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isWithin) cameFrom.current = relatedTarget;
    },
    onFocusOut: () => setIsFocused(false),
  };
  return { watch, close };
}

function describeGood(notice: Notice): string {
  if (notice.kind === 'failed') return notice.aside ?? '';
  return notice.kind === 'none' ? '' : notice.message;
}

/**
 * How far a wait came, how long it has been, and how to end it. It stands outside the live region, which would
 * otherwise be read out every second.
 */
function Waiting({ notice }: { readonly notice: Extract<Notice, { kind: 'working' }> }) {
  const { message, startedAt, canStop } = notice;
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor(Math.max(0, now - startedAt) / 1000);
  const share = readShare(message);
  return (
    <div class="wait">
      <progress aria-hidden="true" {...(share === null ? {} : { value: share })} />
      <div class="wait-line">
        <span class="elapsed" aria-hidden="true">
          {describeElapsed(seconds)}
        </span>
        {canStop ? <Cancel /> : seconds >= PATIENCE_SECONDS && <StopWaiting />}
      </div>
    </div>
  );
}

/** Stops the asking for further parts. */
function Cancel() {
  const { stop, focusNext } = useSidebar();
  const cancel = () => {
    stop();
    focusNext('status');
  };
  return (
    <Button look="text" whileBusy onClick={cancel}>
      {PAGE_WORDS.cancel}
    </Button>
  );
}

/** Lets the person go on; a call that has begun cannot be cancelled. */
function StopWaiting() {
  const { leave, focusNext } = useSidebar();
  const go = () => {
    leave();
    focusNext('status');
  };
  return (
    <Button look="text" whileBusy onClick={go}>
      {PAGE_WORDS.stopWaiting}
    </Button>
  );
}
