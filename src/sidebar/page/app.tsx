import type { RefObject } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SidebarState } from '../../contract/sidebar';
import { ActivitySection } from './activity-section';
import { AlertsSection } from './alerts-section';
import { Button } from './button';
import type { ScriptCalls } from './call-script';
import { ConnectionSection } from './connection-section';
import { CopySupport } from './copy-support';
import { ExplainSection } from './explain-section';
import { ReportsSection } from './reports-section';
import { ScheduleSection } from './schedule-section';
import { Sentence } from './sentence';
import type { Notice } from './sidebar-model';
import { SidebarContext, useSidebar, useSidebarModel } from './use-sidebar';
import { describeElapsed, describeNotices, PATIENCE_SECONDS, readShare, regionOf } from './view';
import { CONNECTION_WORDS } from './words/connection';
import { PAGE_WORDS, PROGRESS } from './words/page';
import { wordsFor } from './words/regional';

const LOAD = { progress: PROGRESS.loading, call: (calls: ScriptCalls) => calls.sidebarState() };

/** The whole sidebar. Loads its state once, when it opens. */
export function App({ calls }: { readonly calls: ScriptCalls }) {
  const page = useRef<HTMLDivElement>(null);
  const { model, ...doings } = useSidebarModel(calls);
  const { ask } = doings;
  const focusNext = useFocusNext(page);
  const { state, notice } = model;
  const sidebar = { ...doings, focusNext, locale: state?.locale ?? '', words: wordsFor(regionOf(state)) };
  const [failedToLoad, setFailedToLoad] = useState(false);
  const load = useCallback(async () => {
    const outcome = await ask(LOAD);
    setFailedToLoad(outcome === null || outcome.state === null);
    return outcome;
  }, [ask]);
  useEffect(() => void load(), [load]);
  const tryAgain = async () => {
    const outcome = await load();
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (
    <SidebarContext.Provider value={sidebar}>
      <div ref={page} class="page">
        <main class="sections">
          <h1 class="unseen">{PAGE_WORDS.product}</h1>
          {state !== null && <Sections state={state} />}
          {state === null && failedToLoad && (
            <div class="buttons">
              <Button look="primary" onClick={() => void tryAgain()}>
                {PAGE_WORDS.tryAgain}
              </Button>
            </div>
          )}
        </main>
        <StatusRegions notice={notice} />
      </div>
    </SidebarContext.Provider>
  );
}

/**
 * The two live regions. Both stay on the page, since a region that is added together with its text is often
 * not read out.
 */
function StatusRegions({ notice }: { readonly notice: Notice }) {
  const good = describeGood(notice);
  const bad = notice.kind === 'failed' ? notice.message : '';
  // The regions grow from below and must not cover the button that was just pressed.
  useLayoutEffect(() => {
    if (notice.kind !== 'none') document.activeElement?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  return (
    <footer class={`dock ${notice.kind}`}>
      <div role="status" class="status" tabIndex={-1} data-focus="status">
        {good && <Sentence text={good} />}
      </div>
      <div role="alert" class="alert">
        {bad && <Sentence text={bad} />}
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

/** Lets the person go on; a call that has begun cannot be called back. */
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

/**
 * Moves the focus to an element that may not be drawn yet.
 *
 * Elements are named by a `data-focus` attribute. When none has the name, the status takes the focus, and also
 * when what had the keyboard goes away without anyone having said what comes next: the keyboard never falls
 * back to the top of the page.
 */
function useFocusNext(container: RefObject<HTMLElement | null>): (name: string) => void {
  const [wanted, setWanted] = useState<{ readonly name: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted !== null) focusNamed(container.current, wanted.name);
  }, [wanted, container]);
  useLayoutEffect(() => catchLostFocus(container.current), [container]);
  // A new object each time: the same element may be wanted twice in a row.
  return useCallback((name: string) => setWanted({ name }), []);
}

function focusNamed(container: HTMLElement | null, wanted: string): void {
  const named = [...(container?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])];
  const find = (name: string) => named.find((element) => element.dataset.focus === name);
  (find(wanted) ?? find('status'))?.focus();
}

/** @returns How to end the watching. */
function catchLostFocus(container: HTMLElement | null): () => void {
  if (container === null) return () => {};
  let last: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target;
  };
  const observer = new MutationObserver(() => {
    const isGone = last instanceof Node && !last.isConnected;
    if (isGone && document.activeElement === document.body) focusNamed(container, 'status');
  });
  container.addEventListener('focusin', remember);
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    container.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** Everything above the status, in the order in which a newcomer needs it. */
function Sections({ state }: { readonly state: SidebarState }) {
  const { focusNext } = useSidebar();
  const [openForm, setOpenForm] = useState<string | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const changing = {
    isOpen: isChanging,
    open: () => {
      setIsChanging(true);
      focusNext('client-id');
    },
    close: () => setIsChanging(false),
  };
  return (
    <>
      {state.connection?.isSample && <SampleBar isConnecting={isChanging} onConnect={changing.open} />}
      {describeNotices(state).map((notice) => (
        <Sentence look="notice" key={notice} text={notice} />
      ))}
      <ConnectionSection state={state} changing={changing} onFirstConnection={() => setOpenForm('new')} />
      <ReportsSection state={state} form={{ id: openForm, set: setOpenForm }} />
      {(state.connection !== null || state.reports.length > 0) && <ExplainSection />}
      <ScheduleSection state={state} />
      <AlertsSection state={state} />
      <ActivitySection state={state} />
    </>
  );
}

interface SampleBarProps {
  /** Whether the form for credentials of one's own is open. */
  readonly isConnecting: boolean;
  readonly onConnect: () => void;
}

/** Says above everything else that the figures are made up, and how to get real ones. */
function SampleBar({ isConnecting, onConnect }: SampleBarProps) {
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
