import type { FigurePart, KeyPart } from '../figures/figure-parts';
import type { FigureSource } from '../reports/saved/figure-source';
import type { SheetValue } from '../reports/tables/sheet-table';

/** What a cell holds: a part of a figure, by the name of its measure, or something that has a meaning of its own. */
export type CellMeaning =
  | { readonly measure: string; readonly part: FigurePart }
  | { readonly title: string; readonly means: string };

/** What a dashboard says of one of its cells. */
export interface MeantCell {
  /** What the cell is to hold; null for a blank one. */
  readonly value: SheetValue;
  /** `undefined` where it holds a text of ours, or nothing whatever the rows. */
  readonly meaning: CellMeaning | undefined;
  /** The records of its row, none for all of them; `undefined` where the rows do not fill the place. */
  readonly group: readonly KeyPart[] | undefined;
  /** What its column adds to that. */
  readonly across: readonly KeyPart[];
  /** What names the group in its row. */
  readonly labels: readonly { readonly column: number; readonly value: SheetValue }[];
  /** The heading or label that always stands here. */
  readonly anchor: string | undefined;
}

/** A dashboard worked out again. */
export interface MeantDashboard {
  /** Whether its texts stand in these values, which are read from A1 on: nobody has moved the cells. */
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
export interface DashboardMeanings {
  /** The cell that holds the first day of a dashboard's period; the last one stands right of it. */
  readonly period: { readonly row: number; readonly column: number };
  find(properties: Readonly<Record<string, string>>, sheetId: number): KnownDashboard | undefined;
}
