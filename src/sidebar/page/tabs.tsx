import type { ComponentChildren, RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef, useState } from 'preact/hooks';
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
export function useFocusNext(
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
