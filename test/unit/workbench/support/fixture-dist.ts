import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CODE = `
function onOpen() {
  SpreadsheetApp.getUi().createAddonMenu().addItem('Open sidebar', 'showSidebar')
    .addItem('Fail', 'fail').addToUi();
}
function showSidebar() {
  SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutputFromFile('Sidebar').setTitle('Shifts'));
}
function fail() { throw new Error('No report yet.'); }
function sidebarWrite(rows) {
  var sheet = SpreadsheetApp.getActive().insertSheet('Report', 1);
  sheet.getRange(1, 1, rows.length, rows[0].length).setValues(rows);
  return { rows: rows.length };
}
function sidebarMail(subject, html) {
  MailApp.sendEmail('bob@a.example', subject, 'Plain', { name: 'Shifts', htmlBody: html });
}
/**
 * Doubles what it is given.
 *
 * @param {number} value A number.
 * @customfunction
 */
function DOUBLE(value) {
  if (value === '') throw new Error('Give a number.');
  if (value instanceof Date) return [[value, 'a day'], [null, '2026-10-01']];
  return value * 2;
}
/**
 * Says what it was given.
 *
 * @customfunction
 */
function KINDS() {
  return Array.prototype.map.call(arguments, function (one) { return one === undefined ? 'nothing' : typeof one; }).join();
}
`;

const MANIFEST = {
  timeZone: 'Etc/UTC',
  runtimeVersion: 'V8',
  oauthScopes: ['spreadsheets.currentonly', 'script.container.ui', 'script.send_mail'].map(
    (scope) => `https://www.googleapis.com/auth/${scope}`,
  ),
};

/** A small built script in a folder of its own. */
export interface FixtureDist {
  readonly dist: string;
  remove(): void;
}

/** Writes a script with a menu, a sidebar and two custom functions. */
export function writeFixtureDist(): FixtureDist {
  const dist = mkdtempSync(path.join(tmpdir(), 'workbench-dist-'));
  writeFileSync(path.join(dist, 'Code.js'), CODE);
  writeFileSync(
    path.join(dist, 'Sidebar.html'),
    '<!doctype html><html><head></head><body>Hello</body></html>',
  );
  writeFileSync(path.join(dist, 'appsscript.json'), JSON.stringify(MANIFEST));
  return { dist, remove: () => rmSync(dist, { recursive: true }) };
}
