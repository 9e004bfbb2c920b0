import { isDate, type WeekStart } from '../../calendar/calendar-date';
import { LONGEST_TEXT } from '../../employer-api/shift-records';
import { parseNumber } from '../../figures/criteria';
import { type ChosenDefinition, DEFINITIONS, type Definition, wordOf } from '../../figures/definitions';
import { plainName } from '../../figures/names';
import type { Quantity } from '../../figures/quantities';
import { findWeekday } from '../../figures/weekday-names';
import { type Cell, echoCell, textOf } from './option-cells';
import { listWords, refuseOption } from './option-mistakes';

/** Reads the values of an option. @throws {ReportError} `invalid_option`, by the option's name. */
export type ReadValue<Value> = (cells: readonly Cell[], name: string) => Value;

/** TRUE or FALSE, or these words. */
export const readBoolean: ReadValue<boolean> = (cells, name) => {
  const cell = singleCell(cells, name);
  const word = plainName(textOf(cell));
  if (word === 'true' || word === 'yes') return true;
  if (word === 'false' || word === 'no') return false;
  return refuseOption(`"${name}" must be TRUE or FALSE. (${echoCell(cell)})`);
};

/** A whole number of at least 1. */
export const readCount: ReadValue<number> = (cells, name) => {
  const cell = singleCell(cells, name);
  const number = typeof cell === 'string' ? parseNumber(cell.trim()) : cell;
  if (typeof number === 'number' && Number.isInteger(number) && number >= 1) return number;
  return refuseOption(`"${name}" must be a whole number of at least 1. (${echoCell(cell)})`);
};

/** Text as it stands. */
export const readText: ReadValue<string> = (cells, name) => {
  const cell = singleCell(cells, name);
  if (isDate(cell) || textOf(cell).length > LONGEST_TEXT) refuseOption(`"${name}" must be a short text`);
  return textOf(cell);
};

/** One of some words: the values, or other words for them. */
export function choiceReader<Value extends string>(
  words: Readonly<Record<Value, readonly string[]>>,
): ReadValue<Value> {
  const values = Object.keys(words) as Value[];
  return (cells, name) => {
    const cell = singleCell(cells, name);
    const wanted = plainName(textOf(cell));
    const known = values.find((value) => [value, ...words[value]].some((word) => plainName(word) === wanted));
    if (known !== undefined) return known;
    const listed = values.map((value) => `"${value}"`);
    return refuseOption(`"${name}" must be ${listWords(listed)}. (${echoCell(cell)})`);
  };
}

/** What percentages are made of: a denominator, or `numerator / denominator`; `undefined` where the rows decide. */
export const readBasis: ReadValue<ChosenDefinition | undefined> = (cells, name) => {
  const cell = singleCell(cells, name);
  const parts = textOf(cell).split('/');
  if (parts.length === 1 && plainName(textOf(cell)) === 'auto') return undefined;
  const denominator = findQuantity(parts[parts.length - 1] ?? '', denominators());
  const numerator = parts.length === 2 ? findQuantity(parts[0] ?? '', numerators()) : undefined;
  const isKnown = parts.length === 1 || numerator !== undefined;
  if (denominator !== undefined && isKnown) return { numerator, denominator };
  const words = listWords([...denominators().map((quantity) => `"${wordOf(quantity)}"`), '"auto"']);
  return refuseOption(`"${name}" must be ${words}, or a pair such as "booked / posted". (${echoCell(cell)})`);
};

/** The day on which weeks start, by its English name or the beginning of it. */
export const readWeekStart: ReadValue<WeekStart> = (cells, name) => {
  const cell = singleCell(cells, name);
  const day = typeof cell === 'string' ? findWeekday(cell) : undefined;
  return day ?? refuseOption(`"${name}" must be a day, such as "Monday". (${echoCell(cell)})`);
};

/** The one value of an option that takes no list. */
export function singleCell(cells: readonly Cell[], name: string): Cell {
  const [cell] = cells;
  if (cell === undefined || cells.length > 1) return refuseOption(`"${name}" takes one value, not several`);
  return cell;
}

function numerators(): readonly Quantity[] {
  return distinctQuantities(({ numerator }) => numerator);
}

function denominators(): readonly Quantity[] {
  return distinctQuantities(({ denominator }) => denominator);
}

function distinctQuantities(part: (definition: Definition) => Quantity): readonly Quantity[] {
  return Array.from(new Set(Object.values<readonly Definition[]>(DEFINITIONS).flat().map(part)));
}

/** One of some quantities, by its word or the service's name. */
function findQuantity(text: string, quantities: readonly Quantity[]): Quantity | undefined {
  const wanted = plainName(text);
  return quantities.find((quantity) => {
    const words = [quantity, wordOf(quantity), ...(quantity === 'TRUE_DEMAND' ? ['demand'] : [])];
    return words.some((word) => plainName(word) === wanted);
  });
}
