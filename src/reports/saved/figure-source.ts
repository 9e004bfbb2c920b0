import type { Region } from '../../employer-api/connection';
import type { FigurePart, KeyPart } from '../../figures/group-keys';
import type { KeptReport } from '../fetching/report-cache';
import type { SheetValue } from '../tables/sheet-table';
import type { TableFacts } from './report-question';
import type { SavedReport } from './saved-report';

/** The data from which the figures of a saved report are made and explained. */
export interface FigureSource extends TableFacts {
  readonly saved: Pick<SavedReport, 'sheet' | 'report' | 'venue' | 'area' | 'role' | 'groupBy' | 'columns'>;
  /** Rows of at least the range, before the report's own criteria. */
  readonly report: Pick<KeptReport, 'rows' | 'generatedAt' | 'issueCount' | 'emptyCount'>;
  readonly region: Region;
  /** When the service made the oldest rows, as a serial number in the zone; null if it did not say. */
  readonly asOf: number | null;
  readonly isSample: boolean;
}

/** The meaning of a cell: a part of a figure, by the name of its measure, or a text. */
export type CellMeaning<Measure extends string = string> =
  | { readonly measure: Measure; readonly part: FigurePart }
  | { readonly title: string; readonly means: string };

/** A cell of a dashboard and its meaning. */
export interface MeantCell {
  /** The expected value of the cell; null for a blank one. */
  readonly value: SheetValue;
  /** `undefined` if it holds a fixed text, or is always blank. */
  readonly meaning: CellMeaning | undefined;
  /** The group of its row, empty for all records; `undefined` if the rows do not reach this far. */
  readonly group: readonly KeyPart[] | undefined;
  /** The group keys that its column adds. */
  readonly across: readonly KeyPart[];
  /** The cells that name the group in its row. */
  readonly labels: readonly { readonly column: number; readonly value: SheetValue }[];
  /** The fixed heading or label of the cell. */
  readonly anchor: string | undefined;
}
