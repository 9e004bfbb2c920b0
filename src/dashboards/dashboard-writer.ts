import type { ReportSheet } from '../reports/ports';
import { a1, columnLetters, isFilled, sheetRows } from '../reports/tables/sheet-table';
import { blocked, requireUnmerged } from '../reports/writing/table-place';
import { countFilled, findEnd } from './dashboard-grid';
import type { DashboardLooks, DashboardPlan } from './dashboard-plan';
import type { DashboardRecord } from './dashboard-records';
import { holdsText } from './dashboard-texts';

/** What writing a dashboard needs. */
export interface DashboardWriting {
  readonly looks: DashboardLooks;
  /** Makes all writes certain. */
  readonly flush: () => void;
  /** Notes how far our cells will reach, before they are written. */
  readonly log: (record: DashboardRecord) => void;
}

/** A dashboard whose cells were read and found as they were left. Writing it reads no cell. */
export interface PreparedDashboard {
  readonly sheet: ReportSheet;
  readonly record: DashboardRecord;
  readonly plan: DashboardPlan;
  /** How many rows of the sheet are ours now. */
  readonly rows: number;
}

type Values = readonly (readonly unknown[])[];

/**
 * Reads a dashboard's cells before the lock is taken, since reading waits for formulas: one service call, one more where
 * blank cells are to be filled, up to three more while it grows.
 *
 * @throws {ReportError} `sheet_blocked` where the cells are not as we left them, or those that it needs are in use.
 */
export function prepareDashboard(
  sheet: ReportSheet,
  record: DashboardRecord,
  plan: DashboardPlan,
): PreparedDashboard {
  if (!record.made) return prepareMaking(sheet, record, plan);
  if (plan.columns !== record.columns) changed(record);
  const cells = sheet.readBlock(1, 1, record.rows, record.columns);
  const end = findEnd(cells);
  if (!stands(cells, plan) || end === undefined || end.row !== end.said.row) return changed(record);
  const own = cells.slice(0, end.row);
  const added = countFilled(own) - end.said.filled;
  if (added > 0) refuseAdded(record, placesAdded(own, plan, added));
  const grown = plan.cells.length - end.row;
  if (grown > 0 && !sheet.isFree(end.row + 1, 1, grown, plan.columns)) {
    blocked(`Clear the cells below the dashboard “${record.sheet}”: its new rows need their place`);
  }
  // Of merged cells all but the first are blank: where no blank cell is to be filled, none of ours can be among them.
  const fillsBlank = plan.cells.some((line, row) =>
    line.some((value, column) => isFilled(value) && !isFilled(cells[row]?.[column])),
  );
  if (fillsBlank) {
    requireOwnCells(sheet, record, plan);
  }
  return { sheet, record, plan, rows: end.row };
}

/** Makes sure that a sheet is empty, or holds what an interrupted run has left. @throws {ReportError} `sheet_blocked` */
function prepareMaking(sheet: ReportSheet, record: DashboardRecord, plan: DashboardPlan): PreparedDashboard {
  if (sheet.lastRow() > 0 && !holdsText(sheet.readRow(1, 1)[0], plan.title)) {
    blocked(
      `Empty or delete the sheet “${record.sheet}”: the dashboard that was begun there needs its place`,
    );
  }
  requireOwnCells(sheet, record, plan);
  return { sheet, record, plan, rows: record.rows };
}

/** Makes sure that no figure would be lost in merged cells. One service call. @throws {ReportError} `sheet_blocked` */
function requireOwnCells(
  sheet: ReportSheet,
  { sheet: name }: DashboardRecord,
  { cells, columns }: DashboardPlan,
): void {
  const block = { row: 1, column: 1, rows: cells.length, columns };
  requireUnmerged(sheet, name, block, (row, column) => isFilled(cells[row - 1]?.[column - 1]));
}

/**
 * Writes a prepared dashboard: one service call, one more while it grows, and more for one that was not finished. Nothing
 * is certain before a flush.
 *
 * Charts, rules, formats and whatever stands outside our cells stay as they are.
 *
 * @returns The record to keep; the same object where nothing of it changed.
 * @throws {ReportError} `sheet_blocked`, with no cell changed.
 */
export function writeDashboard(writing: DashboardWriting, prepared: PreparedDashboard): DashboardRecord {
  const { sheet, record, plan } = prepared;
  if (!record.made) return makeDashboard(writing, prepared);
  const height = plan.cells.length;
  const grown = height > record.rows ? { ...record, rows: height } : record;
  if (grown !== record) writing.log(grown);
  sheet.write(1, sheetRows(plan.cells, Math.max(prepared.rows, height), plan.columns));
  return grown;
}

/**
 * Makes a dashboard on a sheet that is empty, or that an interrupted run has left.
 *
 * Cells first: a chart without values would guess its series. It ends with a flush, so that the record says `made` of
 * what is certain.
 */
function makeDashboard(
  { looks, flush, log }: DashboardWriting,
  { sheet, record, plan, rows }: PreparedDashboard,
): DashboardRecord {
  const begun = { ...record, rows: Math.max(rows, plan.cells.length), columns: plan.columns };
  log(begun);
  sheet.write(1, sheetRows(plan.cells, begun.rows, plan.columns));
  looks.applyLook(sheet.id, plan.look);
  flush();
  return { ...begun, made: true };
}

/** Whether every text of ours is where it was: no one has moved rows or columns, or written over them. */
function stands(cells: Values, { anchors }: DashboardPlan): boolean {
  return anchors.every(({ row, column, text }) => holdsText(cells[row - 1]?.[column - 1], text));
}

/** Where people have written; empty if the cells that would become blank are more or fewer than those added. */
function placesAdded(own: Values, plan: DashboardPlan, added: number): string[] {
  const places = own.flatMap((cells, row) =>
    cells.flatMap((cell, column) =>
      isFilled(cell) && !isFilled(plan.cells[row]?.[column]) ? [a1(row + 1, column + 1)] : [],
    ),
  );
  return places.length === added ? places : [];
}

const MOST_PLACES = 3;

function refuseAdded({ sheet, rows, columns }: DashboardRecord, places: readonly string[]): never {
  const named = places.slice(0, MOST_PLACES).join(', ');
  const where = named === '' ? '' : ` (${named}${places.length > MOST_PLACES ? ', …' : ''})`;
  return blocked(
    `Move your notes${where} on “${sheet}” right of column ${columnLetters(columns - 1)} or below row ${rows}: new figures would overwrite them`,
  );
}

function changed({ sheet }: DashboardRecord): never {
  return blocked(
    `Put the titles and headings of “${sheet}” back (undo the change), or delete the sheet and build it again: its cells were moved or changed`,
  );
}
