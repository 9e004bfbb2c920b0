import { describe, expect, test } from '@jest/globals';
import { Explaining, linesIn } from '../../support/explaining';
import { RECORD } from '../../support/sample-report';

/* What a percentage of one shift is said to be of. */

/** So many shifts of the last day with these fields, each with an ID of its own. */
function shifts(count: number, changes: object) {
  return Array.from({ length: count }, (_, at) => ({
    ...RECORD,
    SHIFT_DATE: '2026-03-07',
    SHIFT_ID: 1 + at,
    ...changes,
  }));
}

describe('the percentage of a shift', () => {
  test('that no definition fits says so, and shows none', () => {
    // 8 worked are 80, 88.9 or 72.7 % of what they may be of; 20 rows are enough to say so.
    const table = new Explaining(shifts(20, { SHIFTS_WORKED_PERCENTAGE: 55 }));
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toBe('worked % fits no known definition; provisional');
    expect(told.Worked).toBeUndefined();
  });

  test('that many rows agree on has one definition', () => {
    const told = linesIn(new Explaining(shifts(20, {})).explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toBe('worked ÷ posted: 20 of 20 rows agree; provisional');
    expect([told.Worked, told.Posted]).toEqual(['8', '10']);
  });

  test('whose rows are not kept has the definition that a refresh kept', () => {
    const table = new Explaining(shifts(20, {}));
    table.forgetRows();
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE')).Basis).toBe(
      'worked ÷ posted: 20 of 20 refreshed rows agree',
    );
  });

  test('rests on the days that were over at the refresh, also when one more is', () => {
    const table = new Explaining(shifts(20, {}));
    table.book.document.remove('definitions');
    table.refreshBeforeMidnight();
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toMatch(/^the service publishes no|^worked ÷ posted or/);
  });

  test('of a shift that needed nobody rests on no row at all', () => {
    const nobody = { SHIFTS_POSTED: 0, SHIFTS_BOOKED: 0, SHIFTS_WORKED: 0, TRUE_DEMAND: 0 };
    const table = new Explaining(shifts(1, { ...nobody, SHIFTS_WORKED_PERCENTAGE: null }));
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toBe(
      'the service publishes no worked %: choose with "basis", "posted", "booked" or "true demand"; provisional',
    );
    expect(told.Worked).toBeUndefined();
  });

  test('whose counts were sent empty has none to show', () => {
    const table = new Explaining(shifts(1, { SHIFTS_WORKED: null }));
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE')).Worked).toBeUndefined();
  });

  test('of an ID that two records have: neither is taken for it', () => {
    const [shift] = shifts(1, {});
    const table = new Explaining([shift, { ...shift, SHIFTS_POSTED: 20 }], {
      columns: 'SHIFT_ID, SHIFTS_WORKED_PERCENTAGE',
    });
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE')).Worked).toBeUndefined();
  });

  test('whose rows are not kept says nothing of the record', () => {
    const table = new Explaining(shifts(1, {}), { columns: 'SHIFT_ID, SHIFTS_WORKED_PERCENTAGE' });
    table.forgetRows();
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told['Rows behind it']).toBe('1 shift record, SHIFT_ID 1');
    expect(told.Worked).toBeUndefined();
  });
});
