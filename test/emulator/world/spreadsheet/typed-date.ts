import type { Locale } from './locale';
import { serialOfDay } from './serial-date';

/** A date or time read from typed text: its serial number and the format that it brings along. */
interface TypedDate {
  readonly serial: number;
  readonly format: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2})([.,]\d+)?)?\s*([ap]m)?$/i;
const ISO_ZONE = /\s*(?:z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads a day, a time, or both, as a person may write them.
 *
 * An ISO timestamp becomes a date (fact S4), where the locale has a decimal comma only without a fraction of a second
 * (fact S39); its offset is dropped (assumed). `3/4` is a day of the current year, day or month first as the locale has
 * it (fact S5), and so is `3.4` where the point parts no decimals (fact S38). Days that do not exist stay text.
 */
export function parseTypedDate(text: string, locale: Locale, currentYear: number): TypedDate | undefined {
  const time = parseTime(text, locale);
  if (time !== undefined) return { serial: time.serial, format: time.format };
  const stamp = /^(\S+?)[T ](\d{1,2}:\d{2}.*)$/i.exec(text) ?? /^(.+?\d{4})\s+(\d{1,2}:\d{2}.*)$/.exec(text);
  if (stamp === null) return parseDay(text, locale, currentYear);
  const day = parseDay(stamp[1] ?? '', locale, currentYear);
  const clock = parseTime((stamp[2] ?? '').replace(ISO_ZONE, ''), locale);
  if (day === undefined || clock === undefined || clock.serial >= 1) return undefined;
  return { serial: day.serial + clock.serial, format: `${day.format} ${clock.format}` };
}

function parseTime(text: string, { decimal }: Locale): TypedDate | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [, hourText, minuteText, secondText, fraction = '', half] = match;
  if (fraction !== '' && !fraction.startsWith(decimal)) return undefined;
  const minutes = Number(minuteText);
  const seconds = Number(secondText ?? 0) + Number(`0${fraction.replace(',', '.')}`);
  let hours = Number(hourText);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  if (minutes > 59 || seconds >= 60) return undefined;
  const format = `h:mm${secondText === undefined ? '' : ':ss'}${half === undefined ? '' : ' am/pm'}`;
  return { serial: (hours * 3600 + minutes * 60 + seconds) / 86_400, format };
}

function parseDay(text: string, locale: Locale, currentYear: number): TypedDate | undefined {
  const { dayFirst, dayFormat, decimal, isEnglish } = locale;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]), 'yyyy-mm-dd');
  const numeric = (decimal === ',' ? DAY_WITH_POINTS : DAY).exec(text);
  if (numeric) {
    const [day, month] = dayFirst ? [numeric[1], numeric[2]] : [numeric[2], numeric[1]];
    const short = dayFirst ? 'd/m' : 'm/d';
    return numeric[3] === undefined
      ? dated(currentYear, Number(month), Number(day), short)
      : dated(fullYear(numeric[3]), Number(month), Number(day), dayFormat);
  }
  return isEnglish ? parseNamedMonth(text, currentYear) : undefined;
}

const DAY = /^(\d{1,2})[-/](\d{1,2})(?:[-/](\d{2}|\d{4}))?$/;
const DAY_WITH_POINTS = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{2}|\d{4}))?\.?$/;

function parseNamedMonth(text: string, currentYear: number): TypedDate | undefined {
  const dayMonth = new RegExp(`^(\\d{1,2})[ -]${MONTH}(?:[ -](\\d{2}|\\d{4}))?$`, 'i').exec(text);
  if (dayMonth) return named(dayMonth[3], dayMonth[2], dayMonth[1], currentYear);
  const monthDay = new RegExp(`^${MONTH} (\\d{1,2})(?:,? (\\d{4}))?$`, 'i').exec(text);
  if (monthDay) return named(monthDay[3], monthDay[1], monthDay[2], currentYear);
  const monthYear = new RegExp(`^${MONTH}[ -](\\d{4})$`, 'i').exec(text);
  if (!monthYear) return undefined;
  return dated(Number(monthYear[2]), monthNumber(monthYear[1]), 1, 'mmm yyyy');
}

function named(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  currentYear: number,
): TypedDate | undefined {
  const format = year === undefined ? 'd mmm' : 'd mmm yyyy';
  return dated(year === undefined ? currentYear : fullYear(year), monthNumber(month), Number(day), format);
}

function monthNumber(name = ''): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

/** Two digits mean 1930 to 2029. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year < 30 ? 2000 + year : 1900 + year;
}

function dated(year: number, month: number, day: number, format: string): TypedDate | undefined {
  const serial = serialOfDay(year, month, day);
  return serial === undefined ? undefined : { serial, format };
}
