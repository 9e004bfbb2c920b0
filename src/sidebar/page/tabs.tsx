import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { TAB_WORDS } from './words/page';

/** The tabs of the page, in their order. */
const TABS = ['reports', 'alerts', 'explain', 'settings'] as const;

/** One of `TABS`. */
export type TabName = (typeof TABS)[number];

interface TabListProps {
  readonly chosen: TabName;
  readonly onChoose: (tab: TabName) => void;
  /** How many alerts are open: a sign for the eye, since the panel says it in words. */
  readonly openAlerts: number;
}

/** The tabs. Only the chosen one is a stop of the Tab key; arrows, Home and End choose another. */
export function TabList({ chosen, onChoose, openAlerts }: TabListProps) {
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
export function TabPanel({ tab, chosen, children }: TabPanelProps) {
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
export function hiddenTabOf(element: HTMLElement): TabName | undefined {
  const panel = element.closest<HTMLElement>('[role="tabpanel"][hidden]');
  return TABS.find((tab) => tab === panel?.dataset.tab);
}

const tabId = (tab: TabName) => `tab-${tab}`;
const panelId = (tab: TabName) => `panel-${tab}`;
