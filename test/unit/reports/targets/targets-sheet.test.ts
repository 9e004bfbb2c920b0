import { describe, expect, test } from '@jest/globals';
import { readTargetsSheet, setTargets } from '../../../../src/reports/targets/targets-sheet';
import { parseTargets } from '../../../../src/targets/read-targets';
import { MemorySheets } from '../../../support/memory-sheets';
import { nodePacker } from '../../../support/node-text';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';
import { HEADINGS } from '../../targets/targets-scene';

const NAME = 'Shift Reports targets';
const calendar = { serial: (millis: number) => millis / 86_400_000 + 25_569 };

function open(...rows: (string | number)[][]) {
  const sheets = new MemorySheets();
  const sheet = sheets.add(NAME, [[...HEADINGS], ...rows]);
  let stored: string | undefined;
  const read = (isThorough = false) => {
    sheets.reads.splice(0);
    const services = { sheets, calendar, packer: nodePacker };
    const text = readTargetsSheet(services, stored, 'Europe/London', isThorough);
    stored = text ?? stored;
    return { text, kept: parseTargets(stored, nodePacker), reads: sheets.reads.length };
  };
  return { sheets, sheet, read };
}

const BLANKS = ['', '', '', '', ''];
const line = (venue: string, target: string | number) => [venue, ...BLANKS, target, ...BLANKS];

describe('reading the targets sheet', () => {
  test('asks for values alone while they stay, and says that nothing changed', () => {
    const { sheet, read } = open(line('Pier', 92));
    expect(read().kept?.lines).toMatchObject([{ venue: 'Pier', target: 92 }]);
    expect(read()).toMatchObject({ text: undefined, reads: 1 });
    sheet.type(2, 7, 93);
    expect(read().kept?.lines).toMatchObject([{ target: 93 }]);
    expect(read(true)).toMatchObject({ text: undefined, reads: 3 });
  });

  test('looks at formats each time while a line has a mistake: a format may mend it', () => {
    const { sheet, read } = open(line('Pier', 0.92));
    expect(read().kept).toMatchObject({ lines: [], mistakes: [expect.stringContaining('0.92% or 92%')] });
    sheet.numberFormat = (_, column) => (column === 7 ? '0%' : '');
    expect(read().kept?.lines).toMatchObject([{ target: 92 }]);
    expect(read().reads).toBe(1);
  });

  test('lists merged cells, and lines below the last row that is read', () => {
    const { sheet, read } = open(line('Pier', 92), line('', 80));
    sheet.merges = [{ row: 2, column: 1, rows: 2, columns: 1 }];
    expect(read().kept).toMatchObject({
      lines: [],
      mistakes: [2, 3].map((row) => `Line ${row}: unmerge the cells of Venue. Merged cells read as blank.`),
    });
    sheet.merges = [];
    sheet.gridRows = 2000;
    sheet.type(1500, 7, 50);
    expect(read().kept?.mistakes).toEqual(['Shorten the targets sheet to 200 lines.']);
  });

  test('passes over an example', () => {
    const { read } = open(line('Example: Grand Hotel', 92), line('Pier', 80));
    expect(read().kept).toMatchObject({ lines: [{ line: 3, venue: 'Pier' }], mistakes: [] });
  });

  test('takes over the number format of money', () => {
    const { sheet, read } = open([...line('Pier', 92).slice(0, 9), 18.5, '', '']);
    sheet.numberFormat = (row, column) => (row === 2 && column === 10 ? '[$£]#,##0.00' : '0');
    expect(read().kept?.moneyFormat).toBe('[$£]#,##0.00');
  });

  test('follows a sheet that was renamed, and forgets one that is gone', () => {
    const { sheets, sheet, read } = open(line('Pier', 92));
    read();
    sheet.tab = 'Ours';
    sheet.type(2, 7, 91);
    expect(read().kept?.lines).toMatchObject([{ target: 91 }]);
    sheets.delete(sheet);
    expect(read()).toMatchObject({ text: '', reads: 0 });
    expect(read()).toMatchObject({ text: undefined, reads: 0 });
  });
});

test('Set targets leaves a sheet alone that has the name in other capitals', () => {
  const sheets = new MemorySheets();
  const sheet = sheets.add('SHIFT REPORTS Targets', [['mine']]);
  const document = { readAll: () => ({}), write: () => undefined, remove: () => undefined };
  const furnishing = { furnish: () => undefined };
  const zoned = new ZonedCalendar(new StubClock());
  expect(
    setTargets({ document, sheets, calendar: zoned, packer: nodePacker, furnishing }, undefined),
  ).toMatch(/^Your targets are on “SHIFT/);
  expect(sheet.cells).toEqual([['mine']]);
});
