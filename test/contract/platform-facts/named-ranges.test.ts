import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { type ScriptWorld, scriptWorld } from './script-world';

const HELP = 'Docs Editors Help, Name a range of cells';
const REFERENCE = 'SpreadsheetApp reference';

const SHEET = `var book = SpreadsheetApp.getActive();
  var sheet = book.insertSheet('Fact ' + Utilities.getUuid(), 1);
  var name = 'FACT_' + Utilities.getUuid().replace(/-/g, '_');`;
const REFUSED = 'Exception: The name you have entered for this named range is invalid.';

describeFacts('Named ranges', [
  {
    no: 'S22',
    mark: 'doc',
    source: HELP,
    title:
      'a name has letters, digits and underscores, and does not read as a number, a truth value or a place',
    observe: `${SHEET} return ['', '1st', 'true', 'FALSEHOOD', 'two words', 'a.b', 'A1', 'abc99', 'R1C1', 'rc',
      new Array(252).join('n')].map(function (each) {
        return thrown(function () { book.setNamedRange(each, sheet.getRange('A1')); }); });`,
    expected: Array.from({ length: 11 }, () => REFUSED),
  },
  {
    no: 'S22',
    mark: 'doc',
    source: HELP,
    title: 'other names are taken: the longest, one like a far column, one with a digit inside',
    observe: `${SHEET} return [new Array(251).join('n'), 'STAMP1', '_', 'Shift_2'].map(function (each) {
      return thrown(function () { book.setNamedRange(each, sheet.getRange('A1')); }); });`,
    expected: Array.from({ length: 4 }, () => 'nothing thrown'),
  },
  {
    no: 'S23',
    mark: 'doc',
    source: REFERENCE,
    title: 'a named range is found by its name, tells its name and place, and its setters can be chained',
    observe: `${SHEET} book.setNamedRange(name, sheet.getRange('B2'));
      var named = book.getNamedRanges().filter(function (each) { return each.getName() === name; })[0];
      var before = named.getRange().getA1Notation();
      named.setRange(sheet.getRange('C3:D4')).setName(name + '_later');
      var after = book.getRangeByName(name + '_later').getA1Notation();
      var told = named.getName() === name + '_later';
      named.remove();
      return [before, after, told, book.getRangeByName(name + '_later')];`,
    expected: ['B2', 'C3:D4', true, null],
  },
  {
    no: 'S24',
    mark: 'asm',
    source: 'inference',
    title: 'giving a name again moves it; a name that another range has cannot be taken by renaming',
    observe: `${SHEET} book.setNamedRange(name, sheet.getRange('B2')); book.setNamedRange(name, sheet.getRange('E5'));
      book.setNamedRange(name + '_b', sheet.getRange('A1'));
      var named = book.getNamedRanges().filter(function (each) { return each.getName() === name + '_b'; })[0];
      var refused = thrown(function () { named.setName(name); }).replace(name, 'X');
      return [book.getRangeByName(name).getA1Notation(), refused];`,
    expected: ['E5', 'Exception: A named range with the name X already exists.'],
  },
  {
    no: 'S25',
    mark: 'asm',
    source: 'inference',
    title: 'a name follows its sheet and its row, and goes with the sheet',
    observe: `${SHEET} book.setNamedRange(name, sheet.getRange('B2'));
      sheet.setName('Other ' + name); sheet.insertRowsBefore(1, 3); book.setActiveSheet(sheet); book.moveActiveSheet(1);
      var followed = book.getRangeByName(name);
      var seen = [followed.getA1Notation(), followed.getSheet().getSheetId() === sheet.getSheetId()];
      book.deleteSheet(sheet);
      return seen.concat([book.getRangeByName(name)]);`,
    expected: ['B5', true, null],
  },
  {
    no: 'S25',
    mark: 'asm',
    source: 'inference',
    title: 'removing a name that is not there is refused',
    observe: `${SHEET} return thrown(function () { book.removeNamedRange('NOBODY'); });`,
    expected: 'Exception: The named range NOBODY does not exist.',
  },
]);

describe('A name as an argument of a custom function', () => {
  const CODE = `
    function SHAPES() {
      return Array.prototype.map.call(arguments, function (one) {
        if (Object.prototype.toString.call(one) === '[object Date]') return 'Date ' + one.toISOString();
        return one === undefined ? 'undefined' : JSON.stringify(one);
      }).join('; ');
    }
    function CONSTANT() { return 'same'; }
    function stamp(value) {
      var sheet = SpreadsheetApp.getActive().getSheetByName('Sheet1');
      sheet.getRange('F1').setValue(value);
      SpreadsheetApp.getActive().setNamedRange('STAMP', sheet.getRange('F1'));
    }
    function nameIt(place) { SpreadsheetApp.getActive().setNamedRange('STAMP', SpreadsheetApp.getActive().getRange(place)); }`;
  let world: ScriptWorld;
  beforeEach(() => {
    world = scriptWorld(CODE);
  });
  afterEach(() => world.dispose());

  const seen = (a1: string) => world.book.cell(`Sheet1!${a1}`).value;

  test('[F1 doc, F5 doc] stands for the cell: a script that rewrites it sets off the formulas that name it, no other', () => {
    world.ann.callFromSidebar('stamp', 1);
    world.ann.enter('Sheet1!A1', '=SHAPES("worked", "last week", , "refresh", STAMP)');
    world.ann.enter('Sheet1!A2', '=SHAPES("worked", "last week")');
    world.emulator.clearExecutions();

    world.ann.callFromSidebar('stamp', 2);
    expect(world.book.recalculate()).toBe(1);

    expect(seen('A1')).toBe('"worked"; "last week"; ""; "refresh"; 2');
    world.ann.callFromSidebar('stamp', 2);
    expect(world.book.recalculate()).toBe(0);
  });

  test('[F5 rec2] sets off a function that does not look at it (issue threads, published add-ons)', () => {
    world.ann.callFromSidebar('stamp', 1);
    world.ann.enter('Sheet1!A1', '=CONSTANT(STAMP)');
    world.ann.callFromSidebar('stamp', 2);
    expect(world.book.recalculate()).toBe(1);
  });

  test('[F5 asm] shows #NAME? until the name is given, and follows when it is given to other cells', () => {
    world.ann.enter('Sheet1!A1', '=SHAPES(STAMP)');
    expect(world.book.cell('Sheet1!A1').display).toBe('#NAME?');

    world.ann.enter('Sheet1!C1', '5');
    world.ann.callFromSidebar('nameIt', 'Sheet1!C1');
    world.book.recalculate();
    expect(seen('A1')).toBe('5');

    world.ann.callFromSidebar('nameIt', 'Sheet1!C1:D2');
    world.book.recalculate();
    expect(seen('A1')).toBe('[[5,""],["",""]]');
  });

  test('[F1 doc] options of all kinds arrive: a range as rows, dates as Date, booleans, numbers, blanks', () => {
    world.ann.enter('Sheet1!C1', 'venue');
    world.ann.enter('Sheet1!C2', 'totals');
    world.ann.enter('Sheet1!D2', 'TRUE');
    world.ann.enter('Sheet1!E1', '2026-03-02');

    world.ann.enter('Sheet1!A1', '=SHAPES(E1, , C1:D2, TRUE, 2.5, D1, "a ""b"", c", FALSE())');

    expect(seen('A1')).toBe(
      'Date 2026-03-02T00:00:00.000Z; ""; [["venue",""],["totals",true]]; true; 2.5; ""; "a \\"b\\", c"; false',
    );
  });
});
