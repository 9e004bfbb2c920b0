import { shownCount, shownPercent } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { KeyValue } from '../../figures/group-keys';
import type { TargetLine } from '../../figures/weekly-plan';
import { MONEY_FORMAT } from '../../limits';
import { listNames } from '../../reports/saved/names';
import { a1 } from '../../reports/sheet/cells';
import { unknownTargetNames } from '../../targets/read-targets';
import { countOf, type DashboardFigures, figureIn, largestFirst, nameOf, SCORED } from '../dashboard-figures';
import {
  countTile,
  FIRST_ROW,
  nothingToSay,
  type PageFigures,
  pageFigures,
  putFooter,
  putTop,
  rateTile,
  type Tile,
  venueNotes,
} from '../dashboard-page';
import {
  COLOURS,
  type ColumnWidths,
  DashboardGrid,
  type DashboardPlan,
  keyParts,
  SMALL_COUNT,
  type TableColumn,
} from '../dashboard-plan';
import type { DashboardSource } from '../dashboard-source';
import { countText, dayText, gapText, shortened } from '../dashboard-texts';
import { countColumn, nameColumn, rateColumn, valueColumn } from '../table-columns';
import { isComplete, isMissed, judgeTarget, VERDICTS, type Verdict } from '../verdicts';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
/** More venues than these are counted in one line. */
const MOST_VENUES = 500;
/** The complete weeks that are shown as small cells. */
const WEEKS = 13;
const CHARTED = 10;
/** The table of all venues begins where the chart ends. */
const HEADING_ROW = FIRST_ROW + 2 + CHARTED + 2;
const ALL_ROW = HEADING_ROW + 1;
/** Where the columns of the table are: those from the target on are blank where nothing is set. */
const [RATE_COLUMN, TARGET, VERDICT, MONEY, WEEK] = [7, 8, 10, 14, 17] as const;
const WIDTH = WEEK - 1 + WEEKS;
/** Far right: what the chart shows. Its percentages stand above the money, its names above the weeks. */
const [CHARTED_RATES, CHARTED_NAMES] = [MONEY, WEEK];
/** Room for `missed, may be chance` in bold; the longest verdict is rare, and wraps. */
const VERDICT_PIXELS = 156;
const WIDTHS: ColumnWidths = {
  first: 246,
  others: 78,
  some: [
    { column: VERDICT, columns: 1, pixels: VERDICT_PIXELS },
    // Narrower, so that eleven columns are in sight.
    { column: VERDICT + 1, columns: 1, pixels: 60 },
    { column: MONEY, columns: 2, pixels: 116 },
    { column: WEEK, columns: WEEKS, pixels: 38 },
  ],
};
/** Points below target from which a week is tinted darker (our choice). */
const FAR_BELOW = 10;
/** Without a target, a week below this share of true fulfilment stands out, in percent (our choice). */
const LOW_WEEK = 80;
/** More points than any gap has: venues with too few positions come after the others. */
const FEW_LAST = 1e6;

const NOTE_ON_LEFT =
  'Booked minus worked and no-shows, on days that are over. At most this many cancelled late; people who were sent home are among them.';

/** Every venue in one line beside its target, the largest gap first. @param everyMiss Whether credits count every miss. */
export function planScorecard(source: DashboardSource, title: string, everyMiss = false): DashboardPlan {
  const page = pageFigures(source, ['TARGET', 'GAP_TO_TARGET', ...SCORED]);
  const { figures } = page;
  const grid = new DashboardGrid(WIDTH, WIDTHS);
  const { groups, total } = figures.by('venue');
  const score = scoreOf(figures, source.targets?.lines ?? [], everyMiss);
  const missing = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  const venues = largestFirst(missing, (venue) => {
    const gap = figureIn(venue, 'GAP_TO_TARGET').value;
    if (gap === null) return null;
    return score.verdict(venue) === VERDICTS.few ? -gap - FEW_LAST : -gap;
  });
  putTop(grid, title, page, sentenceOf(page, score, venues), tilesOf(page, score, venues));
  const order = score.hasTargets ? 'the largest gap to target first' : 'most missing people first';
  putFirstTen(grid, figures, venues, score.hasTargets);
  grid.section(HEADING_ROW - 1, `All venues, ${order}`);
  putVenues(grid, page, score, venues, total);
  const more = venues.length - MOST_VENUES;
  if (more > 0) {
    const are = more === 1 ? 'is' : 'are';
    grid.text(ALL_ROW + 1 + MOST_VENUES, 1, `${shownCount(more, 'more venue')} ${are} not shown`);
  }
  putMistakes(grid, source);
  putFooter(
    grid,
    page,
    [
      [RATE, 'True fulfilment %'],
      ['NO_SHOWS_PERCENTAGE', 'No-shows %'],
    ],
    [...notesOf(source, score, everyMiss), ...venueNotes(figures, venues)],
  );
  return grid.plan();
}

/** The chart of the first venues, and far right the cells that it shows. */
function putFirstTen(
  grid: DashboardGrid,
  figures: DashboardFigures,
  venues: readonly Group[],
  hasTargets: boolean,
): void {
  const heading = FIRST_ROW + 1;
  grid.section(FIRST_ROW, 'Chart data', CHARTED_RATES);
  const shared = {
    row: heading,
    items: venues,
    room: CHARTED,
    keysOf: (group: Group) => keyParts(group, 'venue'),
    labels: [CHARTED_NAMES],
    hasOtherHeadings: true,
  };
  grid.table<Group>({
    ...shared,
    column: CHARTED_RATES,
    columns: [
      rateColumn(figures, 'True fulfilment', RATE),
      valueColumn(hasTargets ? 'Target' : '', 'TARGET', 'percentage'),
    ],
  });
  grid.table<Group>({ ...shared, column: CHARTED_NAMES, columns: [nameColumn('', 'first')] });
  grid.chart(hasTargets ? 'Venues by gap to target' : 'The venues with the most missing people', {
    kind: 'bar',
    title: hasTargets ? 'True fulfilment %, and its target' : 'True fulfilment %',
    headings: 1,
    ranges: [
      a1(heading, CHARTED_NAMES, 1 + CHARTED),
      a1(heading, CHARTED_RATES, 1 + CHARTED, 1 + Number(hasTargets)),
    ],
    series: [{ colour: COLOURS.accent }, ...(hasTargets ? [{ colour: COLOURS.interval }] : [])],
    row: heading,
    column: 1,
    width: 1060,
    height: 250,
  });
  // The chart ends where its cells may.
  grid.put(heading + 1 + CHARTED, 1, []);
}

/** What all cells of a scorecard rest on. */
interface Score {
  /** Whether any shift that is over has a target. */
  readonly hasTargets: boolean;
  /** How much more weeks differ than independent positions; `undefined` where that could not be measured. */
  readonly likeness: number | undefined;
  /** The verdict on the whole period. */
  verdict(group: Group): Verdict | null;
  /** Hours worked less those planned, of the shifts that a plan is for; null where nothing is planned or known. */
  overPlan(group: Group): number | null;
  /** Money back for missed weeks of a venue, of all venues without one; null where no line sets any. */
  credits(venue: Group): number | null;
  /** The newest complete weeks, oldest first, by their first days. */
  readonly weeks: readonly number[];
  /** A venue, or all of them, in one of these weeks; `undefined` where there were no shifts. */
  week(venue: Group, at: number): Group | undefined;
}

function scoreOf(figures: DashboardFigures, lines: readonly TargetLine[], everyMiss: boolean): Score {
  const { likeness } = figures.request(RATE);
  const verdict = (group: Group) => judgeTarget(group, likeness);
  const byWeek = figures.by('week').groups.filter(isComplete);
  const byVenueAndWeek = figures.by('venue', 'week').groups.filter(isComplete);
  const credits = new Map<KeyValue, number | null>();
  let all: number | null = null;
  for (const group of byVenueAndWeek) {
    const credit = figureIn(group, 'CREDITS').value;
    if (credit === null) continue;
    const isCounted = everyMiss
      ? isMissed(figureIn(group, 'GAP_TO_TARGET').value)
      : verdict(group) === VERDICTS['likely real'];
    const venue = keyOf(group);
    credits.set(venue, (credits.get(venue) ?? 0) + (isCounted ? credit : 0));
    all = (all ?? 0) + (isCounted ? credit : 0);
  }
  const shown = byWeek.slice(-WEEKS);
  const cells = new Map(byVenueAndWeek.map((group) => [JSON.stringify(group.keys), group]));
  return {
    hasTargets: figureIn(figures.by().total, 'TARGET').value !== null,
    likeness,
    verdict,
    overPlan: overPlanOf(figures, lines),
    credits: (venue) => (venue.keys.length === 0 ? all : (credits.get(keyOf(venue)) ?? null)),
    weeks: shown.map((week) => Number(keyOf(week))),
    week: (venue, at) => {
      const week = shown[at];
      if (week === undefined || venue.keys.length === 0) return week;
      return cells.get(JSON.stringify([keyOf(venue), keyOf(week)]));
    },
  };
}

function putVenues(
  grid: DashboardGrid,
  { source, figures }: PageFigures,
  score: Score,
  venues: readonly Group[],
  total: Group,
): void {
  const money = { pattern: source.targets?.moneyFormat || MONEY_FORMAT };
  const meaningOf = (title: string, means: string) => ({ title, means });
  const name = nameColumn('Venue', 'first');
  const columns: TableColumn<Group>[] = [
    { ...name, cell: (group) => (group === total ? 'All venues' : name.cell(group)) },
    countColumn('Demand', 'TRUE_DEMAND'),
    countColumn('Worked', 'SHIFTS_WORKED'),
    rateColumn(figures, 'No-shows %', 'NO_SHOWS_PERCENTAGE'),
    countColumn('Left after booking', 'LEFT_AFTER_BOOKING'),
    countColumn('Hours worked', 'HOURS_WORKED'),
    rateColumn(figures, 'True fulfilment %', RATE),
  ];
  const ofTargets: TableColumn<Group>[] = [
    valueColumn('Target', 'TARGET', 'percentage'),
    valueColumn('Gap in points', 'GAP_TO_TARGET', 'points'),
    {
      heading: 'Verdict',
      meaning: {
        title: 'Verdict',
        means:
          'Whether true fulfilment of the shifts with a target missed it, and whether by more than weeks usually differ.',
        judges: RATE,
      },
      cell: score.verdict,
      align: 'center',
    },
    {
      heading: 'Plan hours',
      meaning: meaningOf(
        'Plan hours',
        'The hours per week of the targets sheet, a seventh for each day that is over.',
      ),
      cell: (group) => countOf(group, 'PLAN_HOURS'),
      format: 'count',
    },
    {
      heading: 'Hours over plan',
      meaning: meaningOf(
        'Hours over plan',
        'Hours worked minus plan hours, of the shifts that a plan is for; with a minus below the plan.',
      ),
      cell: score.overPlan,
      format: 'difference',
    },
    {
      heading: 'Plan positions',
      meaning: meaningOf(
        'Plan positions',
        'The positions per week of the targets sheet, a seventh for each day that is over.',
      ),
      cell: (group) => countOf(group, 'PLAN_POSITIONS'),
      format: 'count',
    },
    valueColumn('Cost', 'COST', money),
    {
      heading: 'Credits',
      meaning: meaningOf(
        'Credits',
        'Missing people and no-shows of the complete weeks that missed their target, each times its credit.',
      ),
      cell: score.credits,
      format: money,
    },
  ];
  const items = [total, ...venues];
  const rows = 1 + MOST_VENUES;
  const table = {
    row: HEADING_ROW,
    items,
    room: rows,
    keysOf: (group: Group) => (group === total ? [] : keyParts(group, 'venue')),
    labels: [1],
  };
  grid.table<Group>({ ...table, columns });
  grid.table<Group>({
    ...table,
    column: TARGET,
    columns: ofTargets.map((column) => ({
      ...column,
      heading: items.some((group) => column.cell(group) !== null) ? column.heading : '',
    })),
    hasOtherHeadings: true,
  });
  // The weeks move on: their place is not known by their headings.
  grid.table<Group>({
    ...table,
    column: WEEK,
    columns: Array.from({ length: WEEKS }, (_, at) => weekColumn(figures, score, at)),
    hasOtherHeadings: true,
  });
  grid.section(HEADING_ROW - 1, 'True fulfilment % of complete weeks', WEEK);
  grid.note(
    HEADING_ROW,
    columns.findIndex(({ heading }) => heading === 'Left after booking') + 1,
    NOTE_ON_LEFT,
  );
  grid.style('wrapped', a1(ALL_ROW, VERDICT, rows));
  grid.style('total', a1(ALL_ROW, 1, 1, WIDTH));
  addRules(grid, rows);
}

function addRules(grid: DashboardGrid, rows: number): void {
  grid.rule({
    kind: 'formula',
    range: a1(ALL_ROW, RATE_COLUMN, rows, 3),
    formula: `=ISNUMBER($B${ALL_ROW})*($B${ALL_ROW}<${SMALL_COUNT})`,
    look: 'grey',
  });
  grid.rule({ kind: 'text end', range: a1(ALL_ROW, VERDICT, rows), text: 'likely real' });
  const [week, target] = [a1(ALL_ROW, WEEK), `$${a1(ALL_ROW, TARGET)}`];
  const weeks = a1(ALL_ROW, WEEK, rows, WEEKS);
  const below = (less: string) => `=ISNUMBER(${week})*ISNUMBER(${target})*(${week}<${target}${less})`;
  const low = `=ISNUMBER(${week})*ISBLANK(${target})*(${week}<${LOW_WEEK})`;
  // The first that fits a cell decides.
  grid.rule({ kind: 'formula', range: weeks, formula: below(`-${FAR_BELOW}`), look: 'tint' });
  grid.rule({ kind: 'formula', range: weeks, formula: below(''), look: 'light tint' });
  grid.rule({ kind: 'formula', range: weeks, formula: low, look: 'light tint' });
}

function weekColumn(figures: DashboardFigures, score: Score, at: number): TableColumn<Group> {
  const start = score.weeks[at];
  return {
    heading: start === undefined ? '' : dayText(start, false),
    meaning: { measure: RATE, part: 'value' },
    cell: (venue) => figures.rate(score.week(venue, at), RATE).value,
    format: 'count',
    align: 'center',
    across: start === undefined ? null : [{ key: 'week', value: start }],
  };
}

/** Compares hours of the same shifts: a plan for one venue says nothing about the hours of the others. */
function overPlanOf(figures: DashboardFigures, lines: readonly TargetLine[]): Score['overPlan'] {
  const hasPlan = countOf(figures.by().total, 'PLAN_HOURS') !== null;
  if (!hasPlan) return () => null;
  const all = figures.byPlanned(lines).total;
  const venues = new Map(figures.byPlanned(lines, 'venue').groups.map((group) => [keyOf(group), group]));
  return (group) => {
    const plan = countOf(group, 'PLAN_HOURS');
    const planned = group.keys.length === 0 ? all : venues.get(keyOf(group));
    const worked = planned === undefined ? 0 : countOf(planned, 'HOURS_WORKED');
    return worked === null || plan === null ? null : worked - plan;
  };
}

/** `3 of 12 venues likely missed their target. Furthest below: Grand Hotel (8.1 points).` */
function sentenceOf(page: PageFigures, score: Score, venues: readonly Group[]): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures, source } = page;
  const { value } = figures.rate(figures.by().total, RATE);
  const mistakes = mistakesOf(source).length;
  const listed = mistakes === 0 ? '' : ` ${shownCount(mistakes, 'mistake')} in the targets sheet: see below.`;
  if (!score.hasTargets) {
    const rate = value === null ? '' : `True fulfilment is ${shownPercent(value)}. `;
    const remedy =
      source.targets === undefined
        ? 'To compare venues with targets, press “Set targets” in the sidebar, tab Settings.'
        : 'To compare venues with targets, fill in the targets sheet.';
    return `${rate}${remedy}${listed}`;
  }
  const missed = venues.filter((venue) => score.verdict(venue) === VERDICTS['likely real']);
  const judged = venues.filter((venue) => score.verdict(venue) !== null);
  const of = `${countText(missed.length)} of ${shownCount(judged.length, 'venue')}`;
  const [worst] = missed;
  const said =
    worst === undefined
      ? 'No venue missed its target by more than weeks usually differ.'
      : `${of} likely missed ${missed.length === 1 ? 'its' : 'their'} target. Furthest below: ${venueGapText(worst)}.`;
  return `${said}${listed}`;
}

function venueGapText(venue: Group): string {
  const gap = figureIn(venue, 'GAP_TO_TARGET').value as number;
  return `${shortened(nameOf(venue), 40)} (${gapText(gap)} points)`;
}

/** Six figures, three percentages and three counts: beside targets and plans where there are any. */
function tilesOf(page: PageFigures, score: Score, venues: readonly Group[]): Tile[] {
  // Its target stands beside it.
  const rate = rateTile({ ...page, isScored: false }, RATE, 'True fulfilment', 'lower');
  const target = score.hasTargets
    ? targetTile(page)
    : rateTile(page, 'SHIFTS_BOOKED_PERCENTAGE', 'Booked', 'lower');
  const plan = planTile(page, score) ?? rateTile(page, 'NO_SHOWS_PERCENTAGE', 'No-shows', 'higher');
  const missing = countTile(page, 'MISSING_PEOPLE', 'Missing people', 'higher');
  const counts = score.hasTargets
    ? [...verdictTiles(score, venues), missing]
    : [
        countTile(page, 'SHIFTS_WORKED', 'Worked', undefined),
        missing,
        countTile(page, 'TRUE_DEMAND', 'Demand', undefined),
      ];
  return [rate, ...[target, plan, ...counts].map((tile) => ({ ...tile, isReplaced: true }))];
}

function targetTile({ figures }: PageFigures): Tile {
  const { total } = figures.by();
  const gap = figureIn(total, 'GAP_TO_TARGET').value;
  return {
    words: 'Target',
    value: figureIn(total, 'TARGET').value,
    format: 'percentage',
    meaning: { measure: 'TARGET', part: 'value' },
    note: gap === null ? '' : `${gapText(gap)} points ${isMissed(gap) ? 'missed' : 'above'}`,
  };
}

/** Hours worked beside those planned; `undefined` where none are. */
function planTile({ figures }: PageFigures, score: Score): Tile | undefined {
  const { total } = figures.by();
  const plan = countOf(total, 'PLAN_HOURS');
  if (plan === null) return undefined;
  const over = score.overPlan(total);
  const words = 'Hours worked of plan';
  return {
    words,
    value: over === null || plan === 0 ? null : (100 * (plan + over)) / plan,
    format: 'percentage',
    meaning: {
      title: words,
      means: 'Hours worked for every 100 plan hours, of the shifts that a plan is for.',
    },
    note:
      over === null
        ? 'hours worked are unknown'
        : `${countText(Math.abs(Math.round(over)))} ${over < 0 ? 'under' : 'over'} plan`,
  };
}

function verdictTiles(score: Score, venues: readonly Group[]): Tile[] {
  const count = (verdict: Verdict) => venues.filter((venue) => score.verdict(venue) === verdict).length;
  const judged = venues.filter((venue) => score.verdict(venue) !== null).length;
  const tile = (words: string, verdict: Verdict, means: string): Tile => ({
    words,
    value: judged === 0 ? null : count(verdict),
    format: 'count',
    meaning: { title: words, means },
    note: judged > 0 ? `of ${shownCount(judged, 'venue')}` : '',
  });
  return [
    tile('On target', VERDICTS['on target'], 'How many venues are on target or above.'),
    tile(
      'Missed, likely real',
      VERDICTS['likely real'],
      'How many venues missed their target by more than weeks usually differ.',
    ),
  ];
}

function notesOf(
  { targets }: DashboardSource,
  { hasTargets, likeness }: Score,
  everyMiss: boolean,
): string[] {
  const beyond =
    likeness === undefined
      ? 'beyond the 95% interval, assuming people come and go independently'
      : `the gap is larger than chance explains, given how much your weeks vary (over-dispersion ${likeness.toFixed(2)})`;
  return [
    ...(targets === undefined
      ? []
      : ['Cost and credits are calculated from your targets sheet and are not an invoice']),
    ...(hasTargets
      ? [
          'Target, gap and verdict count only shifts that have a target. Several targets are weighted by positions',
          `Likely real: ${beyond}`,
          everyMiss
            ? 'Credits count every complete week below its target, even if by chance'
            : 'Credits count complete weeks whose verdict is: missed, likely real',
          `A week below the target in its row is tinted, darker if it is more than ${FAR_BELOW} points below`,
        ]
      : [`A week below ${LOW_WEEK}% is tinted`]),
    `Left after booking: ${NOTE_ON_LEFT.charAt(0).toLowerCase()}${NOTE_ON_LEFT.slice(1, -1)}`,
  ];
}

/** What of the targets sheet does not count, names that no record has among it. */
function mistakesOf({ targets, report, seenNames }: DashboardSource): readonly string[] {
  if (targets === undefined) return [];
  const seen = seenNames();
  const known = {
    venue: listNames(report.rows, 'venue', seen?.venue),
    area: listNames(report.rows, 'area', seen?.area),
    role: listNames(report.rows, 'role', seen?.role),
  };
  return [...targets.mistakes, ...unknownTargetNames(targets.lines, known)];
}

const MISTAKES = 'Mistakes in the targets sheet';
/** More mistakes are counted in one line. */
const MOST_MISTAKES = 20;

function putMistakes(grid: DashboardGrid, source: DashboardSource): void {
  grid.rule({
    kind: 'formula',
    range: a1(ALL_ROW, 1, MOST_VENUES),
    formula: `=$A${ALL_ROW}="${MISTAKES}"`,
    look: 'bold',
  });
  const mistakes = mistakesOf(source);
  if (mistakes.length === 0) return;
  const row = grid.end + 1;
  grid.text(row, 1, MISTAKES);
  mistakes.slice(0, MOST_MISTAKES).forEach((mistake, at) => {
    grid.put(row + 1 + at, 1, [mistake]);
  });
  const more = mistakes.length - MOST_MISTAKES;
  if (more > 0) grid.text(row + 1 + MOST_MISTAKES, 1, `${shownCount(more, 'more mistake')}.`);
}
