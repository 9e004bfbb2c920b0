import { describe, expect, test } from '@jest/globals';
import { scriptWorld } from '../../contract/platform-facts/script-world';
import { estimateCall, isWireCall } from '../../emulator/costs';

const NOTHING = { cells: 0, keys: 0, kilobytes: 0, serverMillis: 0 };

describe('The price of a call', () => {
  test.each([
    { method: 'Sheet.getRange', size: {}, mid: 2 },
    { method: 'Range.getValues', size: { cells: 90_000 }, mid: 917 },
    { method: 'Range.setValues', size: { cells: 18_000 }, mid: 244 },
    { method: 'Range.setValues', size: { cells: 18_001 }, mid: 990.055 },
    { method: 'SpreadsheetApp.flush', size: { cells: 4_000 }, mid: 572 },
    { method: 'SpreadsheetApp.flush', size: {}, mid: 30 },
    { method: 'Cache.getAll', size: { keys: 10 }, mid: 30 },
    { method: 'UrlFetchApp.fetch', size: { kilobytes: 100, serverMillis: 1_000 }, mid: 1_402 },
    { method: 'RangeList.setNumberFormat', size: {}, mid: 3 },
    { method: 'Sheet.getConditionalFormatRules', size: {}, mid: 150 },
    { method: 'Spreadsheet.getRangeByName', size: {}, mid: 150 },
    { method: 'Spreadsheet.setNamedRange', size: {}, mid: 3 },
    { method: 'Menu.addToUi', size: {}, mid: 0 },
  ])('$method of $size is $mid ms', ({ method, size, mid }) => {
    expect(estimateCall(method, { ...NOTHING, ...size }).mid).toBeCloseTo(mid, 6);
  });

  test.each([
    ['Sheet.getRange', false],
    ['CacheService.getDocumentCache', false],
    ['Cache.get', true],
    ['Range.setValues', true],
    ['UrlFetchApp.fetchAll', true],
    ['console.log', false],
  ])('%s counts against the goals: %s', (method, wire) => {
    expect(isWireCall(method)).toBe(wire);
  });
});

describe('The record of an execution', () => {
  const SCRIPT = `
    function work(secret) {
      PropertiesService.getDocumentProperties().setProperty('client', secret);
      PropertiesService.getDocumentProperties().setProperties({ a: secret, b: secret });
      CacheService.getDocumentCache().putAll({ token: secret, rows: secret }, 60);
      var range = SpreadsheetApp.getActiveSpreadsheet().getSheets()[0].getRange(1, 1, 2, 3);
      range.setValues([[1, 2, 3], [4, 5, 6]]);
      range.getValues();
      Utilities.sleep(500);
      try { UrlFetchApp.fetch('https://nowhere.example/token', { method: 'post', payload: { client_secret: secret } }); } catch (e) {}
    }`;

  test('counts calls, cells and time', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    ann.callFromSidebar('work', 'canary');
    expect(emulator.executions[0]).toMatchObject({
      kind: 'sidebar',
      functionName: 'work',
      user: 'ann@a.example',
      wireCalls: 7,
      fetches: 0,
      cellsRead: 6,
      cellsWritten: 6,
      virtualMillis: 500,
      sleptMillis: 500,
    });
    dispose();
  });

  test('the first read after a write pays for the commit', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    ann.callFromSidebar('work', 'canary');
    const read = emulator.executions[0]?.calls.find(({ method }) => method === 'Range.getValues');
    // 161 + 6 × 0.0084, and a flush of 6 cells: 360 + 6 × 0.053.
    expect(read?.estimateMillis).toBeCloseTo(521.3684, 6);
    dispose();
  });

  test('never shows a stored value or a payload', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    ann.callFromSidebar('work', 'canary');
    expect(JSON.stringify(emulator.executions)).not.toContain('canary');
    const summaries = emulator.executions[0]?.calls.map(({ argumentsSummary }) => argumentsSummary);
    expect(summaries).toEqual(expect.arrayContaining(['client', '2 keys', '1, 1, 2, 3', '2 × 3', '500 ms']));
    dispose();
  });

  test('listeners hear of executions, windows and messages', () => {
    const { emulator, ann, dispose } = scriptWorld(`
      function show() {
        SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('<p>').setTitle('T'));
        SpreadsheetApp.getActiveSpreadsheet().toast('done', 'Title');
      }`);
    const heard: unknown[] = [];
    const stop = emulator.onExecution(({ functionName }) => heard.push(functionName));
    emulator.onWindow(({ html, title }) => heard.push([html, title]));
    emulator.onMessage(({ kind, text, title }) => heard.push([kind, text, title]));
    ann.callFromSidebar('show');
    stop();
    ann.callFromSidebar('show');
    const shown = [
      ['<p>', 'T'],
      ['toast', 'done', 'Title'],
    ];
    expect(heard).toEqual([...shown, 'show', ...shown]);
    dispose();
  });

  test('clearExecutions forgets the records', () => {
    const { emulator, ann, dispose } = scriptWorld('function f() {}');
    ann.callFromSidebar('f');
    emulator.clearExecutions();
    expect(emulator.executions).toEqual([]);
    dispose();
  });
});
