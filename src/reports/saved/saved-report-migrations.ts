import { isRecord } from '../../employer-api/shift-records';
import { HEADINGS } from '../tables/report-table';
import type { Migrations } from './migrate';

/** The form in which reports are stored now. */
export const SAVED_REPORT_VERSION = 3;

/** From every form in which reports were stored to the next one. Steps stay: a spreadsheet may hold any form. */
export const SAVED_REPORT_MIGRATIONS: Migrations = {
  // Before filters, groups, columns and history: all 18 columns, replaced as a whole.
  1: (stored) => ({
    ...stored,
    version: 2,
    report: 'shift_fulfilment',
    mode: 'replace',
    venue: '',
    area: '',
    role: '',
    groupBy: '',
    columns: '',
    headings: stored.headed === true ? HEADINGS : [],
    nextHeadings: [],
    snapshot: null,
    summary: null,
    cursor: null,
    history: null,
  }),
  // Before the shrink guard knew days: how many they were was remembered, and the last of them with the content.
  2: (stored) => ({ ...stored, version: 3, summary: datedSummary(stored.summary, stored.content) }),
};

/** Until the next refresh only a table for the very same days is compared. */
function datedSummary(summary: unknown, content: unknown): unknown {
  if (!isRecord(summary) || !isRecord(content)) return null;
  const from = Number(content.to) - Number(summary.days) + 1;
  return { ...summary, from, byDay: [], lasts: [], since: 0, former: null, columns: [] };
}
