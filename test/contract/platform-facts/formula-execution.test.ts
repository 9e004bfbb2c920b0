import { describe, expect, test } from '@jest/globals';
import { scriptWorld } from './script-world';

const GUIDE = 'Custom functions guide';
const SCRIPT = `
function SHAPE(value) {
  if (Array.isArray(value)) return 'rows ' + JSON.stringify(value);
  if (Object.prototype.toString.call(value) === '[object Date]') return 'date ' + value.toISOString();
  return typeof value + ' ' + String(value);
}
function COUNTED() { return arguments.length; }
function WRITES() { SpreadsheetApp.getActiveSpreadsheet().getSheets()[0].getRange('B1').setValue(1); return 'written'; }
function OPENS() { SpreadsheetApp.openById('other'); }
function TRIGGERS() { ScriptApp.newTrigger('SHAPE'); }
function MAILS() { MailApp.sendEmail('ann@a.example', 'Hello', 'there'); }
function STORES() {
  PropertiesService.getDocumentProperties().setProperty('seen', 'yes');
  CacheService.getDocumentCache().put('seen', 'yes');
  LockService.getDocumentLock().tryLock(0);
  return [[PropertiesService.getDocumentProperties().getProperty('seen'), CacheService.getDocumentCache().get('seen'),
    HtmlService.createHtmlOutput('x').getContent(), SpreadsheetApp.getActiveSpreadsheet().getName()]];
}
function OWNERS() { return PropertiesService.getUserProperties().getProperty('mine'); }
function KEEPS() { PropertiesService.getUserProperties().setProperty('mine', 'x'); }
function USER_CACHE(value) {
  var cache = CacheService.getUserCache();
  if (cache === null) return 'no cache';
  if (value) cache.put('k', value);
  return cache.get('k');
}
function FETCHES() { return UrlFetchApp.fetch('https://x.example/').getResponseCode(); }
function ASKS() { SpreadsheetApp.getUi(); }
function WHO() { return 'user <' + Session.getActiveUser().getEmail() + '>'; }
function WHERE() { return SpreadsheetApp.getActiveRange().getA1Notation(); }
function SLEEPS(millis) { Utilities.sleep(millis); return 'awake'; }
function remember(value) { PropertiesService.getUserProperties().setProperty('mine', value); }
`;

describe('A formula runs the script', () => {
  test.each([
    { entered: '7', shape: 'number 7' },
    { entered: 'text', shape: 'string text' },
    { entered: 'TRUE', shape: 'boolean true' },
    { entered: '10%', shape: 'number 0.1' },
    { entered: '', shape: 'string ' },
    { entered: '2026-07-01', shape: 'date 2026-06-30T23:00:00.000Z' },
  ])(`[F1 doc, F2 asm] a cell with "$entered" arrives as $shape (${GUIDE})`, ({ entered, shape }) => {
    const { ann, book, dispose } = scriptWorld(SCRIPT);
    ann.enter('Sheet1!A1', entered);
    ann.enter('Sheet1!B1', '=SHAPE(A1)');
    expect(book.cell('Sheet1!B1').value).toBe(shape);
    dispose();
  });

  test(`[F1 doc] a range arrives as rows (${GUIDE})`, () => {
    const { ann, book, dispose } = scriptWorld(SCRIPT);
    ann.enter('Sheet1!A1', '1');
    ann.enter('Sheet1!B1', 'two');
    ann.enter('Sheet1!C1', '=SHAPE(A1:B2)');
    expect(book.cell('Sheet1!C1').value).toBe('rows [[1,"two"],["",""]]');
    dispose();
  });

  test('[F1 rec2] one left empty arrives as empty text, more than declared arrive too (issue threads, published add-ons)', () => {
    const { ann, book, dispose } = scriptWorld(SCRIPT);
    ann.enter('Sheet1!A1', '=SHAPE(, 2)');
    ann.enter('Sheet1!A2', '=COUNTED(1, , 2)');
    expect(book.values('Sheet1!A1:A2')).toEqual([['string '], [3]]);
    dispose();
  });

  test('[F1 doc] an argument that is not there is undefined (JavaScript)', () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.runFormula('SHAPE', [])).toEqual({ kind: 'values', values: [['undefined undefined']] });
    expect(ann.runFormula('SHAPE', [undefined])).toEqual({
      kind: 'values',
      values: [['undefined undefined']],
    });
    dispose();
  });

  test.each(['NOW()', 'RAND()', 'RANDARRAY()', 'RANDBETWEEN(1, 2)'])(
    '[F3 rec] %s is refused as an argument, also by way of a cell (three reports)',
    (volatile) => {
      const refusal =
        'This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()';
      const { emulator, ann, book, dispose } = scriptWorld(SCRIPT);
      ann.enter('Sheet1!A1', `=${volatile}`);
      ann.enter('Sheet1!B1', '=SHAPE(A1)');
      expect(book.cell('Sheet1!B1').error).toBe(refusal);
      expect(emulator.executions).toHaveLength(0);
      dispose();
    },
  );

  test.each([
    { no: 'F6 rec', name: 'WRITES', method: 'setValue', source: 'log' },
    { no: 'F7 doc', name: 'OPENS', method: 'SpreadsheetApp.openById', source: GUIDE },
    { no: 'F7 doc', name: 'TRIGGERS', method: 'ScriptApp.newTrigger', source: GUIDE },
    { no: 'F7 doc', name: 'MAILS', method: 'MailApp.sendEmail', source: GUIDE },
  ])('[$no] $method is not permitted ($source)', ({ name, method }) => {
    const { ann, book, dispose } = scriptWorld(SCRIPT);
    const message = `You do not have permission to call ${method}`;
    expect(ann.runFormula(name, [])).toEqual({ kind: 'error', message });
    expect(book.values('Sheet1!B1')).toEqual([['']]);
    dispose();
  });

  test(`[F8 doc] stores, locks, HTML and reading the spreadsheet work (${GUIDE})`, () => {
    const { ann, dispose } = scriptWorld(SCRIPT);
    expect(ann.runFormula('STORES', [])).toEqual({
      kind: 'values',
      values: [['yes', 'yes', 'x', 'Untitled spreadsheet']],
    });
    dispose();
  });

  test(`[F9 doc, shared drives rec2] the user store is the owner's, in a shared drive its creator's, for everyone, and cannot be written (${GUIDE})`, () => {
    const { ann, bob, dispose } = scriptWorld(SCRIPT);
    ann.callFromSidebar('remember', "the owner's");
    bob.callFromSidebar('remember', "the editor's");
    expect(bob.runFormula('OWNERS', [])).toEqual({ kind: 'values', values: [["the owner's"]] });
    expect(ann.runFormula('KEEPS', [])).toEqual({
      kind: 'error',
      message: 'You do not have permission to call Properties.setProperty',
    });
    dispose();
  });

  test('[F19 rec2] every editor runs the formulas of an add-on, also one who never opened it (GPT for Sheets help, shared spreadsheets)', () => {
    const { emulator, ann, bob, book, dispose } = scriptWorld(SCRIPT, { installation: 'add-on' });
    ann.open();
    emulator.clearExecutions();
    bob.enter('Sheet1!A1', '=SHAPE("x")');
    expect(book.cell('Sheet1!A1').value).toBe('string x');
    expect(emulator.executions.map(({ kind }) => kind)).toEqual(['formula']);
    dispose();
  });

  test('[F20 rec2] UrlFetch is permitted for an editor who has authorised nothing (issue threads, published add-ons)', () => {
    const { bob, dispose } = scriptWorld(SCRIPT, { installation: 'add-on' });
    expect(bob.runFormula('FETCHES', [])).toEqual({
      kind: 'error',
      message: 'DNS error: https://x.example/',
    });
    dispose();
  });

  test.each([
    { mode: 'null' as const, first: 'no cache', second: 'no cache' },
    { mode: 'shared' as const, first: "ann's", second: "ann's" },
  ])('[F10 asm] the user cache is $mode', ({ mode, first, second }) => {
    const { ann, bob, dispose } = scriptWorld(SCRIPT, { switches: { userCacheInFormulas: mode } });
    expect(ann.runFormula('USER_CACHE', ["ann's"])).toEqual({ kind: 'values', values: [[first]] });
    expect(bob.runFormula('USER_CACHE', [])).toEqual({ kind: 'values', values: [[second]] });
    dispose();
  });

  test('[F11 doc] there is no interface, no address, and the active range is the own cell (several guides)', () => {
    const { ann, book, dispose } = scriptWorld(SCRIPT);
    expect(ann.runFormula('ASKS', [])).toEqual({
      kind: 'error',
      message: 'Cannot call SpreadsheetApp.getUi() from this context.',
    });
    expect(ann.runFormula('WHO', [])).toEqual({ kind: 'values', values: [['user <>']] });
    ann.enter('Sheet1!C7', '=WHERE()');
    expect(book.cell('Sheet1!C7').value).toBe('C7');
    dispose();
  });

  test.each([
    { installation: 'bound' as const, message: 'Exceeded maximum execution time (line 0).' },
    { installation: 'add-on' as const, message: 'Internal error executing the custom function' },
  ])(`[F12 doc] over 30 seconds: $message (${GUIDE})`, ({ installation, message }) => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT, { installation });
    expect(ann.runFormula('SLEEPS', [30_000])).toEqual({ kind: 'values', values: [['awake']] });
    expect(ann.runFormula('SLEEPS', [30_001])).toEqual({ kind: 'error', message });
    expect(emulator.executions[1]?.outcome.kind).toBe('killed');
    dispose();
  });

  test('[F18 doc] the 31st execution of a user at the same time is refused (Quotas page)', async () => {
    const { emulator, book, dispose } = scriptWorld(SCRIPT);
    const task = { book, user: 'ann@a.example', kind: 'formula', name: 'SLEEPS', args: [1_000] } as const;
    const records = await emulator.interleave(
      [...Array.from({ length: 31 }, () => task), { ...task, user: 'bob@b.example' }],
      { seed: 3 },
    );
    const refused = records.filter(({ outcome }) => outcome.kind === 'threw').map(({ outcome }) => outcome);
    expect(refused).toEqual([
      {
        kind: 'threw',
        name: 'Exception',
        message: 'There are too many scripts running simultaneously for this Google user account.',
      },
    ]);
    dispose();
  });
});
