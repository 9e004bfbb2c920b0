import type { FrameLocator, Locator, Page } from 'playwright-core';

/** The tabs of the sidebar, by their names. */
export const TAB_NAMES = ['Reports', 'Alerts', 'Explain', 'Settings'] as const;

/** What of an element in the page is used; the page's own types are those of another runtime. */
interface PageElement {
  readonly ownerDocument: { getElementById(id: string): { click(): void } | null };
  closest(selector: string): {
    getAttribute(name: string): string | null;
    open?: boolean;
    showPopover?(): void;
  } | null;
}

/** Chooses a tab of the sidebar. */
export async function openTab(sidebar: Page | FrameLocator, name: (typeof TAB_NAMES)[number]): Promise<void> {
  await sidebar.getByRole('tab', { name, exact: true }).click();
}

/** Waits for the first of these elements and shows the tab and the menu that it is in. */
export async function reach(sought: Locator): Promise<Locator> {
  const first = sought.first();
  await first.waitFor({ state: 'attached' });
  await first.evaluate((element: unknown) => {
    const { ownerDocument, closest } = element as PageElement;
    const panel = closest.call(element, '[role="tabpanel"][hidden]');
    if (panel !== null) ownerDocument.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
    const fold = closest.call(element, 'details');
    if (fold !== null) fold.open = true;
    closest.call(element, '[popover]')?.showPopover?.();
  });
  return first;
}

/** The first button of that name, in whichever tab, once its tab is shown. */
export function reachButton(sidebar: Page | FrameLocator, name: string): Promise<Locator> {
  return reach(sidebar.getByRole('button', { name, exact: true, includeHidden: true }));
}
