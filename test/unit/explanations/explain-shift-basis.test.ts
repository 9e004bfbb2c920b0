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
  test('that no definition fits is called contradicted, and no definition is shown', () => {
    // 8 worked are 80, 88.9 or 72.7 % of what they may be of; 20 rows are enough to say so.
    const table = new Explaining(shifts(20, { SHIFTS_WORKED_PERCENTAGE: 55 }));
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toBe('contradicted: no definition that we know fits');
    expect(told.Definition).toBeUndefined();
    expect(told['This record']).toBeUndefined();
  });

  test('that many rows agree on is settled', () => {
    const told = linesIn(new Explaining(shifts(20, {})).explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Definition).toBe('100 × worked ÷ posted.');
    expect(told.Basis).toBe('settled, 20 of 20 rows agree');
  });

  test('follows the definition of its own day where the service has changed it', () => {
    // 8 worked of 9 booked before 6 March, of 10 posted from then on.
    const earlier = shifts(20, { SHIFT_DATE: '2026-03-05', SHIFTS_WORKED_PERCENTAGE: 88.9 });
    const later = shifts(20, {}).map((shift, at) => ({ ...shift, SHIFT_ID: 101 + at }));
    const told = linesIn(new Explaining([...earlier, ...later]).explain('SHIFTS_WORKED_PERCENTAGE'));
    expect([told.Definition, told.Basis]).toEqual(['100 × worked ÷ booked.', 'settled, 20 of 20 rows agree']);
  });

  test('whose rows are not kept is settled by refreshes only where the row itself does not speak against it', () => {
    const table = new Explaining(shifts(20, {}));
    table.forgetRows();
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE')).Basis).toBe(
      'settled, 20 of 20 refreshed rows agree',
    );
  });

  test('rests on the days that were over at the refresh, also when one more is', () => {
    const table = new Explaining(shifts(20, {}));
    table.book.document.remove('bases');
    table.refreshBeforeMidnight();
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toMatch(/^assumed/);
  });

  test('of a shift that needed nobody rests on no row at all', () => {
    const nobody = { SHIFTS_POSTED: 0, SHIFTS_BOOKED: 0, SHIFTS_WORKED: 0, TRUE_DEMAND: 0 };
    const table = new Explaining(shifts(1, { ...nobody, SHIFTS_WORKED_PERCENTAGE: null }));
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told.Basis).toBe('assumed');
    expect(told['This record']).toBe('worked 0, posted 0');
  });

  test('whose counts were sent empty has none to show', () => {
    const table = new Explaining(shifts(1, { SHIFTS_WORKED: null }));
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'))['This record']).toBeUndefined();
  });

  test('of an ID that two records have: neither is taken for it', () => {
    const [shift] = shifts(1, {});
    const table = new Explaining([shift, { ...shift, SHIFTS_POSTED: 20 }], {
      columns: 'SHIFT_ID, SHIFTS_WORKED_PERCENTAGE',
    });
    expect(linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'))['This record']).toBeUndefined();
  });

  test('whose rows are not kept says nothing of the record but what its row shows', () => {
    const table = new Explaining(shifts(1, {}), { columns: 'SHIFT_ID, SHIFTS_WORKED_PERCENTAGE' });
    table.forgetRows();
    const told = linesIn(table.explain('SHIFTS_WORKED_PERCENTAGE'));
    expect(told['Rows behind it']).toBe('1 shift record, SHIFT_ID 1');
    expect(told['This record']).toBeUndefined();
  });
});
