import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import type { ConnectionView } from '../../contract/connection';
import type { Explanation, SidebarState } from '../../contract/sidebar';
import { ActivitySection } from './activity-section';
import { AlertsSection } from './alerts-section';
import type { ScriptCalls } from './call-script';
import { ConnectionSection } from './connection-section';
import { StatusRegions } from './dock';
import { edition } from './edition';
import { PacksSection } from './packs-section';
import { Button, Definitions, LocalText, Section, Sentence } from './parts';
import { ReportsSection } from './reports-section';
import { NotesSection, ScheduleSection, TargetsSection } from './settings-sections';
import { TabList, type TabName, TabPanel, useFocusNext } from './tabs';
import { SidebarContext, useSidebar, useSidebarModel } from './use-sidebar';
import { describeConnectionLine, describeNotices, regionOf } from './view';
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
    const outcome = await ask(PROGRESS.loading, (calls) => calls.sidebarState());
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
        <PacksSection state={state} />
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
        {describeNotices(state).map((notice) => (
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
    const outcome = await ask(PROGRESS.explaining, (calls) => calls.sidebarExplainCell());
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
