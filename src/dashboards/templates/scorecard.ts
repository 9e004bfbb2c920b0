import { shownCount, shownPercent, shownRate } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/group-figures';
import type { KeyValue } from '../../figures/group-keys';
import { MONEY_FORMAT } from '../../limits';
import { listNames } from '../../reports/saved/names';
import { unknownTargetNames } from '../../targets/read-targets';
import { countColumn, heatOf, nameColumn, rateColumn, saidColumn } from '../columns';
import { type Dashboard, type ItemColumn, type Table, type Tile, tableOf } from '../dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  isComplete,
  keyParts,
  largestFirst,
  nameOf,
} from '../dashboard-figures';
import type { DashboardSource } from '../dashboard-source';
import { countText, leftOutText, pointsText, shortened } from '../dashboard-texts';
import { MISSED } from '../layout';
import { notesOf, nothingToSay, type PageFigures } from '../page-figures';
import { countTile, rateTile, saidTile, targetText } from '../tiles';
import { isMissed, judgeTarget, VERDICTS, type Verdict } from '../verdicts';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = 'True fulfilment';
/** More venues and mistakes than these are counted in one line; bars; weeks that have room beside names. */
const [MOST_VENUES, MOST_MISTAKES, CHARTED, WEEKS] = [500, 20, 10, 10];
/** Without a target, a week below this share of true fulfilment stands out, in percent (our choice). */
const LOW_WEEK = 80;
/** Columns that a sentence takes. */
const LINE_ROOM = 13;

/** What all cells of a scorecard rest on. */
interface Score {
  /** Whether any shift that is over has a target. */
  readonly hasTargets: boolean;
  /** Venues, in the order of the table. */
  readonly venues: readonly Group[];
  /** What of the targets sheet does not count. */
  readonly mistakes: readonly string[];
  /** The verdict on the whole period. */
  verdict(group: Group): Verdict | null;
  /** Hours worked minus plan hours, of the shifts that a plan is for; null where either is not known. */
  overPlan(group: Group): number | null;
}

/** Every venue in one line beside its target. @param everyMiss Whether credits count every miss. */
export function planScorecard(page: PageFigures, everyMiss: boolean): Dashboard {
  const { figures, source } = page;
  const { groups, total } = figures.by('venue');
  const { likeness } = figures.request(RATE);
  const missing = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  const score: Score = {
    hasTargets: figureIn(total, 'TARGET').value !== null,
    venues: largestFirst(missing, (venue) => {
      const gap = figureIn(venue, 'GAP_TO_TARGET').value;
      return gap === null ? null : -gap;
    }),
    mistakes: mistakesIn(source),
    verdict: (group) => judgeTarget(group, likeness),
    overPlan: overPlanOf(figures),
  };
  const venues = venuesOf(page, score);
  return {
    sentence: sentenceOf(page, score),
    tiles: tilesOf(page, score),
    chart: {
      kind: 'bar',
      title: score.hasTargets
        ? `${WORDS} beside its target: venues, furthest below first`
        : `${WORDS}: venues, most missing people first`,
      of: venues,
      columns: ['Venue', WORDS, ...(score.hasTargets ? ['Target'] : [])],
      most: 1 + CHARTED,
      isWide: true,
    },
    lists: [],
    tables: [venues, weeksOf(page, score), moneyOf(page, score, everyMiss), mistakesOf(score)],
    notes: notesOf(
      page,
      [
        [RATE, WORDS],
        ['NO_SHOWS_PERCENTAGE', 'No-shows'],
      ],
      notes(source, score, everyMiss),
    ),
  };
}

/** The line of all venues, and those that are listed. */
function itemsOf({ figures }: PageFigures, { venues }: Score): Group[] {
  return venues.length === 0 ? [] : [figures.by().total, ...venues.slice(0, MOST_VENUES)];
}

/** What the tables of venues share. */
function venueTable(page: PageFigures, score: Score) {
  const more = score.venues.length - MOST_VENUES;
  return {
    items: itemsOf(page, score),
    keysOf: (group: Group) => (isTotal(group) ? [] : keyParts(group, 'venue')),
    hasTotal: true,
    ...(more > 0 ? { more: `${leftOutText(more, 'venue')}.` } : {}),
  };
}

const VENUE: ItemColumn<Group> = {
  ...nameColumn('Venue'),
  cell: (group) => (isTotal(group) ? 'All venues' : nameOf(group)),
};

function isTotal({ keys }: Group): boolean {
  return keys.length === 0;
}

function venuesOf(page: PageFigures, score: Score): Table {
  const { figures } = page;
  const ofTargets: ItemColumn<Group>[] = [
    targetColumn(figures),
    countColumn('Gap in points', 'GAP_TO_TARGET', 'points'),
    {
      heading: 'Verdict',
      meaning: {
        title: 'Verdict',
        means:
          'Whether true fulfilment of the shifts with a target missed it, and whether by more than a normal weekly change.',
        judges: RATE,
      },
      cell: score.verdict,
      align: 'center',
      warns: MISSED,
    },
  ];
  return tableOf<Group>({
    ...venueTable(page, score),
    title: score.hasTargets ? 'Venues, furthest below target first' : 'Venues, most missing people first',
    columns: [
      VENUE,
      rateColumn(figures, WORDS, RATE),
      ...(score.hasTargets ? ofTargets : []),
      countColumn('Missing people', 'MISSING_PEOPLE'),
      countColumn('Demand', 'TRUE_DEMAND'),
      countColumn('Worked', 'SHIFTS_WORKED'),
      rateColumn(figures, 'No-shows', 'NO_SHOWS_PERCENTAGE'),
      countColumn('Dropped out or sent home', 'LEFT_AFTER_BOOKING'),
      countColumn('Hours worked', 'HOURS_WORKED'),
    ],
    fewBy: 'Demand',
  });
}

/** The one target of a venue, or the lowest and the highest. */
function targetColumn(figures: DashboardFigures): ItemColumn<Group> {
  return {
    ...countColumn('Target', 'TARGET', 'percentage'),
    cell: (group) => {
      const targets = figures.targets(RATE, isTotal(group) ? undefined : keyOf(group));
      if (figureIn(group, 'TARGET').value === null) return null;
      const [lowest = null, ...others] = targets;
      return others.length === 0 ? lowest : `${lowest}–${others[others.length - 1]}`;
    },
  };
}

/** The newest complete weeks of each venue, tinted where they are low. */
function weeksOf(page: PageFigures, score: Score): Table {
  const { figures } = page;
  const weeks = figures.by('week').groups.filter(isComplete).slice(-WEEKS);
  const cells = new Map(
    figures.by('venue', 'week').groups.map((group) => [JSON.stringify(group.keys), group]),
  );
  const of = (group: Group, week: Group) =>
    isTotal(group) ? week : cells.get(JSON.stringify([keyOf(group), keyOf(week)]));
  const columns = weeks.slice(score.hasTargets ? 1 - WEEKS : 0).map(
    (week): ItemColumn<Group> => ({
      heading: Number(keyOf(week)),
      meaning: { measure: RATE, part: 'value' },
      cell: (group) => heatOf(figures, of(group, week), RATE),
      format: { pattern: '0' },
      align: 'center',
      across: keyParts(week, 'week'),
      isHeated: true,
    }),
  );
  const table = venueTable(page, score);
  return tableOf<Group>({
    ...table,
    items: columns.length < 2 ? [] : table.items,
    title: `${WORDS} % of complete weeks, by their first day`,
    columns: [VENUE, ...(score.hasTargets ? [targetColumn(figures)] : []), ...columns],
    heat: { target: 'Target', low: LOW_WEEK },
  });
}

/** Plans, cost and credits: only what the targets sheet sets. */
function moneyOf(page: PageFigures, score: Score, everyMiss: boolean): Table {
  const { source } = page;
  // Whole units, so that millions fit a column.
  const money = { pattern: (source.targets?.moneyFormat || MONEY_FORMAT).replace(/0\.0+/g, '0') };
  const seventh = 'per week of the targets sheet, a seventh for each day that is over.';
  const columns: ItemColumn<Group>[] = [
    saidColumn('Plan hours', `The hours ${seventh}`, (group) => countOf(group, 'PLAN_HOURS')),
    saidColumn(
      'Hours over plan',
      'Hours worked minus plan hours, of the shifts that a plan is for; with a minus below the plan.',
      score.overPlan,
      'difference',
    ),
    saidColumn('Plan positions', `The positions ${seventh}`, (group) => countOf(group, 'PLAN_POSITIONS')),
    countColumn('Cost', 'COST', money),
    saidColumn(
      'Credits',
      'Missing people and no-shows of the complete weeks that missed their target, each times its credit.',
      creditsOf(page, score, everyMiss),
      money,
    ),
  ];
  const table = venueTable(page, score);
  const set = columns.filter(({ cell }) => table.items.some((group) => cell(group) !== null));
  return tableOf<Group>({
    ...table,
    items: set.length === 0 ? [] : table.items,
    title: 'Plans, cost and credits',
    columns: [VENUE, ...set],
  });
}

/** Compares hours of the same shifts: a plan for one venue says nothing about the hours of the others. */
function overPlanOf(figures: DashboardFigures): Score['overPlan'] {
  if (countOf(figures.by().total, 'PLAN_HOURS') === null) return () => null;
  const all = figures.byPlanned().total;
  const venues = new Map(figures.byPlanned('venue').groups.map((group) => [keyOf(group), group]));
  return (group) => {
    const plan = countOf(group, 'PLAN_HOURS');
    const planned = isTotal(group) ? all : venues.get(keyOf(group));
    const worked = planned === undefined ? 0 : countOf(planned, 'HOURS_WORKED');
    return worked === null || plan === null ? null : worked - plan;
  };
}

/** Money back for missed weeks of a venue, or of all; null where no line sets any. */
function creditsOf({ figures }: PageFigures, { verdict }: Score, everyMiss: boolean) {
  const credits = new Map<KeyValue, number>();
  for (const group of figures.by('venue', 'week').groups.filter(isComplete)) {
    const credit = figureIn(group, 'CREDITS').value;
    if (credit === null) continue;
    const isCounted = everyMiss
      ? isMissed(figureIn(group, 'GAP_TO_TARGET').value)
      : verdict(group) === VERDICTS['likely real'];
    credits.set(keyOf(group), (credits.get(keyOf(group)) ?? 0) + (isCounted ? credit : 0));
  }
  const all = [...credits.values()].reduce((sum, one) => sum + one, 0);
  return (group: Group) => (isTotal(group) && credits.size > 0 ? all : (credits.get(keyOf(group)) ?? null));
}

/** `3 of 12 venues missed their target. Furthest below: Grand Hotel (8.1 points).` */
function sentenceOf(page: PageFigures, { hasTargets, venues, mistakes, verdict }: Score): string {
  const nothing = nothingToSay(page);
  if (nothing !== undefined) return nothing;
  const { figures, source } = page;
  const { value } = figures.rate(figures.by().total, RATE);
  const { length } = mistakes;
  const listed = length === 0 ? '' : ` ${shownCount(length, 'mistake')} in the targets sheet: see below.`;
  if (!hasTargets) {
    const rate = value === null ? '' : `${WORDS} is ${shownPercent(value)}. `;
    const remedy =
      source.targets === undefined
        ? 'To compare venues with targets, press “Set targets” in the sidebar, tab Settings.'
        : 'To compare venues with targets, fill in the targets sheet.';
    return `${rate}${remedy}${listed}`;
  }
  const missed = venues.filter((venue) => verdict(venue) === VERDICTS['likely real']);
  const judged = venues.filter((venue) => verdict(venue) !== null);
  const [worst] = missed;
  if (worst === undefined) return `No venue missed its target by more than a normal weekly change.${listed}`;
  const of = `${countText(missed.length)} of ${shownCount(judged.length, 'venue')}`;
  const gap = shownRate(Math.abs(figureIn(worst, 'GAP_TO_TARGET').value as number));
  return `${of} missed ${missed.length === 1 ? 'its' : 'their'} target. Furthest below: ${shortened(nameOf(worst), 40)} (${gap} points).${listed}`;
}

/** Six figures: beside targets and plans where there are any. */
function tilesOf(page: PageFigures, score: Score): Tile[] {
  const { figures } = page;
  const missing = countTile(page, 'MISSING_PEOPLE', 'Missing people', 'higher');
  return [
    rateTile(page, RATE, WORDS, 'lower'),
    score.hasTargets ? targetTile(figures) : rateTile(page, 'SHIFTS_BOOKED_PERCENTAGE', 'Booked', 'lower'),
    planTile(figures, score) ?? rateTile(page, 'NO_SHOWS_PERCENTAGE', 'No-shows', 'higher'),
    ...(score.hasTargets
      ? [
          verdictTile(score, 'On target', 'on target', 'How many venues are on target or above.'),
          verdictTile(
            score,
            'Missed their target',
            'likely real',
            'How many venues missed their target by more than a normal weekly change.',
          ),
          missing,
        ]
      : [
          countTile(page, 'SHIFTS_WORKED', 'Worked', undefined),
          missing,
          countTile(page, 'TRUE_DEMAND', 'Demand', undefined),
        ]),
  ];
}

function targetTile(figures: DashboardFigures): Tile {
  const { total } = figures.by();
  const gap = figureIn(total, 'GAP_TO_TARGET').value;
  const targets = figures.targets(RATE);
  const isMixed = targets.length > 1;
  const distance = gap === null ? '' : `${pointsText(gap)} ${isMissed(gap) ? MISSED : 'above'}`;
  return {
    words: isMixed ? 'Target, on average' : 'Target',
    value: isMixed ? figureIn(total, 'TARGET').value : (targets[0] ?? null),
    format: 'percentage',
    meaning: { measure: 'TARGET', part: 'value' },
    notes: [distance, isMixed ? targetText(targets) : ''],
  };
}

/** Hours worked beside those planned; `undefined` where none are. */
function planTile(figures: DashboardFigures, { overPlan }: Score): Tile | undefined {
  const { total } = figures.by();
  const plan = countOf(total, 'PLAN_HOURS');
  if (plan === null) return undefined;
  const over = overPlan(total);
  return saidTile(
    'Hours worked of plan',
    over === null || plan === 0 ? null : (100 * (plan + over)) / plan,
    'Hours worked for every 100 plan hours, of the shifts that a plan is for.',
    over === null
      ? 'hours worked are unknown'
      : `${countText(Math.abs(Math.round(over)))} ${over < 0 ? 'under' : 'over'} plan`,
    'percentage',
  );
}

function verdictTile(
  { venues, verdict }: Score,
  words: string,
  kind: keyof typeof VERDICTS,
  means: string,
): Tile {
  const judged = venues.filter((venue) => verdict(venue) !== null).length;
  const count = venues.filter((venue) => verdict(venue) === VERDICTS[kind]).length;
  return saidTile(
    words,
    judged === 0 ? null : count,
    means,
    judged === 0 ? '' : `of ${shownCount(judged, 'venue')}`,
  );
}

function notes({ targets }: DashboardSource, { hasTargets }: Score, everyMiss: boolean): string[] {
  return [
    ...(targets === undefined
      ? []
      : ['Cost and credits are calculated from your targets sheet and are not an invoice']),
    ...(hasTargets
      ? [
          `Credits count ${everyMiss ? 'every complete week below its target, even by chance' : 'complete weeks that missed their target by more than a normal weekly change'}`,
        ]
      : [`A week below ${LOW_WEEK}% is tinted`]),
    'Dropped out or sent home: booked minus worked and no-shows',
  ];
}

/** What of the targets sheet does not count, names that no record has among it. */
function mistakesIn({ targets, report, seenNames }: DashboardSource): readonly string[] {
  if (targets === undefined) return [];
  const seen = seenNames();
  const known = {
    venue: listNames(report.rows, 'venue', seen?.venue),
    area: listNames(report.rows, 'area', seen?.area),
    role: listNames(report.rows, 'role', seen?.role),
  };
  return [...targets.mistakes, ...unknownTargetNames(targets.lines, known)];
}

function mistakesOf({ mistakes }: Score): Table {
  const more = mistakes.length - MOST_MISTAKES;
  return tableOf<string>({
    title: 'Mistakes in the targets sheet',
    columns: [{ heading: 'What to mend', cell: (mistake) => mistake, room: LINE_ROOM }],
    items: mistakes.slice(0, MOST_MISTAKES),
    ...(more > 0 ? { more: `${shownCount(more, 'more mistake')}.` } : {}),
  });
}
