import { shownCount, shownPercent, shownPoints } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { KeyValue } from '../../figures/group-keys';
import { MONEY_FORMAT } from '../../limits';
import { listNames, type NameKind } from '../../reports/saved/names';
import { unknownTargetNames } from '../../targets/read-targets';
import {
  countColumn,
  type Dashboard,
  heatOf,
  type ItemColumn,
  rateColumn,
  saidColumn,
  slotColumns,
  type Table,
  type Tile,
  tableOf,
  tableOfAll,
} from '../dashboard';
import {
  countOf,
  type DashboardFigures,
  figureIn,
  isComplete,
  isTotal,
  largestFirst,
  nameOf,
  rateOrRange,
} from '../dashboard-figures';
import type { DashboardSource } from '../dashboard-source';
import { countText, NEEDED, shortened } from '../dashboard-texts';
import { MISSED } from '../layout';
import { notesOf, nothingToSay, type PageFigures } from '../page-figures';
import { countTile, isMissed, judgeTarget, rateTile, saidTile, VERDICTS, type Verdict } from '../tiles';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = 'True fulfilment';
/** More venues and mistakes than these are counted in one line; bars; weeks that have room beside names. */
const [MOST_VENUES, MOST_MISTAKES, CHARTED, WEEKS] = [500, 20, 12, 10];
/** Without a target, weeks below this share of true fulfilment stand out, in percent (our choice). */
const LOW_WEEKS = { fine: 80, bad: 50 };
/** Columns that a sentence takes. */
const LINE_ROOM = 13;

/** What all cells of a scorecard rest on. @param everyMiss Whether credits count every miss. */
function scoreOf(page: PageFigures, everyMiss: boolean) {
  const { figures, source } = page;
  const { groups, total } = figures.by('venue');
  const { likeness } = figures.request(RATE);
  const missing = largestFirst(groups, (venue) => countOf(venue, 'MISSING_PEOPLE'));
  return {
    ...page,
    everyMiss,
    /** Whether any shift that is over has a target. */
    hasTargets: figureIn(total, 'TARGET').value !== null,
    /** Venues, in the order of the table. */
    venues: largestFirst(missing, (venue) => {
      const gap = figureIn(venue, 'GAP_TO_TARGET').value;
      return gap === null ? null : -gap;
    }),
    /** What of the targets sheet does not count. */
    mistakes: mistakesIn(source),
    /** The verdict on the whole period. */
    verdict: (group: Group) => judgeTarget(group, likeness),
    overPlan: overPlanOf(figures),
  };
}
type Score = ReturnType<typeof scoreOf>;

/** Every venue in one line beside its target. @param everyMiss Whether credits count every miss. */
export function planScorecard(page: PageFigures, everyMiss: boolean): Dashboard {
  const score = scoreOf(page, everyMiss);
  const { hasTargets, source } = score;
  const order = hasTargets ? 'furthest below target first' : 'most missing people first';
  const venues = venuesOf(score, `Venues, ${order}`);
  const named = score.venues.length > CHARTED ? `the first ${CHARTED} venues` : 'venues';
  return {
    sentence: nothingToSay(page) ?? sentenceOf(score),
    tiles: tilesOf(score),
    chart: {
      kind: 'bar',
      title: `${WORDS}${hasTargets ? ' beside its target' : ''}: ${named}, ${order}`,
      of: venues,
      columns: ['Venue', WORDS, ...(hasTargets ? ['Target'] : [])],
      most: 1 + CHARTED,
      isWide: true,
    },
    lists: [],
    tables: [venues, weeksOf(score), moneyOf(score), mistakesOf(score)],
    notes: notesOf(
      page,
      [
        [RATE, WORDS],
        ['NO_SHOWS_PERCENTAGE', 'No-shows'],
      ],
      [
        ...(hasTargets
          ? [
              'Missed: below target by more than a normal weekly change. Just missed: below, but by no more',
              `Credits count complete weeks that missed${everyMiss ? ' or just missed' : ''} their target`,
            ]
          : [`Weeks below ${LOW_WEEKS.fine}% are tinted`]),
        ...(source.targets === undefined
          ? []
          : ['Cost and credits are calculated from your targets sheet and are not an invoice']),
        `${NEEDED}: true demand. Dropped out or sent home: booked minus worked and no-shows`,
      ],
    ),
  };
}

function venuesOf({ figures, venues, hasTargets, verdict }: Score, title: string): Table {
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
      cell: verdict,
      align: 'center',
      warns: MISSED,
    },
  ];
  return tableOfAll(figures, 'venue', venues, {
    title,
    most: MOST_VENUES,
    columns: [
      rateColumn(WORDS, RATE),
      ...(hasTargets ? ofTargets : []),
      countColumn('Missing people', 'MISSING_PEOPLE'),
      countColumn(NEEDED, 'TRUE_DEMAND'),
      countColumn('Worked', 'SHIFTS_WORKED'),
      rateColumn('No-shows', 'NO_SHOWS_PERCENTAGE'),
      countColumn('Dropped out or sent home', 'LEFT_AFTER_BOOKING'),
      countColumn('Hours worked', 'HOURS_WORKED'),
    ],
    fewBy: NEEDED,
  });
}

/** The one target of a venue, or the lowest and the highest. */
function targetColumn(figures: DashboardFigures): ItemColumn<Group> {
  return {
    ...countColumn('Target', 'TARGET', 'percentage'),
    cell: (group) => {
      if (figureIn(group, 'TARGET').value === null) return null;
      const [lowest = null, ...others] = figures.targets(RATE, isTotal(group) ? undefined : keyOf(group));
      return others.length === 0 ? lowest : `${lowest}–${others[others.length - 1]}`;
    },
  };
}

/** The newest complete weeks of each venue, tinted where they are low. */
function weeksOf({ figures, venues, hasTargets }: Score): Table {
  const weeks = figures
    .by('week')
    .groups.filter(isComplete)
    .slice(hasTargets ? 1 - WEEKS : -WEEKS);
  const read = (group: Group | undefined) => heatOf(figures, group, RATE);
  const columns = slotColumns(figures, ['venue', 'week'], weeks, read, {
    meaning: { measure: RATE, part: 'value' },
    format: { pattern: '0' },
    align: 'center',
  });
  return tableOfAll(figures, 'venue', venues, {
    title: `${WORDS} % of complete weeks, by their first day`,
    most: MOST_VENUES,
    columns: weeks.length < 2 ? [] : [...(hasTargets ? [targetColumn(figures)] : []), ...columns],
    heat: hasTargets ? 'by target' : LOW_WEEKS,
  });
}

/** Plans, cost and credits: only what the targets sheet sets. */
function moneyOf(score: Score): Table {
  const { source, figures, venues } = score;
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
      creditsOf(score),
      money,
    ),
  ];
  const isSet = ({ cell }: ItemColumn<Group>) =>
    [figures.by().total, ...venues].some((group) => cell(group) !== null);
  return tableOfAll(figures, 'venue', venues, {
    title: 'Plans, cost and credits',
    most: MOST_VENUES,
    columns: columns.filter(isSet),
  });
}

/**
 * Hours worked minus plan hours, of the shifts that a plan is for; null where either is not known. A plan for one venue says
 * nothing about the hours of the others.
 */
function overPlanOf(figures: DashboardFigures): (group: Group) => number | null {
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
function creditsOf({ figures, verdict, everyMiss }: Score) {
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

/** How many venues have a verdict. */
function countVerdicts({ venues, verdict }: Score, ...wanted: readonly (Verdict | null)[]): number {
  return venues.filter((venue) => wanted.includes(verdict(venue))).length;
}

/** `12 venues: 5 missed their target, 3 just missed it, 4 met it. Furthest below: Grand Hotel (8.1 points).` */
function sentenceOf(score: Score): string {
  const { hasTargets, venues, mistakes, figures, source, verdict } = score;
  const { length } = mistakes;
  const listed = length === 0 ? '' : ` ${shownCount(length, 'mistake')} in the targets sheet: see below.`;
  if (!hasTargets) {
    const rate = rateOrRange(figures.by().total, RATE);
    const level =
      rate === null ? '' : `${WORDS} is ${typeof rate === 'number' ? shownPercent(rate) : rate}. `;
    const remedy =
      source.targets === undefined
        ? 'press “Set targets” in the sidebar, tab Settings'
        : 'fill in the targets sheet';
    return `${level}To compare venues with targets, ${remedy}.${listed}`;
  }
  const others = countVerdicts(score, VERDICTS.unclear, null);
  const counts = [
    `${countText(countVerdicts(score, VERDICTS['likely real']))} missed their target`,
    `${countText(countVerdicts(score, VERDICTS['may be chance']))} just missed it`,
    `${countText(countVerdicts(score, VERDICTS['on target']))} met it`,
    ...(others > 0 ? [`${countText(others)} can’t be judged`] : []),
  ];
  const worst = venues.find((venue) => isMissed(figureIn(venue, 'GAP_TO_TARGET').value));
  const gap = worst && shownPoints(Number(figureIn(worst, 'GAP_TO_TARGET').value));
  const [only, ...more] = venues;
  if (only !== undefined && more.length === 0 && others === 0)
    return `${shortened(nameOf(only), 40)} ${verdict(only)} its target${worst ? ` by ${gap}` : ''}.${listed}`;
  const furthest = worst ? ` Furthest below: ${shortened(nameOf(worst), 40)} (${gap}).` : '';
  return `${shownCount(venues.length, 'venue')}: ${counts.join(', ')}.${furthest}${listed}`;
}

/** Six figures: beside targets and plans where there are any. */
function tilesOf(score: Score): Tile[] {
  const of = `of ${shownCount(score.venues.length, 'venue')}`;
  const ofVerdict = (words: string, verdict: Verdict, means: string) =>
    saidTile(words, countVerdicts(score, verdict), `How many venues ${means}.`, of);
  const rate = rateTile(score, RATE, WORDS, 'lower');
  const hours = planTile(score) ?? rateTile(score, 'NO_SHOWS_PERCENTAGE', 'No-shows', 'higher');
  const missing = countTile(score, 'MISSING_PEOPLE', 'Missing people', 'higher');
  return score.hasTargets
    ? [
        rate,
        hours,
        ofVerdict('Missed', VERDICTS['likely real'], 'are below target by more than a normal weekly change'),
        ofVerdict('Just missed', VERDICTS['may be chance'], 'are below target by a normal weekly change'),
        ofVerdict('Met', VERDICTS['on target'], 'are on target or above'),
        missing,
      ]
    : [
        rate,
        rateTile(score, 'SHIFTS_BOOKED_PERCENTAGE', 'Booked', 'lower'),
        hours,
        countTile(score, 'SHIFTS_WORKED', 'Worked', undefined),
        missing,
        countTile(score, 'TRUE_DEMAND', NEEDED, undefined),
      ];
}

/** Hours worked beside those planned; `undefined` where none are. */
function planTile({ figures, overPlan }: Score): Tile | undefined {
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

/** What of the targets sheet does not count, names that no record has among it. */
function mistakesIn({ targets, report, seenNames }: DashboardSource): readonly string[] {
  if (targets === undefined) return [];
  const seen = seenNames();
  const namesOf = (kind: NameKind) => listNames(report.rows, kind, seen?.[kind]);
  const known = { venue: namesOf('venue'), area: namesOf('area'), role: namesOf('role') };
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
