import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectedScene } from '../support/connected-scene';
import { oneValue, rowsOf, type Shown, sentenceIn } from '../support/formula-answers';
import { ANN, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/*
 * A percentage is blank where the definitions that are left differ by more than a point, or where its own records
 * disagree. And lines that could be taken for another one.
 */

const at = connectedScene();

const DAY = '2026-03-02';
/** 5 of 10 posted and 5 of 5 booked were worked: two records do not tell which one "worked %" is. */
const CREW = { day: DAY, posted: 10, booked: 5, worked: 5 };
/** Booked is of posted or of true demand: the same here, so nothing is open. */
const AGREED = { demand: 10 };
const NOTE = 'worked % is 50.0 to 100.0: worked ÷ booked, worked ÷ posted or worked ÷ true demand';

type Plain = string | number | boolean | undefined;
const ask = (name: string, ...args: Plain[]) => at.scene.call(name, ...args);
const byVenue = (...options: Plain[]) =>
  rowsOf(ask('SHIFT_FULFILMENT_AGGREGATED', DAY, DAY, 'venue', 'measures', 'booked %, worked %', ...options));

describe('worked % that the records leave open', () => {
  beforeAll(async () => {
    await at.scene.serve([sentRecord({ ...CREW, ...AGREED, venue: 'Pier' })]);
  });

  test('is refused as one number', () => {
    expect(sentenceIn(ask('SHIFT_METRIC', 'worked %', DAY, DAY))).toBe(
      'Choose with "basis", "booked", "posted" or "true demand": worked % is 50.0 to 100.0.',
    );
  });

  test.each<[string, Plain[], Shown[]]>([
    ['is blank, and NOTES says why', [], ['Pier', 50, '', NOTE]],
    ['is blank without NOTES', ['notes', false], ['Pier', 50, '']],
    [
      'is blank, and BASIS says why',
      ['evidence', true, 'columns', 'worked %, worked % basis'],
      ['', `${NOTE}; newest days may still be corrected`],
    ],
    ['is shown with a basis', ['notes', false, 'basis', 'booked', 'columns', 'worked %'], [100]],
  ])('%s', (_, options, expected) => {
    expect(byVenue(...options)[1]).toEqual(expected);
  });

  test('is blank in a comparison, and so is what follows from it', () => {
    const compare = (...options: Plain[]) =>
      rowsOf(ask('SHIFT_COMPARE', 'venue', DAY, DAY, DAY, DAY, 'measures', 'worked %', ...options))[1]?.slice(
        1,
        6,
      );
    expect(compare('notes', false)).toEqual(['', '', '', '', '']);
    expect(compare()).toEqual(['', '', '', '', '']);
  });

  test.each<[string, (string | number)[]]>([
    ['DAY, booked %, worked %', [50, '']],
    ['DAY, booked %, worked %, NOTES', [50, '']],
  ])('in a saved report with the columns %s stands as %j', (columns, expected) => {
    const sheet = `Days ${columns.length}`;
    const report = { report: 'shift_fulfilment_aggregated', groupBy: 'day', columns, sheet } as const;
    const id = at.scene.saveReport({ ...report, from: DAY, to: DAY });
    state(at.scene.refresh(id));

    expect(at.scene.book.values(`${sheet}!B2:C2`)[0]).toEqual(expected);

    at.scene.book.as(ANN).select(`${sheet}!C2`);
    expect(JSON.stringify(at.scene.ask('sidebarExplainCell'))).toMatch(/, matches the cell[.:]/);
  });
});

describe('worked % of a venue whose records publish something else', () => {
  const SAID = 'worked % = worked ÷ booked: 0 of 6 rows agree';
  const REFUSED = `Choose with "basis", "posted", "booked" or "true demand": ${SAID}.`;
  const worked = ['measures', 'worked %', 'basis', 'auto'] as const;
  const grouped = (...options: Plain[]) =>
    rowsOf(ask('SHIFT_FULFILMENT_AGGREGATED', DAY, DAY, 'venue', ...worked, ...options)).slice(1);

  beforeAll(async () => {
    const right = { day: DAY, venue: 'Pier', posted: 12, booked: 10, worked: 9 };
    // The service's count of worked positions has become 0, its percentage has not.
    const zero = { SHIFTS_WORKED: 0, HOURS_WORKED: 0, SHIFTS_WORKED_PERCENTAGE: 90 };
    await at.scene.serve([
      ...Array.from({ length: 90 }, () => sentRecord(right)),
      ...Array.from({ length: 6 }, () => sentRecord({ ...right, venue: 'Zoo', sent: zero })),
    ]);
  });

  test('is refused as one number, but for its evidence', () => {
    const metric = (...options: Plain[]) => ask('SHIFT_METRIC', 'worked %', DAY, DAY, ...options);
    expect(sentenceIn(metric('venue', 'Zoo'))).toBe(REFUSED);
    expect(oneValue(metric('venue', 'Pier'))).toBe(90);
    expect(rowsOf(metric('venue', 'Zoo', 'evidence', true))[0]?.slice(0, 8)).toEqual([
      ...['', 60, '', '', 'worked ÷ booked: 0 of 6 rows agree; newest days may still be corrected', ''],
    ]);
  });

  test('is blank, and NOTES says why', () => {
    expect(grouped()).toEqual([
      ['Pier', 90, ''],
      ['Zoo', '', SAID],
    ]);
    expect(grouped('notes', false)).toEqual([
      ['Pier', 90],
      ['Zoo', ''],
    ]);
  });

  test('is blank in a trend', () => {
    const trend = (by: string, ...options: Plain[]) =>
      rowsOf(ask('SHIFT_TREND', 'worked %', DAY, DAY, by, ...options)).map((line) => line.slice(1));
    expect(trend('day, venue')).toEqual([
      ['Pier', 'Zoo'],
      [90, ''],
    ]);
    expect(sentenceIn(ask('SHIFT_TREND', 'worked %', DAY, DAY, 'day', 'venue', 'Zoo'))).toBe(REFUSED);
  });
});

describe('a line that could be taken for another one', () => {
  const posted = (venue: string, count: number) => ({ day: DAY, venue, posted: count, booked: 1, worked: 1 });
  beforeAll(async () => {
    const rows = [posted('Total', 5), posted('Pier', 3), posted('   ', 2)].map(sentRecord);
    await at.scene.serve([...rows, { ...rows[0], SHIFT_ID: 99, VENUE_NAME: null, SHIFTS_POSTED: 1 }]);
  });
  const DATES = ['2026-03-01', '2026-03-03'] as const;

  test('is one with the records that have no venue where its name is nothing but blanks', () => {
    const trend = rowsOf(ask('SHIFT_TREND', 'posted', ...DATES, 'day, venue', 'incomplete', 'show'));
    expect(trend[0]).toEqual(['DAY', 'Total', 'Pier', '(no name)']);
    expect(rowsOf(ask('SHIFT_LIST', 'venues', ...DATES))).toEqual([['Pier'], ['Total']]);
    expect(oneValue(ask('SHIFT_METRIC', 'posted', ...DATES))).toBe(11);
  });
});
