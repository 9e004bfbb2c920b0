import { SHIFT_FIELDS, type ShiftField } from '../contract/fields';
import { columnOf, type ShiftRow } from '../employer-api/shift-report';
import { plainName } from '../employer-api/text';

/** A number of a shift record that may be summed: positions or hours. */
export type PublishedQuantity = Exclude<
  Extract<ShiftField, { kind: 'integer' | 'decimal' }>['name'],
  'SHIFT_ID'
>;

/** These numbers, in the order of the report. */
export const PUBLISHED_QUANTITIES = SHIFT_FIELDS.filter(
  ({ kind, name }) => (kind === 'integer' || kind === 'decimal') && name !== 'SHIFT_ID',
).map(({ name }) => name as PublishedQuantity);

/** A number of a row; NaN where the service left it, or a part of it, empty. */
export type NumberOf = (row: ShiftRow) => number;

/** What the service sends in a field, as a number. */
export function numberOf(field: string): NumberOf {
  const column = columnOf(field);
  return (row) => {
    const value = row[column];
    return typeof value === 'number' ? value : Number.NaN;
  };
}

const PUBLISHED = Object.fromEntries(
  PUBLISHED_QUANTITIES.map((name) => [name, numberOf(name)]),
) as unknown as Readonly<Record<PublishedQuantity, NumberOf>>;
const { SHIFTS_BOOKED, SHIFTS_WORKED, NO_SHOWS, TRUE_DEMAND } = PUBLISHED;

/** Numbers that we make of one record's published numbers. */
const DERIVED = {
  // Everyone who was expected and accounted for: a denominator of no-shows.
  WORKED_AND_NO_SHOWS: (row) => SHIFTS_WORKED(row) + NO_SHOWS(row),
  // People who were needed and did not work. Per record, so that one venue's surplus hides no other's gap.
  MISSING_PEOPLE: (row) => Math.max(0, TRUE_DEMAND(row) - SHIFTS_WORKED(row)),
  // The surplus of the other records: what missing people and it differ by is demand less worked.
  EXTRA_PEOPLE: (row) => Math.max(0, SHIFTS_WORKED(row) - TRUE_DEMAND(row)),
  // Booked people who neither worked nor count as no-shows: those who cancelled late, or were sent home.
  LEFT_AFTER_BOOKING: (row) => Math.max(0, SHIFTS_BOOKED(row) - SHIFTS_WORKED(row) - NO_SHOWS(row)),
} satisfies Record<string, NumberOf>;

export type DerivedQuantity = keyof typeof DERIVED;

/** A number that a shift record holds, or that we make of several of them. */
export type Quantity = PublishedQuantity | DerivedQuantity;

/** The numbers that quantities are. */
export const NUMBERS: Readonly<Record<Quantity, NumberOf>> = { ...PUBLISHED, ...DERIVED };

/** What a percentage may be made of: 100 × numerator ÷ denominator. */
export interface Definition {
  readonly numerator: Quantity;
  readonly denominator: Quantity;
}

/** What a person says that a percentage is made of; without a numerator any that goes with the denominator. */
export type ChosenDefinition = Partial<Definition> & Pick<Definition, 'denominator'>;

/**
 * What each published percentage may be made of. The service does not say (specification section 2.2), so the rows
 * decide (`definitions.ts`).
 */
export const DEFINITIONS = {
  SHIFTS_BOOKED_PERCENTAGE: over('SHIFTS_BOOKED', ['SHIFTS_POSTED', 'TRUE_DEMAND']),
  SHIFTS_UNFILLED_PERCENTAGE: over('SHIFTS_UNFILLED', ['SHIFTS_POSTED', 'TRUE_DEMAND']),
  SHIFTS_WORKED_PERCENTAGE: over('SHIFTS_WORKED', ['SHIFTS_POSTED', 'SHIFTS_BOOKED', 'TRUE_DEMAND']),
  NO_SHOWS_PERCENTAGE: over('NO_SHOWS', [
    'SHIFTS_BOOKED',
    'SHIFTS_POSTED',
    'WORKED_AND_NO_SHOWS',
    'TRUE_DEMAND',
  ]),
  TRUE_FULFILMENT_PERCENTAGE: [
    ...over('SHIFTS_WORKED', ['TRUE_DEMAND', 'SHIFTS_POSTED']),
    ...over('SHIFTS_BOOKED', ['TRUE_DEMAND', 'SHIFTS_POSTED']),
    ...over('WORKED_AND_NO_SHOWS', ['TRUE_DEMAND', 'SHIFTS_POSTED']),
  ],
} as const satisfies Record<string, readonly Definition[]>;

/** A percentage that the service publishes per record. */
export type PercentageField = keyof typeof DEFINITIONS;

/** Whether a definition is what a person says. */
export function isChosen(one: Definition, { numerator, denominator }: ChosenDefinition): boolean {
  return one.denominator === denominator && (numerator ?? one.numerator) === one.numerator;
}

/** A quantity as a person writes it, in the option `basis`, in notes and in messages: `true demand`, `hours scheduled`. */
export function wordOf(quantity: Quantity): string {
  const word = quantity.toLowerCase().replace(/_/g, ' ');
  return word.replace('worked and', 'worked +').replace(/^shifts /, '');
}

/** A definition in words: `worked ÷ true demand`, `(worked + no shows) ÷ posted`. */
export function definitionText({ numerator, denominator }: Definition): string {
  return [numerator, denominator].map((one) => wordOf(one).replace(/^.* \+ .*$/, '($&)')).join(' ÷ ');
}

function over(numerator: Quantity, denominators: readonly Quantity[]): Definition[] {
  return denominators.map((denominator) => ({ numerator, denominator }));
}

interface Named {
  /** As a heading: the service's name where it has one. */
  readonly name: string;
  /** How people call it; the first one is used in messages. Compared as `plainName` has them. */
  readonly words: readonly [string, ...string[]];
  /** Whether today and the days to come are left out: what has not ended cannot have been worked or missed. */
  readonly finishedDaysOnly: boolean;
}

/** A figure that is summed. */
interface CountMeasure extends Named {
  readonly kind: 'count';
  /** `RECORDS` counts the shift records; the last four rest on the targets sheet, and are null where no line sets what they need. */
  readonly quantity: Quantity | 'RECORDS' | 'COST' | 'CREDITS' | 'PLAN_HOURS' | 'PLAN_POSITIONS';
}

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
export const PUBLISHED_MEASURES: readonly Measure[] = SHIFT_FIELDS.flatMap(
  ({ name, kind, words }): Measure[] => {
    const finishedDaysOnly = /WORKED|NO_SHOWS|FULFILMENT/.test(name);
    if (kind === 'percentage') return [{ kind: 'rate', name, words, of: name, finishedDaysOnly }];
    const quantity = PUBLISHED_QUANTITIES.find((one) => one === name);
    return quantity ? [{ kind: 'count', name, words, quantity, finishedDaysOnly }] : [];
  },
);

const FULFILMENT = 'TRUE_FULFILMENT_PERCENTAGE';
const HOURS: Definition = { numerator: 'HOURS_WORKED', denominator: 'HOURS_SCHEDULED' };

/** Every figure: those that the service publishes, then ours. */
export const MEASURES: readonly Measure[] = [
  ...PUBLISHED_MEASURES,
  count('MISSING_PEOPLE', 'missing people', 'missing'),
  rate('HOURS_WORKED_PERCENTAGE', HOURS, 'hours worked %', 'worked hours %'),
  { ...count('RECORDS', 'shift records', 'records'), name: 'SHIFT_RECORDS', finishedDaysOnly: false },
  count('LEFT_AFTER_BOOKING', 'left after booking'),
  { ...rate('TARGET', FULFILMENT, 'target'), beside: 'target' },
  { ...rate('GAP_TO_TARGET', FULFILMENT, 'gap to target'), beside: 'gap' },
  count('COST', 'cost'),
  count('PLAN_HOURS', 'plan hours'),
];

/**
 * What fields and figures mean whose names don't say it, in the words of docs/what-the-figures-mean.md. The service defines
 * none of them: the readings are ours.
 */
export const MEANINGS: Readonly<Record<string, string>> = {
  SHIFT_DATE: 'The day of the shift; a night shift may be listed on the day it began',
  SHIFTS_POSTED: 'Positions requested',
  SHIFTS_BOOKED: 'Positions that someone took',
  SHIFTS_UNFILLED: 'Positions that no one took',
  SHIFTS_WORKED: 'Positions that were worked',
  NO_SHOWS: 'Positions whose worker didn’t come',
  HOURS_SCHEDULED: 'Hours planned',
  TRUE_DEMAND: 'Positions that were really needed',
  TRUE_FULFILMENT_PERCENTAGE:
    'Share of the positions really needed that were worked: above 100% where more worked than were needed',
  SHIFT_ID: 'The service’s own number of the shift record',
  MISSING_PEOPLE:
    'People needed minus worked, per record, never below 0, added up: extra people on one shift don’t help another',
  HOURS_WORKED_PERCENTAGE: 'Hours worked for every 100 hours scheduled, over the records that have both',
  SHIFT_RECORDS: 'Records in the service’s report; one can cover several positions',
  LEFT_AFTER_BOOKING:
    'Booked people who neither worked nor count as no-shows: at most so many cancelled late; people who were sent home are among them',
  TARGET: 'The target of the targets sheet; of several the mean, weighted by positions',
  GAP_TO_TARGET: 'The percentage less its target, in points, over the shifts that have a target',
  COST: 'Hours worked × Rate per hour of the targets sheet',
  PLAN_HOURS: 'Plan hours of the targets sheet for the days that are over, a seventh a day',
  CHANGE: 'The figure after less the figure before',
  'OWN CHANGE': 'What the total moved because the figure of this line moved',
  MIX: 'What the total moved because this line had more or less of the work',
  NOTES: 'What to know before you use this row; blank if there is nothing',
  AS_OF: 'When the service made the report; for several parts, the oldest',
};

/** The sums that only dashboards show. */
export const SCORE_MEASURES: readonly CountMeasure[] = [
  count('CREDITS', 'credits'),
  count('PLAN_POSITIONS', 'plan positions'),
  count('EXTRA_PEOPLE', 'extra people'),
];

function count(quantity: CountMeasure['quantity'], ...words: Named['words']): CountMeasure {
  return { kind: 'count', name: quantity, words, quantity, finishedDaysOnly: true };
}

function rate(name: string, of: RateMeasure['of'], ...words: Named['words']): RateMeasure {
  return { kind: 'rate', name, words, of, finishedDaysOnly: true };
}

/** The service's percentages among figures; for a target or a gap to it, the percentage that it belongs to. */
export function publishedPercentages(measures: readonly Measure[]): PercentageField[] {
  return measures.flatMap((measure) =>
    measure.kind === 'rate' && typeof measure.of === 'string' ? [measure.of] : [],
  );
}

/** Whether a figure rests on the targets sheet. */
export function needsTargets(measure: Measure): boolean {
  if (measure.kind === 'rate') return measure.beside !== undefined;
  return measure.quantity !== 'RECORDS' && !(measure.quantity in NUMBERS);
}

/** The target of a percentage, and how far the percentage is from it, in points, as figures. */
export function besideMeasures(measure: RateMeasure): readonly [target: RateMeasure, gap: RateMeasure] {
  const { name, words } = measure;
  return [
    { ...measure, name: `${name}_TARGET`, words: [`${words[0]} target`], beside: 'target' },
    { ...measure, name: `${name}_GAP`, words: [`gap to target of ${words[0]}`], beside: 'gap' },
  ];
}

/** The percentages that can have a target; the first is meant where none is named. */
export const TARGETED_MEASURES = MEASURES.filter(
  (measure): measure is RateMeasure => measure.kind === 'rate' && measure.beside === undefined,
).sort((one, other) => Number(other.of === FULFILMENT) - Number(one.of === FULFILMENT)) as [
  RateMeasure,
  ...RateMeasure[],
];

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
