import type { CalendarDate } from '../../calendar/calendar-date';
import type { ShiftRow } from '../../employer-api/shift-records';
import { fitLine } from '../../employer-api/text';
import { nearDuplicates } from '../../figures/names';
import { checkFilled, checkRelations, type RecordCheck } from '../../figures/record-quality';
import { MOST_COMPARED_NAMES } from '../../limits';
import { listNames, NAME_KINDS } from '../saved/names';

/** The most SHIFT_IDs of a check, the most pairs of names, and the longest text, in characters. */
const [MOST_IDS, MOST_PAIRS, LONGEST] = [3, 5, 500];

/**
 * Findings for a person to look into: relations between figures that do not hold in every shift, shifts without an ID,
 * which cannot be told from a repetition, and similar names that may be one. Nothing is corrected.
 *
 * @returns A sentence or two; empty if there is nothing to say.
 */
export function describeChecks(rows: readonly ShiftRow[], today: CalendarDate): string {
  const failures = [...checkRelations(rows, today), checkFilled(rows, 'SHIFT_ID')]
    .filter(({ fails }) => fails > 0)
    .map(describeFailure);
  const pairs = NAME_KINDS.flatMap((kind) => {
    const names = listNames(rows, kind);
    const found = names.length > MOST_COMPARED_NAMES ? [] : nearDuplicates(names, MOST_PAIRS);
    return found.map(([one, other]) => `${kind} "${one}" / "${other}"`);
  });
  const sentences = [
    ...(failures.length === 0 ? [] : [`${failures.join('; ')}.`]),
    ...(pairs.length === 0 ? [] : [`Possible duplicate names: ${pairs.slice(0, MOST_PAIRS).join(', ')}.`]),
  ];
  return fitLine(sentences.join(' '), LONGEST);
}

/** `Worked is more than Booked in 14 of 42 (SHIFT_ID 1, 2, 3 …)` */
function describeFailure({ words, fails, of, ids }: RecordCheck): string {
  const named = ids.filter((id) => id !== null).slice(0, MOST_IDS);
  const more = fails > named.length ? ' …' : '';
  const places = named.length === 0 ? '' : ` (SHIFT_ID ${named.join(', ')}${more})`;
  return `${words} in ${fails} of ${of}${places}`;
}
