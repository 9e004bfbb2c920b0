import { beforeAll, describe, expect, test } from '@jest/globals';
import { connectedScene } from '../support/connected-scene';
import { linesOf, rowsOf } from '../support/formula-answers';
import { state } from '../support/scene';
import { type Crew, sentRecord } from '../support/shift-records';
import { DAYS, RECORDS } from '../support/two-weeks';

/* What speaks for a grouped figure, and what speaks against it. */

const at = connectedScene();

type Plain = string | number | boolean;
const WEEK = ['2026-02-09', '2026-02-15'] as const;
const DAY = '2026-02-09';

/** The venues of one finished week. */
const ask = (...options: Plain[]) =>
  at.scene.call('SHIFT_FULFILMENT_AGGREGATED', ...WEEK, 'venue', 'decimals', 10, ...options);
const serve = (...crews: readonly Crew[]) => at.scene.serve(crews.map(sentRecord));

describe('evidence beside a rate', () => {
  const booked = (venue: string, part: number, of: number): Crew => ({
    day: DAY,
    venue,
    posted: of,
    booked: part,
    worked: 0,
  });
  beforeAll(() => serve(booked('A', 9, 10), booked('B', 0, 10), booked('C', 10, 10), booked('D', 47, 50)));
  const evidence = (...options: Plain[]) =>
    rowsOf(ask('measures', 'booked %', 'evidence', true, 'basis', 'posted', 'notes', false, ...options));

  test('is its positions, the 95 % Wilson interval, basis and likeness', () => {
    const [headings, ...lines] = evidence();

    expect(headings).toEqual([
      'VENUE_NAME',
      ...['', '_N', '_LOW', '_HIGH', '_BASIS', '_LIKENESS'].map(
        (suffix) => `SHIFTS_BOOKED_PERCENTAGE${suffix}`,
      ),
    ]);
    const to2 = (value: number) => expect.closeTo(value, 2);
    expect(lines.map((line) => line.slice(0, 5))).toEqual([
      ['A', 90, 10, to2(59.58), to2(98.21)],
      ['B', 0, 10, 0, to2(27.75)],
      ['C', 100, 10, to2(72.25), 100],
      ['D', 94, 50, to2(83.78), to2(97.94)],
    ]);
    expect(lines[0]?.[5]).toMatch(/^booked ÷ posted, as chosen: /);
  });

  test('says how many records agree with a definition, and that days may be corrected', async () => {
    await at.scene.serve(RECORDS);

    const [line] = linesOf(
      at.scene.call('SHIFT_FULFILMENT_AGGREGATED', DAYS[0], DAYS[13], 'year', 'evidence', true),
    );

    expect([
      line?.SHIFTS_WORKED_PERCENTAGE_BASIS,
      line?.SHIFTS_BOOKED_PERCENTAGE_BASIS,
      line?.TRUE_FULFILMENT_PERCENTAGE_BASIS,
    ]).toEqual(
      ['worked ÷ booked', 'booked ÷ posted', 'worked ÷ true demand'].map(
        (definition) => `${definition}: 42 of 42 rows agree; newest days may still be corrected`,
      ),
    );
  });
});

describe('values that the service left empty', () => {
  test('are skipped and counted, never taken for 0', async () => {
    await serve(
      { day: DAY, posted: 10, booked: 10, worked: 5 },
      { day: DAY, posted: 10, booked: 10, worked: 5, hours: null },
      { day: DAY, posted: 10, booked: 10, worked: 5, hours: null, sent: { NO_SHOWS: null } },
    );

    const [line] = linesOf(ask('measures', 'hours worked, no shows, hours worked %'));

    expect(line).toMatchObject({ HOURS_WORKED: 40, NO_SHOWS: 0, HOURS_WORKED_PERCENTAGE: 50 });
    expect(line?.NOTES).toBe(
      '2 records without a value left out of HOURS_WORKED, HOURS_WORKED_PERCENTAGE; 1 record without a value left out of NO_SHOWS',
    );
  });
});

describe('records that came twice', () => {
  const twice = sentRecord({ day: DAY, venue: 'Pier', posted: 10, booked: 8, worked: 6 });
  const other = { ...twice, SHIFTS_POSTED: 20 };

  test('are counted once; the same SHIFT_ID with other fields is kept; the total tells', async () => {
    const zoo = sentRecord({ day: DAY, venue: 'Zoo', posted: 1, booked: 1, worked: 1 });
    await at.scene.serve([twice, twice, twice, other, zoo]);
    const told = '2 records came twice and counted once; 1 record with the SHIFT_ID of another one';

    const [pier, ...rest] = linesOf(ask('measures', 'posted, shift records', 'totals', true));

    expect(pier).toMatchObject({ SHIFTS_POSTED: 30, SHIFT_RECORDS: 2, NOTES: '' });
    expect(rest.map(({ NOTES }) => NOTES)).toEqual(['', told]);
    expect(linesOf(ask('measures', 'posted', 'venue', 'Zoo', 'totals', true))[1]?.NOTES).toBe('');
  });
});

test('a definition that the records leave open is what a refresh of more records has found', async () => {
  // 6 worked: 60 % of the posted positions, 75 % of the booked ones.
  const few: Crew = { day: DAY, venue: 'Pier', posted: 10, booked: 8, worked: 6, demand: 10 };
  const learning = await at.stage.open();
  learning.connect();
  await learning.serve(RECORDS);
  state(learning.ask('sidebarRefreshReport', learning.saveReport({ from: '2026-02-23', to: '2026-03-08' })));
  await learning.serve([sentRecord(few)]);

  const asked = ['venue', 'measures', 'worked %', 'evidence', true] as const;
  const [line] = linesOf(learning.call('SHIFT_FULFILMENT_AGGREGATED', ...WEEK, ...asked));

  expect(line).toMatchObject({
    SHIFTS_WORKED_PERCENTAGE: 75,
    SHIFTS_WORKED_PERCENTAGE_BASIS: 'worked ÷ booked: 42 of 42 refreshed rows agree',
    NOTES: '',
  });
});

test('AS_OF is when the service made the records, a real date with its time', async () => {
  await serve({ day: DAY, posted: 10, booked: 8, worked: 6 });
  const [line] = linesOf(ask('as of', true, 'dates', 'text'));
  const answers = (await at.scene.server.requests()).map(({ answerBody }) => answerBody ?? '');
  const generatedAt = /"generated_at":"([^"]+)"/.exec(answers[answers.length - 1] ?? '')?.[1] ?? '';

  expect(line?.AS_OF).toEqual(new Date(generatedAt));
});
