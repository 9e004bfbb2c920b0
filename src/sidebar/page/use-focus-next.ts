import type { RefObject } from 'preact';
import { useCallback, useLayoutEffect, useState } from 'preact/hooks';

/**
 * Moves the focus to an element that may not be drawn yet.
 *
 * Elements are named by a `data-focus` attribute. When none has the name, the status takes the
 * focus, so that the keyboard never falls back to the top of the page.
 */
export function useFocusNext(container: RefObject<HTMLElement | null>): (name: string) => void {
  const [wanted, setWanted] = useState<{ readonly name: string } | null>(null);
  useLayoutEffect(() => {
    if (wanted === null) return;
    const named = [...(container.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [])];
    const find = (name: string) => named.find((element) => element.dataset.focus === name);
    (find(wanted.name) ?? find('status'))?.focus();
  }, [wanted, container]);
  // A new object each time: the same element may be wanted twice in a row.
  return useCallback((name: string) => setWanted({ name }), []);
}
