import type { Quantity } from './quantities';

/** What a percentage may be made of: 100 × numerator ÷ denominator. */
export interface Definition {
  readonly numerator: Quantity;
  readonly denominator: Quantity;
}

/** What a person says that a percentage is made of. */
export interface ChosenDefinition {
  /** `undefined`: any that goes with the denominator. */
  readonly numerator: Quantity | undefined;
  readonly denominator: Quantity;
}

/**
 * What each published percentage may be made of. The service does not say (specification section 2.2), so the rows
 * decide; where they do not, the first stands (our choice).
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

/** How a denominator, or a numerator, is called in the option `basis`, in notes and in messages. */
export const QUANTITY_WORDS = {
  SHIFTS_POSTED: 'posted',
  SHIFTS_BOOKED: 'booked',
  SHIFTS_WORKED: 'worked',
  TRUE_DEMAND: 'true demand',
  WORKED_AND_NO_SHOWS: 'worked + no shows',
  SHIFTS_UNFILLED: 'unfilled',
  NO_SHOWS: 'no shows',
} as const satisfies Partial<Record<Quantity, string>>;

/** Whether two definitions have the same numerator and denominator. */
export function isSameDefinition(one: Definition, other: Definition): boolean {
  return one.numerator === other.numerator && one.denominator === other.denominator;
}

/** The definitions of a percentage that a person's choice leaves, the default first; none: it does not apply. */
export function definitionsAs(
  { numerator, denominator }: ChosenDefinition,
  field: PercentageField,
): readonly Definition[] {
  const candidates: readonly Definition[] = DEFINITIONS[field];
  return candidates.filter(
    (one) => one.denominator === denominator && (numerator === undefined || one.numerator === numerator),
  );
}

/** A quantity as a person writes it: `true demand`, `hours scheduled`. */
export function wordOf(quantity: Quantity): string {
  const words: Partial<Record<Quantity, string>> = QUANTITY_WORDS;
  return words[quantity] ?? quantity.toLowerCase().replace(/_/g, ' ');
}

/** A definition in words: `worked ÷ true demand`. */
export function definitionText({ numerator, denominator }: Definition): string {
  return `${wordOf(numerator)} ÷ ${wordOf(denominator)}`;
}

function over(numerator: Quantity, denominators: readonly Quantity[]): Definition[] {
  return denominators.map((denominator) => ({ numerator, denominator }));
}
