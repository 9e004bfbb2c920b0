import { describe, expect, test } from '@jest/globals';
import { type ScriptWorld, type ScriptWorldOptions, scriptWorld } from './script-world';

/* What a person grants permission by permission, and how a script asks for the rest. */

const AUTH = 'https://www.googleapis.com/auth/';
const [SHEETS, REQUESTS, WINDOWS, TIMERS, MAIL] = [
  `${AUTH}spreadsheets.currentonly`,
  `${AUTH}script.external_request`,
  `${AUTH}script.container.ui`,
  `${AUTH}script.scriptapp`,
  `${AUTH}script.send_mail`,
] as const;
const ALL = [SHEETS, REQUESTS, WINDOWS, TIMERS, MAIL];

const SCRIPT = `
var CALLS = {
  '${SHEETS}': function () { SpreadsheetApp.getActive().getSheets()[0].getRange('A1').getValue(); },
  '${REQUESTS}': function () { UrlFetchApp.fetch('https://nowhere.example/'); },
  '${WINDOWS}': function () { SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x')); },
  '${TIMERS}': function () { ScriptApp.getProjectTriggers(); },
  '${MAIL}': function () { MailApp.getRemainingDailyQuota(); }
};
function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addItem('All', 'requireAll').addItem('Mail', 'requireMail')
  .addItem('Uncaught', 'uncaught').addItem('Caught', 'caught').addToUi(); }
function refused() {
  return Object.keys(CALLS).filter(function (scope) {
    try { CALLS[scope](); } catch (error) { return error.message.indexOf('Required permissions: ' + scope) > 0; }
    return false;
  });
}
function refusedInCell() { return refused().join(' '); }
function requireAll() { try { ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL); } catch (error) { console.log('caught'); } return 'went on'; }
function requireMail() { ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, ['${MAIL}']); return 'went on'; }
function requireStranger() { ScriptApp.requireScopes(ScriptApp.AuthMode.FULL, ['${AUTH}drive']); }
function uncaught() { MailApp.getRemainingDailyQuota(); }
function caught() { try { MailApp.getRemainingDailyQuota(); } catch (error) { throw new Error('No mail.'); } }
function info(scopes) {
  var mode = ScriptApp.AuthMode.FULL;
  var info = scopes ? ScriptApp.getAuthorizationInfo(mode, scopes) : ScriptApp.getAuthorizationInfo(mode);
  return [String(info.getAuthorizationStatus()), info.getAuthorizationUrl() === null, info.getAuthorizedScopes()];
}
function source() { return String(ScriptApp.getInstallationSource()); }
function token() { return ScriptApp.getOAuthToken(); }
function addTrigger() { ScriptApp.newTrigger('requireAll').timeBased().everyHours(1).create(); }
`;

describe('Permissions that are granted one by one', () => {
  function inWorld(check: (world: ScriptWorld) => void, options: ScriptWorldOptions = {}): void {
    const world = scriptWorld(SCRIPT, { manifest: { oauthScopes: ALL }, ...options });
    check(world);
    world.dispose();
  }
  const without = (...scopes: string[]) => ALL.filter((scope) => !scopes.includes(scope));
  const REQUIRED = 'Authorization is required to perform that action.';

  test('[A6 doc] any of them may be withheld: calls that need it fail, all others work (Workspace updates, 11 August 2025; text recorded, E5)', () => {
    inWorld(({ ann }) => {
      for (let ticked = 0; ticked < 32; ticked += 1) {
        const granted = ALL.filter((_, bit) => (ticked >> bit) % 2 === 1);
        ann.consent(granted);
        expect(ann.callFromSidebar('refused')).toEqual({ kind: 'success', value: without(...granted) });
      }
    });
  });

  test('[A6 doc] each person grants for themselves, and may take back what they granted (Workspace updates, 8 January 2025)', () => {
    inWorld(({ ann, bob }) => {
      ann.consent([]);
      expect(bob.callFromSidebar('refused')).toEqual({ kind: 'success', value: [] });
      ann.consent(ALL);
      expect(ann.callFromSidebar('refused')).toEqual({ kind: 'success', value: [] });
    });
  });

  test('[A1 doc] requireAllScopes goes on with all granted; otherwise a menu item ends, and Google asks for what is missing (ScriptApp reference)', () => {
    inWorld(({ ann, emulator }) => {
      ann.open();
      expect(ann.clickMenu('All').outcome).toEqual({ kind: 'returned', value: 'went on' });
      ann.consent(without(REQUESTS, MAIL));
      expect(ann.clickMenu('All').outcome).toEqual({ kind: 'killed', message: REQUIRED });
      expect(emulator.world.consents.questions).toEqual([{ user: ann.email, scopes: [REQUESTS, MAIL] }]);
    });
  });

  test('[A2 asm] it cannot be caught; from a sidebar or a trigger it ends the run without a question (threads of add-on authors)', () => {
    inWorld(({ ann, emulator }) => {
      ann.callFromSidebar('addTrigger');
      ann.consent(without(MAIL));
      expect(ann.callFromSidebar('requireAll')).toEqual({ kind: 'failure', message: REQUIRED });
      expect(emulator.advance({ hours: 1 })[0]?.outcome).toEqual({ kind: 'killed', message: REQUIRED });
      expect([emulator.logs, emulator.world.consents.questions]).toEqual([[], []]);
    });
  });

  test('[A1 doc] requireScopes looks at those that it is given only (ScriptApp reference)', () => {
    inWorld(({ ann }) => {
      ann.open();
      ann.consent(without(REQUESTS));
      expect(ann.clickMenu('Mail').outcome).toEqual({ kind: 'returned', value: 'went on' });
      ann.consent(without(MAIL));
      expect(ann.clickMenu('Mail').outcome.kind).toBe('killed');
    });
  });

  test('[A3 rec2] a menu item that does not catch the refusal brings the question, one that catches it does not (threads of add-on authors)', () => {
    inWorld(({ ann, emulator }) => {
      ann.open();
      ann.consent(without(MAIL));
      expect(ann.clickMenu('Caught').outcome).toMatchObject({ message: 'No mail.' });
      expect(ann.callFromSidebar('uncaught').kind).toBe('failure');
      expect(emulator.world.consents.questions).toEqual([]);
      ann.clickMenu('Uncaught');
      expect(emulator.world.consents.questions).toEqual([{ user: ann.email, scopes: [MAIL] }]);
    });
  });

  test('[A4 doc] getAuthorizationInfo tells of all scopes or of those it is given, with an address while one is missing (ScriptApp, AuthorizationInfo reference)', () => {
    inWorld(({ ann }) => {
      const asked = (scopes?: string[]) => {
        const result = ann.callFromSidebar('info', ...(scopes ? [scopes] : []));
        return result.kind === 'success' ? result.value : result;
      };
      expect(asked()).toEqual(['NOT_REQUIRED', true, ALL]);
      ann.consent(without(MAIL));
      expect(asked()).toEqual(['REQUIRED', false, without(MAIL)]);
      expect(asked([REQUESTS, SHEETS])).toEqual(['NOT_REQUIRED', true, [SHEETS, REQUESTS]]);
      expect(asked([MAIL, SHEETS])).toEqual(['REQUIRED', false, [SHEETS]]);
    });
  });

  test('[A5 doc] scopes that the script does not ask for lead to an error (ScriptApp reference; text assumed)', () => {
    inWorld(({ ann }) => {
      expect(ann.callFromSidebar('requireStranger').kind).toBe('failure');
      expect(ann.callFromSidebar('info', [`${AUTH}drive`]).kind).toBe('failure');
    });
  });

  test('[A9 doc] getOAuthToken gives a token that carries what the person granted of what the script asks for (ScriptApp reference)', () => {
    inWorld(({ ann, bob }) => {
      const tokenOf = (person: typeof ann) => (person.callFromSidebar('token') as { value: string }).value;
      const grantOf = (token: string) =>
        JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

      expect(tokenOf(ann)).toMatch(/^ya29\.[\w-]+$/);
      expect(tokenOf(ann)).toBe(ann.oauthToken());
      expect(tokenOf(bob)).not.toBe(tokenOf(ann));
      expect(grantOf(tokenOf(ann))).toEqual({ user: ann.email, scopes: ALL });
      ann.consent(without(MAIL));
      expect(grantOf(tokenOf(ann))).toEqual({ user: ann.email, scopes: without(MAIL) });
    });
  });

  test('[A10 asm] a formula gets no token, since it runs as no one (Custom functions guide)', () => {
    inWorld(({ ann }) => {
      expect(ann.runFormula('token', [])).toMatchObject({
        message: expect.stringContaining('You do not have permission to call ScriptApp.getOAuthToken'),
      });
    });
  });

  test('[A8 doc] getInstallationSource tells an add-on that a person installed from a script of one spreadsheet (ScriptApp, InstallationSource reference)', () => {
    const sources = (['add-on', 'bound'] as const).map((installation) => {
      const seen: unknown[] = [];
      inWorld(({ ann }) => seen.push(ann.callFromSidebar('source')), { installation });
      return seen[0];
    });
    expect(sources).toEqual([
      { kind: 'success', value: 'WEB_STORE_ADD_ON' },
      { kind: 'success', value: 'NONE' },
    ]);
  });

  test('[A7 rec2] a formula asks nobody: it reads cells and sends requests for a person who granted nothing (Custom functions guide; aws-pricing-sheets-addon 8)', () => {
    inWorld(({ ann, emulator }) => {
      ann.consent([]);
      const result = () => ann.runFormula('refusedInCell', []);
      // The other services are closed to every formula.
      expect(result()).toMatchObject({ values: [['']] });
      emulator.switches.formulaConsent = 'asked';
      expect(result()).toMatchObject({ values: [[`${SHEETS} ${REQUESTS}`]] });
    });
  });
});
