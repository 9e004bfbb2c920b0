import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD } from '../../support/sample-report';

/* What the figures of a formula rest on. */

const GROUPS = '=SHIFT_FULFILMENT_AGGREGATED("2026-03-01", "2026-03-07", "venue", "measures", ';
/** Shifts of one day: twenty are enough to find what a percentage is of. */
const SHIFTS = Array.from({ length: 20 }, (_, at) => ({
  ...RECORD,
  SHIFT_DATE: '2026-03-07',
  SHIFT_ID: 1 + at,
}));

describe('a formula', () => {
  test('without a connection says to connect, and its days all the same', () => {
    const table = new Explaining();
    table.disconnect();
    expect(linesIn(table.explainFormula('=SHIFT_METRIC("posted", "2026-03-01", "2026-03-07")'))).toEqual({
      Dates: '2026-03-01 to 2026-03-07',
      Period: '1–7 Mar 2026',
      Freshness: 'Connect first: nothing can be read.',
    });
  });

  test('of groups with a percentage of hours has one definition', () => {
    const told = linesIn(new Explaining().explainFormula(`${GROUPS}"hours worked %")`));
    expect(told['Hours worked %']).toBe('100 × hours worked ÷ hours scheduled, sums over the rows.');
  });

  test('of groups with a percentage that nothing fits says so', () => {
    const table = new Explaining(SHIFTS.map((shift) => ({ ...shift, SHIFTS_WORKED_PERCENTAGE: 55 })));
    const told = linesIn(table.explainFormula(`${GROUPS}"worked %")`));
    expect(told['Worked %']).toBe('Worked % fits no known definition.');
  });

  test('of groups with a percentage that the rows tell says by how many', () => {
    const told = linesIn(new Explaining(SHIFTS).explainFormula(`${GROUPS}"worked %")`));
    expect(told['Worked %']).toBe(
      '100 × worked ÷ posted, sums over the rows. Worked ÷ posted: 20 of 20 rows agree.',
    );
  });

  test('of one percentage that nothing fits has no figure, and why', () => {
    const table = new Explaining(SHIFTS.map((shift) => ({ ...shift, SHIFTS_WORKED_PERCENTAGE: 55 })));
    const told = linesIn(table.explainFormula('=SHIFT_METRIC("worked %", "2026-03-01", "2026-03-07")'));
    expect(told.Recalculated).toBe('No figure: worked % fits no known definition.');
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
    expect(linesIn(table.explainFormula(`${trend})`)).Note).toBe(
      `1 earlier line with notes. ${note('2')}. ${note('4')}. ${note('5')}.`,
    );
    expect(linesIn(table.explainFormula(`${trend}, "evidence", TRUE)`)).Note).toBeUndefined();
  });

  test('with NOTES leaves to them what records it leaves out', () => {
    const table = new Explaining(
      SHIFTS.map((shift, at) => ({ ...shift, SHIFTS_WORKED: at < 19 ? 8 : null })),
    );
    expect(linesIn(table.explainFormula(`${GROUPS}"worked")`)).Note).toBeUndefined();
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
      'worked ÷ posted: 0 of 5 rows agree; provisional',
      'No figure: worked % = worked ÷ posted: 0 of 5 rows agree.',
    ]);
  });

  test.each([
    ['#ERROR!', 'Shows #ERROR!: its last calculation failed. Point at the cell to read why.'],
    [
      '#REF!',
      'Shows #REF!: its result has no room, or a cell that it names is gone. Point at the cell to read which.',
    ],
    [
      '#NAME?',
      'Shows #NAME?: Google Sheets did not know one of its names. Put quotation marks around words.',
    ],
    ['#N/A', 'Shows #N/A: point at the cell to read why.'],
    ['#DIV/0!', 'Shows #DIV/0!: point at the cell to read why.'],
  ])('whose cell shows %s says so first, and then what a new calculation gives', (code, shown) => {
    const formula = '=SHIFT_METRIC("records", "2026-03-01", "2026-03-07")';
    const explained = new Explaining(SHIFTS).explainFormula(formula, {}, code);
    expect(explained.lines[0]).toEqual({ label: 'This cell', value: shown });
    expect(linesIn(explained).Recalculated).toBe(
      '20, from the rows that are kept now: a new calculation gives this.',
    );
  });

  test.each([
    ['"posted"', '"venue", "Nowhere"', 'Choose another venue: no refresh has seen "Nowhere".'],
    ['"posted"', '"area", "Moon"', 'Choose another area: no refresh has seen "Moon".'],
    ['"posted"', '"basis", "posted"', 'Leave "basis" out: these figures are not percentages of the service.'],
    ['"worked %"', '"basis", "unfilled"', /^"basis" must be /],
  ])('of %s whose cell shows an error because of %s: that, and no figure', (metric, option, problem) => {
    const formula = `=SHIFT_METRIC(${metric}, "2026-03-01", "2026-03-07", ${option})`;
    const told = linesIn(new Explaining(SHIFTS).explainFormula(formula, {}, '#ERROR!'));
    expect(told.Problem).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
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
