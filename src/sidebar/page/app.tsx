import type { ComponentChildren, RefObject, TargetedFocusEvent } from 'preact';
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ConnectionView } from '../../contract/connection';
import type { Explanation, SidebarState } from '../../contract/sidebar';
import { ActivitySection } from './activity-section';
import { AlertsSection, SummariesSection } from './alerts-section';
import type { ScriptCalls } from './call-script';
import { ConnectionSection } from './connection-section';
import { edition } from './edition';
import { Button, CopySupport, Definitions, LocalText, Section, Sentence } from './parts';
import { ReportsSection } from './reports-section';
import { NotesSection, ScheduleSection, TargetsSection } from './settings-sections';
import type { Notice } from './sidebar-model';
import { SidebarContext, useSidebar, useSidebarModel } from './use-sidebar';
import {
  describeConnectionLine,
  describeElapsed,
  describeNotices,
  PATIENCE_SECONDS,
  readShare,
  regionOf,
} from './view';
import { PAGE_WORDS, PROGRESS, TAB_WORDS } from './words/page';
import { wordsFor } from './words/regional';
import { CONNECTION_WORDS } from './words/settings';

/** How often an open page asks for the state, in milliseconds. */
const LOOK_EVERY_MILLIS = 60_000;

/** Keeps what is shown true while the page is seen: looks every minute, and when someone comes back to it. */
function useFreshState(look: () => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible') latest.current();
    };
    const timer = setInterval(lookIfSeen, LOOK_EVERY_MILLIS);
    window.addEventListener('focus', lookIfSeen);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', lookIfSeen);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, []);
}

/** The whole sidebar. Loads its state when it opens, and keeps it fresh. */
export function App({ calls }: { readonly calls: ScriptCalls }) {
  const page = useRef<HTMLDivElement>(null);
  const { model, ...actions } = useSidebarModel(calls);
  const { ask } = actions;
  const [tab, setTab] = useState<TabName>('reports');
  const focusNext = useFocusNext(page, setTab);
  const { state, notice } = model;
  const sidebar = {
    ...actions,
    focusNext,
    names: model.names,
    locale: state?.locale ?? '',
    words: wordsFor(regionOf(state)),
  };
  const [failedToLoad, setFailedToLoad] = useState(false);
  const load = useCallback(async () => {
    const outcome = await ask(PROGRESS.loading, (call) => call('state'));
    setFailedToLoad(outcome === null || outcome.state === null);
    return outcome;
  }, [ask]);
  useEffect(() => void load(), [load]);
  useFreshState(actions.look);
  const tryAgain = async () => {
    const outcome = await load();
    if (outcome?.kind === 'done') focusNext('status');
  };
  return (
    <SidebarContext.Provider value={sidebar}>
      <div ref={page} class="page">
        {state !== null && <Sections state={state} tab={tab} onChoose={setTab} />}
        {state === null && (
          <main class="sections">
            <h1 class="unseen">{PAGE_WORDS.product}</h1>
            {failedToLoad && (
              <div class="buttons">
                <Button look="primary" onClick={() => void tryAgain()}>
                  {PAGE_WORDS.tryAgain}
                </Button>
              </div>
            )}
          </main>
        )}
        <StatusRegions notice={notice} />
      </div>
    </SidebarContext.Provider>
  );
}

interface SectionsProps {
  readonly state: SidebarState;
  readonly tab: TabName;
  readonly onChoose: (tab: TabName) => void;
}

/** Everything above the status: the connection and the tabs, and the chosen tab. */
function Sections({ state, tab, onChoose }: SectionsProps) {
  const { focusNext } = useSidebar();
  const { connection, alerts } = state;
  const shown = useRef<HTMLElement>(null);
  const choose = (chosen: TabName) => {
    onChoose(chosen);
    // All tabs scroll in the same room: each begins at its top.
    shown.current?.scrollTo(0, 0);
  };
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
  const connectionSection = (
    <ConnectionSection state={state} changing={changing} onFirstConnection={() => setOpenForm('new')} />
  );
  const tabs = {
    reports: <ReportsSection state={state} form={{ id: openForm, set: setOpenForm }} />,
    alerts: (
      <>
        <AlertsSection state={state} />
        <SummariesSection state={state} />
      </>
    ),
    explain: <ExplainSection canExplain={connection !== null || state.reports.length > 0} />,
    settings: (
      <>
        {connection !== null && connectionSection}
        <ScheduleSection state={state} />
        {state.notes !== null && <NotesSection notes={state.notes} />}
        {connection !== null && <TargetsSection />}
        <edition.Settings state={state} />
        <ActivitySection state={state} />
      </>
    ),
  };
  return (
    <>
      <header class="top">
        <h1 class="unseen">{PAGE_WORDS.product}</h1>
        {connection?.isSample && <SampleBar isConnecting={isChanging} onConnect={changing.open} />}
        {connection !== null && !connection.isSample && <ConnectionLine connection={connection} />}
        <TabList
          chosen={tab}
          onChoose={choose}
          openAlerts={alerts.filter(({ state }) => state === 'open').length}
        />
      </header>
      <main class="sections" ref={shown}>
        {describeNotices(state, tab === 'reports').map((notice) => (
          <Sentence look="notice" key={notice} text={notice} />
        ))}
        {tab !== 'settings' && <LateSchedule state={state} />}
        {/* Without a connection it comes first, whichever tab is chosen. */}
        {connection === null && connectionSection}
        {Object.entries(tabs).map(([name, sections]) => (
          <TabPanel key={name} tab={name as TabName} chosen={tab}>
            {sections}
          </TabPanel>
        ))}
      </main>
    </>
  );
}

/** What the spreadsheet is connected to, in one line that leads to the section about it. */
function ConnectionLine({ connection }: { readonly connection: ConnectionView }) {
  const { focusNext } = useSidebar();
  return (
    <p class="connection-line">
      <Button look="text" whileBusy onClick={() => focusNext('check-connection')}>
        {describeConnectionLine(connection)}
      </Button>
    </p>
  );
}

/** Says in every tab that scheduled runs fail to come; the tab `Settings` says it where it can be mended. */
function LateSchedule({ state: { schedule } }: { readonly state: SidebarState }) {
  const { focusNext } = useSidebar();
  if (schedule.late === null) return null;
  return (
    <div class="notice">
      <Sentence text={schedule.late} />
      <Button look="text" whileBusy onClick={() => focusNext('take-over')}>
        {TAB_WORDS.openSettings}
      </Button>
    </div>
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

/** Says what the selected cell holds and where it comes from. @param canExplain Whether there is anything to explain. */
function ExplainSection({ canExplain }: { readonly canExplain: boolean }) {
  const { ask } = useSidebar();
  const hint = useId();
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const explain = async () => {
    const outcome = await ask(PROGRESS.explaining, (call) => call('explainCell'));
    // What was said of another cell must not pass for this one's.
    if (outcome !== null) setExplanation((outcome.kind === 'done' && outcome.explanation) || null);
  };
  if (!canExplain) {
    return (
      <Section title={PAGE_WORDS.explainTitle}>
        <p class="intro">{PAGE_WORDS.nothingToExplain}</p>
      </Section>
    );
  }
  return (
    <Section title={PAGE_WORDS.explainTitle}>
      <p class="intro" id={hint}>
        {PAGE_WORDS.explainHint}
      </p>
      <Button describedBy={hint} onClick={() => void explain()}>
        {PAGE_WORDS.explain}
      </Button>
      {explanation !== null && (
        <div class="explanation">
          <h3>
            <LocalText text={explanation.title} />
          </h3>
          <Definitions
            look="stacked"
            lines={explanation.lines.map(({ label, value }) => [label, value] as const)}
          />
        </div>
      )}
    </Section>
  );
}

/** The tabs of the page, in their order. */
const TABS = ['reports', 'alerts', 'explain', 'settings'] as const;

/** One of `TABS`. */
type TabName = (typeof TABS)[number];

interface TabListProps {
  readonly chosen: TabName;
  readonly onChoose: (tab: TabName) => void;
  /** How many alerts are open: a sign for the eye, since the panel says it in words. */
  readonly openAlerts: number;
}

/** The tabs. Only the chosen one is a stop of the Tab key; arrows, Home and End choose another. */
function TabList({ chosen, onChoose, openAlerts }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const handleKey = (event: KeyboardEvent) => {
    const next = tabAfter(chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={TAB_WORDS.list} class="tabs" onKeyDown={handleKey}>
      {TABS.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === chosen}
          aria-controls={panelId(tab)}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => onChoose(tab)}
        >
          {TAB_WORDS[tab]}
          {tab === 'alerts' && openAlerts > 0 && (
            <span class="count" aria-hidden="true">
              {openAlerts}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** The tab that a key leads to, in a ring; `undefined` for any other key. */
function tabAfter(tab: TabName, key: string): TabName | undefined {
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[key];
  if (step !== undefined) return TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
  return { Home: TABS[0], End: TABS[TABS.length - 1] }[key];
}

interface TabPanelProps {
  readonly tab: TabName;
  readonly chosen: TabName;
  readonly children: ComponentChildren;
}

/** What a tab shows. All panels stay on the page, so that a form keeps what was typed while another tab is open. */
function TabPanel({ tab, chosen, children }: TabPanelProps) {
  return (
    <div
      role="tabpanel"
      id={panelId(tab)}
      aria-labelledby={tabId(tab)}
      data-tab={tab}
      hidden={tab !== chosen}
    >
      {children}
    </div>
  );
}

/** The tab whose panel holds an element; `undefined` where it is in none, or in the panel that is shown. */
function hiddenTabOf(element: HTMLElement): TabName | undefined {
  const panel = element.closest<HTMLElement>('[role="tabpanel"][hidden]');
  return TABS.find((tab) => tab === panel?.dataset.tab);
}

const tabId = (tab: TabName) => `tab-${tab}`;
const panelId = (tab: TabName) => `panel-${tab}`;

/**
 * Moves the focus to an element that may not be drawn yet, and shows the tab that it belongs to.
 *
 * Elements are named by a `data-focus` attribute. When none has the name, the status takes the focus, and also
 * when what had the keyboard goes away without anyone having said what comes next: the keyboard never falls
 * back to the top of the page.
 */
function useFocusNext(
  container: RefObject<HTMLElement | null>,
  showTab: (tab: TabName) => void,
): (name: string) => void {
  const [wanted, setWanted] = useState<{ readonly name: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted === null) return;
    const element = findNamed(container.current as HTMLElement, wanted.name);
    const tab = element && hiddenTabOf(element);
    if (tab !== undefined) showTab(tab);
    // What is hidden takes no focus: the next drawing shows it.
    if (tab === undefined) element?.focus();
    setWanted(tab === undefined ? null : { name: wanted.name });
  }, [wanted, container, showTab]);
  useLayoutEffect(() => catchLostFocus(container.current as HTMLElement), [container]);
  // A new object each time: the same element may be wanted twice in a row.
  return useCallback((name: string) => setWanted({ name }), []);
}

function findNamed(container: HTMLElement, wanted: string): HTMLElement | undefined {
  const named = [...container.querySelectorAll<HTMLElement>('[data-focus]')];
  const find = (name: string) => named.find((element) => element.dataset.focus === name);
  return find(wanted) ?? find('status');
}

/** @returns How to end the watching. */
function catchLostFocus(container: HTMLElement): () => void {
  let last: EventTarget | null = null;
  const remember = ({ target }: FocusEvent) => {
    last = target;
  };
  const observer = new MutationObserver(() => {
    const isGone = last instanceof Node && !last.isConnected;
    // A page that refreshes itself in the background must not take the keyboard from the sheet.
    if (isGone && document.activeElement === document.body && document.hasFocus()) {
      findNamed(container, 'status')?.focus();
    }
  });
  container.addEventListener('focusin', remember);
  observer.observe(container, { childList: true, subtree: true });
  return () => {
    container.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** How long a good result stays, in milliseconds. */
const GOOD_RESULT_MILLIS = 10_000;

/**
 * The two live regions. Both stay on the page, since a region that is added together with its text is often
 * not read out.
 */
function StatusRegions({ notice }: { readonly notice: Notice }) {
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
