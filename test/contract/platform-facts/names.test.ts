import { describe, expect, test } from '@jest/globals';
import { scriptWorld } from './script-world';

const SCRIPT = `
/**
 * Says hello.
 * @customfunction
 */
function GREET(name) { return 'Hello ' + name; }
function plain() { return 'plain'; }
function hidden_() { return 'hidden'; }
var box = { method: function () { return 'method'; } };
var arrow = function () { return 'arrow'; };
globalThis.planted = function () { return 'planted'; };
function onOpen() { SpreadsheetApp.getUi().createMenu('Test').addItem('Missing', 'noSuchFunction').addToUi(); }
`;

describe('Names of functions', () => {
  const notAFunction = (name: string) => ({
    kind: 'failure',
    message: `google.script.run.${name} is not a function`,
  });

  test('[N1 doc] sidebar and formulas reach top-level functions only (Custom functions, Client-server guide)', () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('plain')).toEqual({ kind: 'success', value: 'plain' });
    expect(ann.callFromSidebar('box.method')).toEqual(notAFunction('box.method'));
    expect(ann.callFromSidebar('arrow')).toEqual(notAFunction('arrow'));
    expect(ann.runFormula('plain', [])).toEqual({ kind: 'values', values: [['plain']] });
    expect(ann.runFormula('arrow', [])).toEqual({ kind: 'error', message: '#NAME?' });
    dispose();
  });

  test('[N2 doc] a trailing underscore hides a function, even its name (same guides)', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('hidden_')).toEqual(notAFunction('hidden_'));
    expect(ann.runFormula('hidden_', [])).toEqual({ kind: 'error', message: '#NAME?' });
    expect(emulator.entryPoints.map(({ name }) => name)).toEqual(['GREET', 'plain', 'onOpen']);
    dispose();
  });

  test('[N3 asm] a function put on globalThis is no entry point', () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.callFromSidebar('planted')).toEqual(notAFunction('planted'));
    dispose();
  });

  test('[N4 doc, asm] names in formulas ignore case; an unknown one is #NAME? (Custom functions guide)', () => {
    const { ann, book, dispose } = scriptWorld(SCRIPT);
    ann.enter('Sheet1!A1', '=greet("Ann")');
    ann.enter('Sheet1!A2', '=GREETS("Ann")');
    expect(book.values('Sheet1!A1:A2')).toEqual([['Hello Ann'], ['#NAME?']]);
    dispose();
  });

  test('[N5 doc] only a docblock with @customfunction gives formula help (JSDoc guide)', () => {
    const { emulator, dispose } = scriptWorld(SCRIPT);
    expect(
      emulator.entryPoints.filter(({ isCustomFunction }) => isCustomFunction).map(({ name }) => name),
    ).toEqual(['GREET']);
    dispose();
  });

  test('[N6 rec] a handler that is not there is not found (gas-webpack-plugin 651)', () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    ann.open();
    expect(ann.clickMenu('Missing').outcome).toEqual({
      kind: 'threw',
      name: 'Exception',
      message: 'Script function not found: noSuchFunction',
    });
    dispose();
  });

  test('[N7 doc] a service call at top level breaks onOpen in mode NONE: no menu (Editor authorization)', () => {
    const code = `var settings = PropertiesService.getDocumentProperties();\n${SCRIPT}`;
    const { emulator, ann, dispose } = scriptWorld(code);
    emulator.switches.onOpenMode = 'NONE';
    expect(ann.open()).toEqual([]);
    expect(emulator.executions[0]?.outcome).toEqual({
      kind: 'threw',
      name: 'Exception',
      message: 'You do not have permission to call PropertiesService.getDocumentProperties',
    });
    emulator.switches.onOpenMode = 'LIMITED';
    expect(ann.open()).toHaveLength(1);
    dispose();
  });
});
