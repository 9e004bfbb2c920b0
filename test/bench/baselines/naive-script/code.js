// biome-ignore-all lint/correctness/noUnusedVariables: they are called by their names, as Google Sheets does.
/* What people write in an afternoon: no cache, no lock, no status. A token and a request each time. */

function writeCellByCell(service) {
  const shifts = fetchShifts_(service, '2026-03-02', '2026-03-02');
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet('Cell by cell');
  shifts.forEach((shift, row) => {
    Object.keys(shift).forEach((name, column) => {
      sheet.getRange(row + 1, column + 1).setValue(shift[name]);
    });
  });
}

function writeRowByRow(service) {
  const shifts = fetchShifts_(service, '2026-03-02', '2026-03-02');
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet('Row by row');
  for (const shift of shifts) sheet.appendRow(Object.values(shift));
}

/** A custom function that asks the service whenever it calculates. */
function IMPORT_SHIFTS(auth, region, clientId, clientSecret, from, to) {
  const shifts = fetchShifts_({ auth, region, clientId, clientSecret }, from, to);
  return shifts.map((shift) => Object.values(shift));
}

function fetchShifts_({ auth, region, clientId, clientSecret }, from, to) {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'employer_access',
  };
  const issued = UrlFetchApp.fetch(`${auth}/oauth/v2/tokens`, { method: 'post', payload: form });
  const token = JSON.parse(issued.getContentText()).access_token;
  const address = `${region}/v1/reporting/me/reports/shift_fulfilment?from_date=${from}&to_date=${to}`;
  const answer = UrlFetchApp.fetch(address, {
    method: 'post',
    contentType: 'application/json',
    headers: { Authorization: `Bearer ${token}` },
    payload: '[]',
  });
  return JSON.parse(answer.getContentText()).report.shifts;
}
