/** The service calls that count with which a refresh begins, up to its answer. */
export const START_OF_REFRESH: readonly string[] = [
  'Lock.tryLock',
  'Properties.getProperties',
  'Properties.setProperties',
  'Lock.releaseLock',
  'Spreadsheet.getSpreadsheetTimeZone',
  'Lock.tryLock',
  'Cache.getAll',
  'Cache.putAll',
  'Lock.releaseLock',
  'UrlFetchApp.fetch',
  'Cache.putAll',
];
