/** A fact whose test needs more than a script by itself. */
export interface TestedFact {
  /** The members it speaks of, `Class.member`, parted by spaces; empty where it speaks of none. */
  readonly members: string;
  /** What its test needs that the portable script has not. */
  readonly needs: Need;
}

type Need = keyof typeof NEEDS;

/** Why a fact is left out of the portable script. */
export const NEEDS = {
  cell: 'a formula and what Google Sheets does around it; a part is asked in cells, see below',
  edge: 'a formula at the edge of its sheet',
  count: 'a count of the executions that formulas cause',
  people: 'a second person or spreadsheet, or none at all',
  rights:
    'rights, a manifest or an installation that a scratch script does not have, or cells protected from its owner',
  server: 'a public server that answers, redirects or fails on request',
  quota: 'a daily quota used up, or a run killed by its time limit',
  time: 'triggers that fire, minutes to months later',
  page: 'a page in the sidebar that calls the script',
  files: 'another script: files that do not parse, or other entry points',
  person: 'a person who selects cells with the mouse',
  warehouse: 'a project of Google Cloud with a table in BigQuery',
  choice: 'the emulator: both ways are emulated because nothing is known',
} as const;

const CACHES = 'CacheService.getDocumentCache CacheService.getUserCache CacheService.getScriptCache';
const STORES =
  'PropertiesService.getDocumentProperties PropertiesService.getUserProperties PropertiesService.getScriptProperties';
const SELECTION =
  'Spreadsheet.getActiveSheet Spreadsheet.getActiveRange Spreadsheet.getCurrentCell Sheet.getActiveRange';
const FETCH = 'UrlFetchApp.fetch';
const ANSWER = `${FETCH} HTTPResponse.getResponseCode HTTPResponse.getContentText`;
const SIDEBAR = 'Ui.showSidebar';
const CREATE = 'ClockTriggerBuilder.create';
const UI = 'SpreadsheetApp.getUi';

const fact = (needs: Need, members = ''): TestedFact => ({ needs, members });

/**
 * By number; by ID where tests of one number have different marks and members. The members of facts that a script
 * observes by itself are seen, not listed: see `touched-members.ts`.
 */
export const TESTED_FACTS: Readonly<Record<string, TestedFact>> = {
  A1: fact('rights', 'ScriptApp.requireAllScopes ScriptApp.requireScopes'),
  A2: fact('rights', 'ScriptApp.requireAllScopes'),
  A3: fact('rights'),
  A4: fact(
    'rights',
    'ScriptApp.getAuthorizationInfo AuthorizationInfo.getAuthorizationStatus AuthorizationInfo.getAuthorizationUrl AuthorizationInfo.getAuthorizedScopes',
  ),
  A5: fact('rights', 'ScriptApp.requireScopes ScriptApp.getAuthorizationInfo'),
  A6: fact('rights'),
  A7: fact('rights'),
  A8: fact('rights', 'ScriptApp.getInstallationSource'),
  A9: fact('rights', 'ScriptApp.getOAuthToken'),
  A10: fact('rights', 'ScriptApp.getOAuthToken'),
  B1: fact('rights', 'SpreadsheetApp.enableBigQueryExecution'),
  B2: fact('rights', 'SpreadsheetApp.enableBigQueryExecution'),
  B3: fact(
    'warehouse',
    'SpreadsheetApp.enableBigQueryExecution Spreadsheet.insertDataSourceSheet DataSourceSheet.refreshData',
  ),
  B4: fact(
    'warehouse',
    'SpreadsheetApp.newDataSourceSpec DataSourceSpecBuilder.asBigQuery BigQueryDataSourceSpecBuilder.setProjectId BigQueryDataSourceSpecBuilder.setTableProjectId BigQueryDataSourceSpecBuilder.setDatasetId BigQueryDataSourceSpecBuilder.setTableId BigQueryDataSourceSpecBuilder.build BigQueryDataSourceSpec.getTableProjectId',
  ),
  B5: fact(
    'warehouse',
    'Spreadsheet.insertDataSourceSheet Spreadsheet.getDataSourceSheets Sheet.asDataSourceSheet DataSourceSheet.asSheet',
  ),
  B6: fact('warehouse', 'DataExecutionStatus.isTruncated'),
  B7: fact('warehouse', 'DataSourceSheet.waitForCompletion'),
  B8: fact(
    'warehouse',
    'DataSourceSheet.refreshData DataSourceSheet.forceRefreshData DataSourceSheet.getStatus DataExecutionStatus.getExecutionState DataExecutionStatus.getErrorCode DataExecutionStatus.getErrorMessage DataExecutionStatus.getLastRefreshedTime',
  ),
  C10: fact('time', 'Cache.get Cache.put'),
  C12: fact('choice', 'Cache.get'),
  C13: fact('people', CACHES),
  F1: fact('cell'),
  F2: fact('cell'),
  F3: fact('cell'),
  F4: fact('cell'),
  F5: fact('count'),
  F6: fact('cell', 'Range.setValue'),
  F7: fact('rights', 'SpreadsheetApp.openById ScriptApp.newTrigger MailApp.sendEmail'),
  F8: fact(
    'cell',
    'PropertiesService.getDocumentProperties CacheService.getDocumentCache LockService.getDocumentLock HtmlService.createHtmlOutput',
  ),
  F9: fact('people', 'PropertiesService.getUserProperties Properties.setProperty'),
  F10: fact('choice', 'CacheService.getUserCache'),
  F11: fact('cell', `${UI} Session.getActiveUser User.getEmail SpreadsheetApp.getActiveRange`),
  F12: fact('quota', 'Utilities.sleep'),
  F13: fact('cell'),
  F14: fact('edge'),
  F15: fact('cell'),
  F16: fact('cell'),
  F17: fact('cell'),
  F18: fact('quota'),
  F19: fact('people'),
  F20: fact('people', FETCH),
  J4: fact('files'),
  J5: fact('page'),
  J7: fact('page'),
  K12: fact('choice', 'Sheet.setConditionalFormatRules'),
  'L4.1': fact('people', 'Lock.tryLock'),
  'L4.2': fact('people', 'Lock.waitLock'),
  'L4.3': fact('people', 'Lock.tryLock'),
  L5: fact('people', 'Lock.tryLock'),
  L7: fact('people', 'LockService.getDocumentLock'),
  N1: fact('page'),
  N2: fact('page'),
  N3: fact('page'),
  N4: fact('files'),
  N5: fact('files'),
  N6: fact('files', 'Menu.addItem'),
  N7: fact('files', 'Menu.addToUi'),
  O7: fact('rights', 'Session.getActiveUser User.toString'),
  P8: fact('people', STORES),
  P9: fact('time', 'PropertiesService.getDocumentProperties SpreadsheetApp.getActiveSpreadsheet'),
  Q1: fact('person', SELECTION),
  Q2: fact('person', SELECTION),
  Q3: fact('person', SELECTION),
  Q4: fact('person', 'Range.activate'),
  Q5: fact('person', SELECTION),
  H1: fact('page'),
  H2: fact('page'),
  H3: fact('page'),
  H4: fact('page'),
  H5: fact('page'),
  H6: fact('page'),
  H7: fact('page'),
  H8: fact('page'),
  H9: fact('page'),
  H10: fact('rights', `${SIDEBAR} Ui.alert`),
  H11: fact('files', SIDEBAR),
  H12: fact('files', 'HtmlService.createHtmlOutputFromFile'),
  S18: fact('rights', 'Range.setValue'),
  T1: fact('rights', 'ClockTriggerBuilder.everyMinutes'),
  T2: fact('rights', 'ClockTriggerBuilder.everyMinutes ClockTriggerBuilder.everyHours'),
  T3: fact('rights', CREATE),
  T4: fact('rights', CREATE),
  T5: fact('time', 'ClockTriggerBuilder.after'),
  T6: fact('time', 'ClockTriggerBuilder.atHour ClockTriggerBuilder.nearMinute ClockTriggerBuilder.everyDays'),
  T7: fact('time', 'ClockTriggerBuilder.inTimezone'),
  T8: fact('time'),
  T9: fact('people', 'ScriptApp.getProjectTriggers ScriptApp.deleteTrigger'),
  T10: fact('time', UI),
  T11: fact('time', 'Range.setValue'),
  T12: fact('quota'),
  T13: fact('time'),
  T14: fact('time', 'SpreadsheetApp.getActiveSpreadsheet'),
  T15: fact('people', 'ScriptApp.getUserTriggers'),
  T16: fact('people'),
  U1: fact('server', FETCH),
  U2: fact('server', FETCH),
  U3: fact('server', FETCH),
  U4: fact('server', FETCH),
  U5: fact('server', ANSWER),
  U6: fact('server', FETCH),
  U7: fact('server', FETCH),
  U8: fact('server', FETCH),
  U9: fact('server', FETCH),
  U10: fact('server', FETCH),
  U11: fact('server', 'UrlFetchApp.fetchAll'),
  U12: fact('server', 'UrlFetchApp.fetchAll'),
  U13: fact('server', 'HTTPResponse.getAllHeaders'),
  U14: fact('server', 'HTTPResponse.getAllHeaders'),
  U15: fact('server', FETCH),
  U16: fact('server', FETCH),
  U17: fact('rights', FETCH),
  U18: fact('rights', FETCH),
  U19: fact('quota', `${FETCH} UrlFetchApp.fetchAll`),
  U20: fact('server', FETCH),
  U21: fact('server', FETCH),
};

/** What is listed of a fact. */
export function testedFact({ id, no }: { readonly id: string; readonly no: string }): TestedFact | undefined {
  return TESTED_FACTS[id] ?? TESTED_FACTS[no];
}
