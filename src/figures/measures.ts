import type { Definition, PercentageField } from './definitions';
import { plainName } from './names';
import type { Quantity } from './quantities';

interface Named {
  /** As a heading: the service's name where it has one. */
  readonly name: string;
  /** How people call it; the first one is used in messages. Compared as `plainName` has them. */
  readonly words: readonly [string, ...string[]];
  /** Whether today and the days to come are left out: what has not ended cannot have been worked or missed. */
  readonly finishedDaysOnly: boolean;
}

/** A figure that is summed. */
export interface CountMeasure extends Named {
  readonly kind: 'count';
  /** `RECORDS` counts the shift records themselves. */
  readonly quantity: Quantity | 'RECORDS' | TargetQuantity;
}

/** A sum that rests on the targets sheet: money, or the plan. It is null where no line sets what it needs. */
export type TargetQuantity = 'COST' | 'CREDITS' | 'PLAN_HOURS' | 'PLAN_POSITIONS';

/** A percentage: the ratio of two sums, on a 0 to 100 scale. */
export interface RateMeasure extends Named {
  readonly kind: 'rate';
  /** The published percentage whose definition is to be found, or our own definition. */
  readonly of: PercentageField | Definition;
  /**
   * The figure beside the percentage: its target, weighted by what the percentage is out of, or the percentage less its
   * target in points. Only records count that have a target. @default the percentage itself
   */
  readonly beside?: 'target' | 'gap';
}

/** A figure that can be asked for. */
export type Measure = CountMeasure | RateMeasure;

/** What a grouped table shows unless told otherwise: everything that the service publishes, in its order. */
export const PUBLISHED_MEASURES: readonly Measure[] = [
  count('SHIFTS_POSTED', ['posted', 'shifts posted']),
  count('SHIFTS_BOOKED', ['booked', 'shifts booked']),
  rate('SHIFTS_BOOKED_PERCENTAGE', ['booked %', 'shifts booked %'], false),
  count('SHIFTS_UNFILLED', ['unfilled', 'shifts unfilled']),
  rate('SHIFTS_UNFILLED_PERCENTAGE', ['unfilled %', 'shifts unfilled %'], false),
  count('SHIFTS_WORKED', ['worked', 'shifts worked'], true),
  rate('SHIFTS_WORKED_PERCENTAGE', ['worked %', 'shifts worked %'], true),
  count('NO_SHOWS', ['no shows'], true),
  rate('NO_SHOWS_PERCENTAGE', ['no shows %', 'no show %', 'no show rate'], true),
  count('HOURS_SCHEDULED', ['hours scheduled', 'scheduled hours']),
  count('HOURS_WORKED', ['hours worked', 'worked hours'], true),
  count('TRUE_DEMAND', ['true demand', 'demand']),
  rate(
    'TRUE_FULFILMENT_PERCENTAGE',
    ['true fulfilment %', 'true fulfillment %', 'fulfilment %', 'fulfillment %'],
    true,
  ),
];

/** Every figure: those that the service publishes, then ours. */
export const MEASURES: readonly Measure[] = [
  ...PUBLISHED_MEASURES,
  {
    kind: 'count',
    name: 'MISSING_PEOPLE',
    words: ['missing people', 'missing'],
    quantity: 'MISSING_PEOPLE',
    finishedDaysOnly: true,
  },
  {
    kind: 'rate',
    name: 'HOURS_WORKED_PERCENTAGE',
    words: ['hours worked %', 'worked hours %'],
    of: { numerator: 'HOURS_WORKED', denominator: 'HOURS_SCHEDULED' },
    finishedDaysOnly: true,
  },
  {
    kind: 'count',
    name: 'SHIFT_RECORDS',
    words: ['shift records', 'records'],
    quantity: 'RECORDS',
    finishedDaysOnly: false,
  },
  count('LEFT_AFTER_BOOKING', ['left after booking'], true),
  {
    kind: 'rate',
    name: 'TARGET',
    words: ['target'],
    of: 'TRUE_FULFILMENT_PERCENTAGE',
    beside: 'target',
    finishedDaysOnly: true,
  },
  {
    kind: 'rate',
    name: 'GAP_TO_TARGET',
    words: ['gap to target'],
    of: 'TRUE_FULFILMENT_PERCENTAGE',
    beside: 'gap',
    finishedDaysOnly: true,
  },
  { kind: 'count', name: 'COST', words: ['cost'], quantity: 'COST', finishedDaysOnly: true },
  {
    kind: 'count',
    name: 'PLAN_HOURS',
    words: ['plan hours'],
    quantity: 'PLAN_HOURS',
    finishedDaysOnly: true,
  },
];

/** The sums that only dashboards show. */
export const SCORE_MEASURES: readonly CountMeasure[] = [
  {
    kind: 'count',
    name: 'CREDITS',
    words: ['credits'],
    quantity: 'CREDITS',
    finishedDaysOnly: true,
  },
  {
    kind: 'count',
    name: 'PLAN_POSITIONS',
    words: ['plan positions'],
    quantity: 'PLAN_POSITIONS',
    finishedDaysOnly: true,
  },
];

/** Whether a figure rests on the targets sheet. */
export function needsTargets(measure: Measure): boolean {
  return measure.kind === 'rate'
    ? measure.beside !== undefined
    : TARGET_QUANTITIES.includes(measure.quantity);
}

const TARGET_QUANTITIES: readonly CountMeasure['quantity'][] = [
  'COST',
  'CREDITS',
  'PLAN_HOURS',
  'PLAN_POSITIONS',
] satisfies TargetQuantity[];

/** The target of a percentage, as a figure. */
export function targetMeasure(measure: RateMeasure): RateMeasure {
  const [word] = measure.words;
  return { ...measure, name: `${measure.name}_TARGET`, words: [`${word} target`], beside: 'target' };
}

/** The percentages that can have a target; the first is meant where none is named. */
export const TARGETED_MEASURES = MEASURES.filter(
  (measure): measure is RateMeasure => measure.kind === 'rate' && measure.beside === undefined,
).sort(
  (one, other) =>
    Number(other.of === 'TRUE_FULFILMENT_PERCENTAGE') - Number(one.of === 'TRUE_FULFILMENT_PERCENTAGE'),
) as [RateMeasure, ...RateMeasure[]];

/**
 * The figure with this name.
 *
 * Case, spaces, hyphens and underscores do not matter, nor whether the percent sign is spelled out.
 *
 * @returns `undefined` for any other text, `fill rate` among it: that has several meanings.
 */
export function findMeasure(text: string): Measure | undefined {
  const wanted = plainName(text);
  return MEASURES.find(({ name, words }) => [name, ...words].some((known) => plainName(known) === wanted));
}

function count(name: Quantity, words: Named['words'], finishedDaysOnly = false): CountMeasure {
  return { kind: 'count', name, words, quantity: name, finishedDaysOnly };
}

function rate(name: PercentageField, words: Named['words'], finishedDaysOnly: boolean): RateMeasure {
  return { kind: 'rate', name, words, of: name, finishedDaysOnly };
}
