import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { SidebarState } from '../state-view';
import { Alerts } from './alerts';
import { Connection, nameConnection } from './connection';
import { EditionSettings } from './edition';
import {
  BEGUN,
  Button,
  Definitions,
  Dialog,
  PageContext,
  type Question,
  RunList,
  Section,
  Sentence,
  usePage,
} from './parts';
import { Reports } from './reports';
import { type Done, lookOf, type Session } from './session';
import { Notes, Schedule, Targets } from './settings';
import { StatusRegions } from './status-regions';
import { Summaries } from './summaries';

/** Asks for the state for the first time. */
export function load({ ask }: Session): void {
  void ask({ progress: 'Loading…', call: ['state'] });
}

/** The whole sidebar. */
export function App({ session }: { readonly session: Session }) {
  const { state, notice, names } = session.seen();
  const [question, askFirst] = useState<Question | null>(null);
  return (
    <PageContext.Provider value={{ ...session, names, busy: notice.kind === 'working', askFirst }}>
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
        {question !== null && (
          // The `close` event comes a moment after the dialog has closed: by then another question may be open.
          <Dialog
            key={question}
            {...question}
            onClose={() => askFirst((open) => (open === question ? null : open))}
          />
        )}
      </div>
    </PageContext.Provider>
  );
}

/** The tabs of the page, in their order. */
const TABS = ['Reports', 'Alerts', 'Explain', 'Settings'] as const;

type Tab = (typeof TABS)[number];

const tabId = (tab: Tab) => `tab-${tab.toLowerCase()}`;
const panelId = (tab: Tab) => `panel-${tab.toLowerCase()}`;

/** Everything above the status: the connection and the tabs, and the chosen tab. */
function Tabs({ state }: { readonly state: SidebarState }) {
  const { moveOn } = usePage();
  const { connection, alerts, schedule, reports, found, running } = state;
  const [tab, setTab] = useState<Tab>('Reports');
  const [openForm, setOpenForm] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const shown = useRef<HTMLElement>(null);
  const choose = (chosen: Tab) => {
    setTab(chosen);
    moveOn();
    // All tabs scroll in the same room: each begins at its top.
    shown.current?.scrollTo(0, 0);
  };
  const lead = (chosen: Tab) => {
    choose(chosen);
    document.getElementById(tabId(chosen))?.focus();
  };
  const onConnect = () => {
    choose('Settings');
    setChanging(true);
  };
  // Only the chosen tab is a stop of the Tab key; arrows, Home and End choose another, in a ring.
  const handleKey = (event: KeyboardEvent) => {
    const [place, last] = [TABS.indexOf(tab), TABS.length - 1];
    const next = { ArrowRight: place + 1, ArrowLeft: place + last, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    lead(TABS[next % TABS.length] as Tab);
  };
  const connectionSection = (
    <Connection
      {...{ state, isChanging }}
      onChange={setChanging}
      onFirstConnection={() => {
        setTab('Reports');
        setOpenForm('new');
      }}
    />
  );
  const panels: Readonly<Record<Tab, ComponentChildren>> = {
    Reports: <Reports form={{ id: openForm, set: setOpenForm }} {...{ state, onConnect }} />,
    Alerts: (
      <>
        <Alerts state={state} />
        <Summaries state={state} />
      </>
    ),
    Explain: <Explain canExplain={connection !== null || reports.length > 0} />,
    Settings: (
      <>
        {connection !== null && connectionSection}
        <Schedule state={state} />
        {state.notes !== null && <Notes {...state.notes} />}
        {connection !== null && <Targets mistakes={state.mistakes} />}
        <EditionSettings state={state} />
        {state.activity.length > 0 && (
          <Section title="Activity">
            <RunList label="Activity" runs={state.activity} />
          </Section>
        )}
      </>
    ),
  };
  const look = typeof connection?.failing === 'string' ? lookOf(connection.failing) : 'good';
  const openAlerts = alerts.filter((alert) => alert.state === 'open').length;
  const notices = [
    found,
    running && `A refresh started ${BEGUN[running.by]} at ${running.since} is running.`,
  ];
  return (
    <>
      <header class="top">
        <h1 class="unseen">Shift Reports</h1>
        {connection?.isSample && (
          <div class="top-line sample">
            <p>
              <strong class="badge">SAMPLE</strong> All figures are made up.
            </p>
            {!isChanging && (
              <Button look="text" onClick={onConnect}>
                Connect your own
              </Button>
            )}
          </div>
        )}
        {connection !== null && !connection.isSample && (
          <p class="top-line plain hint" translate={false}>
            <span class={look} aria-hidden="true">
              {look === 'good' ? '●' : look === 'bad' ? '✕' : '!'}
            </span>
            <Button look="text" whileBusy onClick={() => lead('Settings')}>
              {nameConnection(connection)}
            </Button>
          </p>
        )}
        <div role="tablist" aria-label="Parts of Shift Reports" class="tabs" onKeyDown={handleKey}>
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={tabId(name)}
              aria-selected={name === tab}
              aria-controls={panelId(name)}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => choose(name)}
            >
              <span>{name}</span>
              {name === 'Alerts' && openAlerts > 0 && (
                // A sign for the eye: the panel says it in words.
                <span class="badge count" aria-hidden="true" translate={false}>
                  {openAlerts}
                </span>
              )}
            </button>
          ))}
        </div>
      </header>
      <main class="sections" ref={shown}>
        {notices.map((notice) => notice && <Sentence look="notice" key={notice} text={notice} />)}
        {tab !== 'Settings' && schedule.late !== null && (
          <div class="notice">
            <Sentence text={schedule.late} />
            <Button look="text" whileBusy onClick={() => lead('Settings')}>
              Open Settings
            </Button>
          </div>
        )}
        {/* Without a connection it comes first, whichever tab is chosen. */}
        {connection === null && connectionSection}
        {TABS.map((name) => (
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

/** As many lines of an explanation are shown at once. */
const MOST_LINES = 6;

/** Says what the selected cell holds and where it comes from. @param canExplain Whether there is anything to explain. */
function Explain({ canExplain }: { readonly canExplain: boolean }) {
  const { ask } = usePage();
  const hint = useId();
  const [explanation, setExplanation] = useState<Done['explanation']>();
  const explain = async () => {
    const outcome = await ask({
      progress: 'Looking up the selected cell…',
      call: ['explainCell'],
    });
    // What was said of another cell must not pass for this one's.
    if (outcome !== null) setExplanation(outcome.kind === 'done' ? outcome.explanation : undefined);
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
      {explanation !== undefined && (
        <div class="made" translate={false}>
          <h3>{explanation.title}</h3>
          <Definitions look="entries" lines={explanation.lines.slice(0, MOST_LINES)} />
          {explanation.lines.length > MOST_LINES && (
            <details>
              <summary>More</summary>
              <Definitions look="entries" lines={explanation.lines.slice(MOST_LINES)} />
            </details>
          )}
        </div>
      )}
    </Section>
  );
}
