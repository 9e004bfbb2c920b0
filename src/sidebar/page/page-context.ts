import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { KnownNames } from '../../contract/reports';
import type { Session } from './session';

/** What every section has: the session, what is seen of it, and whether a call runs. */
export interface Page extends Session {
  readonly busy: boolean;
  readonly names: KnownNames | undefined;
}

/** Hands it down to the sections. */
export const PageContext = createContext<Page | null>(null);

/** The page around a section: nothing is drawn outside one. */
export function usePage(): Page {
  return useContext(PageContext) as Page;
}
