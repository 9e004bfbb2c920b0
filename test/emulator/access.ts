import type { Emulator } from './emulator';
import type { Execution } from './execution';

/* What a script may do: by why it runs, and by what people have granted. */

/** What a script may use: the document, menus and windows, the stores, UrlFetchApp, and what acts for its person. */
type Right = 'read' | 'write' | 'menu' | 'window' | 'stores' | 'fetch' | 'person';

const TIMER: readonly Right[] = ['read', 'write', 'stores', 'fetch', 'person'];
const FULL: readonly Right[] = [...TIMER, 'menu', 'window'];

/**
 * By why the script runs; `open-none` and `open-limited` are `onOpen` in the two modes a simple trigger may get.
 *
 * Sources: Editor authorization guide, Custom functions guide, simple triggers guide.
 */
const RIGHTS = {
  formula: ['read', 'stores', 'fetch'] as readonly Right[],
  'open-none': ['menu'] as readonly Right[],
  'open-limited': ['read', 'write', 'stores', 'menu'] as readonly Right[],
  menu: FULL,
  sidebar: FULL,
  install: FULL,
  trigger: TIMER,
};
export type ExecutionKind = keyof typeof RIGHTS;

export const mayUse = (kind: ExecutionKind, right: Right): boolean => RIGHTS[kind].includes(right);

/** How long an execution may take. Source: Apps Script quotas page. */
export const limitMillis = (kind: ExecutionKind): number => (mayUse(kind, 'person') ? 360_000 : 30_000);

const DOCUMENT = 'spreadsheets.currentonly';

/**
 * What each call needs: a right, and the last part of its scope's address. `wire` leaves the script's machine and so counts; a
 * `handle` only makes an object. The first row that fits decides; what none fits is free.
 */
const CALLS: readonly (readonly [RegExp, 'wire' | 'handle', Right | null, scope?: string])[] = [
  [/^SpreadsheetApp\.getUi$/, 'handle', null],
  [/^SpreadsheetApp\.enableBigQuery/, 'handle', 'write', 'bigquery.readonly'],
  [/^SpreadsheetApp\.flush$/, 'wire', 'write', DOCUMENT],
  [/^SpreadsheetApp\.|^Spreadsheet\.(getId|getSheetBy(Name|Id))$/, 'handle', 'read', DOCUMENT],
  [/^Sheet\.(getSheetId|getRange|getRangeList|newChart)$/, 'handle', 'read', DOCUMENT],
  [/^(Spreadsheet|Sheet|Range)\.get/, 'wire', 'read', DOCUMENT],
  [/^(Spreadsheet|Sheet|Range|RangeList|DataSourceSheet)\./, 'wire', 'write', DOCUMENT],
  [/^Ui\.showSidebar$/, 'wire', 'window', 'script.container.ui'],
  [/^Menu\.addToUi$/, 'handle', 'menu'],
  // A token or a question for permissions needs somebody to ask: a formula runs as nobody.
  [/^ScriptApp\.(getOAuthToken|requireAllScopes|getAuthorizationInfo)$/, 'wire', 'person'],
  [/^ScriptApp\.newTrigger$/, 'handle', 'person', 'script.scriptapp'],
  [/^(ScriptApp|TriggerBuilder)\./, 'wire', 'person', 'script.scriptapp'],
  [/^MailApp\./, 'wire', 'person', 'script.send_mail'],
  [/^(Properties|Cache|Lock)Service\./, 'handle', 'stores'],
  [/^(Properties|Cache|Lock)\./, 'wire', 'stores'],
  [/^UrlFetchApp\./, 'wire', 'fetch', 'script.external_request'],
];

const ruleOf = (method: string) => CALLS.find(([methods]) => methods.test(method)) ?? [];

export const isWireCall = (method: string): boolean => ruleOf(method)[1] === 'wire';

/** Whether it reads the document, and so waits until formulas have calculated. */
export const isRead = (method: string): boolean => isWireCall(method) && ruleOf(method)[2] === 'read';

/**
 * Asks the kind of execution, then the scope, which the person at the keyboard or the creator of a trigger has to have granted.
 *
 * @returns The platform's refusal; null when the call may go on.
 */
export function accessError(method: string, { request: { kind, user }, world }: Execution): string | null {
  const [, , right = null, scopeName] = ruleOf(method);
  if (right !== null && !mayUse(kind, right)) return `You do not have permission to call ${method}`;
  if (scopeName === undefined) return null;
  const scope = `https://www.googleapis.com/auth/${scopeName}`;
  const isInManifest = world.manifest.oauthScopes.includes(scope);
  const asksNobody = kind === 'formula' && world.switches.formulaConsent === 'none';
  if (isInManifest && (asksNobody || !missingScopes(world, user).includes(scope))) return null;
  return `Specified permissions are not sufficient to call ${method}. Required permissions: ${scope}`;
}

/** The scopes of the manifest that a person has not granted. One whom nobody spoke of has granted everything. */
export function missingScopes({ manifest, consents }: Emulator, user: string): string[] {
  const granted = consents.byUser.get(user);
  return manifest.oauthScopes.filter((scope) => granted?.includes(scope) === false);
}

/** The others. */
export function grantedScopes(world: Emulator, user: string): string[] {
  const missing = missingScopes(world, user);
  return world.manifest.oauthScopes.filter((scope) => !missing.includes(scope));
}

/** Shows Google's question, where one can be shown: to a person who chose a menu item. */
export function askConsent({ request: { kind, user }, world }: Execution): void {
  if (kind === 'menu') world.consents.questions.push({ user, scopes: missingScopes(world, user) });
}

/**
 * The access token that `ScriptApp.getOAuthToken` gives a person: the same text as long as they grant the same scopes.
 *
 * What it allows can be read in it, so that a server on this machine can judge it without asking this world.
 */
export function oauthTokenOf(world: Emulator, user: string): string {
  const grant = { user, scopes: grantedScopes(world, user) };
  return `ya29.${Buffer.from(JSON.stringify(grant), 'utf8').toString('base64url')}`;
}
