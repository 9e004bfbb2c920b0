import { type DateRange, shortDay, shortDays } from '../calendar/calendar-date';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { shownPercent } from '../employer-api/text';
import type { FigureRequest } from '../figures/figure';
import { groupOfKeys } from '../figures/figure-set';
import type { FigurePart, KeyPart } from '../figures/group-keys';
import { MEASURES } from '../figures/measures';
import type { Properties } from '../reports/ports';
import {
  type CellMeaning,
  type FigureSource,
  figuresOfReport,
  type MeantCell,
} from '../reports/saved/report-question';
import type { SavedReport } from '../reports/saved/saved-report';
import { isFilled } from '../reports/sheet/cells';
import { isPercentageName, linesOf, MEANINGS, NOT_KEPT, nameInTitle, titleOf } from './explanation';
import { type FigureLines, figureLines, figureTitle } from './figure-lines';
import { holds, type KnownFacts, workedOutAgain } from './known-facts';
import type { SelectedCell } from './selected-cell';

/** A dashboard calculated again. */
interface MeantDashboard {
  /** Whether these values, read from A1 on, hold its texts, so that no one has moved the cells. */
  stands(values: readonly (readonly unknown[])[]): boolean;
  cellAt(row: number, column: number): MeantCell;
}

/** A dashboard of this spreadsheet. */
interface KnownDashboard {
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

const UNCONNECTED = 'Connect first: without a connection nothing is kept that says more.';
const MOVED =
  'Undo the change, or delete the sheet and build it again: its period, titles or headings were moved or changed.';
const EMPTY = 'Empty now. This cell belongs to the dashboard, and a refresh may fill it.';
const TEXT = 'A text of the dashboard, rewritten at each refresh.';
const TYPED = 'The dashboard leaves this cell blank: someone typed here.';
const OTHERS =
  'None of the rows that are kept: this line was changed, or newer rows put another one here. Refresh the report.';

/** A cell of a dashboard, and everything that is known of it. */
interface DashboardCell {
  readonly meant: MeantCell;
  readonly shown: unknown;
  /** The values of its row, as read. */
  readonly row: readonly unknown[];
  readonly rows: DashboardRows;
  /** What stands below it, as far as it is a heading. */
  readonly below: CellMeaning | undefined;
}

/**
 * Explains a cell of a dashboard: the dashboard is calculated again from the rows that are kept, and says itself what
 * each of its cells means. `undefined` for a cell outside of it. One read of the sheet, down to the cell.
 */
export function explainDashboardCell(
  known: KnownFacts,
  meanings: DashboardExplainer,
  cell: SelectedCell,
): Explanation | undefined {
  const dashboard = meanings.find(known.properties(), cell.sheetId);
  if (dashboard === undefined || cell.row > dashboard.rows || cell.column > dashboard.columns) {
    return undefined;
  }
  const saved = known.state().reports.find(({ id }) => id === dashboard.reportId);
  const title = `The dashboard ${dashboard.title}`;
  const about = reportLines(known, saved, dashboard);
  const only = (text: string) => ({ title, lines: linesOf({ 'This cell': text }), more: about });
  if (!known.isConnected()) return only(UNCONNECTED);
  const { period } = meanings;
  const values = cell.valuesUpTo(Math.max(cell.row, period.row), dashboard.columns);
  const range = rangeIn(known, values[period.row - 1] as readonly unknown[], period.column);
  if (range === undefined) return only(MOVED);
  const rows = rowsOfDashboard(known, saved, range);
  const plan = dashboard.plan(rows.source);
  if (!plan.stands(values)) return only(MOVED);
  const row = values[cell.row - 1] as readonly unknown[];
  const meant = plan.cellAt(cell.row, cell.column);
  const { meaning: below } = plan.cellAt(cell.row + 1, cell.column);
  const place = { meant, shown: row[cell.column - 1], row, rows, below };
  const told = meant.meaning ? explainMeant(known, place, meant.meaning) : explainText(place, title);
  const ends = [...linesOf({ Period: shortDays(range) }), ...about];
  return { ...told, more: [...(told.more ?? []), ...ends] };
}

function explainMeant(
  known: KnownFacts,
  { meant, shown, row, rows }: DashboardCell,
  meaning: CellMeaning,
): Explanation {
  const { group, across, labels, value } = meant;
  const isThere = labels.every((label) => holds(known, row[label.column - 1], label.value));
  const keys = group && isThere ? [...group, ...across] : undefined;
  const isNamed = keys !== undefined && 'measure' in meaning;
  const title = meaningTitle(meaning, keys ?? across, isNamed ? '' : labelOf(row, meant));
  const first = meaningLines(meaning);
  const figure = 'measure' in meaning ? meaning.measure : undefined;
  if (keys === undefined || rows.why !== undefined) {
    const why = rows.why ?? (group === undefined && !isFilled(shown) ? EMPTY : OTHERS);
    const lines = [...first, ...(figure === undefined ? [] : meaningLine(figure))];
    return { title, lines: [...lines, { label: 'Rows behind it', value: why }] };
  }
  const judged = 'measure' in meaning ? meaning.measure : meaning.judges;
  const behind = judged === undefined ? undefined : figureOfKeys(judged, keys, rows.source);
  const again = workedOutAgain(known, shown, value, {
    isRate: isPercentage(meaning),
    whyBlank: 'measure' in meaning ? behind?.whyBlank(meaning.part) : undefined,
  });
  if (figure === undefined) {
    // A verdict is explained by the numbers that it is made of.
    const targets = judged === undefined ? [] : targetLine(keys, rows.source);
    const lines = [...first, ...(behind?.numbers ?? []), ...targets];
    return behind ? { title, lines, more: [...behind.lines, again] } : { title, lines: [...lines, again] };
  }
  return { title, lines: [...(behind?.lines ?? first), again], more: [...first, ...(behind?.more ?? [])] };
}

/** A heading or label of ours, a text that changes, or nothing. */
function explainText({ meant, shown, rows, below }: DashboardCell, title: string): Explanation {
  const { anchor, value } = meant;
  if (anchor !== undefined) {
    const figure = below && 'measure' in below && below.part === 'value' ? meaningLine(below.measure) : [];
    const lines = below === undefined ? [] : [...meaningLines(below), ...figure];
    return { title: `The heading ${anchor}`, lines };
  }
  if (!isFilled(shown)) return { title, lines: linesOf({ 'This cell': EMPTY }) };
  if (rows.why !== undefined) return { title, lines: linesOf({ 'Rows behind it': rows.why }) };
  return { title, lines: linesOf({ 'This cell': !isFilled(value) ? TYPED : TEXT }) };
}

/** The names that say what the row is about, as they stand there. */
function labelOf(row: readonly unknown[], { labels }: MeantCell): string {
  const names = labels.map(({ column }) => row[column - 1]).filter((name) => typeof name === 'string');
  return names.filter((name) => name !== '').join(', ');
}

function isPercentage(meaning: CellMeaning): boolean {
  return 'measure' in meaning && meaning.part !== 'n' && isPercentageName(meaning.measure);
}

/** The period as the dashboard says it: its rows may have been fetched on another day than those of the table. */
function rangeIn(known: KnownFacts, row: readonly unknown[], column: number): DateRange | undefined {
  const [from, to] = [row[column - 1], row[column]].map((value) => known.dayIn(value));
  return from !== undefined && to !== undefined && from <= to ? { from, to } : undefined;
}

function reportLines(
  known: KnownFacts,
  report: SavedReport | undefined,
  { title }: KnownDashboard,
): ExplanationLine[] {
  const content = report?.content;
  const { lastRun = null } = report ?? {};
  return [
    ...linesOf({
      Dashboard: title,
      Report: report ? report.sheet : 'Removed: the dashboard stays as it was.',
      Refreshed: content ? known.time(content.refreshedAt) : undefined,
    }),
    ...known.sourceLines(
      content?.generatedAt,
      lastRun?.outcome === 'refreshed' ? lastRun.correlationId : undefined,
    ),
  ];
}

/** How the parts of a figure are shown, in a title and in a line. */
const PARTS: Readonly<Record<FigurePart, readonly [title: string, line: string]>> = {
  value: ['', ''],
  low: [
    ': lower end',
    'The lower end of the 95% interval: out of so many, a percentage usually varies about that far.',
  ],
  high: [
    ': upper end',
    'The upper end of the 95% interval: out of so many, a percentage usually varies about that far.',
  ],
  n: [': out of (n)', 'How many positions the percentage is out of.'],
  basis: [': basis', 'What the figure is made of, and how that is known.'],
};

/**
 * What a cell holds, for a title: `True fulfilment % of Grand Hotel, Monday: lower end`.
 *
 * @param label What the cell's row is about, where keys do not say so.
 */
function meaningTitle(meaning: CellMeaning, keys: readonly KeyPart[], label: string): string {
  if ('title' in meaning) return label === '' ? meaning.title : `${meaning.title}: ${nameInTitle(label)}`;
  const measure = MEASURES.find(({ name }) => name === meaning.measure);
  const of = [...(label === '' ? [] : [nameInTitle(label)]), ...keys.map(keyWords)].join(', ');
  const title = measure ? figureTitle(measure) : titleOf(meaning.measure);
  return `${title}${of === '' ? '' : ` of ${of}`}${PARTS[meaning.part][0]}`;
}

/** What the cell shows of its figure, or what it means alone. */
function meaningLines(meaning: CellMeaning): ExplanationLine[] {
  return linesOf('title' in meaning ? { Meaning: meaning.means } : { 'This cell': PARTS[meaning.part][1] });
}

function keyWords({ key, value }: KeyPart): string {
  if (value === null) return `no ${key}`;
  if (typeof value !== 'number') return nameInTitle(value);
  // Numbers are first days.
  return `${key} ${shortDay(value)}`;
}

/** What a dashboard is worked out from again. */
interface DashboardRows {
  /** Why its rows are not kept; only the places of things are known then. `undefined` where they are. */
  readonly why: string | undefined;
  readonly source: FigureSource;
}

const REMOVED = 'Not kept: the report was removed, and the dashboard stays as it was.';
const NO_ROWS = { rows: [], generatedAt: null, issueCount: 0, emptyCount: 0, undated: 0, roundDays: [] };
/** Of a report that was removed. */
const NO_CHOICES: FigureSource['saved'] = {
  sheet: '',
  report: 'shift_fulfilment',
  venue: '',
  area: '',
  role: '',
  groupBy: '',
  columns: '',
};

/** The rows of a dashboard's period, as far as they are kept. Something must be connected. */
function rowsOfDashboard(known: KnownFacts, saved: SavedReport | undefined, range: DateRange): DashboardRows {
  const kept = saved && known.rowsOf(range);
  const report = kept ?? NO_ROWS;
  const { generatedAt } = report;
  const madeAt = kept?.fetchedAt ?? saved?.content?.refreshedAt;
  const source: FigureSource = {
    // What was not over then is not in the figures.
    ...known.tableFacts(range, madeAt === undefined ? undefined : known.dayAt(madeAt)),
    saved: saved ?? NO_CHOICES,
    report,
    region: known.region(),
    asOf: generatedAt === null ? null : known.momentOf(new Date(generatedAt)),
    isSample: saved?.content?.sample !== undefined,
  };
  return { why: kept ? undefined : saved ? NOT_KEPT : REMOVED, source };
}

/** What a figure is made of: its definition, the rows that it counts, and their sums; `undefined` for no figure of ours. */
function figureOfKeys(
  measureName: string,
  keys: readonly KeyPart[],
  source: FigureSource,
): FigureLines | undefined {
  const measure = MEASURES.find(({ name }) => name === measureName);
  if (measure === undefined) return undefined;
  const figures = figuresOfReport(source.saved, source.report, source, [measure]);
  const [request] = figures.requests as [FigureRequest];
  const [names, values] = [keys.map(({ key }) => key), keys.map(({ value }) => value)];
  return figureLines(request, groupOfKeys(figures, names, values), figures.today);
}

/** The target that a verdict compares with. */
function targetLine(keys: readonly KeyPart[], source: FigureSource): ExplanationLine[] {
  const value = figureOfKeys('TARGET', keys, source)?.figure.value ?? null;
  return linesOf({ Target: value === null ? undefined : shownPercent(value) });
}

/** What a figure means, where the rows are not kept. */
function meaningLine(measureName: string): ExplanationLine[] {
  const meaning = MEANINGS[measureName];
  return linesOf({ Meaning: meaning && `${meaning}.` });
}
