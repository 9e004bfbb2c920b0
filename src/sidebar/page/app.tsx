import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Explanation, SidebarState } from '../../contract/sidebar';
import { Activity, BEGUN } from './activity';
import { Alerts } from './alerts';
import { Connection, nameEmployer } from './connection';
import { edition } from './edition';
import { Button, Definitions, PageContext, Section, Sentence, usePage } from './parts';
import { Reports } from './reports';
import type { Session } from './session';
import { Notes, Schedule, Targets } from './settings';
import { StatusRegions } from './status-regions';
import { Summaries } from './summaries';

/** Asks for the state for the first time. */
export function load({ ask }: Session): void {
  void ask({ progress: 'Loading…', call: (call) => call('state') });
}

/** The whole sidebar. */
export function App({ session }: { readonly session: Session }) {
  const { state, notice, names } = session.seen();
  return (
    <PageContext.Provider value={{ ...session, names, busy: notice.kind === 'working' }}>
      <div class="page">
        {state !== null && <Tabs state={state} />}
        {state === null && (
          <main class="sections">
            <h1 class="unseen">Shift Reports</h1>
            {notice.kind === 'failed' && (
              <div class="buttons">
                <Button look="primary" onClick={() => load(session)}>
                  Try again
                </Button>
              </div>
            )}
          </main>
        )}
        <StatusRegions notice={notice} />
      </div>
    </PageContext.Provider>
  );
}

/** The tabs of the page, in their order. */
const TABS = { reports: 'Reports', alerts: 'Alerts', explain: 'Explain', settings: 'Settings' } as const;

/** One of `TABS`. */
type TabName = keyof typeof TABS;

const TAB_NAMES = Object.keys(TABS) as readonly TabName[];

/** Everything above the status: the connection and the tabs, and the chosen tab. */
function Tabs({ state }: { readonly state: SidebarState }) {
  const { connection, alerts, schedule } = state;
  const [tab, setTab] = useState<TabName>('reports');
  const [openForm, setOpenForm] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const choose = (chosen: TabName) => {
    setTab(chosen);
    // All tabs scroll in the same room: each begins at its top.
    shown.current?.scrollTo(0, 0);
  };
  const lead = (chosen: TabName) => {
    choose(chosen);
    document.getElementById(tabId(chosen))?.focus();
  };
  const change = (isOpen: boolean) => {
    if (isOpen) choose('settings');
    setChanging(isOpen);
  };
  const firstReport = () => {
    choose('reports');
    setOpenForm('new');
  };
  const connectionSection = (
    <Connection {...{ state, isChanging }} onChange={change} onFirstConnection={firstReport} />
  );
  const panels: Readonly<Record<TabName, ComponentChildren>> = {
    reports: <Reports state={state} form={{ id: openForm, set: setOpenForm }} />,
    alerts: (
      <>
        <Alerts state={state} />
        <Summaries state={state} />
      </>
    ),
    explain: <Explain canExplain={connection !== null || state.reports.length > 0} />,
    settings: (
      <>
        {connection !== null && connectionSection}
        <Schedule state={state} />
        {state.notes !== null && <Notes months={state.notes.keptMonths} />}
        {connection !== null && <Targets />}
        <edition.Settings state={state} />
        <Activity state={state} />
      </>
    ),
  };
  return (
    <>
      <header class="top">
        <h1 class="unseen">Shift Reports</h1>
        {connection?.isSample && (
          <div class="sample-bar">
            <p>
              <strong class="badge">SAMPLE</strong> All figures are made up.
            </p>
            {!isChanging && (
              <Button look="text" onClick={() => change(true)}>
                Connect your own
              </Button>
            )}
          </div>
        )}
        {connection !== null && !connection.isSample && (
          <p class="connection-line" translate={false}>
            <Button look="text" whileBusy onClick={() => lead('settings')}>
              {`${connection.region} · ${nameEmployer(connection)}`}
            </Button>
          </p>
        )}
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
        {tab !== 'settings' && schedule.late !== null && (
          <div class="notice">
            <Sentence text={schedule.late} />
            <Button look="text" whileBusy onClick={() => lead('settings')}>
              Open Settings
            </Button>
          </div>
        )}
        {/* Without a connection it comes first, whichever tab is chosen. */}
        {connection === null && connectionSection}
        {TAB_NAMES.map((name) => (
          // All panels stay on the page, so that a form keeps what was typed while another tab is open.
          <div
            key={name}
            role="tabpanel"
            id={panelId(name)}
            aria-labelledby={tabId(name)}
            hidden={name !== tab}
          >
            {panels[name]}
          </div>
        ))}
      </main>
    </>
  );
}

/**
 * What else is going on in this spreadsheet: that it is a copy, a refresh begun elsewhere, requests on hold.
 *
 * @param showsReports Whether the cards of reports are shown, of which one may say the same.
 */
export function describeNotices(
  { found, running, pause, reports }: Pick<SidebarState, 'found' | 'running' | 'pause' | 'reports'>,
  showsReports: boolean,
): readonly string[] {
  const begun = running && `A refresh started ${BEGUN[running.by]} at ${running.since} is running.`;
  const isTold = showsReports && reports.some(({ lastRun }) => lastRun?.message === pause);
  return [found ?? null, begun, isTold ? null : pause].filter((notice) => notice !== null);
}

/** Says what the selected cell holds and where it comes from. @param canExplain Whether there is anything to explain. */
function Explain({ canExplain }: { readonly canExplain: boolean }) {
  const { ask } = usePage();
  const hint = useId();
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  const explain = async () => {
    const outcome = await ask({
      progress: 'Looking up the selected cell\u2026',
      call: (call) => call('explainCell'),
    });
    // What was said of another cell must not pass for this one's.
    if (outcome !== null) setExplanation((outcome.kind === 'done' && outcome.explanation) || null);
  };
  return (
    <Section title="Explain">
      <p class="intro" id={hint} translate={false}>
        {canExplain
          ? 'Select a figure in a table, formula or dashboard first.'
          : 'Connect and fill a report first. Then select a figure to see where it comes from.'}
      </p>
      {canExplain && (
        <Button describedBy={hint} onClick={() => void explain()}>
          Explain this cell
        </Button>
      )}
      {explanation !== null && (
        <div class="explanation" translate={false}>
          <h3>{explanation.title}</h3>
          <Definitions look="stacked" lines={explanation.lines} />
          {explanation.more !== undefined && explanation.more.length > 0 && (
            <details>
              <summary>More</summary>
              <Definitions look="stacked" lines={explanation.more} />
            </details>
          )}
        </div>
      )}
    </Section>
  );
}

interface TabListProps {
  readonly chosen: TabName;
  readonly onChoose: (tab: TabName) => void;
  /** How many alerts are open: a sign for the eye, since the panel says it in words. */
  readonly openAlerts: number;
}

/** The tabs. Only the chosen one is a stop of the Tab key; arrows, Home and End choose another. */
function TabList({ chosen, onChoose, openAlerts }: TabListProps) {
  const handleKey = (event: KeyboardEvent) => {
    const next = tabAfter(chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div role="tablist" aria-label="Parts of Shift Reports" class="tabs" onKeyDown={handleKey}>
      {TAB_NAMES.map((tab) => (
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
          <span>{TABS[tab]}</span>
          {tab === 'alerts' && openAlerts > 0 && (
            <span class="count" aria-hidden="true" translate={false}>
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
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step !== undefined)
    return TAB_NAMES[(TAB_NAMES.indexOf(tab) + step + TAB_NAMES.length) % TAB_NAMES.length];
  return { Home: TAB_NAMES[0], End: TAB_NAMES[TAB_NAMES.length - 1] }[key];
}

const tabId = (tab: TabName) => `tab-${tab}`;
const panelId = (tab: TabName) => `panel-${tab}`;
