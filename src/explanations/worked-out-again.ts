import { isDate } from '../calendar/calendar-date';
import type { ExplanationLine } from '../contract/sidebar';
import { fitText } from '../employer-api/text';
import type { SheetValue } from '../reports/tables/sheet-table';
import { nameInTitle } from './explanation';
import { plainNumber, shownPercent } from './figure-behind';
import type { KnownFacts } from './known-facts';

const CHANGED =
  'which differs from the cell: it was changed, or the service corrected these days. Refresh the report.';

/** A minute of a day: cells hold moments by the second. */
const MINUTE = 1 / 1440;

/** How it is said. */
interface Wording {
  readonly isRate: boolean;
  readonly label?: string;
  /** Why the cell is blank, if it is; not given where its meaning says that. */
  readonly whyBlank?: string | undefined;
}

/** Says whether the rows still give what a cell shows: days are corrected, and people type over cells. */
export function workedOutAgain(
  known: KnownFacts,
  shown: unknown,
  value: SheetValue,
  { isRate, label = 'Recalculated', whyBlank }: Wording,
): ExplanationLine {
  const isBlank = value === null || value === '';
  if (holds(known, shown, value)) {
    const words = isBlank
      ? 'Blank, matches'
      : typeof shown === 'number'
        ? `${wordsOf(value, isRate)}, matches`
        : 'Matches';
    const why = isBlank && whyBlank !== undefined ? `: ${whyBlank}` : '';
    return { label, value: `${words} the cell${why}.` };
  }
  const isOtherDate = isDate(shown) && typeof value === 'number';
  const words = isBlank ? 'nothing' : isOtherDate ? 'Another day or time' : wordsOf(value, isRate);
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

function wordsOf(value: SheetValue, isRate: boolean): string {
  if (typeof value !== 'number') return nameInTitle(String(value));
  return isRate ? shownPercent(value) : plainNumber(value);
}
