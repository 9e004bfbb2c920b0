import { describe, expect, test } from '@jest/globals';
import { checkServiceCalls } from '../../build/check-service-calls';
import { makeBundle, messagesOf } from './sound-bundle';

const check = (inside: string) => messagesOf(checkServiceCalls(makeBundle({ inside })));

describe('the check of service calls', () => {
  test('finds nothing in a sound bundle, which sorts a list', () => {
    expect(messagesOf(checkServiceCalls(makeBundle()))).toEqual([]);
  });

  test.each(
    [
      'deleteRow deleteRows deleteColumn insertColumns insertColumnAfter insertColumnBefore',
      'insertColumnsBefore clear clearContents deleteActiveSheet appendRow setFormula setFormulas',
      'setFormulaR1C1 setFormulasR1C1 moveTo getScriptProperties getScriptCache getScriptLock append prompt',
    ].flatMap((line) => line.split(' ')),
  )('finds .%s()', (name) => {
    expect(check(`function use(sheet) { sheet.${name}(1); }`)).toEqual([
      expect.stringContaining(`It uses .${name}: `),
    ]);
  });

  test.each(['deleteColumns', 'deleteSheet', 'insertColumnsAfter'])(
    'leaves the one use of .%s() alone and finds two',
    (name) => {
      const use = (number: number) => `function use${number}(sheet) { sheet.${name}(1); }`;
      expect(check(use(1))).toEqual([]);
      expect(check(`${use(1)} ${use(2)}`)).toEqual([
        expect.stringContaining(`It uses .${name}: `),
        expect.stringContaining(`It uses .${name}: `),
      ]);
    },
  );

  test.each([
    ['in brackets', 'function use(sheet) { sheet["deleteRow"](1); }'],
    ['taken without a call', 'function use(sheet) { const remove = sheet.deleteRow; return remove; }'],
    ['taken apart', 'function use(sheet) { const { deleteRow } = sheet; return deleteRow; }'],
    ['renamed while taken apart', 'function use({ deleteRow: remove }) { return remove; }'],
  ])('finds a member %s', (_what, inside) => {
    expect(check(inside)).toEqual(['It uses .deleteRow: it moves or removes cells that are not ours.']);
  });

  test.each(['sort(2)', 'sort({ column: 1, ascending: true })', 'sort([1, 2])', 'sort(column)'])(
    'finds range.%s',
    (call) => {
      expect(check(`function use(range, column) { range.${call}; }`)).toEqual([
        'It uses .sort: sorting a range moves cells; to sort a list, pass a function.',
      ]);
    },
  );

  test.each([
    ['nothing', 'rows.sort();'],
    ['a function on the spot', 'rows.sort(function (a, b) { return a - b; });'],
    ['a declared function', 'function byDay(a, b) { return a - b; } rows.sort(byDay);'],
    ['a function in a constant', 'const byDay = (a, b) => a - b; rows.sort(byDay);'],
  ])('leaves a list sorted by %s alone', (_what, statement) => {
    expect(check(`function use(rows) { ${statement} }`)).toEqual([]);
  });

  test('leaves document and user stores, clearing of single ranges and rows added at the end alone', () => {
    expect(
      check(
        'function use(sheet) { PropertiesService.getDocumentProperties(); sheet.getRange(1, 1).clearContent(); sheet.insertRowsAfter(9, 1); }',
      ),
    ).toEqual([]);
  });
});
