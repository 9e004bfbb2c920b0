import { columnOf, DAY_COLUMN, ID_COLUMN, type ShiftRow } from '../../employer-api/shift-records';
import { shownCount, shownNumber, shownPercent } from '../../employer-api/text';
import { describeDefinitions } from '../../figures/definitions';
import { DEFINITIONS, MEASURES, type PercentageField, PUBLISHED_QUANTITIES } from '../../figures/measures';
import { nearDuplicates } from '../../figures/names';
import { checkIdentities } from '../../figures/record-quality';
import { HALF_A_SHOWN_DIGIT, MOST_COMPARED_NAMES } from '../../limits';
import { listNames, type NameKind } from '../../reports/saved/names';
import { a1 } from '../../reports/sheet/cells';
import { type DashboardFigures, figureIn } from '../dashboard-figures';
import {
  FIRST_ROW,
  NO_SHIFTS,
  type PageFigures,
  pageFigures,
  putFooter,
  putTop,
  type Tile,
} from '../dashboard-page';
import {
  COLOURS,
  DashboardGrid,
  type DashboardPlan,
  type ShownMeaning,
  VISIBLE_COLUMNS,
} from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { KEY_WORDS } from '../dashboard-texts';

const [MOST_PAIRS, LISTED_IDS, CHARTED] = [10, 3, 5];
const KINDS: readonly NameKind[] = ['venue', 'area', 'role'];
const PERCENTAGES = Object.keys(DEFINITIONS) as PercentageField[];
/** Names and notes come and go: with room for them, what people write below stays below. */
const FOOTER_ROOM = 8;
/** How many rows the chart covers. */
const CHART_ROWS = 9;
const CHECKS_ROW = FIRST_ROW + 1 + CHART_ROWS + 1;
/** Far right: what the chart shows. */
const [CHARTED_CHECKS, CHARTED_SHARES] = [VISIBLE_COLUMNS + 2, VISIBLE_COLUMNS + 7];

/** Something that is expected of every record. */
interface Check {
  readonly words: string;
  readonly passes: number;
  readonly fails: number;
  /** The service's own numbers of the first records that fail. */
  readonly ids: readonly string[];
  /** What fails, as a sentence begins: `NO_SHOWS is empty`. */
  readonly verdict: string;
}

/** Whether the figures can be trusted: what fails, what is missing, and how each percentage is calculated. */
export function planDataQuality(source: DashboardSource, title: string): DashboardPlan {
  const page = pageFigures(source);
  const { figures } = page;
  const grid = new DashboardGrid(CHARTED_SHARES);
  // Those that fail most first; equal ones stay in their order.
  const checks = [...checksOf(figures.rows, source)].sort((one, other) => shareOf(other) - shareOf(one));
  putTop(grid, title, page, verdictOf(page, checks), tilesOf(page));
  putWorst(grid, checks);
  putChecks(grid, checks);
  const percentages = CHECKS_ROW + 1 + checks.length + 1;
  putPercentages(grid, percentages, figures);
  const names = percentages + 2 + PERCENTAGES.length + 1;
  putNames(grid, names, figures);
  putFooter(
    grid,
    page,
    [],
    [
      'These checks are ours, not the service’s. Records are never corrected',
      'Values left empty by the service stay empty and are not counted',
    ],
  );
  return grid.plan(names + 1 + MOST_PAIRS + FOOTER_ROOM);
}

function checksOf(rows: readonly ShiftRow[], { today }: DashboardSource): Check[] {
  const identities = checkIdentities(rows, today).map(({ identity, holds, of, failing }) => ({
    words: identity,
    passes: holds,
    fails: of - holds,
    ids: failing.slice(0, LISTED_IDS).map(({ shiftId }) => String(shiftId ?? 'none')),
    verdict: broken(identity),
  }));
  const present = ['SHIFT_ID', ...PUBLISHED_QUANTITIES].map((field) => {
    const column = columnOf(field);
    const isAsked = (row: ShiftRow) => !AFTER_SHIFTS.includes(field) || isBefore(row, today);
    const asked = rows.filter(isAsked);
    const empty = asked.filter((row) => (row[column] ?? null) === null);
    return {
      words: `${field} is given`,
      passes: asked.length - empty.length,
      fails: empty.length,
      ids: empty.slice(0, LISTED_IDS).map((row) => String(row[ID_COLUMN] ?? 'none')),
      verdict: `${field} is empty`,
    };
  });
  return [...identities, ...present];
}

/** What a record that breaks a relation has, in words: `SHIFTS_WORKED is more than SHIFTS_BOOKED`. */
function broken(identity: string): string {
  return identity
    .replace(/^0 ≤ (\w+) ≤ (\d+)$/, '$1 is outside 0–$2')
    .replace(/ ≥ 0$/, ' is below 0')
    .replace(' ≥ ', ' is less than ')
    .replace(' ≤ ', ' is more than ')
    .replace(' = ', ' differs from ');
}

/** What only an ended shift can have. */
const AFTER_SHIFTS = MEASURES.filter(({ finishedDaysOnly }) => finishedDaysOnly).map(({ name }) => name);

function isBefore(row: ShiftRow, today: number): boolean {
  const day = row[DAY_COLUMN];
  return typeof day === 'number' && day < today;
}

/** Records that fail, of 100 that can tell; 0 where none can. */
function shareOf({ passes, fails }: Check): number {
  return fails === 0 ? 0 : (100 * fails) / (passes + fails);
}

/** `1 of 22 checks fails: NO_SHOWS is empty in 3.0% of records.` */
function verdictOf(page: PageFigures, checks: readonly Check[]): string {
  const { records } = page.figures.by().total;
  if (records === 0) return NO_SHIFTS;
  const failing = checks.filter(({ fails }) => fails > 0);
  const [worst] = failing;
  if (worst === undefined) return `All ${checks.length} checks pass on ${shownCount(records, 'record')}.`;
  const share = shareOf(worst);
  const shown =
    share < HALF_A_SHOWN_DIGIT ? `less than ${shownPercent(2 * HALF_A_SHOWN_DIGIT)}` : shownPercent(share);
  const fail = failing.length === 1 ? 'fails:' : 'fail. The largest:';
  return `${failing.length} of ${checks.length} checks ${fail} ${worst.verdict} in ${shown} of records.`;
}

function tilesOf({ source, figures }: PageFigures): Tile[] {
  const { total } = figures.by();
  const { report } = source;
  const tile = (words: string, value: number, means: string, note: string): Tile => ({
    words,
    value,
    format: 'count',
    meaning: { title: words, means },
    note,
  });
  const known = PERCENTAGES.filter((name) => figures.request(name).definitions?.left.length === 1).length;
  const leftOut = figures.repeated + figures.undated;
  return [
    tile(
      'Shift records',
      total.records,
      'Records that the figures count.',
      total.unfinished === 0 ? '' : `${shownNumber(total.unfinished)} not finished`,
    ),
    tile(
      'Left out',
      leftOut,
      'Records that no figure counts: sent more than once, or without a day.',
      leftOut === 0
        ? 'repeated or without a day'
        : `${shownNumber(figures.repeated)} repeated, ${shownNumber(figures.undated)} no day`,
    ),
    tile(
      'Repeated SHIFT_IDs',
      figures.conflicting,
      'Records with the SHIFT_ID of another record that differs from it.',
      'in records that differ',
    ),
    tile(
      'Empty values',
      report.emptyCount,
      'Values left empty by the service, in all that it sent.',
      'in all records sent',
    ),
    tile(
      'Doubtful values',
      report.issueCount - report.emptyCount,
      'Values that are not what the field holds, in all that the service sent.',
      'in all records sent',
    ),
    tile(
      'Known percentages',
      known,
      'Percentages of which one definition is left.',
      `of ${PERCENTAGES.length}`,
    ),
  ];
}

const FAILING: ShownMeaning = { title: 'Fails', means: 'In how many records the check fails.' };
const PASSING: ShownMeaning = { title: 'Passes', means: 'In how many records the check passes.' };
const SHARE: ShownMeaning = {
  title: 'Share that fails',
  means: 'Records that fail the check, of 100 that hold what it needs; blank where none does.',
};
const IDS: ShownMeaning = {
  title: 'First SHIFT_IDs that fail',
  means: 'The service’s own numbers of the first of these records.',
};

/** A chart of the checks that fail most, and far right the cells that it shows: those that pass have no bar. */
function putWorst(grid: DashboardGrid, checks: readonly Check[]): void {
  const heading = FIRST_ROW + 1;
  grid.section(FIRST_ROW, 'Chart data', CHARTED_CHECKS);
  grid.table<Check>({
    row: heading,
    column: CHARTED_CHECKS,
    columns: [
      { heading: 'Check', cell: ({ words }) => words, span: 5 },
      { heading: 'Share that fails', meaning: SHARE, cell: shareOf, format: 'percentage' },
    ],
    items: checks.filter(({ fails }) => fails > 0),
    room: CHARTED,
    keysOf: () => [],
  });
  const first = heading + 1;
  grid.chart(
    'Records that fail a check: the checks that fail most',
    {
      kind: 'bar',
      title: 'Share of records that fail, %',
      headings: 0,
      ranges: [a1(first, CHARTED_CHECKS, CHARTED), a1(first, CHARTED_SHARES, CHARTED)],
      series: [{ colour: COLOURS.warning }],
      row: heading,
      column: 1,
      width: 1060,
      height: CHART_ROWS * 21 - 10,
    },
    'Records that fail a check: none',
  );
}

/** The checks, those that fail most first. */
function putChecks(grid: DashboardGrid, checks: readonly Check[]): void {
  grid.section(CHECKS_ROW - 1, 'Consistency checks, those that fail most first');
  grid.table<Check>({
    row: CHECKS_ROW,
    columns: [
      { heading: 'Check', cell: ({ words }) => words, span: 4 },
      { heading: 'Passes', meaning: PASSING, cell: ({ passes }) => passes, format: 'count' },
      { heading: 'Fails', meaning: FAILING, cell: ({ fails }) => fails, format: 'count' },
      {
        heading: 'Share that fails',
        meaning: SHARE,
        cell: (check) => (check.passes + check.fails === 0 ? null : shareOf(check)),
        format: 'percentage',
      },
      { heading: '', cell: () => null, meaning: IDS },
      { heading: 'First SHIFT_IDs', meaning: IDS, cell: ({ ids }) => ids.join(', '), span: 3 },
    ],
    items: checks,
    room: checks.length,
    keysOf: () => [],
  });
  const first = CHECKS_ROW + 1;
  grid.rule({
    kind: 'formula',
    range: a1(first, 6, checks.length, 2),
    formula: `=$F${first}>0`,
    look: 'warning',
  });
}

/** What the service does not say, and its rows do. */
function putPercentages(grid: DashboardGrid, row: number, figures: DashboardFigures): void {
  const { total } = figures.by();
  grid.section(row, 'How each percentage is calculated');
  grid.headings(row + 1, ['Percentage', '', 'Basis']);
  PERCENTAGES.forEach((name, at) => {
    const { definitions } = figures.request(name);
    const text = definitions && describeDefinitions(name, definitions, figureIn(total, name).why);
    // The service's own name: never spelled another way.
    grid.put(row + 2 + at, 1, [name, null, text ?? null]);
    const columns = [{ measure: name, part: 'basis' } as const];
    grid.means({ row: row + 2 + at, column: 3, rows: 1, columns, groups: [[]] });
  });
}

/** Pairs of names, and what of them is left out, in as many rows as there is room for. */
function putNames(grid: DashboardGrid, row: number, { rows }: DashboardFigures): void {
  const names = KINDS.map((kind) => ({ kind, names: listNames(rows, kind) }));
  const uncompared = names.filter((one) => one.names.length > MOST_COMPARED_NAMES);
  const pairs = names
    .filter((one) => !uncompared.includes(one))
    .flatMap(({ kind, names }) => nearDuplicates(names).map((pair) => [kind, ...pair] as const));
  const notes = uncompared.length === 0 ? [] : [describeUncompared(uncompared)];
  const room = MOST_PAIRS - notes.length;
  const shown = pairs.length > room ? pairs.slice(0, room - 1) : pairs;
  if (shown.length < pairs.length) notes.unshift(describeHidden(pairs.slice(shown.length)));
  grid.section(row, 'Possible duplicate names');
  if (shown.length + notes.length === 0) notes.push('None: no two names are nearly the same');
  const lines = [
    ...shown.map(([kind, one, other]) => `${KEY_WORDS[kind].toLowerCase()}: “${one}” and “${other}”`),
    ...notes,
  ];
  lines.forEach((line, at) => {
    grid.put(row + 1 + at, 1, [line]);
  });
}

/** `3 more pairs are not shown: 1 among venues, 2 among job titles`. */
function describeHidden(pairs: readonly (readonly [NameKind, ...string[]])[]): string {
  const counts = KINDS.map((kind) => ({ kind, count: pairs.filter(([one]) => one === kind).length }));
  const among = counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${shownNumber(count)} among ${KEY_WORDS[kind].toLowerCase()}s`)
    .join(', ');
  return `${shownCount(pairs.length, 'more pair')} are not shown: ${among}`;
}

/** `Not compared with each other, because there are more than 400: 1,200 venues, 600 job titles`. */
function describeUncompared(
  uncompared: readonly { readonly kind: NameKind; readonly names: readonly string[] }[],
): string {
  const counts = uncompared
    .map(({ kind, names }) => shownCount(names.length, KEY_WORDS[kind].toLowerCase()))
    .join(', ');
  return `Not compared with each other, because there are more than ${MOST_COMPARED_NAMES}: ${counts}`;
}
