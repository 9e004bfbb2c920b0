import { isRecord } from '../../employer-api/shift-records';
import { HEADINGS } from '../tables/report-table';

/** The form in which reports are stored now. */
export const SAVED_REPORT_VERSION = 3;

type Stored = Readonly<Record<string, unknown>>;

/** One step for each version: what is stored as that version becomes the next one. A step that was shipped stays. */
const MIGRATIONS: Readonly<Record<number, (stored: Stored) => Stored>> = {
  // Before filters, groups, columns and history: all 18 columns, replaced as a whole.
  1: (stored) => ({
    ...stored,
    ...{ version: 2, report: 'shift_fulfilment', mode: 'replace' },
    ...{ venue: '', area: '', role: '', groupBy: '', columns: '' },
    ...{ headings: stored.headed === true ? HEADINGS : [], nextHeadings: [] },
    ...{ snapshot: null, summary: null, cursor: null, history: null },
  }),
  // Before the shrink guard knew days: how many they were was remembered, and the last of them with the content.
  2: (stored) => ({ ...stored, version: 3, summary: datedSummary(stored.summary, stored.content) }),
};

/** Until the next refresh only a table for the very same days is compared. */
function datedSummary(summary: unknown, content: unknown): unknown {
  if (!isRecord(summary) || !isRecord(content)) return null;
  const from = Number(content.to) - Number(summary.days) + 1;
  return { ...summary, from, byDay: [], lasts: [] };
}

/**
 * Takes what is stored of a report step by step to the form of now.
 *
 * @returns What is no report, or one of a version that is not known, as it is: reading it fails.
 */
export function migrateSavedReport(stored: unknown): unknown {
  if (!isRecord(stored)) return stored;
  const step = typeof stored.version === 'number' ? MIGRATIONS[stored.version] : undefined;
  return step === undefined ? stored : migrateSavedReport(step(stored));
}
