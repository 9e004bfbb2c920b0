/** The first and the last day that a form takes, `YYYY-MM-DD`. */
export const [FIRST_DAY, LAST_DAY] = ['1990-01-01', '2100-12-31'] as const;

/** A piece of a text: words, or a day or time with its ISO form. */
type TextPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'moment'; readonly text: string; readonly iso: string };

// Names of sheets and venues stand in quotation marks and stay as they are, also where they hold a date. A date
// inside an identifier is none.
const PIECES =
  /(\u201c[^\u201d]*\u201d|[\w-]*\d{4}-\d{2}-\d{2}[\w-]*(?: \d{2}:\d{2}(?: to \d{2}:\d{2})?(?![\d:]))?)/;
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(?: to (\d{2}:\d{2}))?)?$/;

/**
 * Splits a text of the script into words and moments; the moments are written as the spreadsheet's locale does.
 *
 * @param locale Such as `en_GB`; days stay `YYYY-MM-DD` where it is empty or unknown.
 */
export function splitDates(text: string, locale: string): readonly TextPiece[] {
  // Split by a pattern with one group: every second part is what it matched.
  return text.split(PIECES).flatMap((part): TextPiece[] => {
    const [, day = '', time, until] = MOMENT.exec(part) ?? [];
    if (!isRealDay(day)) return part === '' ? [] : [{ kind: 'words', text: part }];
    const begin = time === undefined ? writeDay(day, locale) : writeMoment(day, time, locale);
    if (until === undefined) return [begin];
    return [begin, { kind: 'words', text: ' to ' }, writeTime(day, until, locale)];
  });
}

function writeDay(day: string, locale: string): TextPiece {
  return { kind: 'moment', text: format(day, '00:00', { dateStyle: 'medium' }, locale) ?? day, iso: day };
}

function writeMoment(day: string, time: string, locale: string): TextPiece {
  const text = format(day, time, { dateStyle: 'medium', timeStyle: 'short' }, locale) ?? `${day} ${time}`;
  return { kind: 'moment', text, iso: `${day}T${time}` };
}

function writeTime(day: string, time: string, locale: string): TextPiece {
  return { kind: 'moment', text: format(day, time, { timeStyle: 'short' }, locale) ?? time, iso: time };
}

function format(
  day: string,
  time: string,
  style: Intl.DateTimeFormatOptions,
  locale: string,
): string | undefined {
  if (locale === '') return undefined;
  try {
    // What is written is the spreadsheet's clock; in UTC nothing is moved.
    const options = { ...style, timeZone: 'UTC' };
    return new Intl.DateTimeFormat(locale.replace('_', '-'), options).format(new Date(`${day}T${time}:00Z`));
  } catch {
    return undefined;
  }
}

/** Whether a text is a day, `YYYY-MM-DD`: 31 April would become 1 May, or no date at all. */
export function isRealDay(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === day;
}
