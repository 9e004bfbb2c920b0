import type { ReportSheets } from '../reports/ports';
import type { RefreshFollower, RefreshInspector } from '../reports/refresh/followed-refresh';
import type { DocumentState } from '../reports/saved/document-state';
import type { Reading } from './reading';

/** What an edition of the add-on does with refreshes. */
interface EditionParts {
  readonly inspectors: readonly RefreshInspector[];
  readonly followers: readonly RefreshFollower[];
  /**
   * Works at the end of a scheduled run, whatever became of its refreshes. Never throws; no service call if there is
   * nothing to do.
   */
  endRun(): void;
}

/** What an edition adds to the add-on. */
export interface Edition {
  /** Makes no service call. */
  partsFor(reading: Reading, sheets: ReportSheets): EditionParts;
  /** What the page of the edition shows; `undefined` if there is nothing. No service call. */
  view(state: DocumentState): unknown;
}

/** The sheets edition, which adds nothing. Another build resolves this file to its sibling `edition-….ts`. */
export const edition: Edition = {
  partsFor: () => ({ inspectors: [], followers: [], endRun: () => undefined }),
  view: () => undefined,
};
