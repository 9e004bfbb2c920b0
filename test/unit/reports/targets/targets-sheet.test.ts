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
  const read = () => {
    sheets.reads.splice(0);
    const changes = readTargetsSheet(
      { sheets, calendar, packer: nodePacker },
      stored,
      'Europe/London',
      undefined,
    );
    stored = changes.targets ?? stored;
    return { changes, kept: parseTargets(stored, nodePacker), reads: sheets.reads.length };
  };
  return { sheets, sheet, read };
}

const BLANKS = ['', '', '', '', ''];
const line = (venue: string, target: string | number) => [venue, ...BLANKS, target, ...BLANKS];

describe('reading the targets sheet', () => {
  test('takes three reads, and tells what changed alone: a format may change what a cell holds', () => {
    const { sheet, read } = open(line('Pier', 0.92));
    expect(read().kept).toMatchObject({ lines: [], mistakes: [{ cell: 'G2' }] });
    sheet.numberFormat = (_, column) => (column === 7 ? '0%' : '');
    expect(read().kept).toMatchObject({ lines: [{ venue: 'Pier', target: 92 }], mistakes: [] });
    expect(read()).toMatchObject({ changes: {}, reads: 3 });
  });

  test('looks at merged cells, and whether the sheet goes on below the last row that is read', () => {
    const { sheet, read } = open(line('Pier', 92));
    sheet.merges = [{ row: 2, column: 1, rows: 2, columns: 1 }];
    expect(read().kept).toMatchObject({ lines: [], mistakeCount: 1 });
    sheet.merges = [];
    sheet.gridRows = 2000;
    expect(read().kept?.mistakeCount).toBe(0);
    sheet.type(1500, 7, 50);
    expect(read().kept?.mistakeCount).toBe(1);
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
    expect(read()).toMatchObject({ changes: { targets: '' }, reads: 0 });
    expect(read()).toMatchObject({ changes: {}, reads: 0 });
  });
});

describe('Set targets', () => {
  const set = (sheets: MemorySheets, known?: Parameters<typeof setTargets>[1]) => {
    const document = { readAll: () => ({}), write: () => undefined, remove: () => undefined };
    const services = { document, sheets, calendar: new ZonedCalendar(new StubClock()), packer: nodePacker };
    return setTargets(services, known);
  };

  test('leaves a sheet alone that has the name in other capitals', () => {
    const sheets = new MemorySheets();
    const sheet = sheets.add('SHIFT REPORTS Targets', [['mine']]);
    expect(set(sheets)).toMatch(/^Your targets are on “SHIFT/);
    expect(sheet.cells).toEqual([['mine']]);
  });

  test('offers known names, but none that Google takes for a formula and refuses', () => {
    const sheets = new MemorySheets();
    set(sheets, { venue: ['=1+1', '+44', 'Pier'], area: [], role: ['Chef'] });
    expect(sheets.steps.find((step) => step.startsWith('guide'))).toMatch(/: Pier, Chef, true fulfilment %,/);
  });
});
