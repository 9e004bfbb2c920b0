/** How a spreadsheet's locale writes numbers and dates. */
export interface Locale {
  /** A formula separates its arguments by `,` where this is `.`, and by `;` where it is `,` (fact S37). */
  readonly decimal: '.' | ',';
  /** Between thousands: `,`, `.`, `’`, or a space of some width. */
  readonly grouping: string;
  readonly dayFirst: boolean;
  /** Names of months are read in English alone. */
  readonly isEnglish: boolean;
  /** Format of a day that a script or a custom function puts into an automatic cell. */
  readonly dayFormat: string;
  /** The same with a time of day. */
  readonly dayTimeFormat: string;
}

const known = new Map<string, Locale>();

/**
 * The habits of a locale such as `en_GB`, as Unicode CLDR has them. That Google Sheets has the same is assumed.
 *
 * @throws {RangeError} for what is no name of a locale.
 */
export function localeOf(name: string): Locale {
  const found = known.get(name) ?? readLocale(name.replace('_', '-'));
  known.set(name, found);
  return found;
}

function readLocale(tag: string): Locale {
  const number = new Intl.NumberFormat(tag, { useGrouping: true }).formatToParts(1_234_567.5);
  const day = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' });
  const parts = day.formatToParts(Date.UTC(2026, 3, 3));
  const order = parts.map(({ type }) => type);
  const dayFormat = parts
    .map(({ type, value }) => DATE_LETTERS[type]?.repeat(value.length) ?? value)
    .join('');
  return {
    decimal: number.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.',
    grouping: number.find(({ type }) => type === 'group')?.value ?? ',',
    dayFirst: order.indexOf('day') < order.indexOf('month'),
    isEnglish: tag.startsWith('en'),
    dayFormat,
    dayTimeFormat: `${dayFormat} ${dayFormat.includes('dd') ? 'hh' : 'h'}:mm:ss`,
  };
}

const DATE_LETTERS: Readonly<Record<string, string>> = { day: 'd', month: 'm', year: 'y' };

/** The format an automatic cell takes on when a date is put into it. */
export function automaticDateFormat(serial: number, locale: string): string {
  const { dayFormat, dayTimeFormat } = localeOf(locale);
  return Number.isInteger(serial) ? dayFormat : dayTimeFormat;
}
