import { charts } from './attachments';
import { htmlService, mailApp, scriptApp } from './people';
import { spreadsheetApp } from './spreadsheet-app';
import { cacheService, lockService, propertiesService } from './stores';
import { urlFetchApp } from './url-fetch-app';
import { consoleService, utilities } from './utilities';

/** What Apps Script puts beside the language, as far as the product uses it. */
export const globals: Readonly<Record<string, object>> = {
  CacheService: cacheService,
  Charts: charts,
  HtmlService: htmlService,
  LockService: lockService,
  MailApp: mailApp,
  PropertiesService: propertiesService,
  ScriptApp: scriptApp,
  SpreadsheetApp: spreadsheetApp,
  UrlFetchApp: urlFetchApp,
  Utilities: utilities,
  console: consoleService,
};
