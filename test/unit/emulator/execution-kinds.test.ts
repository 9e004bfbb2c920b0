import { describe, expect, test } from '@jest/globals';
import { scriptWorld } from '../../contract/platform-facts/script-world';

/** Each probe is one feature of the table of execution kinds. */
const SCRIPT = `
var PROBES = {
  'document read': function () { SpreadsheetApp.getActiveSpreadsheet().getSheets()[0].getRange('A1').getValues(); },
  'document write': function () { SpreadsheetApp.getActiveSpreadsheet().getSheets()[0].getRange('A1').setValue(1); },
  menu: function () { SpreadsheetApp.getUi().createMenu('M').addItem('x', 'probe').addToUi(); },
  sidebar: function () { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x')); },
  properties: function () { PropertiesService.getDocumentProperties().getProperties(); },
  cache: function () { CacheService.getDocumentCache().get('k'); },
  lock: function () { LockService.getDocumentLock().tryLock(0); },
  fetch: function () { UrlFetchApp.fetch('https://nowhere.example/'); },
  triggers: function () { ScriptApp.getProjectTriggers(); },
  mail: function () { MailApp.getRemainingDailyQuota(); }
};
function probe() {
  return Object.keys(PROBES).filter(function (name) {
    try { PROBES[name](); } catch (error) { return /^DNS error/.test(error.message); }
    return true;
  }).join(', ');
}
function authMode(e) { return e.authMode.toString(); }
function nap30() { Utilities.sleep(30000); }
function nap30and() { Utilities.sleep(30001); }
function nap360() { Utilities.sleep(300000); Utilities.sleep(60000); }
function nap360and() { Utilities.sleep(300000); Utilities.sleep(60001); }
`;

const EVERYTHING =
  'document read, document write, menu, sidebar, properties, cache, lock, fetch, triggers, mail';

describe('What an execution may do depends on its kind', () => {
  function run(
    kind: Parameters<ReturnType<typeof scriptWorld>['emulator']['run']>[0]['kind'],
    functionName: string,
  ) {
    const { emulator, book, dispose } = scriptWorld(SCRIPT);
    const args = functionName === 'authMode' ? [{ authMode: 'NONE' }] : [];
    const record = emulator.run({ kind, functionName, user: 'ann@a.example', document: book.document, args });
    dispose();
    return record.outcome;
  }

  test.each([
    { kind: 'formula', may: 'document read, properties, cache, lock, fetch' },
    { kind: 'open-none', may: 'menu' },
    { kind: 'open-limited', may: 'document read, document write, menu, properties, cache, lock' },
    { kind: 'menu', may: EVERYTHING },
    { kind: 'sidebar', may: EVERYTHING },
    { kind: 'install', may: EVERYTHING },
    { kind: 'trigger', may: 'document read, document write, properties, cache, lock, fetch, triggers, mail' },
  ] as const)('$kind: $may', ({ kind, may }) => {
    expect(run(kind, 'probe')).toEqual({ kind: 'returned', value: may });
  });

  test.each([
    { kind: 'formula', inTime: 'nap30', late: 'nap30and' },
    { kind: 'open-none', inTime: 'nap30', late: 'nap30and' },
    { kind: 'open-limited', inTime: 'nap30', late: 'nap30and' },
    { kind: 'menu', inTime: 'nap360', late: 'nap360and' },
    { kind: 'sidebar', inTime: 'nap360', late: 'nap360and' },
    { kind: 'trigger', inTime: 'nap360', late: 'nap360and' },
  ] as const)('$kind: $inTime ends, $late is killed', ({ kind, inTime, late }) => {
    expect(run(kind, inTime).kind).toBe('returned');
    expect(run(kind, late).kind).toBe('killed');
  });

  test('the event tells the authorisation mode as a member of the enum', () => {
    expect(run('open-none', 'authMode')).toEqual({ kind: 'returned', value: 'NONE' });
  });
});

describe('Authorisation to scopes', () => {
  const AUTH = 'https://www.googleapis.com/auth/';
  const CODE = `
    function info() {
      var info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL);
      return [String(info.getAuthorizationStatus()), info.getAuthorizationUrl() === null];
    }
    function address() { return Session.getActiveUser().getEmail(); }
    function send() { MailApp.sendEmail({ to: 'ann@a.example, bob@b.example', subject: 'S', body: 'B' }); }`;

  test('a scope not granted shows in the authorisation info', () => {
    const { emulator, ann, dispose } = scriptWorld(CODE, {
      manifest: { oauthScopes: [`${AUTH}script.scriptapp`] },
    });
    expect(ann.callFromSidebar('info')).toEqual({ kind: 'success', value: ['NOT_REQUIRED', true] });
    emulator.switches.missingScopes = [`${AUTH}script.scriptapp`];
    expect(ann.callFromSidebar('info')).toEqual({ kind: 'success', value: ['REQUIRED', false] });
    dispose();
  });

  test('an address needs userinfo.email', () => {
    const { ann, dispose } = scriptWorld(CODE, { manifest: { oauthScopes: [] } });
    expect(ann.callFromSidebar('address').kind).toBe('failure');
    dispose();
    const allowed = scriptWorld(CODE, { manifest: { oauthScopes: [`${AUTH}userinfo.email`] } });
    expect(allowed.ann.callFromSidebar('address')).toEqual({ kind: 'success', value: 'ann@a.example' });
    allowed.dispose();
  });

  test('mail needs its scope, counts recipients, and stays on the machine', () => {
    const refused = scriptWorld(CODE, { manifest: { oauthScopes: [] } });
    expect(refused.ann.callFromSidebar('send').kind).toBe('failure');
    refused.dispose();
    const { emulator, ann, dispose } = scriptWorld(CODE);
    emulator.switches.quotas.mailRecipients = 3;
    expect(ann.callFromSidebar('send').kind).toBe('success');
    expect(emulator.mails).toMatchObject([{ to: 'ann@a.example, bob@b.example', subject: 'S', body: 'B' }]);
    expect(ann.callFromSidebar('send').kind).toBe('failure');
    dispose();
  });
});
