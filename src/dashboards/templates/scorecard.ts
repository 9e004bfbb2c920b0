import { shownCount, shownPoints } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { KeyValue } from '../../figures/group-keys';
import { DIFFERENCE_FORMAT, INTEGER_FORMAT, MONEY_FORMAT, PERCENTAGE_FORMAT } from '../../limits';
import {
  type Dashboard,
  figureColumn,
  heatOf,
  type ItemColumn,
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
  rateText,
  severalOf,
  wordsOf,
} from '../dashboard-figures';
import type { DashboardSource } from '../dashboard-source';
import { countText, KEY_WORDS, shortened } from '../dashboard-texts';
import { MISSED } from '../layout';
import { notesOf, nothingToSay } from '../notes';
import { figureTile, isMissed, judgeTarget, saidTile, VERDICTS, type Verdict } from '../tiles';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = wordsOf(RATE);
/** More lines than these are counted in one line; bars; weeks that have room beside names. */
const [MOST_LINES, CHARTED, WEEKS] = [500, 12, 10];
/** Without a target, weeks below these percentages of true fulfilment stand out (our choice). */
const LOW_WEEKS = [80, 70] as const;
/** Columns that a sentence takes. */
const LINE_ROOM = 13;

/** What all cells of a scorecard rest on. @param everyMiss Whether credits count every miss. */
function scoreOf(figures: DashboardFigures, everyMiss: boolean) {
  const key = severalOf(figures);
  const { groups } = figures.by(key);
  const missing = largestFirst(groups, (group) => countOf(group, 'MISSING_PEOPLE'));
  return {
    figures,
    everyMiss,
    /** What a line is about: a venue; of one venue a job title or an area. */
    key,
    word: KEY_WORDS[key].toLowerCase(),
    /** Whether any shift that is over has a target. */
    hasTargets: figureIn(figures.by().total, 'TARGET').value !== null,
    /** The lines, in the order of the table. */
    lines: largestFirst(missing, (group) => {
      const gap = figureIn(group, 'GAP_TO_TARGET').value;
      return gap === null ? null : -gap;
    }),
    /** The verdict on the whole period. */
    verdict: (group: Group) => judgeTarget(figures, group),
    overPlan: overPlanOf(figures),
  };
}
type Score = ReturnType<typeof scoreOf>;

/** Every venue in one line beside its target; of one venue, its job titles. @param everyMiss Whether credits count every miss. */
export function planScorecard(figures: DashboardFigures, everyMiss: boolean): Dashboard {
  const score = scoreOf(figures, everyMiss);
  const { hasTargets, lines, word } = score;
  const order = hasTargets ? 'furthest below target first' : 'most missing people first';
  const table = linesOf(score, `${KEY_WORDS[score.key]}s, ${order}`);
  const named = lines.length > CHARTED ? `the first ${CHARTED} ${word}s` : `${word}s`;
  const hasRange = lines.slice(0, CHARTED).some((group) => typeof rateOrRange(group, RATE) === 'string');
  const unbarred = hasRange ? '; no bar: it depends on the definition' : '';
  const [light, dark] = LOW_WEEKS;
  const weeks = weeksOf(score);
  return {
    sentence: nothingToSay(figures) ?? sentenceOf(score),
    tiles: tilesOf(score),
    chart: {
      kind: 'bar',
      title: `${WORDS}${hasTargets ? ' beside its target' : ''}: ${named}, ${order}${unbarred}`,
      of: table,
      columns: [KEY_WORDS[score.key], WORDS, ...(hasTargets ? ['Target'] : [])],
      most: 1 + CHARTED,
    },
    lists: [],
    tables: [table, weeks, moneyOf(score), mistakesOf(figures.source)],
    notes: notesOf(
      figures,
      [RATE, 'NO_SHOWS_PERCENTAGE'],
      [
        ...(hasTargets
          ? [
              'Missed: below target by more than a normal weekly change. Just missed: below, but by no more',
              `Credits count complete weeks of venues that missed${everyMiss ? ' or just missed' : ''} their target`,
            ]
          : weeks.rows.length > 0
            ? [`Weeks below ${light}% are tinted, darker below ${dark}%`]
            : []),
        ...(figures.source.targets === undefined
          ? []
          : ['Cost and credits are calculated from your targets sheet and are not an invoice']),
        'People needed: true demand. Dropped out or sent home: booked minus worked and no-shows',
      ],
    ),
  };
}

function linesOf({ figures, key, lines, hasTargets, verdict }: Score, title: string): Table {
  const ofTargets: ItemColumn<Group>[] = [
    targetColumn(figures, key),
    figureColumn('GAP_TO_TARGET'),
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
  const others = [
    'MISSING_PEOPLE',
    'TRUE_DEMAND',
    'SHIFTS_WORKED',
    'NO_SHOWS_PERCENTAGE',
    'LEFT_AFTER_BOOKING',
    'HOURS_WORKED',
  ] as const;
  return tableOfAll(figures, key, lines, {
    title,
    most: MOST_LINES,
    columns: [
      figureColumn(RATE),
      ...(hasTargets ? ofTargets : []),
      ...others.map((name) => figureColumn(name)),
    ],
    fewBy: wordsOf('TRUE_DEMAND'),
  });
}

/** The one target of a line, or the lowest and the highest. */
function targetColumn(figures: DashboardFigures, key: Score['key']): ItemColumn<Group> {
  return figureColumn('TARGET', {
    cell: (group) => {
      if (figureIn(group, 'TARGET').value === null) return null;
      const own = isTotal(group) ? figures.targets(RATE) : figures.targets(RATE, key, keyOf(group));
      const [lowest = null, ...others] = own;
      return others.length === 0 ? lowest : `${lowest}–${others[others.length - 1]}`;
    },
  });
}

/** The newest complete weeks of each line, tinted where they are low. */
function weeksOf({ figures, key, lines, hasTargets }: Score): Table {
  const weeks = figures
    .by('week')
    .groups.filter(isComplete)
    .slice(hasTargets ? 1 - WEEKS : -WEEKS);
  const read = (group: Group | undefined) => heatOf(figures, group, RATE);
  const columns = slotColumns(figures, [key, 'week'], weeks, read, {
    meaning: { measure: RATE },
    format: INTEGER_FORMAT,
    align: 'center',
  });
  return tableOfAll(figures, key, lines, {
    title: `${WORDS} % of complete weeks, by their first day`,
    most: MOST_LINES,
    columns: weeks.length < 2 ? [] : [...(hasTargets ? [targetColumn(figures, key)] : []), ...columns],
    heat: hasTargets ? 'by target' : LOW_WEEKS,
  });
}

/** Plans, cost and credits of venues: only what the targets sheet sets. */
function moneyOf(score: Score): Table {
  const { figures } = score;
  const { groups } = figures.by('venue');
  const venues = score.key === 'venue' ? score.lines : groups;
  // Whole units, so that millions fit a column.
  const money = (figures.source.targets?.moneyFormat || MONEY_FORMAT).replace(/0\.0+/g, '0');
  const seventh = 'per week of the targets sheet, a seventh for each day that is over.';
  const columns: ItemColumn<Group>[] = [
    saidColumn('Plan hours', `The hours ${seventh}`, (group) => countOf(group, 'PLAN_HOURS')),
    saidColumn(
      'Hours over plan',
      'Hours worked minus plan hours, of the shifts that a plan is for; with a minus below the plan.',
      score.overPlan,
      DIFFERENCE_FORMAT,
    ),
    saidColumn('Plan positions', `The positions ${seventh}`, (group) => countOf(group, 'PLAN_POSITIONS')),
    figureColumn('COST', { format: money }),
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
    most: MOST_LINES,
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

/** How many lines have a verdict. */
function countVerdicts({ lines, verdict }: Score, ...wanted: readonly (Verdict | null)[]): number {
  return lines.filter((group) => wanted.includes(verdict(group))).length;
}

/** `12 venues: 5 missed their target, 3 just missed it, 4 met it. Furthest below: Grand Hotel (8.1 points).` */
function sentenceOf(score: Score): string {
  const { hasTargets, lines, figures, word, verdict } = score;
  const { mistakeCount = 0 } = figures.source.targets ?? {};
  const listed =
    mistakeCount === 0 ? '' : ` ${shownCount(mistakeCount, 'mistake')} in the targets sheet: see below.`;
  if (!hasTargets) {
    const rate = rateText(figures.by().total, RATE);
    const level = rate === null ? '' : `${WORDS} is ${rate}. `;
    const remedy =
      figures.source.targets === undefined
        ? 'press “Set targets” in the sidebar, tab Settings'
        : 'fill in the targets sheet';
    return `${level}To compare ${word}s with targets, ${remedy}.${listed}`;
  }
  const gapOf = (group: Group) => figureIn(group, 'GAP_TO_TARGET').value;
  const others = countVerdicts(score, VERDICTS.unclear, null);
  const worst = lines.find((group) => isMissed(gapOf(group)));
  const gap = worst && shownPoints(Number(gapOf(worst)));
  const [only, ...more] = lines;
  if (only !== undefined && more.length === 0 && others === 0)
    return `${shortened(nameOf(only), 40)} ${verdict(only)} its target${worst ? ` by ${gap}` : ''}.${listed}`;
  const counts = (['missed', 'just missed', 'met'] as const)
    .map((one) => [countVerdicts(score, one), one] as const)
    .filter(([count]) => count > 0)
    .map(([count, one], at) => `${countText(count)} ${one} ${at === 0 ? 'their target' : 'it'}`);
  if (others > 0) counts.push(`${countText(others)} can’t be judged`);
  const furthest = worst ? ` Furthest below: ${shortened(nameOf(worst), 40)} (${gap}).` : '';
  return `${shownCount(lines.length, word)}: ${counts.join(', ')}.${furthest}${listed}`;
}

/** Six figures: beside targets and plans where there are any, counting verdicts where there are several lines. */
function tilesOf(score: Score): Tile[] {
  const { figures, lines, word } = score;
  const of = `of ${shownCount(lines.length, word)}`;
  const ofVerdict = (words: string, verdict: Verdict, means: string) =>
    saidTile(words, countVerdicts(score, verdict), `How many ${word}s ${means}.`, of);
  const tile = (name: Parameters<typeof figureTile>[1]) => figureTile(figures, name);
  const hours = planTile(score) ?? tile('NO_SHOWS_PERCENTAGE');
  return score.hasTargets && lines.length > 1
    ? [
        tile(RATE),
        hours,
        ofVerdict('Missed', VERDICTS['likely real'], 'are below target by more than a normal weekly change'),
        ofVerdict('Just missed', VERDICTS['may be chance'], 'are below target by a normal weekly change'),
        ofVerdict('Met', VERDICTS['on target'], 'are on target or above'),
        tile('MISSING_PEOPLE'),
      ]
    : [
        tile(RATE),
        tile('SHIFTS_BOOKED_PERCENTAGE'),
        hours,
        tile('SHIFTS_WORKED'),
        tile('MISSING_PEOPLE'),
        tile('TRUE_DEMAND'),
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
    PERCENTAGE_FORMAT,
  );
}

/** What to mend on the targets sheet, as the newest refresh found it. */
function mistakesOf({ targets }: DashboardSource): Table {
  const { mistakes = [], mistakeCount = 0 } = targets ?? {};
  const more = mistakeCount - mistakes.length;
  return tableOf<(typeof mistakes)[number]>({
    title: 'Mistakes in the targets sheet',
    columns: [{ heading: 'What to mend', cell: ({ sentence }) => sentence, room: LINE_ROOM }],
    items: mistakes,
    ...(more > 0 ? { more: `${shownCount(more, 'more mistake')}.` } : {}),
  });
}
