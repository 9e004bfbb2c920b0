import { describe, expect, test } from '@jest/globals';
import { checkRuntimeNames } from '../../build/check-runtime-names';
import { checkSyntax } from '../../build/check-syntax';
import { makeBundle, messagesOf } from './sound-bundle';

/** Facts J1 and J2: what Apps Script lacks. */
const ABSENT = [
  'fetch Headers Request Response FormData Blob File DOMException URL URLSearchParams TextEncoder TextDecoder',
  'AbortController AbortSignal Event EventTarget setTimeout setInterval clearTimeout clearInterval queueMicrotask',
  'structuredClone atob btoa crypto performance navigator ReadableStream CompressionStream TextDecoderStream',
  'window process require module Buffer global',
].flatMap((line) => line.split(' '));

const check = (inside: string) => messagesOf(checkRuntimeNames(makeBundle({ inside })));

describe('the check of names the runtime lacks', () => {
  test('finds nothing in a sound bundle, which asks for the type of fetch only', () => {
    expect(messagesOf(checkRuntimeNames(makeBundle()))).toEqual([]);
  });

  test.each(ABSENT)('finds %s', (name) => {
    expect(check(`function use() { return ${name}; }`)).toEqual([
      `It uses ${name}: Apps Script does not have it.`,
    ]);
  });

  test.each([
    ['a parameter', 'function use(fetch) { return fetch(); }'],
    ['a local function', 'function fetch() {} function use() { fetch(); }'],
    ['a caught error', 'function use() { try { use(); } catch (process) { return process; } }'],
    ['a member', 'function use(port) { return port.fetch() + port.URL; }'],
    ['a key', 'const names = { process: 1, fetch() {} };'],
    ['a text and a comment', 'const text = "setTimeout"; /* setTimeout(1) */'],
    ['a label', 'function use() { fetch: for (;;) break fetch; }'],
  ])('leaves %s of such a name alone', (_what, inside) => {
    expect(check(inside)).toEqual([]);
  });

  test.each([
    ['a shorthand member', 'const names = { process };', 'It uses process: Apps Script does not have it.'],
    [
      'a default value',
      'function use(now = performance) { return now; }',
      'It uses performance: Apps Script does not have it.',
    ],
    [
      'an undeclared assignment',
      'function use() { leaked = 1; }',
      'It uses leaked: Apps Script does not have it.',
    ],
    [
      'a promise',
      'function use() { return new Promise(use); }',
      'It uses Promise: a rejected entry point is reported nowhere (fact J7).',
    ],
    [
      'a service that tells who people are',
      'function use() { return Session.getActiveUser(); }',
      'It uses Session: it tells the address of whoever runs it, which this product never asks.',
    ],
    [
      'an async function',
      'const use = async () => 1;',
      'It has an async function: a rejected entry point is reported nowhere (fact J7).',
    ],
    ['code from text', 'function use() { return eval("1"); }', 'It uses eval: text must never become code.'],
    [
      'the global object',
      'function use() { return globalThis.fetch; }',
      'It uses globalThis: a function put there counts as an entry point (fact N3).',
    ],
    [
      'another Google service',
      'function use() { return DriveApp; }',
      'It uses DriveApp: Apps Script does not have it.',
    ],
    [
      'a newer method',
      'function use(text) { return text.replaceAll("a", "b"); }',
      'It calls .replaceAll(), which is newer than the library Apps Script is known to have.',
    ],
  ])('finds %s', (_what, inside, message) => {
    expect(check(inside)).toEqual([message]);
  });

  test('says on which line', () => {
    expect(checkRuntimeNames(makeBundle({ inside: 'process;' }))[0]?.where).toBe('Code.js:10');
  });
});

describe('the check of syntax', () => {
  test('reads a sound bundle', () => {
    expect(checkSyntax(makeBundle())).toEqual([]);
  });

  test.each([
    ['a private member', 'class A { #x = 1; }'],
    ['a static field', 'class A { static x = 1; }'],
    ['a top-level await', 'await 1;'],
    ['an import', 'import "x";'],
    ['an optional chain', 'const a = onOpen?.name;'],
  ])('refuses %s', (_what, atTop) => {
    expect(messagesOf(checkSyntax(makeBundle({ atTop })))).toEqual([
      expect.stringContaining('It cannot be read as JavaScript of 2019'),
    ]);
  });

  test('reads the page as well', () => {
    expect(checkSyntax(makeBundle({ pageScript: 'const a = 1n;' }))).toEqual([
      { where: 'Sidebar.html', message: expect.stringContaining('It cannot be read') },
    ]);
  });
});
