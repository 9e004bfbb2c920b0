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

/** Calls that need the document, and those of them that leave it as it is: they wait for formulas that calculate. */
const DOCUMENT = /^(Spreadsheet|Sheet|Range|RangeList|DataSourceSheet)\./;
export const READS = /^(Spreadsheet|Sheet|Range|RangeList|DataSourceSheet)\.(get|is|has)/;

/** Which right a call needs, and the last part of its scope's address; the first row that fits decides, others are free. */
const REQUIREMENTS: readonly (readonly [RegExp, Right | null, string?])[] = [
  [/^SpreadsheetApp\.getUi$/, null],
  [/^SpreadsheetApp\.enableBigQuery/, 'write', 'bigquery.readonly'],
  [/^Ui\.showSidebar$/, 'window', 'script.container.ui'],
  [/^Menu\.addToUi$/, 'menu'],
  // A token or a question for permissions needs somebody to ask: a formula runs as nobody.
  [/^ScriptApp\.(getOAuthToken|requireAllScopes|getAuthorizationInfo)$/, 'person'],
  [/^(ScriptApp|TriggerBuilder)\./, 'person', 'script.scriptapp'],
  [/^MailApp\./, 'person', 'script.send_mail'],
  [/^(Properties|Cache|Lock)(Service)?\./, 'stores'],
  [/^UrlFetchApp\./, 'fetch', 'script.external_request'],
  [/^SpreadsheetApp\./, 'read', 'spreadsheets.currentonly'],
  [READS, 'read', 'spreadsheets.currentonly'],
  [DOCUMENT, 'write', 'spreadsheets.currentonly'],
];

/**
 * Asks the kind of execution, then the scope, which the person at the keyboard or the creator of a trigger has to have granted.
 *
 * @returns The platform's refusal; null when the call may go on.
 */
export function accessError(method: string, { kind, world, record }: Execution): string | null {
  const [, right = null, scopeName] = REQUIREMENTS.find(([methods]) => methods.test(method)) ?? [];
  if (right !== null && !mayUse(kind, right)) return `You do not have permission to call ${method}`;
  if (scopeName === undefined) return null;
  const scope = `https://www.googleapis.com/auth/${scopeName}`;
  const isInManifest = world.manifest.oauthScopes?.includes(scope) !== false;
  const asksNobody = kind === 'formula' && world.switches.formulaConsent === 'none';
  if (isInManifest && (asksNobody || !missingScopes(world, record.user).includes(scope))) return null;
  return `Specified permissions are not sufficient to call ${method}. Required permissions: ${scope}`;
}

const WIRE =
  /^((Spreadsheet|Sheet|Range|RangeList|Cache|Properties|Lock|UrlFetchApp|MailApp)\.|SpreadsheetApp\.flush|ScriptApp\.(?!newTrigger)|TriggerBuilder\.create|Ui\.showSidebar)/;
const HANDLE =
  /^(Spreadsheet\.(getId|getSheetBy(Name|Id))|Sheet\.(getSheetId|getRange|getRangeList|newChart))$/;

/** Whether a call leaves the script's machine and so counts; the others only make an object. */
export function isWireCall(method: string): boolean {
  return WIRE.test(method) && !HANDLE.test(method);
}

/** The scopes of the manifest that a person has not granted. One whom nobody spoke of has granted everything. */
export function missingScopes({ manifest, consents }: Emulator, user: string): string[] {
  const granted = consents.byUser.get(user);
  return (manifest.oauthScopes ?? []).filter((scope) => granted?.includes(scope) === false);
}

/** The others. */
export function grantedScopes(world: Emulator, user: string): string[] {
  const missing = missingScopes(world, user);
  return (world.manifest.oauthScopes ?? []).filter((scope) => !missing.includes(scope));
}

/** Shows Google's question, where one can be shown: to a person who chose a menu item. */
export function askConsent({ kind, world, record: { user } }: Execution): void {
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
