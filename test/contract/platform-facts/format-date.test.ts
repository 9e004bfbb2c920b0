import { describeFacts } from './describe-facts';

const JAVA = 'Utilities reference: as Java SimpleDateFormat';

/** Prints one instant in one zone by each of some patterns. */
function formatted(instant: string, zone: string, ...patterns: string[]): string {
  return `return ${JSON.stringify(patterns)}.map(function (pattern) {
    return Utilities.formatDate(new Date('${instant}'), '${zone}', pattern); });`;
}

const row = (
  no: string,
  title: string,
  observe: string,
  expected: unknown,
  mark: 'doc' | 'asm' | 'rec2' = 'doc',
) => ({
  no,
  mark,
  source: JAVA,
  title,
  observe,
  expected,
});

describeFacts('Utilities.formatDate', [
  row(
    'D1',
    'y is the year, yy its last two digits, Y the year of the week',
    formatted('2025-12-30T00:00:00Z', 'UTC', 'y', 'yyy', 'yyyy', 'yy', "YYYY-'W'ww"),
    ['2025', '2025', '2025', '25', '2026-W01'],
  ),
  row(
    'D2',
    'M is the month, m the minute, L the month too',
    formatted('2026-01-02T03:04:05Z', 'UTC', 'M', 'MM', 'MMM', 'MMMM', 'm', 'L', 'LLL'),
    ['1', '01', 'Jan', 'January', '4', '1', 'Jan'],
  ),
  row(
    'D3',
    'd is the day of the month, D of the year, u of the week from Monday, E its name',
    formatted('2024-02-29T12:00:00Z', 'UTC', 'd', 'D', 'u', 'E', 'EEEE'),
    ['29', '60', '4', 'Thu', 'Thursday'],
  ),
  row('D3', 'a Sunday is day 7', formatted('2026-03-29T12:00:00Z', 'UTC', 'u', 'E', 'EEEE'), [
    '7',
    'Sun',
    'Sunday',
  ]),
  row(
    'D4',
    'midnight and noon in the four ways to count hours',
    `return [
      Utilities.formatDate(new Date('2026-01-01T00:00:00Z'), 'UTC', 'H K k h a'),
      Utilities.formatDate(new Date('2026-01-01T12:00:00Z'), 'UTC', 'h:mm a')];`,
    ['0 0 24 12 AM', '12:00 PM'],
  ),
  row(
    'D5',
    'S is the number of milliseconds, padded, no fraction',
    `return [
      Utilities.formatDate(new Date('2026-01-01T00:00:00.007Z'), 'UTC', 'SS'),
      Utilities.formatDate(new Date('2026-01-01T00:00:00.999Z'), 'UTC', 'SSSSS')];`,
    ['07', '00999'],
  ),
  row(
    'D6',
    'X shows the offset in three widths, Z always with hours and minutes',
    formatted('2026-01-01T00:00:00Z', 'Asia/Kolkata', 'X', 'XX', 'XXX', 'Z'),
    ['+05', '+0530', '+05:30', '+0530'],
  ),
  row(
    'D6',
    'no offset is Z for X and +0000 for Z',
    formatted('2026-01-01T00:00:00Z', 'GMT', 'X', 'XXX', 'Z'),
    ['Z', 'Z', '+0000'],
  ),
  row(
    'D7',
    'z is the short name of the zone, zzzz the long one',
    `var july = new Date('2026-07-01T12:00:00Z');
      return [Utilities.formatDate(july, 'America/New_York', 'z'), Utilities.formatDate(july, 'Europe/London', 'zzzz')];`,
    ['EDT', 'British Summer Time'],
  ),
  row(
    'D8',
    'weeks begin on Sunday, the first one holds 1 January',
    formatted('2026-03-29T12:00:00Z', 'UTC', 'w', 'W'),
    ['14', '5'],
  ),
  row(
    'D9',
    'text stands between quotes, two quotes are one',
    formatted('2026-01-01T12:00:00Z', 'UTC', "'it''s' HH", "h 'o''clock'"),
    ["it's 12", "12 o'clock"],
  ),
  row(
    'D10',
    'GMT with hours is a zone',
    `var noon = new Date('2026-01-01T12:00:00Z');
      return [Utilities.formatDate(noon, 'GMT-5', 'HH z'), Utilities.formatDate(noon, 'GMT+02:00', 'HH XXX')];`,
    ['07 GMT-05:00', '14 +02:00'],
  ),
  row('D11', 'an unknown zone is GMT', formatted('2026-07-01T12:00:00Z', 'Nowhere/Bad', 'HH z'), ['12 GMT']),
  row('D12', 'offsets are those of the time', formatted('1970-01-01T00:00:00Z', 'Europe/London', 'HH'), [
    '01',
  ]),
  row('D13', 'the zone decides the day', formatted('2025-06-30T23:00:00Z', 'Europe/London', 'yyyy-MM-dd'), [
    '2025-07-01',
  ]),
  row(
    'D14',
    'a date that is none is refused',
    `return /^Exception: The parameters \\(String,String,String\\) don't match the method signature for/.test(
      thrown(function () { Utilities.formatDate('2026-01-01', 'UTC', 'yyyy'); }));`,
    true,
    'rec2',
  ),
  row(
    'D14',
    'a letter that means nothing throws',
    `return thrown(function () { Utilities.formatDate(new Date(0), 'UTC', 'yyyy-bb'); });`,
    "Exception: Illegal pattern character 'b'",
    'asm',
  ),
]);
