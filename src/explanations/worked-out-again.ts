import { fitText } from '../employer-api/fit-text';
import type { SheetValue } from '../reports/tables/sheet-table';
import { type ExplanationLine, shortName } from './explanation';
import { plainNumber, shownPercent } from './figure-behind';
import type { KnownFacts } from './known-facts';

const CHANGED =
  'which is not what the cell holds: it was changed, or the service corrected these days. Refresh the report.';

/** A minute of a day: cells hold moments by the second. */
const MINUTE = 1 / 1440;

/** Says whether the rows still give what a cell shows: days are corrected, and people type over cells. */
export function workedOutAgain(
  known: KnownFacts,
  shown: unknown,
  value: SheetValue,
  isRate: boolean,
  label = 'Worked out again',
): ExplanationLine {
  const isBlank = value === null || value === '';
  if (holds(known, shown, value)) {
    const words = isBlank ? 'Blank, as' : typeof shown === 'number' ? `${wordsOf(value, isRate)}, as` : 'As';
    return { label, value: `${words} in the cell.` };
  }
  const words = isBlank ? 'nothing' : isDate(shown) ? 'Another day or time' : wordsOf(value, isRate);
  return { label, value: `${words}, ${CHANGED}` };
}

/** Whether a cell holds a value that was written to it. */
export function holds(known: KnownFacts, shown: unknown, value: SheetValue | undefined): boolean {
  if (isDate(shown)) {
    if (typeof value !== 'number') return false;
    return value === known.dayOf(shown) || Math.abs(known.momentOf(shown) - value) < MINUTE;
  }
  if (typeof value === 'number') {
    return typeof shown === 'number' && Math.abs(shown - value) <= 1e-9 * Math.max(1, Math.abs(value));
  }
  return (shown ?? '') === (typeof value === 'string' ? fitText(value) : (value ?? ''));
}

function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

function wordsOf(value: SheetValue, isRate: boolean): string {
  if (typeof value !== 'number') return shortName(String(value));
  return isRate ? shownPercent(value) : plainNumber(value);
}
