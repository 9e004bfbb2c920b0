import type { Properties } from '../reports/ports';
import type { FigureSource, MeantCell } from '../reports/saved/report-question';

/** A dashboard calculated again. */
export interface MeantDashboard {
  /** Whether these values, read from A1 on, hold its texts, so that no one has moved the cells. */
  stands(values: readonly (readonly unknown[])[]): boolean;
  cellAt(row: number, column: number): MeantCell;
}

/** A dashboard of this spreadsheet. */
export interface KnownDashboard {
  readonly title: string;
  readonly reportId: string;
  /** How far its cells reach from A1. */
  readonly rows: number;
  readonly columns: number;
  plan(source: FigureSource): MeantDashboard;
}

/** Dashboards, as far as explaining their cells needs them. Makes no service call. */
export interface DashboardExplainer {
  /** The cell that holds the first day of a dashboard's period; the last one stands right of it. */
  readonly period: { readonly row: number; readonly column: number };
  find(properties: Properties, sheetId: number): KnownDashboard | undefined;
}
