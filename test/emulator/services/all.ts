import { createCacheService } from './cache-service';
import { createCharts } from './chart-enums';
import { createHtmlService } from './html-service';
import { createLockService } from './lock-service';
import { createMailApp } from './mail-app';
import { define, installPrelude } from './prelude';
import { createPropertiesService } from './properties-service';
import { connect, type HostFunctions } from './realm';
import { createScriptApp } from './script-app';
import { createSession } from './session';
import { createSpreadsheetApp } from './spreadsheet-app/spreadsheet-app';
import { createUrlFetchApp } from './url-fetch-app';
import { createUtilities } from './utilities';

export { describeError, invoke } from './entry-point';

/** Turns a bare JavaScript realm into one of Apps Script. Called once, before any script code. */
export function install(functions: HostFunctions): void {
  connect(functions);
  installPrelude(globalThis as object);
  define(globalThis, {
    CacheService: createCacheService(),
    Charts: createCharts(),
    HtmlService: createHtmlService(),
    LockService: createLockService(),
    MailApp: createMailApp(),
    PropertiesService: createPropertiesService(),
    ScriptApp: createScriptApp(),
    Session: createSession(),
    SpreadsheetApp: createSpreadsheetApp(),
    UrlFetchApp: createUrlFetchApp(),
    Utilities: createUtilities(),
  });
}
