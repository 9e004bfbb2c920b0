import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Which rules of axe-core a page breaks, and where. Frames inside it are not looked into.
 *
 * @param except A part to leave out, as a selector.
 */
export async function violationsOf(page: Page, except?: string): Promise<string[]> {
  // Once for each page that is loaded: it is half a megabyte.
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(axe.source);
  const context = except === undefined ? 'document' : JSON.stringify({ exclude: except });
  const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
    `axe.run(${context}, { iframes: false }).then((result) => result.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })))`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
