import type { CalendarDate } from '../calendar/calendar-date';
import { columnOf, DAY_COLUMN } from '../employer-api/shift-fulfilment-fields';
import type { ShiftRow } from '../employer-api/shift-records';
import {
  type ChosenDefinition,
  DEFINITIONS,
  type Definition,
  definitionsAs,
  type PercentageField,
} from './definitions';
import { countVotes, type Standing, type Votes } from './infer-votes';
import { wilsonInterval } from './wilson';

/** How many rows speak for a definition, of those that could. */
export interface Support {
  readonly definition: Definition;
  readonly agree: number;
  /** Rows with a denominator over 0 that do not just publish 0 for 0. */
  readonly of: number;
}

/** What a percentage is made of, and how we know. */
export interface Basis {
  /**
   * `settled`: the rows leave one definition. `assumed`: they leave several, or are few. `contradicted`: they
   * leave none. `chosen`: by the option `basis`, which may leave several. `defined`: our own figure, so nothing is to
   * be found out.
   */
  readonly kind: 'settled' | 'assumed' | 'contradicted' | 'chosen' | 'defined';
  /** What the figure may be made of; the first is used. Empty only when contradicted. */
  readonly survivors: readonly Support[];
}

/** Fewer rows settle nothing, and rule nothing out. */
export const FEWEST_ROWS = 20;

/** The share of rows that has to agree with a definition: room for rows edited after the percentage was made. */
export const FITTING_SHARE = 0.9;

/**
 * Finds out from the rows what a published percentage is made of.
 *
 * Looks at finished days only. Costs two passes over the rows.
 */
export function inferBasis(field: PercentageField, rows: readonly ShiftRow[], today: CalendarDate): Basis {
  const candidates: readonly Definition[] = DEFINITIONS[field];
  const standings = countVotes(candidates, columnOf(field), finishedRows(rows, today));
  const unbeaten = standings.filter(({ isBeaten }) => !isBeaten);
  // The truth may miss the 90 % by one edited row that its neighbour just makes: to leave it out for that
  // would settle on the neighbour. So once the vote stands, those that miss it by chance stay as well.
  const stands = unbeaten.some((standing) => isShort(standing) || fits(standing));
  const survivors = stands ? unbeaten.filter((standing) => isShort(standing) || mayFit(standing)) : [];
  const [only] = survivors;
  if (only === undefined) return { kind: 'contradicted', survivors: [] };
  const isSettled = survivors.length === 1 && !isShort(only);
  return { kind: isSettled ? 'settled' : 'assumed', survivors: bestFirst(survivors, candidates[0]) };
}

/**
 * The basis that a person chose: every survivor that the choice leaves. Where it leaves none, the definition with the
 * support that the rows give it, be it none: with a survivor's numerator where it can be, since only the denominator
 * was named.
 *
 * @returns `undefined` when the percentage has no definition like this.
 */
export function chooseBasis(
  inferred: Basis,
  field: PercentageField,
  chosen: ChosenDefinition,
  { rows, today }: { readonly rows: readonly ShiftRow[]; readonly today: CalendarDate },
): Basis | undefined {
  const possible = definitionsAs(chosen, field);
  const isSame = (one: Definition, other: Definition) =>
    one.numerator === other.numerator && one.denominator === other.denominator;
  const left = inferred.survivors.filter(({ definition }) => possible.some((one) => isSame(one, definition)));
  if (left.length > 0) return { kind: 'chosen', survivors: left };
  const numerators = inferred.survivors.map(({ definition }) => definition.numerator);
  const definition = possible.find(({ numerator }) => numerators.includes(numerator)) ?? possible[0];
  if (definition === undefined) return undefined;
  const survivors = countVotes([definition], columnOf(field), finishedRows(rows, today));
  return { kind: 'chosen', survivors: survivors.map(supportFrom) };
}

/** Whether more than one definition is left, so that a figure has a range. */
export function isOpen(basis: Basis | undefined): basis is Basis {
  return basis !== undefined && basis.survivors.length > 1;
}

/** Support in words: `412 of 413 rows agree`. */
export function describeSupport({ agree, of }: Support): string {
  if (of === 0) return 'no rows to compare';
  return of === 1 ? `${agree} of 1 row agrees` : `${agree} of ${of} rows agree`;
}

/** The rows of days before today. */
export function finishedRows(rows: readonly ShiftRow[], today: CalendarDate): ShiftRow[] {
  return rows.filter((row) => {
    const date = row[DAY_COLUMN];
    return typeof date === 'number' && date < today;
  });
}

/** Whether 90 % lies within what these votes may stand for: below it only by chance (95 % interval). */
export function mayFit({ agree, of }: Votes): boolean {
  const interval = wilsonInterval(agree, of);
  return interval === undefined || interval.high >= 100 * FITTING_SHARE;
}

function fits({ agree, of }: Standing): boolean {
  return agree >= FITTING_SHARE * of;
}

function isShort({ of }: Standing): boolean {
  return of < FEWEST_ROWS;
}

/** The default first where it survives, then the best support; what rests on too few rows comes last. */
function bestFirst(survivors: readonly Standing[], standard: Definition | undefined): Support[] {
  const rank = (standing: Standing) => {
    if (standing.definition === standard) return 2;
    return isShort(standing) ? standing.agree / (standing.of || 1) - 1 : standing.agree / standing.of;
  };
  return survivors
    .slice()
    .sort((one, other) => rank(other) - rank(one))
    .map(supportFrom);
}

function supportFrom({ definition, agree, of }: Standing): Support {
  return { definition, agree, of };
}
