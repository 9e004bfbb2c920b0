/** The spreadsheet that the portable script agrees to run in: it deletes sheets, names and stored values there. */
export const BOOK_NAME = 'Platform conformance';

/** Sheets that stay: the first one, the formulas, what came out. */
const KEPT_SHEETS = ['Sheet1', 'Cells', 'Results'];

/** Rows from one formula to the next, and the column of the values it may refer to. */
const ROWS_EACH = 4;
const VALUE_COLUMN = 8;

/** The part of the portable script that does not depend on the facts. Needs `FACTS_`, `CELLS_`, `CELL_CALLS_`. */
export const SCRIPT_RUN = `
function onOpen() {
  SpreadsheetApp.getUi().createMenu('Conformance')
    .addItem('Run', 'runConformance').addItem('Start again', 'startConformanceAgain').addToUi();
}

/**
 * One fact in a cell.
 * @param {string} id The fact.
 * @param {any} value (optional) What the fact is about.
 * @param {any} other (optional) What the fact is about.
 * @customfunction
 */
function CONFORMANCE_FACT(id, value, other) {
  return CELL_CALLS_[id](Array.prototype.slice.call(arguments, 1));
}

/** Goes on where the last run ended, stops before the time limit, and says whether to run it again. */
function runConformance() {
  var started = Date.now();
  var book = prepare_();
  var store = PropertiesService.getScriptProperties();
  var kept = store.getProperties();
  for (var i = 0; i < FACTS_.length; i++) {
    if (kept['fact ' + FACTS_[i].id] !== undefined) continue;
    if (Date.now() - started > 200000) return say_(book, (FACTS_.length - i) + ' facts are left. Run it again.');
    var wasBegun = kept.begun === FACTS_[i].id;
    store.setProperty('begun', FACTS_[i].id);
    var outcome = wasBegun ? JSON.stringify({ killed: 'The last run ended here.' }) : outcome_(FACTS_[i].observe);
    kept['fact ' + FACTS_[i].id] = outcome;
    store.setProperty('fact ' + FACTS_[i].id, outcome);
    cleanUp_(book);
  }
  if (kept.cells === undefined) {
    enterCells_(book);
    store.setProperty('cells', 'entered');
    return say_(book, 'The formulas are entered. Run it once more when they show no "Loading...".');
  }
  var cells = CELLS_.map(function (fact, index) { return outcome_(function () { return readCell_(book, fact, index); }); });
  if (cells.join().indexOf('Loading...') >= 0) return say_(book, 'Formulas are still loading. Run it again in a minute.');
  PropertiesService.getUserProperties().deleteAllProperties();
  return writeResults_(book, FACTS_.map(function (fact) { return kept['fact ' + fact.id]; }).concat(cells));
}

/** Forgets what came out. Entries of caches live for ten more minutes and would spoil the facts about full caches. */
function startConformanceAgain() {
  var book = prepare_();
  PropertiesService.getScriptProperties().deleteAllProperties();
  ['Cells', 'Results'].forEach(function (name) {
    var sheet = book.getSheetByName(name);
    if (sheet !== null) book.deleteSheet(sheet);
  });
  return say_(book, 'Wait ten minutes, then run it.');
}

function prepare_() {
  var book = SpreadsheetApp.getActiveSpreadsheet();
  if (book === null || book.getName() !== '${BOOK_NAME}') {
    throw new Error('This runs only in a spreadsheet of its own with the name "${BOOK_NAME}": it deletes what is there.');
  }
  if (book.getSpreadsheetTimeZone() !== 'Europe/London') book.setSpreadsheetTimeZone('Europe/London');
  if (book.getSpreadsheetLocale() !== 'en_GB') book.setSpreadsheetLocale('en_GB');
  if (book.getSheetByName('Sheet1') === null) book.getSheets()[0].setName('Sheet1');
  return book;
}

function outcome_(observe) {
  var observed;
  try { observed = observe(); } catch (error) { observed = { threw: error.name + ': ' + error.message }; }
  var text = JSON.stringify(observed === undefined ? null : observed).replace(/[\\w.+-]+@[\\w.-]+\\w/g, 'someone@removed');
  return text.length < 8000 ? text : JSON.stringify({ tooLong: text.length });
}

/** Facts leave sheets, names and locks behind. */
function cleanUp_(book) {
  LockService.getDocumentLock().releaseLock();
  book.getNamedRanges().forEach(function (named) { named.remove(); });
  book.getSheets().forEach(function (sheet) {
    if (${JSON.stringify(KEPT_SHEETS)}.indexOf(sheet.getName()) < 0) book.deleteSheet(sheet);
  });
}

function enterCells_(book) {
  var sheet = book.insertSheet('Cells', book.getNumSheets());
  CELLS_.forEach(function (fact, index) {
    var row = 1 + ${ROWS_EACH} * index;
    fact.values.forEach(function (values, below) {
      values.forEach(function (value, right) { sheet.getRange(row + below, ${VALUE_COLUMN} + right).setValue(value); });
    });
    if (fact.below !== undefined) sheet.getRange(row + 1, 1).setValue(fact.below);
    var given = fact.given.replace('{value}', sheet.getRange(row, ${VALUE_COLUMN}).getA1Notation())
      .replace('{corner}', sheet.getRange(row + 1, ${VALUE_COLUMN} + 1).getA1Notation());
    sheet.getRange(row, 1).setFormula('=CONFORMANCE_FACT("' + fact.id + '"' + (given === '' ? '' : ', ' + given) + ')');
  });
  SpreadsheetApp.flush();
}

function readCell_(book, fact, index) {
  var row = 1 + ${ROWS_EACH} * index;
  var sheet = book.getSheetByName('Cells');
  var range = sheet.getRange(row, 1, fact.rows, fact.columns);
  var address = sheet.getRange(row, 1).getA1Notation();
  return (fact.read === 'display' ? range.getDisplayValues() : range.getValues()).map(function (values) {
    return values.map(function (value) { return value === address ? '{cell}' : value; });
  });
}

function writeResults_(book, outcomes) {
  var facts = FACTS_.concat(CELLS_);
  var lines = outcomes.map(function (outcome, index) {
    var fact = facts[index];
    var observed = JSON.parse(outcome);
    return { id: fact.id, fact: fact.fact, expected: fact.expected, observed: observed,
      ok: sorted_(observed) === sorted_(fact.expected) };
  });
  var agreeing = lines.filter(function (line) { return line.ok; }).length;
  var header = { platform: platform_(), at: new Date().toISOString(), facts: lines.length, agreeing: agreeing };
  var texts = [header].concat(lines).map(function (line) { return JSON.stringify(line); });
  var sheet = book.getSheetByName('Results') || book.insertSheet('Results', book.getNumSheets());
  sheet.getRange(1, 1, texts.length, 1).setValues(texts.map(function (text) { return ["'" + text]; }));
  texts.forEach(function (text) { console.log(text); });
  return say_(book, agreeing + ' of ' + lines.length + ' facts agree. The sheet Results has them all.');
}

/** JSON with the members of objects in one order. */
function sorted_(value) {
  return JSON.stringify(value, function (key, inside) {
    if (inside === null || typeof inside !== 'object' || Array.isArray(inside)) return inside;
    var copy = {};
    Object.keys(inside).sort().forEach(function (name) { copy[name] = inside[name]; });
    return copy;
  });
}

/** The emulator refuses a member that nobody has; the platform gives undefined. */
function platform_() {
  try { return SpreadsheetApp.noSuchMember === undefined ? 'Apps Script' : 'unknown'; } catch (error) { return 'emulator'; }
}

function say_(book, text) {
  book.toast(text);
  return text;
}
`;
