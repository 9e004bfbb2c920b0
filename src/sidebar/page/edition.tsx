import type { FunctionComponent } from 'preact';
import type { SidebarState } from '../state-view';

/** What an edition of the add-on adds to the page. */
export interface EditionPage {
  /** Its sections of the tab `Settings`. */
  readonly Settings: FunctionComponent<{ readonly state: SidebarState }>;
}

/** The sheets edition, which adds nothing. Another build resolves this file to its sibling `edition-….tsx`. */
export const edition: EditionPage = { Settings: () => null };
