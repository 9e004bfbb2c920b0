import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-words';
import type { Region } from '../employer-api/connection';
import type { KeyValue } from '../figures/group-figures';
import type { GroupKey } from '../figures/group-keys';
import type { KeptBases } from '../figures/kept-basis';
import type { KeptReport } from '../reports/report-cache';
import type { SavedReport } from '../reports/saved-report';
import type { SheetValue } from '../reports/sheet-table';

/** What a cell shows of a figure: `range` is what it lies between by the definitions that are left. */
export type FigurePart = 'value' | 'low' | 'high' | 'n' | 'basis' | 'range';

/** What a cell holds: a part of a figure, by the name of its measure, or something that has a meaning of its own. */
export type CellMeaning =
  | { readonly measure: string; readonly part: FigurePart }
  | { readonly title: string; readonly means: string };

/** One thing that the records of a cell have in common. */
export interface KeyPart {
  readonly key: GroupKey;
  readonly value: KeyValue;
}

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

/** What the cells of a dashboard are worked out from. */
export interface MeaningSource {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>;
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'issueCount' | 'emptyCount'>;
  readonly range: DateRange;
  readonly zone: string;
  readonly today: CalendarDate;
  readonly weekStart: WeekStart;
  readonly region: Region;
  readonly bases: KeptBases | undefined;
  /** A serial number in the zone; null when the service did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
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
  plan(source: MeaningSource): MeantDashboard;
}

/** Dashboards, as far as explaining their cells needs them. Makes no service call. */
export interface DashboardMeanings {
  /** The cell that holds the first day of a dashboard's period; the last one stands right of it. */
  readonly period: { readonly row: number; readonly column: number };
  find(properties: Readonly<Record<string, string>>, sheetId: number): KnownDashboard | undefined;
}
