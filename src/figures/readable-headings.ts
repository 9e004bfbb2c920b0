import { findMeasure } from './measures';

/** Where a column is called otherwise than its figure is in formulas, or is no figure. */
const READABLE: Readonly<Record<string, string>> = {
  SHIFT_DATE: 'Date',
  VENUE_NAME: 'Venue',
  AREA_NAME: 'Area',
  NO_SHOWS: 'No-shows',
  NO_SHOWS_PERCENTAGE: 'No-shows %',
  SHIFT_ID: 'Shift ID',
};

/** A heading in words: `Booked %` for `SHIFTS_BOOKED_PERCENTAGE`. No two columns of a table have the same. */
export function readableHeading(name: string): string {
  const words = READABLE[name] ?? findMeasure(name)?.words[0] ?? name.toLowerCase().replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
