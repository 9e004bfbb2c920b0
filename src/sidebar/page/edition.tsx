import type { FunctionComponent } from 'preact';
import type { SidebarState } from '../../contract/sidebar';

/** What an edition of the add-on adds to the page. */
export interface EditionPage {
  /** Its sections of the tab `Settings`. */
  readonly Settings: FunctionComponent<{ readonly state: SidebarState }>;
}

/** The edition that is built. The build decides which one it is; this file is of the one that adds nothing. */
export const edition: EditionPage = { Settings: () => null };
