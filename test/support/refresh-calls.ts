/** The service calls that count with which a refresh begins, up to its answer. */
export const START_OF_REFRESH: readonly string[] = [
  'Lock.tryLock',
  'Properties.getProperties',
  'Cache.getAll',
  'Cache.putAll',
  'Properties.setProperties',
  'Lock.releaseLock',
  'Spreadsheet.getSpreadsheetTimeZone',
  'UrlFetchApp.fetch',
  'Cache.putAll',
];
