import { missingScope, noPermission } from './error-texts';
import { type ExecutionKind, KIND_RULES, type KindRules } from './execution-kinds';
import type { Consents } from './world/consents';

const AUTH = 'https://www.googleapis.com/auth/';

/** Why a call is refused. */
export interface AccessError {
  readonly message: string;
  /** Whether the person could allow it. */
  readonly isConsent: boolean;
}

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
/** A token or a question for permissions needs none, and somebody to ask: a formula runs as nobody. */
const withPerson: Requirement = { allows: (rules) => rules.authMode === 'FULL' };
const windows: Requirement = { allows: (rules) => rules.interface === 'all', scope: 'script.container.ui' };

const BY_METHOD: Readonly<Record<string, Requirement>> = {
  'SpreadsheetApp.getUi': always,
  'SpreadsheetApp.openById': writeDocument,
  'SpreadsheetApp.openByUrl': writeDocument,
  'SpreadsheetApp.flush': readDocument,
  'Ui.showSidebar': windows,
  'Ui.showModalDialog': windows,
  'Ui.showModelessDialog': windows,
  'Ui.alert': { allows: (rules) => rules.interface === 'all' },
  'Ui.prompt': { allows: (rules) => rules.interface === 'all' },
  'Menu.addToUi': { allows: (rules) => rules.interface !== 'none' },
  'ScriptApp.getProjectTriggers': triggers,
  'ScriptApp.getUserTriggers': triggers,
  'ScriptApp.newTrigger': triggers,
  'ScriptApp.deleteTrigger': triggers,
  'ClockTriggerBuilder.create': triggers,
  'SpreadsheetApp.enableBigQueryExecution': { allows: writeDocument.allows, scope: 'bigquery.readonly' },
  'ScriptApp.getOAuthToken': withPerson,
  'ScriptApp.requireAllScopes': withPerson,
  'ScriptApp.requireScopes': withPerson,
  'ScriptApp.getAuthorizationInfo': withPerson,
  'MailApp.sendEmail': { allows: (rules) => rules.triggersAndMail, scope: 'script.send_mail' },
  'MailApp.getRemainingDailyQuota': { allows: (rules) => rules.triggersAndMail, scope: 'script.send_mail' },
};

const BY_CLASS: Readonly<Record<string, Requirement>> = {
  PropertiesService: { allows: (rules) => rules.properties },
  Properties: { allows: (rules) => rules.properties },
  CacheService: { allows: (rules) => rules.cacheAndLock },
  Cache: { allows: (rules) => rules.cacheAndLock },
  LockService: { allows: (rules) => rules.cacheAndLock },
  Lock: { allows: (rules) => rules.cacheAndLock },
  UrlFetchApp: { allows: (rules) => rules.fetch, scope: 'script.external_request' },
  SpreadsheetApp: readDocument,
};

/** Classes whose reading methods need the document, and whose other methods change it. */
const DOCUMENT_CLASS =
  /^(Spreadsheet|Sheet|Range|RangeList|NamedRange|DataSourceSheet|Protection|DataValidation|Filter|ConditionalFormat.*)$/;
const READING_METHOD = /^(get|is|has|can|offset)/;

function requirement(method: string): Requirement {
  const [className = '', member = ''] = method.split('.');
  const named = BY_METHOD[method] ?? BY_CLASS[className];
  if (named !== undefined) return named;
  if (!DOCUMENT_CLASS.test(className)) return always;
  return READING_METHOD.test(member) ? readDocument : writeDocument;
}

/**
 * Asks the kind of execution, then the scope.
 *
 * @param user Who has to have granted the scope: the person at the keyboard, or the creator of a trigger.
 * @returns The platform's refusal, or null when the call may go on.
 */
export function accessError(
  method: string,
  kind: ExecutionKind,
  consents: Consents,
  user: string,
): AccessError | null {
  const needed = requirement(method);
  if (!needed.allows(KIND_RULES[kind]))
    return { message: noPermission(nameInRefusal(method)), isConsent: false };
  if (needed.scope === undefined) return null;
  const scope = AUTH + needed.scope;
  return consents.allows(scope, user, kind)
    ? null
    : { message: missingScope(method, scope), isConsent: true };
}

/** Whether a call reads the spreadsheet's content, and so waits for formulas that calculate. */
export function readsDocument(method: string): boolean {
  const [className = '', member = ''] = method.split('.');
  return DOCUMENT_CLASS.test(className) && READING_METHOD.test(member);
}

/** Logs show `setValue` for objects, `UrlFetchApp.fetch` for the global services. */
function nameInRefusal(method: string): string {
  const [className = '', member = ''] = method.split('.');
  return DOCUMENT_CLASS.test(className) ? member : method;
}
