import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';

/**
 * Moves the focus to an element that may not be drawn yet.
 *
 * Elements are named by a `data-focus` attribute. When none has the name, the status takes the focus, and also
 * when what had the keyboard goes away without anyone having said what comes next: the keyboard never falls
 * back to the top of the page.
 */
export function useFocusNext(container: RefObject<HTMLElement | null>): (name: string) => void {
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
