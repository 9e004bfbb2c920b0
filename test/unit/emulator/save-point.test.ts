import { describe, expect, test } from '@jest/globals';
import { scriptWorld } from '../../contract/platform-facts/script-world';
import type { Emulator } from '../../emulator/emulator';

/** Touches every store that outlives an execution; what it answers depends on each of them. */
const SCRIPT = `
function act() {
  var book = SpreadsheetApp.getActiveSpreadsheet();
  var sheet = book.getSheetByName('Log') || book.insertSheet('Log');
  var row = sheet.getLastRow() + 1;
  sheet.getRange(row, 1).setValue('row ' + row).setFontWeight('bold');
  sheet.getRange(row, 2).setFormula('=A' + row);
  book.setNamedRange('last', sheet.getRange(row, 1));
  book.toast('told');
  var store = PropertiesService.getDocumentProperties();
  store.setProperty('count', String(Number(store.getProperty('count') || 0) + 1));
  var cache = CacheService.getDocumentCache();
  cache.put('seen', (cache.get('seen') || '') + '.');
  if (ScriptApp.getProjectTriggers().length === 0) ScriptApp.newTrigger('tick').timeBased().everyHours(1).create();
  MailApp.sendEmail('ann@a.example', 'Count', store.getProperty('count'));
  console.log('acted');
  return [row, store.getProperty('count'), cache.get('seen'), Math.random(), new Date().getTime(),
    MailApp.getRemainingDailyQuota(), ScriptApp.getProjectTriggers().length];
}
function tick() { PropertiesService.getDocumentProperties().setProperty('ticked', String(new Date().getTime())); }
`;

/** All that a test can look into. */
function look({ world, clock, executions, switches }: Emulator): unknown {
  const { documents, properties, caches, locks, quotas, triggers, ui, mails, logs, requests, consents } =
    world;
  return structuredClone({
    now: clock.now(),
    documents: [...documents].map(([id, document]) => [id, document.name, document.snapshot()]),
    stores: [properties.scopes, caches.scopes, locks.holders, quotas.accounts, triggers.triggers],
    seen: [ui.windows, ui.messages, mails, logs, requests, consents.questions],
    granted: consents.granted('ann@a.example'),
    executions,
    switches,
  });
}

describe('A save point', () => {
  test('puts the whole world back, as often as wanted, and what follows is the same each time', () => {
    const scopes = ['script.send_mail', 'script.scriptapp', 'spreadsheets', 'script.container.ui'];
    const manifest = { oauthScopes: scopes.map((scope) => `https://www.googleapis.com/auth/${scope}`) };
    const { emulator, ann, bob, book, dispose } = scriptWorld(SCRIPT, { manifest });
    ann.callFromSidebar('act');
    emulator.advance({ minutes: 90 });
    const before = look(emulator);
    const putBack = emulator.savePoint();

    const act = () => {
      const answers = [ann.callFromSidebar('act'), bob.callFromSidebar('act')];
      emulator.advance({ hours: 3 });
      book.document.editor.sort('Log!A1:B2', 1, false);
      emulator.copySpreadsheet(book, { owner: 'bob@b.example' });
      emulator.deleteSpreadsheet(book);
      ann.consent([]);
      emulator.switches.translatedTexts = true;
      emulator.switches.quotas.mailRecipients = 0;
      emulator.fault = { throwAtCall: 1, forever: true };
      return { answers, after: look(emulator) };
    };
    const first = act();
    expect(first.answers[0]).toMatchObject({ kind: 'success', value: expect.arrayContaining([2, '2', '.']) });
    for (let time = 1; time <= 2; time += 1) {
      putBack();
      expect(look(emulator)).toEqual(before);
      expect(act()).toEqual(first);
    }
    dispose();
  });

  test('is refused while an execution has writes that are not permanent', () => {
    const { emulator, book, dispose } = scriptWorld(SCRIPT);
    book.document.bufferOf({}).add(1, () => {});
    expect(() => emulator.savePoint()).toThrow('An execution is still writing.');
    dispose();
  });
});
