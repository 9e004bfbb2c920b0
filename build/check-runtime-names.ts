import { type BuiltFiles, parseScript } from './built-files';
import type { Finding } from './finding';
import { listAsyncFunctions, listFreeNames, listMemberUses } from './names-in-code';

/** What the language itself offers up to 2019, less what is refused below. */
const LANGUAGE_NAMES = [
  'Array ArrayBuffer Boolean DataView Date Error Float64Array Int8Array Int32Array JSON Map Math Number Object',
  'RangeError Reflect RegExp Set String Symbol SyntaxError TypeError Uint8Array Uint32Array WeakMap WeakSet',
  'Infinity NaN undefined arguments isFinite isNaN parseFloat parseInt',
  'decodeURIComponent encodeURIComponent encodeURI decodeURI console',
];

/** The Google services this product uses. Another one is a decision: a scope, a port, an emulated service. */
const SERVICE_NAMES = [
  'CacheService Charts HtmlService LockService MailApp PropertiesService ScriptApp SpreadsheetApp UrlFetchApp Utilities',
];

const ALLOWED = new Set([...LANGUAGE_NAMES, ...SERVICE_NAMES].flatMap((line) => line.split(' ')));

/** Names that Apps Script has and we do not use, each with its reason. All others are just not there. */
const REASONS: Readonly<Record<string, string>> = {
  Promise: 'a rejected entry point is reported nowhere (fact J7)',
  Intl: 'whether Apps Script has it is not established',
  globalThis: 'a function put there counts as an entry point (fact N3)',
  eval: 'text must never become code',
  Function: 'text must never become code',
  Logger: 'what is logged goes through console, in one place',
  Session: 'it tells the address of whoever runs it, which this product never asks',
};

/** Methods of the language that came after 2019: they parse everywhere and fail where they are missing. */
const NEWER_METHODS = new Set(
  [
    'allSettled any at findLast findLastIndex group groupBy hasOwn matchAll replaceAll toReversed toSorted',
    'toSpliced isWellFormed toWellFormed',
  ].flatMap((line) => line.split(' ')),
);

/**
 * Refuses every global name that Apps Script lacks (facts J1, J2) or that this product does not use, async
 * functions, and methods newer than the library Apps Script is known to have.
 *
 * A list of what is allowed, so that a name nobody thought of is refused too.
 */
export function checkRuntimeNames({ texts }: BuiltFiles): Finding[] {
  const ast = parseScript(texts['Code.js']);
  const names = listFreeNames(ast).filter(({ name }) => !ALLOWED.has(name));
  const methods = listMemberUses(ast).filter(
    ({ name, call }) => call !== undefined && NEWER_METHODS.has(name),
  );
  return [
    ...names.map(({ name, line }) => ({
      where: `Code.js:${line}`,
      message: `It uses ${name}: ${REASONS[name] ?? 'Apps Script does not have it'}.`,
    })),
    ...listAsyncFunctions(ast).map(({ line }) => ({
      where: `Code.js:${line}`,
      message: `It has an async function: ${REASONS.Promise}.`,
    })),
    ...methods.map(({ name, line }) => ({
      where: `Code.js:${line}`,
      message: `It calls .${name}(), which is newer than the library Apps Script is known to have.`,
    })),
  ];
}
