import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ScriptWorld, scriptWorld } from '../../contract/platform-facts/script-world';

const CODE = `
function observe(source) {
  var book = SpreadsheetApp.getActive();
  var sheet = book.getSheetByName('Sheet1');
  try { return new Function('book', 'sheet', source)(book, sheet); }
  catch (error) { return error.name + ': ' + error.message; }
}
`;

let world: ScriptWorld;
beforeEach(() => {
  world = scriptWorld(CODE);
});
afterEach(() => world.dispose());

/** What a script sees, run as Ann. */
function observe(source: string): unknown {
  const result = world.ann.callFromSidebar('observe', source);
  return result.kind === 'success' ? result.value : result;
}

function methods(): string[] {
  return world.emulator.executions.at(-1)?.calls.map(({ method }) => method) ?? [];
}

describe('SpreadsheetApp', () => {
  test('writes and reads texts, numbers, dates, formulas, formats, notes and looks', () => {
    const seen = observe(`
      var range = sheet.getRange(2, 2, 1, 3);
      range.setValues([["'=x", 12.5, '=B1']]).setNumberFormats([['', '0.0"%"', '0']]).setNotes([['n', '', '']]);
      range.setFontWeight('bold').setBackground('#eeeeee').setWrap(true);
      return [range.getValues(), range.getDisplayValues(), range.getFormulas(), range.getNumberFormats(),
        range.getNotes(), range.getFontWeight(), range.getBackground(), range.getFontColor()];`);

    expect(seen).toEqual([
      [['=x', 12.5, '']],
      [['=x', '12.5%', '']],
      [['', '', '=B1']],
      [['0.###############', '0.0"%"', '0']],
      [['n', '', '']],
      'bold',
      '#eeeeee',
      '#000000',
    ]);
  });

  test('knows where a range lies without asking anyone', () => {
    expect(
      observe(`var range = sheet.getRange('B3:D7'); return [range.getRow(), range.getColumn(), range.getNumRows(),
        range.getNumColumns(), range.getLastRow(), range.getLastColumn(), range.getA1Notation(),
        range.getSheet().getName(), range.offset(1, 1).getA1Notation(), range.getCell(2, 2).getA1Notation()];`),
    ).toEqual([3, 2, 5, 3, 7, 4, 'B3:D7', 'Sheet1', 'C4:E8', 'C4']);
    expect(methods().filter((method) => method.startsWith('Range.'))).toEqual([]);
  });

  test('grows and shrinks a sheet, and freezes, hides and sizes it', () => {
    expect(
      observe(`sheet.insertRowsAfter(1000, 5); sheet.insertColumnsAfter(26, 2); sheet.deleteColumns(1, 3);
        sheet.deleteRow(1); sheet.setFrozenRows(1).setColumnWidth(2, 150);
        var other = book.insertSheet('Other', 1); sheet.hideSheet();
        return [sheet.getMaxRows(), sheet.getMaxColumns(), sheet.getFrozenRows(), sheet.getColumnWidth(2),
          sheet.isSheetHidden(), other.getIndex(), book.getActiveSheet().getName()];`),
    ).toEqual([1004, 25, 1, 150, true, 2, 'Other']);
  });

  test('finds sheets by ID whatever their name, and by name exactly', () => {
    expect(
      observe(`var id = book.insertSheet('Report', 1).getSheetId(); book.getSheetById(id).setName('Renamed');
        return [book.getSheetById(id).getName(), book.getSheetByName('Report'), book.getSheetByName('renamed'),
          book.getSheetById(12345), book.getSheets().map(function (each) { return each.getName(); })];`),
    ).toEqual(['Renamed', null, null, null, ['Sheet1', 'Renamed']]);
  });

  test('keeps named ranges', () => {
    expect(
      observe(`book.setNamedRange('STAMP', sheet.getRange('B2')); book.getRangeByName('stamp').setValue(5);
        var names = book.getNamedRanges().map(function (each) { return each.getName() + each.getRange().getA1Notation(); });
        book.removeNamedRange('STAMP');
        return [sheet.getRange('B2').getValue(), names, book.getRangeByName('STAMP')];`),
    ).toEqual([5, ['STAMPB2'], null]);
  });

  test('copies everything, or values alone', () => {
    expect(
      observe(`sheet.getRange('A1:B1').setValues([[5, '=ECHO(A1)']]).setNumberFormat('0.00').setNote('n');
        sheet.getRange('A1:B1').copyTo(sheet.getRange('A3'));
        sheet.getRange('A1:B1').copyTo(sheet.getRange('A5'), { contentsOnly: true });
        var copies = sheet.getRange('A3:B5');
        return [copies.getFormulas()[0], copies.getDisplayValues(), copies.getNotes()[0], copies.getFormulas()[2]];`),
    ).toEqual([
      ['', '=ECHO(A3)'],
      [
        ['5.00', ''],
        ['', ''],
        ['5', ''],
      ],
      ['n', 'n'],
      ['', ''],
    ]);
  });

  test('does the same to each range of a list, in one call', () => {
    expect(
      observe(`sheet.getRangeList(['A1:A2', 'C1']).setNumberFormat('0.00').setFontWeight('bold');
        return [sheet.getRange('C1').getNumberFormat(), sheet.getRange('A2').getFontWeight()];`),
    ).toEqual(['0.00', 'bold']);
    expect(methods()).toContain('RangeList.setNumberFormat');
  });

  test.each([
    ['book.getOwner()', 'Exception: Spreadsheet.getOwner is not emulated'],
    ['sheet.sort(1)', 'Exception: Sheet.sort is not emulated'],
    ['sheet.getRange(1, 1).setTextRotation(45)', 'Exception: Range.setTextRotation is not emulated'],
    ['SpreadsheetApp.newDataValidation()', 'Exception: SpreadsheetApp.newDataValidation is not emulated'],
    ['sheet.newChart().asScatterChart()', 'Exception: EmbeddedChartBuilder.asScatterChart is not emulated'],
    [
      'SpreadsheetApp.newConditionalFormatRule().whenDateAfter(new Date())',
      'Exception: ConditionalFormatRuleBuilder.whenDateAfter is not emulated',
    ],
    [
      'sheet.getRange(1, 1).setNumberFormat("# ?/?")',
      'Exception: A fraction as number format is not emulated',
    ],
  ])('refuses %s by name', (source, message) => {
    expect(observe(`return ${source};`)).toBe(message);
  });

  test.each([
    ['sheet.getRange("A1").setValues([1, 2])', 'number[]', 'SpreadsheetApp.Range.setValues'],
    ['sheet.getRange(1)', 'number', 'SpreadsheetApp.Sheet.getRange'],
    ['book.insertSheet("a", "b")', 'String,String', 'SpreadsheetApp.Spreadsheet.insertSheet'],
  ])('refuses the arguments of %s', (source, types, method) => {
    expect(observe(`return ${source};`)).toBe(
      `Exception: The parameters (${types}) don't match the method signature for ${method}.`,
    );
  });

  test('has nothing to do with other spreadsheets', () => {
    expect(observe(`return SpreadsheetApp.openById('${world.bobsBook.id}').getName();`)).toContain(
      'is missing',
    );
    expect(observe(`return SpreadsheetApp.openById('${world.book.id}').getId();`)).toBe(world.book.id);
  });
});

describe('A killed execution', () => {
  const rows = 'sheet.getRange(1, 1, 8, 1).setValues([[1], [2], [3], [4], [5], [6], [7], [8]]);';
  const written = () => world.book.values('Sheet1!A1:A8').flat().join('');

  test('leaves nothing of a write that no flush followed', () => {
    world.emulator.fault = { killAtCall: 1, match: ({ method }) => method === 'SpreadsheetApp.flush' };
    observe(`${rows} SpreadsheetApp.flush();`);

    expect(written()).toBe('');
  });

  test('leaves one big write whole, or in part when that is asked for', () => {
    const fault = {
      killAtCall: 1,
      keepUnflushed: 1,
      match: ({ method }: { method: string }) => method === 'SpreadsheetApp.flush',
    };
    world.emulator.switches.bigWrite = 'torn';
    world.emulator.fault = fault;
    observe(`${rows} SpreadsheetApp.flush();`);
    expect(written()).toBe('12');

    world.emulator.switches.bigWrite = 'whole';
    world.emulator.fault = fault;
    observe(`${rows} SpreadsheetApp.flush();`);
    expect(written()).toBe('12345678');
  });
});
