// biome-ignore-all lint/correctness/noUnusedVariables: Google calls these functions.
/*
 * Asks Google Sheets, with an account, what no document settles. docs/account-hour.md leads through it.
 *
 * It runs only in spreadsheets whose name begins with "Questions", writes what it sees to the sheet Answers there, sends
 * nothing anywhere but two requests for an empty page of Google's, and takes everything back with Clean up.
 */
const ShiftReportsQuestions = 'questions';

/** Sizes; the generator puts its own here. */
const SIZES_ = {};

const SHEETS_ = ['Formulas', 'Stamped', 'Copies', 'Germany', 'Torn', 'Ranges', 'Slicer', 'Copy of Ranges'];
const MAIL_SCOPE_ = 'https://www.googleapis.com/auth/script.send_mail';
/** A run of a menu item may take six minutes; new steps are not begun after this time. */
const LATEST_BEGIN_MILLIS_ = 200000;
/** How often a person is asked to wait for formulas before they are read as they are. */
const MOST_WAITS_ = 4;
/** The stages that follow one another; each ends in a line of Answers. */
const STAGES_ = [
  { name: 'what cell A1 shows before anything else', begin: firstCell_, question: 4 },
  { name: 'who and where', begin: whoAndWhere_, question: 0 },
  { name: 'the language', begin: language_, question: 13 },
  { name: 'named ranges', begin: namedRanges_, question: 16 },
  { name: 'rows that a slicer hides', begin: slicer_, question: 11 },
  { name: 'an image in a cell', begin: image_, question: 12 },
  { name: 'copies of texts from a hidden sheet', begin: copies_, question: 11 },
  { name: 'stores inside a formula', begin: enterStores_, read: readStores_, question: 7 },
  { name: 'dates in New York', begin: enterNewYork_, read: readNewYork_, question: 8 },
  { name: 'dates in Kiritimati', begin: enterKiritimati_, read: readKiritimati_, question: 8 },
  { name: 'formulas that take the stamp', begin: enterStamped_, read: readStamped_, question: 10 },
  { name: 'the timer', begin: setTimer_, question: 1 },
  { name: 'rules in the locale Germany', begin: germany_, question: 6 },
];

function onInstall() {
  onOpen();
}

function onOpen() {
  SpreadsheetApp.getUi()
    .createAddonMenu()
    .addItem('Start or go on', 'questionsGoOn')
    .addItem('Open a sidebar', 'questionsOpenSidebar')
    .addItem('Use mail', 'questionsUseMail')
    .addItem('Ask for all permissions, then use mail', 'questionsAskThenUseMail')
    .addItem('Write until Google stops it', 'questionsWriteUntilStopped')
    .addItem('Write down what I saw', 'questionsNote')
    .addItem('Clean up', 'questionsCleanUp')
    .addToUi();
}

/**
 * Gives back what it got.
 * @param {any} value Anything.
 * @customfunction
 */
function QUESTIONS_ECHO(value) {
  return value;
}

/**
 * What an argument is.
 * @param {any} value A date.
 * @customfunction
 */
function QUESTIONS_DATE(value) {
  return value instanceof Date ? `Date ${value.toISOString()}` : `${typeof value} ${value}`;
}

/**
 * A date as a result.
 * @param {string} iso An instant.
 * @customfunction
 */
function QUESTIONS_RETURNS(iso) {
  return new Date(iso);
}

/**
 * The stamp, and when this was calculated.
 * @param {number} number Makes formulas differ.
 * @param {any} stamp The cell that timers change.
 * @customfunction
 */
function QUESTIONS_STAMPED(number, stamp) {
  return `${number} | ${stamp} | ${new Date().toISOString()}`;
}

/**
 * What a formula finds in the stores of Apps Script.
 * @param {string} tag Makes formulas differ.
 * @customfunction
 */
function QUESTIONS_STORES(tag) {
  const properties = seen_(() => PropertiesService.getDocumentProperties());
  const cache = seen_(() => CacheService.getDocumentCache());
  const lock = seen_(() => LockService.getDocumentLock());
  const userCache = seen_(() => CacheService.getUserCache());
  return [
    [
      `document property: ${text_(seen_(() => properties.getProperty('questions.menu')))}`,
      `written: ${text_(seen_(() => String(properties.setProperty('questions.formula', tag) !== null)))}`,
      `document cache: ${text_(seen_(() => cache.get('questions.menu')))}`,
      `written: ${text_(seen_(() => putAndGet_(cache, tag)))}`,
      `document lock: ${text_(seen_(() => lock.tryLock(100)))}`,
      `user property: ${text_(seen_(() => PropertiesService.getUserProperties().getProperty('questions.mark')))}`,
      `user cache: ${userCache === null ? 'null' : text_(seen_(() => putAndGet_(userCache, tag)))}`,
      `active: ${text_(seen_(() => SpreadsheetApp.getActiveSpreadsheet().getName()))}`,
    ],
  ];
}

/** Begins, goes on where the last run ended, and at the end looks at what timers and formulas have done meanwhile. */
function questionsGoOn() {
  const started = Date.now();
  const book = book_();
  const store = PropertiesService.getDocumentProperties();
  tellTimers_(book);
  for (let at = Number(store.getProperty('questions.stage') || 0); at < STAGES_.length; at++) {
    const stage = STAGES_[at];
    const step = `Step ${at + 1} of ${STAGES_.length}, ${stage.name}`;
    if (Date.now() - started > LATEST_BEGIN_MILLIS_)
      return say_(book, `${step}: choose Start or go on again.`);
    book.toast(`${step} …`);
    const wasBegun = store.getProperty('questions.begun') === String(at);
    store.setProperty('questions.begun', String(at));
    if (wasBegun && !stage.read)
      tell_(book, stage.question, 'The last run ended in the middle of this step.');
    else if (!wasBegun) {
      const begun = seen_(() => stage.begin(book));
      if (!stage.read || begun.threw) tell_(book, stage.question, { step: stage.name, seen: begun });
    }
    if (stage.read) {
      const waits = Number(store.getProperty('questions.waits') || 0);
      if (waits < MOST_WAITS_ && !areCalculated_(book)) {
        store.setProperty('questions.waits', String(waits + 1));
        return say_(book, `${step}: formulas are loading. Go on in a minute.`);
      }
      store.deleteProperty('questions.waits');
      tell_(book, stage.question, { step: stage.name, seen: seen_(() => stage.read(book)) });
    }
    store.setProperty('questions.stage', String(at + 1));
  }
  return lookAgain_(book, store);
}

/** For question 5: opens a window, which takes a permission. Uncaught, so that Google decides what to show. */
function questionsOpenSidebar() {
  const book = book_();
  tell_(book, 5, { begins: 'Open a sidebar', authorization: authorization_() });
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('<p>Questions</p>').setTitle('Questions'));
  tell_(book, 5, 'Open a sidebar went through.');
}

/** For question 5. Uncaught. */
function questionsUseMail() {
  const book = book_();
  tell_(book, 5, { begins: 'Use mail', authorization: authorization_() });
  MailApp.getRemainingDailyQuota();
  tell_(book, 5, 'Use mail went through.');
}

/** For question 5. Uncaught. */
function questionsAskThenUseMail() {
  const book = book_();
  tell_(book, 5, { begins: 'Ask for all permissions', authorization: authorization_() });
  ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL);
  MailApp.getRemainingDailyQuota();
  tell_(book, 5, 'Ask for all permissions, then use mail went through.');
}

/** For question 15: writes the same number to all cells, then the next one, until the time limit ends it. */
function questionsWriteUntilStopped() {
  const book = book_();
  const sheet = sheet_(book, 'Torn');
  grow_(sheet, SIZES_.tornRows, SIZES_.tornColumns);
  tell_(book, 15, 'Writing begins.');
  for (let round = 1; ; round++) {
    const row = [];
    for (let column = 0; column < SIZES_.tornColumns; column++) row.push(round);
    const rows = [];
    for (let count = 0; count < SIZES_.tornRows; count++) rows.push(row);
    sheet.getRange(1, 1, rows.length, row.length).setValues(rows);
    SpreadsheetApp.flush();
    Utilities.sleep(SIZES_.pauseMillis);
  }
}

/** Keeps what only a person can see: a window, a colour, a message of a cell. */
function questionsNote() {
  const book = book_();
  const ui = SpreadsheetApp.getUi();
  const answer = ui.prompt(
    'Write down what you saw',
    'Number of the question, then what you saw.',
    ui.ButtonSet.OK_CANCEL,
  );
  if (answer.getSelectedButton() !== ui.Button.OK) return;
  const parts = /^\s*(\d*)\W*([\s\S]*)$/.exec(answer.getResponseText());
  tell_(book, Number(parts[1] || 0), `A person saw: ${parts[2]}`);
}

/** Takes back all but the answers. */
function questionsCleanUp() {
  const book = book_();
  const store = PropertiesService.getDocumentProperties();
  tellTimers_(book);
  const kept = store.getProperties();
  seen_(() => deleteTimers_(kept['questions.trigger']));
  if (kept['questions.zone']) seen_(() => book.setSpreadsheetTimeZone(kept['questions.zone']));
  if (kept['questions.locale']) seen_(() => book.setSpreadsheetLocale(kept['questions.locale']));
  book.getNamedRanges().forEach((named) => {
    if (/QUESTIONS_(STAMP|RANGE)$/.test(named.getName())) named.remove();
  });
  book.getSheets().forEach((sheet) => {
    if (SHEETS_.indexOf(sheet.getName()) >= 0) book.deleteSheet(sheet);
  });
  Object.keys(kept).forEach((key) => {
    if (/^questions\./.test(key)) store.deleteProperty(key);
  });
  // What timers of other spreadsheets have kept stays until these are cleaned up.
  PropertiesService.getUserProperties().deleteProperty('questions.mark');
  CacheService.getDocumentCache().remove('questions.menu');
  return say_(book, 'Only the sheet Answers is left. Download it as CSV, then delete this spreadsheet.');
}

/** Questions 1 and 10. Whatever is missing, what was seen is kept with the user, and the next Start or go on writes it down. */
function questionsOnTimer(event) {
  const at = new Date().toISOString();
  const book = seen_(() => SpreadsheetApp.getActiveSpreadsheet());
  const store = seen_(() => PropertiesService.getDocumentProperties());
  const seen = {
    at: at,
    event: event ? Object.keys(event).sort().join(' ') : 'none',
    active: text_(seen_(() => (book === null ? null : book.getName()))),
    documentProperty: text_(seen_(() => store.getProperty('questions.menu'))),
    wroteProperty: text_(
      seen_(() => store.setProperty('questions.timer', at).getProperty('questions.timer')),
    ),
    documentCache: text_(seen_(() => putAndGet_(CacheService.getDocumentCache(), at))),
    documentLock: text_(seen_(() => LockService.getDocumentLock().tryLock(1000))),
    userProperty: text_(seen_(() => PropertiesService.getUserProperties().getProperty('questions.mark'))),
    triggers: seen_(() =>
      triggers_(
        book,
        seen_(() => store.getProperty('questions.trigger')),
      ),
    ),
    wroteCell: text_(seen_(() => stampCell_(book, `timer ${at}`))),
  };
  seen.next = text_(seen_(() => nextTimer_(store)));
  console.log(JSON.stringify(seen));
  PropertiesService.getUserProperties().setProperty(`questions.timer.${at}`, JSON.stringify(seen));
}

// Stages. Each returns what it saw, or enters formulas that are read once they are calculated.

function firstCell_(book) {
  const cell = book.getSheets()[0].getRange(1, 1);
  return { formula: cell.getFormula(), shows: cell.getDisplayValue() };
}

function whoAndWhere_(book) {
  const store = PropertiesService.getDocumentProperties();
  const own = PropertiesService.getUserProperties();
  const mark = own.getProperty('questions.mark') || Utilities.getUuid().slice(0, 4);
  own.setProperty('questions.mark', mark);
  store.setProperty('questions.menu', `set by ${mark}`);
  store.setProperty('questions.zone', book.getSpreadsheetTimeZone());
  store.setProperty('questions.locale', book.getSpreadsheetLocale());
  CacheService.getDocumentCache().put('questions.menu', `put by ${mark}`, 21600);
  return {
    mark: mark,
    installation: text_(seen_(() => String(ScriptApp.getInstallationSource()))),
    authorization: authorization_(),
    zone: book.getSpreadsheetTimeZone(),
    locale: book.getSpreadsheetLocale(),
  };
}

/** Whether names can be sorted by Intl, and whether a time-out may be given. */
function language_() {
  return {
    intl: typeof Intl,
    sorted: seen_(() => ['z', 'ä', 'Ä', 'a'].sort(new Intl.Collator('en').compare).join(' ')),
    timeoutSeconds: seen_(() =>
      UrlFetchApp.fetch('https://www.gstatic.com/generate_204', { timeoutSeconds: 5 }).getResponseCode(),
    ),
    otherHost: seen_(() => UrlFetchApp.fetch('https://www.google.com/generate_204').getResponseCode()),
  };
}

/** Which cells a named range has after what people do around and in it. */
function namedRanges_(book) {
  const sheet = sheet_(book, 'Ranges');
  const seen = {};
  const step = (name, work) => {
    sheet.clear();
    sheet.getRange(2, 2, 4, 3).setValues([
      ['A', 'B', 'C'],
      [3, 1, 1],
      [1, 2, 2],
      [2, 3, 3],
    ]);
    book.setNamedRange('QUESTIONS_RANGE', sheet.getRange(2, 2, 4, 3));
    seen[name] = seen_(() => {
      work();
      SpreadsheetApp.flush();
      const named = book.getRangeByName('QUESTIONS_RANGE');
      return named === null ? 'gone' : named.getA1Notation();
    });
  };
  step('a row above', () => sheet.insertRowBefore(1));
  step('a row before its first', () => sheet.insertRowBefore(2));
  step('a row before its last', () => sheet.insertRowBefore(5));
  step('a row after its last', () => sheet.insertRowAfter(5));
  step('its first row deleted', () => sheet.deleteRow(2));
  step('its last row deleted', () => sheet.deleteRow(5));
  step('a column before its second', () => sheet.insertColumnBefore(3));
  step('its last row moved up', () => sheet.moveRows(sheet.getRange('A5:A5'), 3));
  step('its last row moved out', () => sheet.moveRows(sheet.getRange('A5:A5'), 9));
  step('sorted', () => sheet.getRange(3, 2, 3, 3).sort(2));
  step('all of it cut elsewhere', () => sheet.getRange(2, 2, 4, 3).moveTo(sheet.getRange(10, 5)));
  step('two rows of it cut elsewhere', () => sheet.getRange(2, 2, 2, 3).moveTo(sheet.getRange(10, 5)));
  step('on a copied sheet', () => sheet.copyTo(book).setName('Copy of Ranges'));
  seen.names = book.getNamedRanges().map((named) => named.getName());
  return seen;
}

/** Whether a copy reaches rows that a slicer hides. */
function slicer_(book) {
  const sheet = sheet_(book, 'Slicer');
  sheet.getRange(1, 1, 4, 1).setValues([['NAME'], ['hide'], ['show'], ['show']]);
  sheet.getRange(1, 3, 4, 1).setValues([['NAME'], ['new 1'], ['new 2'], ['new 3']]);
  const slicer = sheet.insertSlicer(sheet.getRange(1, 1, 4, 1), 6, 1);
  const criteria = SpreadsheetApp.newFilterCriteria().setHiddenValues(['hide']).build();
  slicer.setColumnFilterCriteria(1, criteria);
  SpreadsheetApp.flush();
  sheet.getRange(2, 3, 3, 1).copyTo(sheet.getRange(2, 1, 3, 1), { contentsOnly: true });
  SpreadsheetApp.flush();
  return sheet.getRange(1, 1, 4, 1).getValues().map(first_);
}

/** What the value of an image in a cell is. */
function image_(book) {
  const cell = sheet_(book, 'Ranges').getRange(20, 1);
  const image = SpreadsheetApp.newCellImage().setSourceUrl(
    'https://www.gstatic.com/images/branding/product/1x/sheets_48dp.png',
  );
  cell.setValue(image.build());
  SpreadsheetApp.flush();
  const value = cell.getValues()[0][0];
  return { type: typeof value, text: text_(seen_(() => String(value))), formula: cell.getFormula() };
}

function copies_(book) {
  const sheet = sheet_(book, 'Copies');
  const texts = [["'007", "'=1+1", "'2026-01-31", "plain 'text'"]];
  sheet.getRange(1, 1, 1, 4).setValues(texts);
  sheet.getRange(2, 1, 1, 4).setValues([["''007", "'1", '0', 'x']]);
  sheet.hideSheet();
  const target = sheet_(book, 'Formulas');
  const copy = (row) => {
    sheet.getRange(1, 1, 2, 4).copyTo(target.getRange(row, 11, 2, 4), { contentsOnly: true });
    SpreadsheetApp.flush();
    const range = target.getRange(row, 11, 2, 4);
    return { values: range.getValues(), shown: range.getDisplayValues(), formulas: range.getFormulas() };
  };
  const plain = seen_(() => copy(30));
  target.getRange(39, 11, 3, 4).setValues([
    ['A', 'B', 'C', 'D'],
    ['hide', '', '', ''],
    ['show', '', '', ''],
  ]);
  const filter = target.getRange(39, 11, 3, 4).createFilter();
  seen_(() =>
    filter.setColumnFilterCriteria(11, SpreadsheetApp.newFilterCriteria().setHiddenValues(['hide']).build()),
  );
  const filtered = seen_(() => copy(40));
  filter.remove();
  return { plain: plain, filtered: filtered };
}

function enterStores_(book) {
  const sheet = sheet_(book, 'Formulas');
  sheet.getRange(1, 1).setFormula('=QUESTIONS_STORES("first")');
  sheet.getRange(19, 1).setValue('Colleague: type =QUESTIONS_STORES("colleague") into the cell below.');
}

function readStores_(book) {
  return shown_(book.getSheetByName('Formulas').getRange(1, 1, 1, 8))[0];
}

function enterNewYork_(book) {
  enterDates_(book, 'America/New_York', 3);
}

function readNewYork_(book) {
  return readDates_(book, 3);
}

function enterKiritimati_(book) {
  enterDates_(book, 'Pacific/Kiritimati', 11);
}

function readKiritimati_(book) {
  const seen = readDates_(book, 11);
  const zone = PropertiesService.getDocumentProperties().getProperty('questions.zone');
  seen_(() => book.setSpreadsheetTimeZone(zone));
  return seen;
}

function enterDates_(book, zone, row) {
  seen_(() => book.setSpreadsheetTimeZone(zone));
  const formulas = [
    '=QUESTIONS_DATE(DATE(2026, 7, 1))',
    '=QUESTIONS_DATE(DATE(2026, 12, 1))',
    '=QUESTIONS_RETURNS("2026-07-01T00:00:00Z")',
    '=QUESTIONS_RETURNS("2026-07-01T12:00:00Z")',
  ];
  const sheet = sheet_(book, 'Formulas');
  formulas.forEach((formula, index) => {
    sheet.getRange(row + index, 1).setFormula(formula);
  });
}

function readDates_(book, row) {
  const range = book.getSheetByName('Formulas').getRange(row, 1, 4, 1);
  return {
    zone: book.getSpreadsheetTimeZone(),
    formulas: range.getFormulas().map(first_),
    shown: shown_(range).map(first_),
    values: range.getValues().map((values) => QUESTIONS_DATE(values[0])),
  };
}

function enterStamped_(book) {
  const formulas = sheet_(book, 'Formulas');
  formulas.getRange(1, 10).setValue('by hand');
  book.setNamedRange('QUESTIONS_STAMP', formulas.getRange(1, 10));
  const sheet = sheet_(book, 'Stamped');
  for (let row = 1; row <= SIZES_.stamped; row++)
    sheet.getRange(row, 1).setFormula(`=QUESTIONS_STAMPED(${row}, QUESTIONS_STAMP)`);
}

/** How many of the formulas have which stamp, and when the first and the last were calculated. */
function readStamped_(book) {
  const sheet = book.getSheetByName('Stamped');
  const seen = {};
  shown_(sheet.getRange(1, 1, SIZES_.stamped, 1)).forEach((cells) => {
    const parts = cells[0].split(' | ');
    const key = parts.length === 3 ? parts[1] : cells[0];
    const group = seen[key] || { formulas: 0, from: parts[2], to: parts[2] };
    group.formulas++;
    if (parts[2] < group.from) group.from = parts[2];
    if (parts[2] > group.to) group.to = parts[2];
    seen[key] = group;
  });
  return seen;
}

/** Question 2, too: what is listed before and after. An add-on may have one timer for each person in a spreadsheet. */
function setTimer_(book) {
  const store = PropertiesService.getDocumentProperties();
  const before = seen_(() => triggers_(book, null));
  let made = seen_(() => {
    const trigger = ScriptApp.newTrigger('questionsOnTimer').timeBased().after(SIZES_.timerMillis).create();
    store.setProperty('questions.trigger', trigger.getUniqueId());
    return `in ${SIZES_.timerMillis / 60000} minutes`;
  });
  if (made.threw) made = [made, seen_(() => hourly_(store))];
  const after = triggers_(book, store.getProperty('questions.trigger'));
  return { before: before, made: made, after: after };
}

function germany_(book) {
  const set = seen_(() => book.setSpreadsheetLocale('de_DE'));
  const sheet = sheet_(book, 'Germany');
  const formulas = [
    '=AND(ISNUMBER(B1),B1<10)',
    '=AND(ISNUMBER(B2);B2<10)',
    '=ISNUMBER(B3)*(B3<10)',
    '=B4<10',
  ];
  formulas.forEach((formula, index) => {
    sheet.getRange(index + 1, 1, 1, 2).setValues([[`'${formula}`, 5]]);
  });
  const made = formulas.map((formula, index) =>
    seen_(() => {
      const rule = SpreadsheetApp.newConditionalFormatRule()
        .whenFormulaSatisfied(formula)
        .setBackground('#00ff00')
        .setRanges([sheet.getRange(index + 1, 2)])
        .build();
      sheet.setConditionalFormatRules(sheet.getConditionalFormatRules().concat([rule]));
      SpreadsheetApp.flush();
      return 'taken';
    }),
  );
  const kept = sheet
    .getConditionalFormatRules()
    .map((rule) => seen_(() => rule.getBooleanCondition().getCriteriaValues()[0]));
  return {
    set: set,
    locale: book.getSpreadsheetLocale(),
    made: made,
    kept: kept,
    look: 'Which of B1 to B4 are green?',
  };
}

// What is looked at again, as often as a person goes on.

function lookAgain_(book, store) {
  tell_(book, 4, { step: 'what cell A1 shows now', seen: seen_(() => firstCell_(book)) });
  tell_(book, 2, { seen: seen_(() => triggers_(book, store.getProperty('questions.trigger'))) });
  tell_(book, 10, { step: 'formulas that take the stamp', seen: seen_(() => readStamped_(book)) });
  const colleague = book.getSheetByName('Formulas').getRange(20, 1, 1, 8);
  if (colleague.getCell(1, 1).getFormula() !== '')
    tell_(book, 7, { step: 'a formula that another person typed', seen: shown_(colleague)[0] });
  const torn = book.getSheetByName('Torn');
  if (torn !== null)
    tell_(book, 15, { step: 'what the end of the run left', seen: seen_(() => readTorn_(torn)) });
  const runs = Number(store.getProperty('questions.runs') || 0);
  return say_(
    book,
    `All ${STAGES_.length} steps are done; ${runs} runs of the timer are written down. Go on later for more.`,
  );
}

/** How many cells hold each number, in the order of the rows. */
function readTorn_(sheet) {
  const seen = {};
  sheet
    .getRange(1, 1, SIZES_.tornRows, SIZES_.tornColumns)
    .getValues()
    .forEach((row) => {
      row.forEach((value) => {
        seen[value] = (seen[value] || 0) + 1;
      });
    });
  return { cellsOfEachRound: seen };
}

/** Moves what timers have kept with the user to the answers; those of other spreadsheets stay for these. */
function tellTimers_(book) {
  const own = PropertiesService.getUserProperties();
  const kept = own.getProperties();
  const store = PropertiesService.getDocumentProperties();
  Object.keys(kept)
    .filter((key) => key.indexOf('questions.timer.') === 0)
    .sort()
    .forEach((key) => {
      const seen = JSON.parse(kept[key]);
      if (seen.active !== book.getName() && seen.wroteCell === 'written') return;
      tell_(book, 1, seen);
      store.setProperty('questions.runs', String(Number(store.getProperty('questions.runs') || 0) + 1));
      own.deleteProperty(key);
    });
}

// Timers.

/** The first run makes way for an hourly one; after three hourly runs there is none. */
function nextTimer_(store) {
  const runs = Number(store.getProperty('questions.timerRuns') || 0) + 1;
  store.setProperty('questions.timerRuns', String(runs));
  if (runs > 1 && runs < 4) return 'goes on';
  deleteTimers_(store.getProperty('questions.trigger'));
  return runs === 1 ? hourly_(store) : 'ended';
}

function hourly_(store) {
  const trigger = ScriptApp.newTrigger('questionsOnTimer').timeBased().everyHours(1).create();
  store.setProperty('questions.trigger', trigger.getUniqueId());
  return 'every hour';
}

function deleteTimers_(id) {
  ScriptApp.getProjectTriggers().forEach((trigger) => {
    if (trigger.getUniqueId() === id) ScriptApp.deleteTrigger(trigger);
  });
}

/** The triggers that each of the two lists has, and whether the one of this spreadsheet is among them. */
function triggers_(book, id) {
  const described = (list) =>
    list.map(
      (trigger) =>
        `${trigger.getHandlerFunction()}${trigger.getUniqueId() === id ? ' of this spreadsheet' : ''}`,
    );
  return {
    project: seen_(() => described(ScriptApp.getProjectTriggers())),
    user: seen_(() => described(ScriptApp.getUserTriggers(book))),
  };
}

// Small parts.

function book_() {
  const book = SpreadsheetApp.getActiveSpreadsheet();
  if (book === null || !/^Questions/.test(book.getName()))
    throw new Error(
      'Name this spreadsheet "Questions …" first: this makes and deletes sheets and timers in it.',
    );
  return book;
}

function sheet_(book, name) {
  return book.getSheetByName(name) || book.insertSheet(name, book.getNumSheets());
}

function grow_(sheet, rows, columns) {
  const missing = rows - sheet.getMaxRows();
  if (missing > 0) sheet.insertRowsAfter(sheet.getMaxRows(), missing);
  const narrow = columns - sheet.getMaxColumns();
  if (narrow > 0) sheet.insertColumnsAfter(sheet.getMaxColumns(), narrow);
}

function first_(values) {
  return values[0];
}

function shown_(range) {
  return range.getDisplayValues();
}

/** Waits a little for formulas; false while one shows nothing yet. */
function areCalculated_(book) {
  for (let turn = 0; turn < 6; turn++) {
    SpreadsheetApp.flush();
    if (!book.getSheets().some(isLoading_)) return true;
    Utilities.sleep(5000);
  }
  return false;
}

/** All formulas here are in the first column, and give something. */
function isLoading_(sheet) {
  const range = sheet.getRange(1, 1, Math.min(60, sheet.getMaxRows()), 1);
  const shown = range.getDisplayValues();
  return range
    .getFormulas()
    .some(([formula], row) => formula !== '' && (shown[row][0] === '' || shown[row][0] === 'Loading...'));
}

function putAndGet_(cache, value) {
  cache.put('questions.try', String(value), 60);
  return cache.get('questions.try') === String(value) ? 'kept' : 'lost';
}

function stampCell_(book, text) {
  book.getRangeByName('QUESTIONS_STAMP').setValue(text);
  SpreadsheetApp.flush();
  return 'written';
}

/** What the person has allowed. */
function authorization_() {
  const info = seen_(() => ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL));
  const ofMail = seen_(() => ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL, [MAIL_SCOPE_]));
  return {
    all: text_(seen_(() => String(info.getAuthorizationStatus()))),
    mail: text_(seen_(() => String(ofMail.getAuthorizationStatus()))),
    hasUrl: text_(seen_(() => String(info.getAuthorizationUrl() !== null))),
    granted: text_(seen_(() => info.getAuthorizedScopes().join(' '))),
  };
}

/** What a function returns, or what it threw. */
function seen_(look) {
  try {
    const seen = look();
    return seen === undefined ? 'undefined' : seen;
  } catch (error) {
    return { threw: `${error.name}: ${error.message}` };
  }
}

function text_(seen) {
  return seen !== null && typeof seen === 'object' ? JSON.stringify(seen) : String(seen);
}

/** One line of answers. Addresses of persons are taken out. */
function tell_(book, question, seen) {
  const text = text_(seen).replace(/[\w.+-]+@[\w.-]+\w/g, 'someone@removed');
  const mark = seen_(() => PropertiesService.getUserProperties().getProperty('questions.mark'));
  const line = [
    question,
    `'${book.getName()}, ${text_(mark)}`,
    `'${text.slice(0, 40000)}`,
    new Date().toISOString(),
  ];
  let sheet = book.getSheetByName('Answers');
  if (sheet === null) {
    sheet = sheet_(book, 'Answers');
    sheet.getRange(1, 1, 1, 4).setValues([['QUESTION', 'SPREADSHEET, PERSON', 'SEEN', 'WHEN']]);
  }
  sheet.getRange(sheet.getLastRow() + 1, 1, 1, 4).setValues([line]);
  SpreadsheetApp.flush();
}

function say_(book, text) {
  book.toast(text, 'Questions', 15);
  return text;
}
