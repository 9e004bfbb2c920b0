import { type CalendarDate, type DateRange, isOn, shortDay } from '../calendar/calendar-date';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { DAY_COLUMN } from '../employer-api/shift-records';
import { shownPercent } from '../employer-api/text';
import { groupOfKeys } from '../figures/figure-set';
import type { FigureRequest } from '../figures/figures';
import type { KeyPart } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import type { Properties } from '../reports/ports';
import { type CellMeaning, type FigureSource, figuresOfReport } from '../reports/saved/report-question';
import { isFilled, type SheetValue } from '../reports/sheet/cells';
import {
  type FigureLines,
  figureLines,
  isPercentageName,
  linesOf,
  MEANINGS,
  NOT_KEPT,
  nameInTitle,
  titleOf,
} from './figure-lines';
import { holds, type KnownFacts, workedOutAgain } from './known-facts';
import type { SelectedCell } from './selected-cell';

/** A cell of a dashboard that is made again from the rows that are kept. */
interface PlacedCell {
  readonly value: SheetValue;
  readonly meaning?: CellMeaning | undefined;
  /** The records that it is about; absent for a heading, and for a text. */
  readonly keys?: readonly KeyPart[];
  /** The columns of its row, from 1, that name them. */
  readonly names?: readonly number[];
}

/** A dashboard of this spreadsheet. */
interface KnownDashboard {
  readonly title: string;
  readonly reportId: string;
  readonly columns: number;
  /** The days that it shows, and the day on which it was made. */
  readonly range: DateRange;
  readonly today: CalendarDate;
  /** Days to come that it shows besides. */
  readonly coming: DateRange | undefined;
  /** Its cells from A1 on, and what their figures are of. @param coming Rows of these days. */
  make(
    source: FigureSource,
    coming: Pick<FigureSource['report'], 'rows'> | undefined,
  ): { readonly cells: readonly (readonly (PlacedCell | undefined)[])[]; readonly source: FigureSource };
}

/** Dashboards, as far as explaining their cells needs them. Makes no service call. */
export interface DashboardExplainer {
  find(properties: Properties, sheetId: number): KnownDashboard | undefined;
}

const UNCONNECTED = 'Connect first: without a connection nothing is kept that says more.';
const REMOVED = 'Not kept: the report was removed, and the dashboard stays as it was.';
const EMPTY = 'Empty. This cell belongs to the dashboard, and a refresh may fill it.';
const TYPED = 'The dashboard leaves this cell blank: someone typed here, and the next refresh clears it.';
const TEXT = 'A text of the dashboard, rewritten at each refresh.';
const OTHERS =
  'None of the rows that are kept: this line was changed, or newer rows put another one here. Refresh the report.';

/**
 * Explains a cell of a dashboard: the dashboard is made again from the rows that are kept, and its cells say what they
 * mean. `undefined` for a cell outside of it. One read of the sheet.
 */
export function explainDashboardCell(
  known: KnownFacts,
  dashboards: DashboardExplainer,
  cell: SelectedCell,
): Explanation | undefined {
  const dashboard = dashboards.find(known.properties(), cell.sheetId);
  if (dashboard === undefined || cell.column > dashboard.columns) return undefined;
  const saved = known.state().reports.find(({ id }) => id === dashboard.reportId);
  let more = known.tableLines(saved, dashboard.range, dashboard.title);
  const only = (value: string) => ({
    title: `The dashboard ${dashboard.title}`,
    lines: linesOf({ 'This cell': value }),
    more,
  });
  if (!known.isConnected()) return only(UNCONNECTED);
  if (saved === undefined) return only(REMOVED);
  const { range, today } = dashboard;
  const report = known.rowsOf(range);
  const coming = dashboard.coming && known.rowsOf(dashboard.coming);
  if (report === undefined || (dashboard.coming !== undefined && coming === undefined)) return only(NOT_KEPT);
  const { cells, source } = dashboard.make(
    {
      // What was not over then is not in the figures.
      ...known.tableFacts(range, today),
      saved,
      report,
      region: known.region(),
      asOf: report.generatedAt === null ? null : known.momentOf(new Date(report.generatedAt)),
      isSample: saved.content?.sample !== undefined,
    },
    coming,
  );
  more = known.tableLines(saved, source.range, dashboard.title);
  if (cell.row > cells.length) return undefined;
  const placed = cells[cell.row - 1]?.[cell.column - 1];
  const row = cell.rowValues(dashboard.columns);
  const shown = row[cell.column - 1];
  if (placed?.meaning === undefined) {
    return only(isFilled(placed?.value) ? TEXT : isFilled(shown) ? TYPED : EMPTY);
  }
  if (placed.keys === undefined) {
    const lines = meaningLines(placed.meaning);
    const heading = typeof placed.value === 'number' ? shortDay(placed.value) : placed.value;
    return { title: `The heading ${heading}`, lines, more };
  }
  const isThere = (placed.names ?? []).every((column) =>
    holds(known, row[column - 1], cells[cell.row - 1]?.[column - 1]?.value ?? null),
  );
  if (!isThere) return only(OTHERS);
  const told = explainPlaced(known, placed.meaning, placed.keys, placed.value, shown, source);
  return { ...told, more: [...(told.more ?? []), ...more] };
}

function explainPlaced(
  known: KnownFacts,
  meaning: CellMeaning,
  keys: readonly KeyPart[],
  value: SheetValue,
  shown: unknown,
  source: FigureSource,
): Explanation {
  const judged = 'measure' in meaning ? meaning.measure : meaning.judges;
  const behind = judged === undefined ? undefined : figureOfKeys(judged, keys, source);
  const again = workedOutAgain(known, shown, value, {
    isRate: 'measure' in meaning && isPercentageName(meaning.measure),
    whyBlank: 'measure' in meaning ? behind?.whyBlank('value') : undefined,
  });
  const title = meaningTitle(meaning, keys);
  const first = meaningLines(meaning);
  if (behind === undefined) return { title, lines: [...first, again] };
  if ('measure' in meaning) return { title, lines: [...behind.lines, again], more: behind.more };
  // A verdict is explained by the numbers that it is made of.
  const target = figureOfKeys('TARGET', keys, source)?.figure.value ?? null;
  const lines = linesOf({ Target: target === null ? undefined : shownPercent(target) });
  return { title, lines: [...first, ...behind.numbers, ...lines], more: [...behind.lines, again] };
}

/** What a cell holds, for a title: `True fulfilment % of Grand Hotel, Monday`. */
function meaningTitle(meaning: CellMeaning, keys: readonly KeyPart[]): string {
  const of = keys.map(({ key, value }) => {
    if (value === null) return `no ${key}`;
    // Numbers are first days.
    return typeof value === 'number' ? `${key} ${shortDay(value)}` : nameInTitle(value);
  });
  if ('title' in meaning) return of.length === 0 ? meaning.title : `${meaning.title}: ${of.join(', ')}`;
  return titleOf(meaning.measure, of);
}

function meaningLines(meaning: CellMeaning): ExplanationLine[] {
  return linesOf({ Meaning: 'title' in meaning ? meaning.means : `${MEANINGS[meaning.measure]}.` });
}

/** What a figure is made of: its definition, the rows that it counts, and their sums; `undefined` for no figure of ours. */
function figureOfKeys(name: string, keys: readonly KeyPart[], source: FigureSource): FigureLines | undefined {
  const measure = MEASURES.find((one) => one.name === name);
  if (measure === undefined) return undefined;
  const rows = source.report.rows.filter((row) => isOn(row[DAY_COLUMN], source.range));
  const figures = figuresOfReport(source.saved, { rows }, source, [measure]);
  const [request] = figures.requests as [FigureRequest];
  const [names, values] = [keys.map(({ key }) => key), keys.map(({ value }) => value)];
  return figureLines(request, groupOfKeys(figures, names, values), figures.today);
}
