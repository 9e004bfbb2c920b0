/** How a spreadsheet's locale writes dates that carry no format of their own. */
interface LocaleDates {
  readonly dayFirst: boolean;
  /** Format of a day that a script or a custom function puts into an automatic cell. */
  readonly dayFormat: string;
  /** The same with a time of day. */
  readonly dayTimeFormat: string;
}

/**
 * Date habits of a locale such as `en_GB`. Assumed, as all of locale parsing: `en_US` puts the month first, every
 * other locale the day.
 */
export function localeDates(locale: string): LocaleDates {
  return locale === 'en_US'
    ? { dayFirst: false, dayFormat: 'm/d/yyyy', dayTimeFormat: 'm/d/yyyy h:mm:ss' }
    : { dayFirst: true, dayFormat: 'dd/mm/yyyy', dayTimeFormat: 'dd/mm/yyyy hh:mm:ss' };
}

/** The format an automatic cell takes on when a date is put into it. */
export function automaticDateFormat(serial: number, locale: string): string {
  const dates = localeDates(locale);
  return Number.isInteger(serial) ? dates.dayFormat : dates.dayTimeFormat;
}
