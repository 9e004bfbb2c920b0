import type { ReportSheets } from '../reports/ports';
import type { RefreshFollower } from '../reports/refresh/followed-refresh';
import type { DocumentState } from '../reports/saved/document-state';
import type { Reading } from './reading';

/** What an edition adds to the add-on. */
export interface Edition {
  /** What takes part in refreshes. Makes no service call. */
  followers(reading: Reading, sheets: ReportSheets): readonly RefreshFollower[];
  /** What the page of the edition shows; `undefined` if there is nothing. No service call. */
  view(state: DocumentState): unknown;
}

/** The sheets edition, which adds nothing. Another build resolves this file to its sibling `edition-….ts`. */
export const edition: Edition = {
  followers: () => [],
  view: () => undefined,
};
