import { describe, expect, jest, test } from '@jest/globals';
import type { ReportSheet } from '../../../src/reports/ports';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD, SETTLING_RECORDS, SILENT_RECORD, US_CONNECTION } from '../../support/sample-report';

/* What a formula asks, in words. Today is Tuesday, 10 March 2026, in London. */

const table = new Explaining([RECORD, { ...RECORD, SHIFT_ID: 2, VENUE_NAME: 'Pier', SHIFTS_POSTED: 4 }]);
const told = (formula: string, cells = {}) => linesIn(table.explainFormula(formula, cells));

describe('a formula is explained', () => {
  test('as a list: what it lists, and neither a period nor figures', () => {
    const { title, lines } = table.explainFormula('=SHIFT_LIST("venues", "last week")');
    expect(title).toBe('SHIFT_LIST');
    expect(lines).toEqual([{ label: 'Asks', value: 'venues' }]);
  });

  test('as shifts: percentages are the service’s, so none is worked out', () => {
    const lines = told('=SHIFT_FULFILMENT("2026-03-01", "2026-03-07")');
    expect(Object.keys(lines)).toEqual(['Period', 'Fetched', 'Data as of', 'Correlation ID']);
  });

  test('as groups, with a line for each percentage that the service publishes where none is named', () => {
    expect(Object.keys(told('=SHIFT_FULFILMENT_AGGREGATED("2026-03-01", "2026-03-07", "venue")'))).toEqual([
      'Period',
      'Booked %',
      'Unfilled %',
      'Worked %',
      'No shows %',
      'True fulfilment %',
      'Note',
      'Grouped by',
      'Fetched',
      'Data as of',
      'Correlation ID',
    ]);
  });

  test('not where it calls none of our functions', () => {
    expect(table.explainFormula('=SUM(A1:A3)').title).toMatch(
      /^Select a figure in a table, formula or dashboard/,
    );
  });

  test('as worker turnover: its days, and nothing of the shifts of these days', () => {
    expect(told('=WORKER_TURNOVER("2026-03-01", "2026-03-07")')).toEqual({ Period: '1–7 Mar 2026' });
  });

  test('of a cell with a time of day: its day, as the formula reads it', () => {
    const cells = { A1: [[new Date('2026-03-02T18:30:00Z')]], A2: [[new Date('2026-03-04T09:00:00Z')]] };
    expect(told('=SHIFT_METRIC("posted", A1, A2)', cells).Period).toBe('2–4 Mar 2026');
  });

  test('with blank dates: the last 7 days', () => {
    expect(told('=SHIFT_METRIC("posted")').Period).toBe('3–9 Mar 2026');
  });
});

describe('in the region US, where weeks begin on Sunday, a formula is explained', () => {
  const american = new Explaining([RECORD], {}, US_CONNECTION);
  const period = (formula: string) => linesIn(american.explainFormula(formula)).Period;

  test.each([
    ['=SHIFT_METRIC("posted", "last week")', '1–7 Mar 2026'],
    ['=SHIFT_METRIC("posted", "last week", , "week starts", "Monday")', '2–8 Mar 2026'],
    ['=SHIFT_TREND("posted")', '7 Dec 2025–7 Mar 2026'],
    ['=SHIFT_COMPARE(, , , "last week")', '22–28 Feb 2026, compared with 1–7 Mar 2026'],
  ])('%s is about %s', (formula, days) => {
    expect(period(formula)).toBe(days);
  });
});

test('a figure is explained by what it is made of first, then by what it means', () => {
  const page = new Explaining(SETTLING_RECORDS);
  const { lines } = page.explainFormula('=SHIFT_METRIC("worked %", "2026-03-01", "2026-03-07")');
  expect(lines.map(({ label }) => label)).toEqual([
    ...['Period', 'Made of', 'Basis', 'Rows behind it', 'Recalculated'],
    ...['Likely range', 'Meaning', 'Fetched', 'Data as of', 'Correlation ID'],
  ]);
});

test.each([
  ['=SHIFT_METRIC(worked %, "last week")', 'Put quotation marks around worked %.'],
  ['=SHIFT_METRIC("worked %"; last week)', 'Put quotation marks around last week.'],
])('%s lacks its quotation marks, and is told so', (formula, sentence) => {
  expect(told(formula).Arguments).toBe(sentence);
});

describe('the percentage of a formula', () => {
  const METRIC = '=SHIFT_METRIC("worked %", "2026-03-01", "2026-03-07"';

  test('rests on what refreshes have found out where its own rows do not say', () => {
    const page = new Explaining(SETTLING_RECORDS);
    page.change([SILENT_RECORD]);
    const { Basis, Recalculated: again } = linesIn(page.explainFormula(`${METRIC})`));
    expect([Basis, again]).toEqual([
      'worked ÷ booked: 23 of 23 refreshed rows agree; newest days may still be corrected',
      '66.9%.',
    ]);
  });

  test('is of what the formula says, whatever the rows say', () => {
    const page = new Explaining(SETTLING_RECORDS);
    const told = linesIn(page.explainFormula(`${METRIC}, "basis", "posted")`));
    expect(told.Basis).toMatch(/^worked ÷ posted, as chosen: 0 of 23 rows agree/);
    // 184 of 230.
    expect(told.Recalculated).toBe('80.0%.');
  });
});

test('a count over days of which the last is today is 0 without records; over days to come it has no figure', () => {
  const page = new Explaining([]);
  const { clock } = page.book.fetching;
  const again = (day: string) => {
    clock.advance((Date.parse(`${day}T12:00:00Z`) - clock.now()) / 1000);
    page.book.refresh();
    return linesIn(page.explainFormula('=SHIFT_METRIC("worked", "2026-03-01", "2026-03-07")')).Recalculated;
  };
  expect(again('2026-02-28')).toBe('Blank.');
  expect(again('2026-03-07')).toBe('0.');
  expect(again('2026-03-09')).toBe('0.');
});

test('a comparison without a figure is of true fulfilment, by venue; a trend that its cell refuses is told so', () => {
  const lines = told('=SHIFT_COMPARE(, "2026-03-01", "2026-03-03", "2026-03-04", "2026-03-07")');
  expect(lines).toMatchObject({
    'Grouped by': 'venue',
    Period: '1–3 Mar 2026, compared with 4–7 Mar 2026',
    'True fulfilment %': expect.any(String),
  });
  expect(told('=SHIFT_TREND("posted", , , "venue")').Arguments).toMatch(
    /^Begin with a period, such as "week"/,
  );
});

describe('an argument that is a reference', () => {
  test('is read as what stands in its cells: every name of a block is a criterion', () => {
    const block = { 'A1:A2': [['Pier'], [RECORD.VENUE_NAME]] };
    const lines = told('=SHIFT_METRIC("posted", "2026-03-01", "2026-03-07", "venue", A1:A2)', block);
    expect(lines['Made of']).toBe('14 posted');
    expect(told('=SHIFT_METRIC("posted", B1)', { B1: [['last week']] }).Period).toBe('2–8 Mar 2026');
  });

  test.each(['TODAY()-7', 'Gone!A1'])('is named where it cannot be read, and not guessed: %s', (argument) => {
    expect(told(`=SHIFT_METRIC("posted", ${argument})`)).toEqual({
      Arguments: `Calculated by another formula (${argument}), which is not repeated here.`,
    });
  });
});

test('a cell far from A1 is not searched for a formula that reaches it', () => {
  const page = new Explaining();
  const read = jest.fn(() => [['']]);
  const sheet = { id: 1, readFormulas: read, readBlock: read } as unknown as ReportSheet;
  const told = page.ask({ sheetId: 1, row: 50_001, column: 2, read: () => undefined }, sheet);
  expect(told.title).toMatch(/^Select a figure in a table/);
  // Its own formula.
  expect(read).toHaveBeenCalledTimes(1);
});

const GROUPS = '=SHIFT_FULFILMENT_AGGREGATED("2026-03-01", "2026-03-07", "venue", "measures", ';
/** Shifts of one day: twenty are enough to find what a percentage is of. */
const SHIFTS = Array.from({ length: 20 }, (_, at) => ({
  ...RECORD,
  SHIFT_DATE: '2026-03-07',
  SHIFT_ID: 1 + at,
}));

describe('what the figures of a formula rest on', () => {
  test('without a connection says its days all the same', () => {
    const table = new Explaining();
    table.disconnect();
    expect(linesIn(table.explainFormula('=SHIFT_METRIC("posted", "2026-03-01", "2026-03-07")'))).toEqual({
      Period: '1–7 Mar 2026',
      Freshness: 'No rows are kept of these days: the next calculation asks the service.',
    });
  });

  test('of groups with a percentage of hours has one definition', () => {
    const told = linesIn(new Explaining().explainFormula(`${GROUPS}"hours worked %")`));
    expect(told['Hours worked %']).toBe('Hours worked ÷ hours scheduled.');
  });

  test('of groups with a percentage that nothing fits says so', () => {
    const table = new Explaining(SHIFTS.map((shift) => ({ ...shift, SHIFTS_WORKED_PERCENTAGE: 55 })));
    const told = linesIn(table.explainFormula(`${GROUPS}"worked %")`));
    expect(told['Worked %']).toBe('Worked % fits no known definition.');
  });

  test('of groups with a percentage that the rows tell says by how many', () => {
    const told = linesIn(new Explaining(SHIFTS).explainFormula(`${GROUPS}"worked %")`));
    expect(told['Worked %']).toBe('Worked ÷ posted: 20 of 20 rows agree.');
  });

  test('of one percentage that nothing fits has no figure, and why', () => {
    const table = new Explaining(SHIFTS.map((shift) => ({ ...shift, SHIFTS_WORKED_PERCENTAGE: 55 })));
    const told = linesIn(table.explainFormula('=SHIFT_METRIC("worked %", "2026-03-01", "2026-03-07")'));
    expect([told.Basis, told.Recalculated]).toEqual([
      'worked % fits no known definition; newest days may still be corrected',
      'Blank.',
    ]);
  });

  test.each([
    ['=SHIFT_TREND("worked", "2026-03-01", "2026-03-07", "day")', 'SHIFTS_WORKED'],
    [`${GROUPS}"worked", "notes", FALSE)`, 'SHIFTS_WORKED'],
    ['=SHIFT_TREND("worked %", "2026-03-01", "2026-03-07", "day")', 'SHIFTS_WORKED_PERCENTAGE'],
  ])('without NOTES says which records it leaves out: %s', (formula, name) => {
    const records = SHIFTS.concat(SHIFTS.slice(0, 3).map((shift) => ({ ...shift, SHIFT_ID: 30 })));
    const table = new Explaining(
      records.map((shift, at) => ({ ...shift, SHIFT_ID: 1 + at, SHIFTS_WORKED: at < 20 ? 8 : null })),
    );
    expect(linesIn(table.explainFormula(formula)).Note).toBe(
      `3 records without a value left out of ${name}.`,
    );
  });

  test('of a trend names the newest periods whose own records publish something else', () => {
    const none = { SHIFTS_WORKED: 0, HOURS_WORKED: 0 };
    const days = ['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05'].flatMap((day) => [day, day]);
    const zeroed = days.map((SHIFT_DATE, at) => ({ ...RECORD, ...none, SHIFT_DATE, SHIFT_ID: 100 + at }));
    const table = new Explaining(
      [...Array(3).keys()]
        .flatMap((at) => SHIFTS.map((shift) => ({ ...shift, SHIFT_ID: 1000 * at + shift.SHIFT_ID })))
        .concat(zeroed),
    );
    const trend = '=SHIFT_TREND("worked %", "2026-03-01", "2026-03-07", "day"';
    const note = (day: string) => `${day} Mar 2026: worked % = worked ÷ posted: 0 of 2 rows agree`;
    expect(linesIn(table.explainFormula(`${trend})`)).Note).toBe(`${note('2')}. ${note('4')}. ${note('5')}.`);
  });

  test('of one percentage that its own records disagree with has no figure, and why', () => {
    const zoo = { VENUE_NAME: 'Zoo', SHIFTS_WORKED: 0 };
    const records = [...Array(90).keys()].map((at) => ({
      ...RECORD,
      SHIFT_DATE: '2026-03-07',
      SHIFT_ID: 1 + at,
      ...(at < 5 ? zoo : {}),
    }));
    const formula = '=SHIFT_METRIC("worked %", "2026-03-01", "2026-03-07", "venue", "Zoo")';
    const told = linesIn(new Explaining(records).explainFormula(formula));
    expect([told.Basis, told.Recalculated]).toEqual([
      'worked ÷ posted: 0 of 5 rows agree; newest days may still be corrected',
      'Blank.',
    ]);
  });

  test.each(['#ERROR!', '#REF!', '#NAME?', '#N/A', '#DIV/0!'])(
    'whose cell shows %s says so first, and then what a new calculation gives',
    (code) => {
      const formula = '=SHIFT_METRIC("records", "2026-03-01", "2026-03-07")';
      const explained = new Explaining(SHIFTS).explainFormula(formula, {}, code);
      const value = `Shows ${code}: point at the cell to read why.`;
      expect(explained.lines[0]).toEqual({ label: 'This cell', value });
      expect(linesIn(explained).Recalculated).toBe('20.');
    },
  );

  test.each([
    ['"posted"', '"venue", "Nowhere"', 'Choose another venue: no refresh has seen “Nowhere”.'],
    ['"posted"', '"area", "Moon"', 'Choose another area: no refresh has seen “Moon”.'],
    ['"posted"', '"basis", "posted"', 'Leave "basis" out: these figures are not percentages of the service.'],
    ['"worked %"', '"basis", "unfilled"', /^"basis" must be /],
  ])('of %s whose cell shows an error because of %s: that, and no figure', (metric, option, problem) => {
    const formula = `=SHIFT_METRIC(${metric}, "2026-03-01", "2026-03-07", ${option})`;
    const told = linesIn(new Explaining(SHIFTS).explainFormula(formula, {}, '#ERROR!'));
    expect(told.Arguments).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
    expect(told.Recalculated).toBeUndefined();
  });

  test.each([20, 'Total', '', '#1 venue', null])(
    'whose cell shows %p has nothing to say of an error',
    (value) => {
      const formula = '=SHIFT_METRIC("records", "2026-03-01", "2026-03-07")';
      const told = linesIn(new Explaining(SHIFTS).explainFormula(formula, {}, value));
      expect([told['This cell'], told.Recalculated]).toEqual([undefined, '20.']);
    },
  );

  test('of groups whose cell shows an error says so, too', () => {
    const told = linesIn(new Explaining(SHIFTS).explainFormula(`${GROUPS}"worked %")`, {}, '#REF!'));
    expect(told['This cell']).toMatch(/^Shows #REF!: /);
  });
});
