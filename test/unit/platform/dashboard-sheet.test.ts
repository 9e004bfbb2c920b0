import { expect, test } from '@jest/globals';
import { dashboardLooks } from '../../../src/platform/dashboard-sheet';

/** The look of a dashboard that has nothing but cells. */
const PLAIN = {
  formats: [],
  styles: [],
  widths: { first: 120, others: 80 },
  columns: 6,
  charts: [],
  rules: [],
};

/** A spreadsheet with one sheet, of ID 7. @returns The members of the sheet that are called. */
function install(): string[] {
  const called: string[] = [];
  const call = (_: object, member: string) => () => {
    called.push(member);
    return [];
  };
  const sheet = new Proxy({}, { get: call });
  const getSheetById = (id: number) => (id === 7 ? sheet : null);
  Object.assign(globalThis, { SpreadsheetApp: { getActive: () => ({ getSheetById }) } });
  return called;
}

test('a dashboard whose sheet was deleted a moment ago needs no look', () => {
  const called = install();
  expect(() => dashboardLooks.applyLook(8, PLAIN)).not.toThrow();
  expect(called).toEqual([]);
});

test('a dashboard without formats, rules and charts makes no call for them', () => {
  const called = install();
  dashboardLooks.applyLook(7, PLAIN);
  expect(called).toEqual(['setColumnWidths', 'setColumnWidth', 'setHiddenGridlines']);
});
