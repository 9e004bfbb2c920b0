import type { Consents } from './world';

/** Why the script runs. `open-none` and `open-limited` are `onOpen` in the two modes a simple trigger may get. */
export type ExecutionKind =
  | 'formula'
  | 'open-none'
  | 'open-limited'
  | 'menu'
  | 'sidebar'
  | 'install'
  | 'trigger';

/** What one kind of execution may touch, and for how long. */
interface KindRules {
  /** Name in `ScriptApp.AuthMode`. */
  readonly authMode: 'NONE' | 'CUSTOM_FUNCTION' | 'LIMITED' | 'FULL';
  readonly limitMillis: number;
  readonly document: 'none' | 'read' | 'write';
  readonly interface: 'none' | 'menu' | 'all';
  /** Properties, cache and lock. */
  readonly stores: boolean;
  readonly fetch: boolean;
  readonly triggersAndMail: boolean;
}

const FULL: KindRules = {
  authMode: 'FULL',
  limitMillis: 360_000,
  document: 'write',
  interface: 'all',
  stores: true,
  fetch: true,
  triggersAndMail: true,
};
const SHORT: KindRules = {
  ...FULL,
  limitMillis: 30_000,
  interface: 'menu',
  fetch: false,
  triggersAndMail: false,
};

/** Sources: Apps Script quotas page, Editor authorization guide, Custom functions guide, simple triggers guide. */
export const KIND_RULES: Readonly<Record<ExecutionKind, KindRules>> = {
  formula: { ...SHORT, authMode: 'CUSTOM_FUNCTION', document: 'read', interface: 'none', fetch: true },
  'open-none': { ...SHORT, authMode: 'NONE', document: 'none', stores: false },
  'open-limited': { ...SHORT, authMode: 'LIMITED' },
  menu: FULL,
  sidebar: FULL,
  install: FULL,
  trigger: { ...FULL, interface: 'none' },
};

interface Requirement {
  readonly allows: (rules: KindRules) => boolean;
  /** Last part of the scope's address. */
  readonly scope?: string;
}

const always: Requirement = { allows: () => true };
const readDocument: Requirement = {
  allows: (rules) => rules.document !== 'none',
  scope: 'spreadsheets.currentonly',
};
const writeDocument: Requirement = {
  allows: (rules) => rules.document === 'write',
  scope: 'spreadsheets.currentonly',
};
const triggers: Requirement = { allows: (rules) => rules.triggersAndMail, scope: 'script.scriptapp' };
const mail: Requirement = { allows: (rules) => rules.triggersAndMail, scope: 'script.send_mail' };
const stores: Requirement = { allows: (rules) => rules.stores };
/** A token or a question for permissions needs none, and somebody to ask: a formula runs as nobody. */
const withPerson: Requirement = { allows: (rules) => rules.authMode === 'FULL' };

/** By method, or by class. */
const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  'SpreadsheetApp.getUi': always,
  'SpreadsheetApp.enableBigQueryExecution': { allows: writeDocument.allows, scope: 'bigquery.readonly' },
  SpreadsheetApp: readDocument,
  'Ui.showSidebar': { allows: (rules) => rules.interface === 'all', scope: 'script.container.ui' },
  'Menu.addToUi': { allows: (rules) => rules.interface !== 'none' },
  'ScriptApp.getOAuthToken': withPerson,
  'ScriptApp.requireAllScopes': withPerson,
  'ScriptApp.getAuthorizationInfo': withPerson,
  ScriptApp: triggers,
  ClockTriggerBuilder: triggers,
  SpreadsheetTriggerBuilder: triggers,
  MailApp: mail,
  PropertiesService: stores,
  Properties: stores,
  CacheService: stores,
  Cache: stores,
  LockService: stores,
  Lock: stores,
  UrlFetchApp: { allows: (rules) => rules.fetch, scope: 'script.external_request' },
};

/** Classes whose reading methods need the document, and whose other methods change it. */
const DOCUMENT_CLASS = /^(Spreadsheet|Sheet|Range|RangeList|DataSourceSheet)$/;
const READING_METHOD = /^(get|is|has)/;

/**
 * Asks the kind of execution, then the scope.
 *
 * @param user Who has to have granted the scope: the person at the keyboard, or the creator of a trigger.
 * @returns The platform's refusal and whether the person could allow it; null when the call may go on.
 */
export function accessError(
  method: string,
  kind: ExecutionKind,
  consents: Consents,
  user: string,
): { readonly message: string; readonly isConsent: boolean } | null {
  const [className = '', member = ''] = method.split('.');
  const isDocument = DOCUMENT_CLASS.test(className);
  const byClass = isDocument ? (READING_METHOD.test(member) ? readDocument : writeDocument) : always;
  const needed = REQUIREMENTS[method] ?? REQUIREMENTS[className] ?? byClass;
  // Logs show `setValue` for objects, `UrlFetchApp.fetch` for the global services.
  if (!needed.allows(KIND_RULES[kind]))
    return {
      message: `You do not have permission to call ${isDocument ? member : method}`,
      isConsent: false,
    };
  if (needed.scope === undefined) return null;
  const scope = `https://www.googleapis.com/auth/${needed.scope}`;
  if (consents.allows(scope, user, kind)) return null;
  const message = `Specified permissions are not sufficient to call ${method}. Required permissions: ${scope}`;
  return { message, isConsent: true };
}

/** Whether a call reads the spreadsheet's content, and so waits for formulas that calculate. */
export function readsDocument(method: string): boolean {
  const [className = '', member = ''] = method.split('.');
  return DOCUMENT_CLASS.test(className) && READING_METHOD.test(member);
}

const WIRE =
  /^((Spreadsheet|Sheet|Range|RangeList|Cache|Properties|Lock|UrlFetchApp|MailApp)\.|SpreadsheetApp\.flush|ScriptApp\.(?!newTrigger)|(Clock|Spreadsheet)TriggerBuilder\.create|Ui\.showSidebar)/;
const HANDLE =
  /^(Spreadsheet\.(getId|getSheetBy(Name|Id))|Sheet\.(getSheetId|getRange|getRangeList|newChart))$/;

/** Whether a call leaves the script's machine and so counts; the others only make an object. */
export function isWireCall(method: string): boolean {
  return WIRE.test(method) && !HANDLE.test(method);
}
