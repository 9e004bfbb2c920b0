import { customZoneMinutes, isKnownZone, zoneOffsetMillis } from './zone-offset';

/** Short names by long name, as Java 17 has them for the US locale. Any other zone shows its offset. */
const SHORT_NAMES: { readonly [longName: string]: string } = {
  'Alaska Daylight Time': 'AKDT',
  'Alaska Standard Time': 'AKST',
  'Argentina Standard Time': 'ART',
  'Atlantic Daylight Time': 'ADT',
  'Atlantic Standard Time': 'AST',
  'Australian Central Daylight Time': 'ACDT',
  'Australian Central Standard Time': 'ACST',
  'Australian Eastern Daylight Time': 'AEDT',
  'Australian Eastern Standard Time': 'AEST',
  'Australian Western Standard Time': 'AWST',
  'Brasilia Standard Time': 'BRT',
  'British Summer Time': 'BST',
  'Central Africa Time': 'CAT',
  'Central Daylight Time': 'CDT',
  'Central European Standard Time': 'CET',
  'Central European Summer Time': 'CEST',
  'Central Standard Time': 'CST',
  'China Standard Time': 'CST',
  'Colombia Standard Time': 'COT',
  'Coordinated Universal Time': 'UTC',
  'East Africa Time': 'EAT',
  'Eastern Daylight Time': 'EDT',
  'Eastern European Standard Time': 'EET',
  'Eastern European Summer Time': 'EEST',
  'Eastern Standard Time': 'EST',
  'Greenwich Mean Time': 'GMT',
  'Gulf Standard Time': 'GST',
  'Hong Kong Standard Time': 'HKT',
  'India Standard Time': 'IST',
  'Indochina Time': 'ICT',
  'Irish Standard Time': 'IST',
  'Israel Daylight Time': 'IDT',
  'Israel Standard Time': 'IST',
  'Japan Standard Time': 'JST',
  'Korean Standard Time': 'KST',
  'Line Islands Time': 'LINT',
  'Moscow Standard Time': 'MSK',
  'Mountain Daylight Time': 'MDT',
  'Mountain Standard Time': 'MST',
  'Nepal Time': 'NPT',
  'New Zealand Daylight Time': 'NZDT',
  'New Zealand Standard Time': 'NZST',
  'Newfoundland Daylight Time': 'NDT',
  'Newfoundland Standard Time': 'NST',
  'Pacific Daylight Time': 'PDT',
  'Pacific Standard Time': 'PST',
  'Pakistan Standard Time': 'PKT',
  'Samoa Standard Time': 'SST',
  'Singapore Standard Time': 'SGT',
  'South Africa Standard Time': 'SAST',
  'West Africa Standard Time': 'WAT',
  'Western European Standard Time': 'WET',
  'Western European Summer Time': 'WEST',
  'Western Indonesia Time': 'WIB',
};

/** Winter and summer of the year whose names Java gives to all years. */
const JANUARY_MILLIS = Date.UTC(2026, 0, 15);
const JULY_MILLIS = Date.UTC(2026, 6, 15);

/** `z` and `zzzz`: the name of a zone at an instant, with today's names for the past. Facts D7, D10, D11. */
export function zoneName(zone: string, instantMillis: number, style: 'short' | 'long'): string {
  const custom = customZoneMinutes(zone);
  if (custom !== undefined) return custom === 0 ? 'GMT' : offsetName(custom * 60_000);
  const long = longName(zone, instantMillis);
  if (style === 'long') return long;
  return SHORT_NAMES[long] ?? offsetName(zoneOffsetMillis(zone, instantMillis));
}

function longName(zone: string, instantMillis: number): string {
  if (!isKnownZone(zone) || zone === 'GMT') return 'Greenwich Mean Time';
  const [first, second] = [JANUARY_MILLIS, JULY_MILLIS].sort(
    (a, b) => zoneOffsetMillis(zone, a) - zoneOffsetMillis(zone, b),
  );
  return intlName(zone, isDaylight(zone, instantMillis) ? (second as number) : (first as number));
}

function isDaylight(zone: string, instantMillis: number): boolean {
  return /Daylight|Summer|Irish Standard/.test(intlName(zone, instantMillis));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function intlName(zone: string, instantMillis: number): string {
  let format = formatters.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'long' });
    formatters.set(zone, format);
  }
  const part = format.formatToParts(instantMillis).find(({ type }) => type === 'timeZoneName');
  return part === undefined ? zone : part.value;
}

/** `GMT-05:00`. */
function offsetName(offsetMillis: number): string {
  return `GMT${printOffset(offsetMillis, ':')}`;
}

/** `+hhmm` with what is to stand between hours and minutes. Seconds of old offsets are dropped. */
export function printOffset(offsetMillis: number, separator: string): string {
  const minutes = Math.floor(Math.abs(offsetMillis) / 60_000);
  const sign = offsetMillis < 0 ? '-' : '+';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${sign}${two(Math.floor(minutes / 60))}${separator}${two(minutes % 60)}`;
}
