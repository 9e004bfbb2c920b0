import { type DateRange, dayCount, formatIsoDate } from '../../calendar/calendar-date';
import { LARGEST_NUMBER, PERIOD_WORDS, parseDayOffset, parsePeriodWord } from '../../calendar/period-words';
import { ReportError } from '../../employer-api/errors';
import { findWeekday } from '../../figures/weekday-names';
import { closest } from './did-you-mean';
import { echo } from './echo';

/** 18 months: a formula asks for 20 at most, of which the first and the last may be parts. */
const SURELY_ASKED_DAYS = 550;
const SOME_DAY = 45_847;

/** Refuses the dates of a formula. @throws {ReportError} `invalid_range` */
export function invalidRange(sentence: string): never {
  throw new ReportError('invalid_range', { sentence });
}

/** Refuses days that run backwards. @throws {ReportError} `invalid_range` */
export function runsBackwards({ from, to }: DateRange): never {
  return invalidRange(`The first day, ${formatIsoDate(from)}, is after the last day, ${formatIsoDate(to)}`);
}

/** Refuses what cannot be a date, or could be two. @throws {ReportError} `invalid_range` */
export function notADate(text: string): never {
  return invalidRange(
    `Write 2024-12-31, point at a date cell, or use a word such as "last week". (${echo(text)})`,
  );
}

/** Refuses an option that stands where a date belongs. @throws {ReportError} `invalid_range` */
export function optionInDatesPlace(text: string): never {
  return invalidRange(`Options come after the dates. Leave the dates empty with commas. (${echo(text)})`);
}

/** Refuses text that is neither a date nor a word, and says which word was meant. @throws {ReportError} `invalid_range` */
export function unknownText(text: string): never {
  const hasWord = /[a-z]{3}/i.test(text);
  if (hasWord && isWord(text.replace(/\d+/, '1'))) {
    return invalidRange(`Use a number from 1 to ${LARGEST_NUMBER}. (${echo(text)})`);
  }
  // The name of a day is no slip for another word.
  const isSlip = hasWord && findWeekday(text) === undefined;
  const near = isSlip ? closest(text, wordsWithNumberOf(text)) : undefined;
  return near === undefined || isTooLong(near)
    ? notADate(text)
    : invalidRange(`Unknown period ${echo(text)}. Did you mean "${near}"?`);
}

/** The period words, with the number of the text in place of the example's: "lst 9 weeks" was meant as "last 9 weeks". */
function wordsWithNumberOf(text: string): readonly string[] {
  const number = /\d+/.exec(text)?.[0];
  if (number === undefined) return PERIOD_WORDS;
  return PERIOD_WORDS.map((word) => {
    const same = word.replace(/\d+/, number);
    return isWord(same) ? same : word;
  });
}

/** Whether a word alone is of more days than a formula surely has time for, whenever today is. */
function isTooLong(word: string): boolean {
  const period = parsePeriodWord(word)?.({ today: () => SOME_DAY, weekStart: () => 1 });
  const days = period === undefined ? Math.abs(parseDayOffset(word) ?? 0) : dayCount(period);
  return days > SURELY_ASKED_DAYS;
}

function isWord(text: string): boolean {
  return parseDayOffset(text) !== undefined || parsePeriodWord(text) !== undefined;
}
