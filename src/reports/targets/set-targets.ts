import { TARGET_HEADINGS, TARGETS_SHEET_NAME, type TargetHeading } from '../../targets/target-columns';
import type { PropertyStore, ReportSheets, TextPacker } from '../ports';
import { PROPERTY } from '../saved/document-state';
import { parseTargets } from '../saved/kept-targets';
import { sheetRows } from '../tables/report-table';
import { columnFormats, type SheetColumn } from '../tables/sheet-table';
import { tableLook } from '../tables/table-look';
import { makeSheet } from '../writing/table-room';
import { dressSheet } from '../writing/table-writer';
import { findTargetsSheet } from './targets-sheet';

/** Sets up what a new targets sheet has besides cells. */
export interface TargetsFurnishing {
  /**
   * Puts a hover note on each heading. One service call, repeated once where it fails.
   *
   * @param notes In the order of the columns.
   * @throws {ReportError} `sheet_blocked`
   */
  furnish(sheetId: number, notes: readonly string[]): void;
}

/** What making the targets sheet needs. */
export interface SetTargetsServices {
  readonly document: PropertyStore;
  readonly sheets: ReportSheets;
  readonly packer: TextPacker;
  readonly furnishing: TargetsFurnishing;
}

const NOTES: Readonly<Record<TargetHeading, string>> = {
  VENUE_NAME:
    'Blank: any venue. Of several lines for a shift, the one with the most cells filled among VENUE_NAME, AREA_NAME, JOB_TITLE, FROM and TO counts, then the lowest.',
  AREA_NAME: 'Blank: any area.',
  JOB_TITLE: 'Blank: any job title.',
  FROM: 'The first day, such as 2026-03-31. Blank: from the beginning.',
  TO: 'The last day, included. Blank: without an end.',
  MEASURE:
    'The percentage that TARGET is for: true fulfilment %, booked %, unfilled %, worked %, no shows % or hours worked %. Blank: true fulfilment %.',
  TARGET: 'A percentage: 92 or 92%.',
  PLAN_POSITIONS: 'Positions per week, for all shifts of the names in this line together.',
  PLAN_HOURS: 'Hours per week, for all shifts of the names in this line together.',
  RATE_PER_HOUR: 'Money per hour worked. The Scorecard takes over the number format of this cell.',
  CREDIT_PER_MISSING: 'Money per missing person, in weeks that missed the target.',
  CREDIT_PER_NO_SHOW: 'Money per no-show, in weeks that missed the target.',
};

const COLUMNS: readonly SheetColumn[] = TARGET_HEADINGS.map((heading) => ({
  heading,
  kind: heading === 'FROM' || heading === 'TO' ? 'date' : 'text',
}));

/**
 * Makes the targets sheet and brings it to the front: about 20 service calls. One that exists is shown and never written.
 *
 * @returns A sentence for the person.
 * @throws {ReportError} `sheet_blocked`, `platform_unavailable`
 */
export function setTargets({ document, sheets, packer, furnishing }: SetTargetsServices): string {
  const kept = parseTargets(document.readAll()[PROPERTY.targets], packer);
  const known = findTargetsSheet(sheets, kept);
  const { sheet, isNew } =
    known === undefined ? makeSheet(sheets, TARGETS_SHEET_NAME) : { sheet: known, isNew: false };
  if (!isNew) {
    sheets.show(sheet);
    return `Your targets are on “${sheet.name()}”. The next refresh reads them.`;
  }
  // First: a sheet that a killed run has left says what it is for.
  sheet.write(1, sheetRows([TARGET_HEADINGS], 1, TARGET_HEADINGS.length));
  sheet.format(columnFormats(COLUMNS));
  dressSheet(sheet, tableLook(COLUMNS, []));
  furnishing.furnish(
    sheet.id,
    TARGET_HEADINGS.map((heading) => NOTES[heading]),
  );
  sheets.show(sheet);
  sheets.flush();
  return `Made “${TARGETS_SHEET_NAME}”. Type one line per target there, then refresh a report.`;
}
