import { requestFigures } from '../answers/tables/figure-requests';
import type { DateRange } from '../calendar/date-range';
import type { ExplanationLine } from '../contract/sidebar';
import type { ShiftRow } from '../employer-api/shift-records';
import { distinctRows } from '../figures/distinct-rows';
import type { KeyPart } from '../figures/figure-parts';
import { MEASURES } from '../figures/measures';
import { isPeriodKey } from '../figures/periods';
import { filterRows } from '../figures/row-filter';
import type { FigureSource } from '../reports/saved/figure-source';
import { readCriteria } from '../reports/saved/report-question';
import type { SavedReport } from '../reports/saved/saved-report';
import { linesOf, NOT_KEPT } from './explanation';
import { type FigureBehind, figureBehind } from './figure-behind';
import type { KnownFacts } from './known-facts';
import { MEANINGS } from './meanings';
import { rowsOfGroup } from './rows-of-group';

/** What a dashboard is worked out from again. */
export interface DashboardRows {
  /** Why its rows are not kept; only the places of things are known then. `undefined` where they are. */
  readonly why: string | undefined;
  readonly source: FigureSource;
}

const REMOVED = 'Not kept: the report was removed, and the dashboard stays as it was.';
const NO_ROWS = { rows: [], generatedAt: null, issueCount: 0, emptyCount: 0 };
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
export function rowsOfDashboard(
  known: KnownFacts,
  saved: SavedReport | undefined,
  range: DateRange,
): DashboardRows {
  const kept = saved && known.rowsOf(range);
  const report = kept ?? NO_ROWS;
  const { generatedAt } = report;
  const madeAt = kept?.fetchedAt ?? saved?.content?.refreshedAt;
  const source: FigureSource = {
    saved: saved ?? NO_CHOICES,
    report,
    range,
    zone: known.zone(),
    // What was not over then is not in the figures.
    today: madeAt === undefined ? known.today() : known.dayAt(madeAt),
    weekStart: known.weekStart(),
    region: known.region(),
    bases: known.bases(),
    seenNames: () => known.seenNames(),
    asOf: generatedAt === null ? null : known.momentOf(new Date(generatedAt)),
    isSample: saved?.content?.sample !== undefined,
  };
  return { why: kept ? undefined : saved ? NOT_KEPT : REMOVED, source };
}

/** What a figure is made of: its definition, the rows that it counts, and their sums; `undefined` for no figure of ours. */
export function figureOfKeys(
  measureName: string,
  keys: readonly KeyPart[],
  { saved, report, range, today, weekStart, bases, seenNames }: FigureSource,
): FigureBehind | undefined {
  const measure = MEASURES.find(({ name }) => name === measureName);
  const { rows: all } = distinctRows(report.rows);
  const [request] = measure ? requestFigures([measure], undefined, { rows: all, today, kept: bases }) : [];
  if (request === undefined) return undefined;
  const periods = keys.flatMap(({ key, value }) =>
    isPeriodKey(key) && value !== null ? [Number(value)] : [],
  );
  const rows = rowsWith(filterRows(all, readCriteria(saved, all, seenNames)), keys, weekStart);
  return figureBehind(request, rows, today, Math.max(range.from, ...periods) >= today);
}

/** What a figure means, where the rows are not kept. */
export function meaningLine(measureName: string): ExplanationLine[] {
  const meaning = MEANINGS[measureName];
  return linesOf({ Meaning: meaning && `${meaning}.` });
}

function rowsWith(
  rows: readonly ShiftRow[],
  keys: readonly KeyPart[],
  weekStart: FigureSource['weekStart'],
): readonly ShiftRow[] {
  const names = keys.map(({ key }) => key);
  const values = keys.map(({ value }) => value);
  return rowsOfGroup(rows, names, values, weekStart);
}
