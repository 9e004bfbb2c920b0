import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectedScene } from '../support/connected-scene';
import { linesOf, oneValue, rowsOf, type Shown, sentenceIn } from '../support/formula-answers';
import { ANN, state } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';

/*
 * A percentage is blank where the definitions that are left differ by more than a point, or where its own records
 * disagree, and what a person says that it is made of. And lines that could be taken for another one. It is 10 March 2026.
 */

const at = connectedScene();

const DAY = '2026-03-02';
/** 5 of 10 posted and 5 of 5 booked were worked: two records do not tell which one "worked %" is. */
const CREW = { day: DAY, posted: 10, booked: 5, worked: 5 };
/** Booked is of posted or of true demand: the same here, so nothing is open. */
const AGREED = { demand: 10 };
const NOTE = 'worked % is 50.0% to 100.0%: worked ÷ booked, worked ÷ posted or worked ÷ true demand';

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
      'Choose with "basis", "booked", "posted" or "true demand": worked % is 50.0% to 100.0%.',
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

const DAYS = ['2026-02-23', '2026-03-08'] as const;
const metric = (name: string, ...options: Plain[]) => ask('SHIFT_METRIC', name, ...DAYS, ...options);

describe('true fulfilment % that records leave open', () => {
  // One record decides nothing: 60, 80 or 65 % of demand, and half of these of posted positions.
  const open: Crew = { day: '2026-02-23', posted: 200, booked: 80, worked: 60, noShows: 5, demand: 100 };
  beforeAll(() => at.scene.serve([sentRecord(open)]));

  test('is refused with choices that resolve it', () => {
    expect(sentenceIn(metric('true fulfilment %'))).toBe(
      'Choose with "basis", "true demand" or "posted": true fulfilment % is 30.0% to 80.0%.',
    );
  });

  test.each([
    ['true demand', 60],
    ['worked / true demand', 60],
    ['booked / true demand', 80],
    ['worked + no shows / true demand', 65],
    ['Booked/Posted', 40],
    ['SHIFTS_WORKED / SHIFTS_POSTED', 30],
  ])('is given with the basis %s', (basis, value) => {
    expect(oneValue(metric('true fulfilment %', 'basis', basis))).toBe(value);
  });

  test('is not chosen by a pair that it cannot be made of', () => {
    expect(sentenceIn(metric('worked %', 'basis', 'booked / true demand'))).toBe(
      'Choose another "basis": "posted", "booked" or "true demand".',
    );
    expect(at.scene.last.fetches).toBe(0);
  });
});

test('a chosen definition that the records speak against shows how many agree', async () => {
  const crews = Array.from({ length: 42 }, (_, index) => ({
    posted: 20,
    booked: 10 + (index % 4),
    worked: 7,
  }));
  await at.scene.serve(crews.map((crew) => sentRecord({ ...crew, day: '2026-02-23' })));

  const [row = []] = rowsOf(metric('worked %', 'basis', 'posted', 'evidence', true));

  expect(row[0]).toBe(35);
  expect(row[4]).toMatch(/^worked ÷ posted, as chosen: 0 of 42 rows agree/);
});

describe('a service that makes worked % of booked in January, and of posted from February on', () => {
  // 8 of 15 booked are 53.3 %, of 26 posted 30.8 %.
  const shift = (day: string, percentage: number) =>
    sentRecord({
      day,
      posted: 26,
      booked: 15,
      worked: 8,
      demand: 20,
      sent: { SHIFTS_WORKED_PERCENTAGE: percentage },
    });
  const monthOf = (month: string, percentage: number) =>
    Array.from({ length: 196 }, (_, at) =>
      shift(`2026-${month}-${String(1 + (at % 28)).padStart(2, '0')}`, percentage),
    );
  const JANUARY = ['2026-01-01', '2026-01-28'] as const;
  const FEBRUARY = ['2026-02-01', '2026-02-28'] as const;
  const evidence = (from: string, to: string) => {
    const [row = []] = rowsOf(ask('SHIFT_METRIC', 'worked %', from, to, 'evidence', true));
    return [Number(row[0]).toFixed(1), row[4]];
  };

  beforeAll(async () => {
    await at.scene.serve([...monthOf('01', 53.3), ...monthOf('02', 30.8)]);
    const report = at.scene.saveReport({ from: FEBRUARY[0], to: FEBRUARY[1] });
    state(at.scene.ask('sidebarRefreshReport', report));
  });

  test('is read by the rows of each month, whatever a refresh of February has found', () => {
    expect(oneValue(ask('SHIFT_STATUS', 'basis worked %'))).toBe(
      'worked ÷ posted: 196 of 196 refreshed rows agree',
    );
    expect(evidence(...JANUARY)).toEqual(['53.3', 'worked ÷ booked: 196 of 196 rows agree']);
    expect(evidence(...FEBRUARY)).toEqual(['30.8', 'worked ÷ posted: 196 of 196 rows agree']);
  });

  test('has no figure for both months but the one that a person chooses', () => {
    const both = [JANUARY[0], FEBRUARY[1]] as const;
    expect(sentenceIn(ask('SHIFT_METRIC', 'worked %', ...both))).toBe(
      'Choose with "basis", "posted", "booked" or "true demand": worked % fits no known definition.',
    );
    expect(oneValue(ask('SHIFT_METRIC', 'worked', ...both))).toBe(2 * 196 * 8);
    const chosen = ask('SHIFT_METRIC', 'worked %', ...both, 'basis', 'booked');
    expect(Number(oneValue(chosen)).toFixed(1)).toBe('53.3');
    const options = ['measures', 'worked %'];
    const [line] = linesOf(ask('SHIFT_COMPARE', 'venue', ...JANUARY, ...FEBRUARY, ...options));
    const note = 'worked % fits no known definition';
    expect(line).toMatchObject({ CHANGE: '', NOTES: `before: ${note}; after: ${note}` });
  });
});
