import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';
import { hiddenTabOf, type TabName } from './tabs';

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
    const element = findNamed(container.current, wanted.name);
    const tab = element && hiddenTabOf(element);
    if (tab !== undefined) showTab(tab);
    // What is hidden takes no focus: the next drawing shows it.
    if (tab === undefined) element?.focus();
    setWanted(tab === undefined ? null : { name: wanted.name });
  }, [wanted, container, showTab]);
  useLayoutEffect(() => catchLostFocus(container.current), [container]);
  // A new object each time: the same element may be wanted twice in a row.
  return useCallback((name: string) => setWanted({ name }), []);
}

function findNamed(container: HTMLElement | null, wanted: string): HTMLElement | undefined {
  const named = [...(container?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])];
  const find = (name: string) => named.find((element) => element.dataset.focus === name);
  return find(wanted) ?? find('status');
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
