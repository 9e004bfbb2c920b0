import { fitText, shownCount, shownNumber, shownPercent, shownPoints } from '../../employer-api/text';
import { type Group, keyOf } from '../../figures/figures';
import type { KeyValue } from '../../figures/group-keys';
import { DIFFERENCE_FORMAT, INTEGER_FORMAT, MONEY_FORMAT, PERCENTAGE_FORMAT } from '../../limits';
import { nounOf } from '../../reports/saved/names';
import { describeMistakes } from '../../reports/targets/targets-sheet';
import {
  type Dashboard,
  figureColumn,
  figureColumns,
  type ItemColumn,
  saidColumn,
  slotColumns,
  type Table,
  type Tile,
  tableOfAll,
  tintOf,
} from '../dashboard';
import {
  type DashboardFigures,
  figureIn,
  headingOfKey,
  isComplete,
  isTotal,
  isUntargeted,
  largestFirst,
  nameOf,
  type ShownName,
  severalOf,
  valueIn,
  wordsOf,
} from '../dashboard-figures';
import { SMALL_COUNT } from '../layout';
import { notesOf, weeksNote } from '../notes';
import { blanksNote, figureTile, isMissed, saidTile, standingOf, type Verdict } from '../tiles';
import { levelWords } from './overview';

const RATE = 'TRUE_FULFILMENT_PERCENTAGE';
const WORDS = wordsOf(RATE);
const BELOW = 'Below target';
/** More lines than these are counted in one line; bars; weeks that have room beside names. */
const [MOST_LINES, CHARTED, WEEKS] = [500, 12, 10];
/** Every venue in one line beside its target; of one venue, its job titles. @param everyMiss Whether credits count every miss. */
export function planScorecard(figures: DashboardFigures, everyMiss: boolean): Dashboard {
  const key = severalOf(figures);
  const [heading, word] = [headingOfKey(key), nounOf(key)];
  const { total } = figures.by();
  const { targets } = figures.source;
  const gapOf = (group: Group) => figureIn(group, 'GAP_TO_TARGET').value;
  const tint = tintOf(figures, key, RATE);
  /** On the whole period. */
  const verdict = (group: Group) => standingOf(figures, group)?.verdict ?? null;
  /** Whether any shift that is over has a target. */
  const hasTargets = tint.heat.byTarget;
  /** Whether it is not grey: only then it is called lowest or furthest below target, and stands above those that are. */
  const isFirm = (group: Group) => figureIn(group, RATE).n >= SMALL_COUNT && valueIn(group, RATE) !== null;
  const ordered = largestFirst(figures.by(key).groups, (group) => {
    const size = hasTargets ? gapOf(group) : valueIn(group, RATE);
    return size === null ? null : -size;
  });
  const lines = largestFirst(ordered, (group) => Number(isFirm(group)));
  const count = (wanted: Verdict | null) => lines.filter((group) => verdict(group) === wanted).length;
  const overPlan = overPlanOf(figures);

  /** `12 venues against their targets: 5 missed, 3 just missed, 4 met. Furthest below: Grand Hotel (8.1 points).` */
  const besideTargets = () => {
    const worst = lines.find((group) => isFirm(group) && isMissed(gapOf(group)));
    const gap = worst && shownPoints(Number(gapOf(worst)));
    const [only] = lines;
    if (only && lines.length === 1 && count('unclear') + count(null) === 0)
      return `${fitText(nameOf(only), 40)} ${verdict(only)} its target${worst ? ` by ${gap}` : ''}.`;
    const counts = (['missed', 'just missed', 'met', 'unclear', null] as const).flatMap((one) =>
      count(one) > 0 ? `${shownNumber(count(one))} ${one ?? 'without'}` : [],
    );
    const furthest = worst ? ` Furthest below: ${fitText(nameOf(worst), 40)} (${gap}).` : '';
    return `${shownCount(lines.length, word)} against their targets: ${counts.join(', ')}.${furthest}`;
  };
  /** `86.6% filled. Lowest: Old Mill (69.9%); highest: Pier (95.5%).` */
  const withoutTargets = () => {
    const [lowest, ...others] = lines
      .filter(isFirm)
      .map((group) => `${fitText(nameOf(group), 40)} (${shownPercent(Number(valueIn(group, RATE)))})`);
    const highest = others.pop();
    // Of a range, where definitions differ, it is all that is said.
    const isKnown = figureIn(total, RATE).value !== null;
    return levelWords(total) + (highest && isKnown ? ` Lowest: ${lowest}; highest: ${highest}.` : '');
  };
  const sentence = [hasTargets ? besideTargets() : withoutTargets(), describeMistakes(targets)]
    .filter(Boolean)
    .join(' ');

  const tile = (name: ShownName) => figureTile(figures, name);
  const order = hasTargets ? 'furthest below target first' : 'lowest true fulfilment first';
  const ofTargets: ItemColumn<Group>[] = [
    ...tint.columns,
    figureColumn('GAP_TO_TARGET', { cell: (group) => (isUntargeted(group) ? null : gapOf(group)) }),
    {
      heading: 'Verdict',
      meaning: {
        title: 'Verdict',
        means: 'Whether true fulfilment of the shifts with a target missed it.',
        judges: RATE,
      },
      cell: (group) => (isUntargeted(group) ? null : verdict(group)),
      align: 'center',
      warns: true,
    },
  ];
  const table = tableOfAll(figures, key, lines, {
    title: `${heading}s, ${order}${lines.every(isFirm) ? '' : ', grey last'}`,
    most: MOST_LINES,
    columns: [
      figureColumn(RATE),
      ...(hasTargets ? ofTargets : []),
      ...figureColumns('TRUE_DEMAND', 'SHIFTS_WORKED', 'EXTRA_PEOPLE', 'MISSING_PEOPLE'),
      ...figureColumns('NO_SHOWS_PERCENTAGE', 'LEFT_AFTER_BOOKING'),
      ...(hasTargets ? [] : [figureColumn('HOURS_WORKED')]),
    ],
    fewBy: wordsOf('TRUE_DEMAND'),
  });
  // Of each line, tinted where they are low.
  const complete = figures.by('week').groups.filter(isComplete);
  const newest = complete.slice(hasTargets ? 1 - WEEKS : -WEEKS);
  const look = { format: INTEGER_FORMAT, align: 'center' } as const;
  const ofWeeks = slotColumns(figures, [key, 'week'], newest, RATE, look);
  const weeks = tableOfAll(figures, key, lines, {
    title: `${WORDS} % by week: the newest ${newest.length} of ${complete.length} complete weeks`,
    most: MOST_LINES,
    columns: newest.length < 2 ? [] : [...tint.columns, ...ofWeeks],
    heat: tint.heat,
  });
  const venues = key === 'venue' ? lines : figures.by('venue').groups;

  // A bar of few people would look as sure as any.
  const charted = lines.filter(isFirm).slice(0, CHARTED);
  const named = charted.length < lines.length ? `${charted.length} of ${lines.length} ${word}s` : `${word}s`;
  // What is below target ends a bar at the target.
  const belowOf = (group: Group) => (isUntargeted(group) ? 0 : Math.max(0, -Number(gapOf(group)))) || null;
  const bars = tableOfAll(figures, key, charted, {
    title: `${WORDS}${hasTargets ? ' against target' : ''}: ${named}, ${hasTargets ? order : 'lowest first'}`,
    most: CHARTED,
    hasTotal: charted.length > 1 && isFirm(total),
    columns: [
      figureColumn(RATE),
      saidColumn(BELOW, 'Points from true fulfilment to its target.', belowOf, PERCENTAGE_FORMAT),
    ],
  });
  const money = moneyOf(figures, venues, overPlan, everyMiss, hasTargets);
  return {
    sentence,
    tiles: [
      ...[tile(RATE), tile('SHIFTS_BOOKED_PERCENTAGE'), tile('NO_SHOWS_PERCENTAGE')],
      ...[planTile(figures, overPlan) ?? tile('HOURS_WORKED'), tile('MISSING_PEOPLE'), tile('TRUE_DEMAND')],
    ],
    chart: {
      kind: 'bar',
      title: bars.title,
      of: bars,
      columns: [heading, WORDS, ...(hasTargets ? [BELOW] : [])],
    },
    lists: [],
    tables: [table, weeks, money],
    notes: notesOf(
      figures,
      [RATE, 'NO_SHOWS_PERCENTAGE'],
      hasTargets && 'Just missed: below target by up to a normal weekly change',
      weeks.rows.length > 0 && tint.note,
      weeksNote(figures),
      money.columns.some(({ heading }) => heading === 'Cost' || heading === 'Credits') &&
        `Cost and credits follow your targets sheet and are no invoice; credits count complete weeks of venues that missed${everyMiss ? ' or just missed' : ''} a target`,
      !hasTargets && `To compare ${word}s with targets, press “Set targets” in the sidebar, tab Settings`,
      'People needed: true demand. Missing people = needed − worked + extra, which helps no other shift',
      'Dropped out or sent home: booked minus worked and no-shows',
    ),
  };
}

/**
 * Plans, cost and credits of venues: only what the targets sheet sets; beside hours worked, where targets take their room
 * above.
 */
function moneyOf(
  figures: DashboardFigures,
  venues: readonly Group[],
  overPlan: ReturnType<typeof overPlanOf>,
  everyMiss: boolean,
  hasTargets: boolean,
): Table {
  // Whole units, so that millions fit a column.
  const money = (figures.source.targets?.moneyFormat || MONEY_FORMAT).replace(/0\.0+/g, '0');
  const seventh = 'per week of the targets sheet, a seventh for each day that is over.';
  const columns: ItemColumn<Group>[] = [
    saidColumn('Plan hours', `The hours ${seventh}`, (group) => valueIn(group, 'PLAN_HOURS')),
    saidColumn(
      'Hours over plan',
      'Hours worked minus plan hours, of the shifts that a plan is for.',
      overPlan,
      DIFFERENCE_FORMAT,
    ),
    saidColumn('Plan positions', `The positions ${seventh}`, (group) => valueIn(group, 'PLAN_POSITIONS')),
    figureColumn('COST', { format: money }),
    saidColumn(
      'Credits',
      'Missing people and no-shows of the complete weeks that missed their target, each times its credit.',
      creditsOf(figures, everyMiss),
      money,
    ),
  ];
  const isSet = ({ cell }: ItemColumn<Group>) =>
    [figures.by().total, ...venues].some((group) => cell(group) !== null);
  const set = columns.filter(isSet);
  return tableOfAll(figures, 'venue', venues, {
    title: 'Plans, cost and credits',
    most: MOST_LINES,
    columns: set.length > 0 && hasTargets ? [figureColumn('HOURS_WORKED'), ...set] : set,
  });
}

/**
 * Hours worked minus plan hours, of the shifts that a plan is for; null where either is not known. A plan for one venue says
 * nothing about the hours of the others.
 */
function overPlanOf(figures: DashboardFigures): (group: Group) => number | null {
  if (valueIn(figures.by().total, 'PLAN_HOURS') === null) return () => null;
  const all = figures.byPlanned().total;
  const venues = new Map(figures.byPlanned('venue').groups.map((group) => [keyOf(group), group]));
  return (group) => {
    const plan = valueIn(group, 'PLAN_HOURS');
    const planned = isTotal(group) ? all : venues.get(keyOf(group));
    const worked = planned === undefined ? 0 : valueIn(planned, 'HOURS_WORKED');
    return worked === null || plan === null ? null : worked - plan;
  };
}

/** Money back for missed weeks of a venue, or of all; null where no line sets any. */
function creditsOf(figures: DashboardFigures, everyMiss: boolean): (group: Group) => number | null {
  const credits = new Map<KeyValue, number>();
  for (const group of figures.by('venue', 'week').groups.filter(isComplete)) {
    const credit = figureIn(group, 'CREDITS').value;
    if (credit === null) continue;
    const isCounted = everyMiss
      ? isMissed(figureIn(group, 'GAP_TO_TARGET').value)
      : standingOf(figures, group)?.verdict === 'missed';
    credits.set(keyOf(group), (credits.get(keyOf(group)) ?? 0) + (isCounted ? credit : 0));
  }
  const all = [...credits.values()].reduce((sum, one) => sum + one, 0);
  return (group) => (isTotal(group) && credits.size > 0 ? all : (credits.get(keyOf(group)) ?? null));
}

/** Hours worked beside those planned; `undefined` where none are. */
function planTile(figures: DashboardFigures, overPlan: (group: Group) => number | null): Tile | undefined {
  const { total } = figures.by();
  const plan = valueIn(total, 'PLAN_HOURS');
  if (plan === null) return undefined;
  const over = overPlan(total);
  return saidTile(
    'Hours worked of plan',
    over === null || plan === 0 ? null : (100 * (plan + over)) / plan,
    'Hours worked for every 100 plan hours, of the shifts that a plan is for.',
    [
      over === null
        ? 'hours worked are unknown'
        : `${shownNumber(Math.abs(Math.round(over)))} hours ${over < 0 ? 'under' : 'over'} plan`,
      blanksNote('HOURS_WORKED', figures.byPlanned().total),
    ],
    PERCENTAGE_FORMAT,
  );
}
