/** The service calls that count with which a refresh begins, up to its answer. */
export const START_OF_REFRESH: readonly string[] = [
  'Spreadsheet.getSpreadsheetTimeZone',
  'Lock.tryLock',
  'Properties.getProperties',
  'Cache.getAll',
  'Cache.putAll',
  'Properties.setProperties',
  'Lock.releaseLock',
  'UrlFetchApp.fetch',
  'Cache.putAll',
];
