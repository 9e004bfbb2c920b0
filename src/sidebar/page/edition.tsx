import type { SidebarState } from '../state-view';

/** What the tab `Settings` has besides: nothing. Another build resolves this file to its sibling `edition-….tsx`. */
export const EditionSettings = (_: { readonly state: SidebarState }) => null;
