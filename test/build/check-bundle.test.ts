import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parsePolicy, parseServiceAddresses } from '../../build/addresses';
import {
  type BuiltTexts,
  checkAddresses,
  checkBundle,
  checkEntryPoints,
  checkPage,
  checkScript,
  checkSecrets,
  checkSyntax,
} from '../../build/check-bundle';
import { ENTRY_POINTS } from '../../build/entry-points';
import { namesIn, parseScript } from '../../build/source-code';

const ADDRESSES = parseServiceAddresses({
  auth: 'https://auth.staff.example',
  regions: { US: 'https://us.staff.example', UK: 'https://uk.staff.example' },
  reports: {},
});
const ALLOWED = ['https://auth.staff.example/', 'https://uk.staff.example/', 'https://us.staff.example/'];
const SOUND: Readonly<Record<string, 'simple trigger' | 'custom function'>> = {
  onOpen: 'simple trigger',
  HOURS: 'custom function',
};
const DOCBLOCK = '/**\n * Counts hours.\n * @param {string} from First day.\n * @customfunction\n */';

/** What to put into an otherwise sound bundle. */
interface Planted {
  readonly inside?: string;
  readonly atTop?: string;
  readonly page?: string;
  readonly markup?: string;
  readonly manifest?: object;
  readonly docblock?: string;
}

/** A small bundle without fault, but for what is planted. */
function bundle({
  inside = '',
  atTop = '',
  page = '',
  markup = '',
  manifest,
  docblock = DOCBLOCK,
}: Planted = {}): BuiltTexts {
  return {
    'Code.js': `"use strict";
var ShiftReports = (() => {
  function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addToUi(); }
  function HOURS(from) { return typeof fetch === "undefined" ? [3, 1].sort((a, b) => a - b).length : from; }
  ${inside}
  return { onOpen, HOURS };
})();
function onOpen(event) { return ShiftReports.onOpen.apply(this, arguments); }

${docblock}
function HOURS(from) { return ShiftReports.HOURS.apply(this, arguments); }
${atTop}
`,
    'Sidebar.html': `<!doctype html>
<html lang="en"><head><style>body { color: #202124; }</style></head><body><main id="app"></main>${markup}
<script>document.getElementById("app").textContent = "http://www.w3.org/2000/svg"; ${page}</script></body></html>`,
    'appsscript.json': JSON.stringify({ urlFetchWhitelist: ALLOWED, ...manifest }),
  };
}

const messages = (findings: readonly { readonly message: string }[]) =>
  findings.map(({ message }) => message);
const script = (inside: string) => messages(checkScript(namesIn(parseScript(bundle({ inside })['Code.js']))));
const addresses = (planted: Planted) => messages(checkAddresses(bundle(planted), ADDRESSES));
const entryPoints = (planted: Planted, expected = SOUND) =>
  messages(checkEntryPoints(bundle(planted), expected));
const page = (planted: Planted) => messages(checkPage(bundle(planted)['Sidebar.html']));

test('a sound bundle passes every check', () => {
  expect([...script(''), ...addresses({}), ...entryPoints({}), ...page({})]).toEqual([]);
  expect([...checkSyntax(bundle()), ...checkSecrets(bundle())]).toEqual([]);
});

describe('a built folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'shift-reports-check-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const check = (planted: Planted = {}) => {
    for (const [file, text] of Object.entries(bundle(planted))) writeFileSync(join(folder, file), text);
    return checkBundle(folder, { addresses: ADDRESSES })
      .map(({ where, message }) => `${where}: ${message}`)
      .filter((line) => !/entry point|entry-points/.test(line));
  };

  test('is looked at by every check', () => {
    const inside = 'function use(sheet) { sheet.deleteRow(1); fetch("https://evil.test"); }';
    expect(check({ inside, markup: '<iframe></iframe>' })).toEqual([
      'Code.js:5: It uses fetch, which Apps Script lacks or this product must not use.',
      'Code.js:5: It uses .deleteRow: it moves or removes cells that are not ours.',
      'Code.js: It holds the address https://evil.test, which is not one of the service.',
      'Sidebar.html: It has an element that loads something or moves addresses.',
    ]);
  });

  test('holds exactly three files', () => {
    mkdirSync(join(folder, 'old'));
    writeFileSync(join(folder, 'old/Code.gs'), '');
    expect(check()).toContain('old/Code.gs: It does not belong there; exactly three files are pushed.');
    rmSync(join(folder, 'Sidebar.html'));
    expect(checkBundle(folder, { addresses: ADDRESSES })).toContainEqual({
      where: 'Sidebar.html',
      message: 'It is missing.',
    });
  });

  test('is refused above its budget, and not read further if its syntax is too new', () => {
    expect(check({ inside: `const long = "${'x'.repeat(1_200_000)}";` })).toEqual([
      expect.stringMatching(/^Code\.js: It has \d+ bytes; its budget is \d+\.$/),
    ]);
    expect(check({ atTop: 'class A { #x = 1; }', inside: 'fetch();' })).toEqual([
      expect.stringContaining("It can't be read as JavaScript of 2019"),
    ]);
  });
});

describe('entry points', () => {
  test.each([
    ['a function that no one listed', { atTop: 'function debug() {}' }, 'Anyone could call debug'],
    ['a function assigned to a global', { atTop: 'this.debug = () => 1;' }, 'Anyone could call debug'],
    [
      'a second global',
      { atTop: 'var cache = 1;' },
      'Only ShiftReports and the entry points may stand at the top',
    ],
    [
      'a service call while loading',
      { inside: 'const zone = SpreadsheetApp.getActive();' },
      'Loading it already needs',
    ],
    [
      'a custom function without its mark',
      { docblock: '/** @param {string} from Day. */' },
      'lacks @customfunction',
    ],
    [
      'a parameter left out',
      { docblock: '/** @customfunction */' },
      'must document exactly its parameters (from)',
    ],
  ])('are refused with %s', (_, planted, message) => {
    expect(entryPoints(planted)).toContainEqual(expect.stringContaining(message));
  });

  test('are all there', () => {
    expect(entryPoints({}, { ...SOUND, onInstall: 'simple trigger' })).toEqual([
      'The entry point onInstall is missing.',
    ]);
    expect(Object.keys(ENTRY_POINTS).filter((name) => name.endsWith('_'))).toEqual([]);
  });
});

describe('the script', () => {
  test.each([
    'fetch("x")',
    'new URL("x")',
    'setTimeout(use, 1)',
    'structuredClone(x)',
    'Promise.resolve()',
    'globalThis.x = 1',
    'eval("x")',
    'Session.getActiveUser()',
    'window.x',
    'process.exit()',
    'list.at(-1)',
    'list.findLast(use)',
    'text.replaceAll("a", "b")',
    'sheet.deleteRows(1, 2)',
    'sheet.clear()',
    'range.setFormula("=A1")',
    'sheet.appendRow([])',
    'range.sort(1)',
    'range.sort({ column: 1 })',
    'PropertiesService.getScriptProperties()',
    'ui.prompt("x")',
    'HtmlService.createTemplate("x")',
    'SpreadsheetApp.openById("x")',
    'leak = 1',
  ])('may not use %s', (statement) => {
    expect(script(`function use(list, text, sheet, range, ui, x) { ${statement}; }`)).toHaveLength(1);
  });

  test.each([
    'rows.sort()',
    'rows.sort((a, b) => a - b)',
    'function byDay(a, b) { return a - b; } rows.sort(byDay)',
    'const fetch = () => 1; fetch()',
    'PropertiesService.getDocumentProperties()',
    'sheet.getRange(1, 1).clearContent()',
    'sheet.insertRowsAfter(9, 1)',
    'sheet.insertColumnsAfter(9, 1)',
  ])('may use %s', (statement) => {
    expect(script(`function use(rows, sheet) { ${statement}; }`)).toEqual([]);
  });

  test('may not answer later, or use twice what one place alone may use', () => {
    expect(script('async function later() {}')).toEqual([
      'It has an async function, whose failure is reported nowhere.',
    ]);
    expect(script('function use(book) { book.deleteSheet(1); book.deleteSheet(2); }')).toHaveLength(2);
  });

  test.each(['class A { #x = 1; }', 'class A { static x = 1; }', 'import x from "y";', 'a ??= 1;'])(
    'may not have newer syntax: %s',
    (inside) => {
      expect(checkSyntax(bundle({ inside }))).toHaveLength(1);
    },
  );
});

describe('addresses', () => {
  test.each([
    'https://evil.test/x',
    'https://auth.staff.example.evil.test',
    'https://auth.staff.example@evil.test',
    'http://auth.staff.example',
    'https://auth.staff.example:8443',
    'wss://us.staff.example',
  ])('such as %s are found in code, comments and markup', (address) => {
    const message = `It holds the address ${address}, which is not one of the service.`;
    for (const planted of [
      { inside: `const a = "${address}";` },
      { inside: `// see ${address} ` },
      { markup: `<a href="${address}">Help</a>` },
    ])
      expect(addresses(planted)).toEqual([message]);
  });

  test('of the service are accepted, those of the sample employer in the script alone', () => {
    expect(
      addresses({
        inside: 'const a = "https://auth.staff.example"; const b = `https://us.staff.example/v1/`;',
      }),
    ).toEqual([]);
    expect(addresses({ inside: 'const a = "https://uk.sample.invalid";' })).toEqual([]);
    expect(addresses({ inside: 'const a = "https://uk.sample.invalid/v1/";' })).toHaveLength(1);
    expect(addresses({ markup: '<a href="https://uk.sample.invalid">Help</a>' })).toHaveLength(1);
  });

  test('put together at run time, or without a scheme, are found', () => {
    expect(addresses({ inside: 'const a = (host) => "https://" + host;' })).toHaveLength(1);
    expect(addresses({ page: 'const a = "//evil.test/x.js";' })).toEqual([
      'It holds the address //evil.test/x.js, which has no scheme.',
    ]);
  });

  test.each([
    [ALLOWED.slice(1)],
    [[...ALLOWED].reverse()],
    [undefined],
    [[...ALLOWED, 'https://evil.test/']],
  ])('in the manifest are exactly those that are allowed, not %j', (urlFetchWhitelist) => {
    expect(addresses({ manifest: { urlFetchWhitelist } })).toContainEqual(
      expect.stringContaining('urlFetchWhitelist must be'),
    );
  });

  test('of Google Chat are accepted where the policy allows it', () => {
    const urlFetchWhitelist = [
      'https://auth.staff.example/',
      'https://chat.googleapis.com/',
      ...ALLOWED.slice(1),
    ];
    const planted = bundle({
      inside: 'const chat = "https://chat.googleapis.com";',
      manifest: { urlFetchWhitelist },
    });
    const policy = (chat: boolean) => parsePolicy({ mailDomains: [], chat });
    expect(checkAddresses(planted, ADDRESSES, policy(true))).toEqual([]);
    expect(checkAddresses(planted, ADDRESSES, policy(false)).map(({ where }) => where)).toEqual(
      expect.arrayContaining(['Code.js', 'appsscript.json']),
    );
  });
});

describe('secrets', () => {
  // Put together here, so that no scanner takes this file for the leak.
  const join = (...parts: string[]) => parts.join('');
  test.each([
    ['a private key', join('-----BEGIN RSA ', 'PRIVATE KEY-----')],
    ['a signed token', join('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.abc')],
    ['an access token', join('Bearer ', 'abcdefghijklmnop1234')],
    ['a Google API key', join('AI', 'za', 'SyA1234567890abcdefghijklmnopqrstuv')],
    ['a Google client secret', join('GOC', 'SPX-', 'abcdefghijklmnopqrstuvwx')],
    ['an AWS access key', join('AK', 'IA', 'ABCDEFGHIJKLMNOP')],
    ['a GitHub token', join('gh', 'p_', 'abcdefghijklmnopqrstuvwxyz0123456789')],
    ['a Slack token', join('xo', 'xb-', '1234567890-abc')],
    ['a client secret', join('client_', "secret: 's3cr3t-value'")],
    ['a password', join('pass', "word: 'correct-horse'")],
  ])('such as %s are found', (what, secret) => {
    expect(messages(checkSecrets(bundle({ inside: `const key = \`${secret}\`;` })))).toEqual([
      `It holds what looks like ${what}.`,
    ]);
  });

  test('that are passed on are not', () => {
    expect(
      checkSecrets(bundle({ inside: 'const form = (kept) => ({ client_secret: kept.clientSecret });' })),
    ).toEqual([]);
  });

  test('of the environment are found by their values, which are not repeated', () => {
    const environment = {
      DEPLOY_TOKEN: 'zq-81-zq-81',
      HOME: 'onOpen',
      SHORT_TOKEN: 'onOpen',
      EMPTY_SECRET: '',
    };
    expect(checkSecrets(bundle({ page: 'const a = "zq-81-zq-81";' }), environment)).toEqual([
      { where: 'Sidebar.html', message: 'It holds the value of the environment variable DEPLOY_TOKEN.' },
    ]);
  });
});

describe('the page', () => {
  test.each([
    'node.innerHTML = text;',
    'node["innerHTML"] = text;',
    'Object.assign(node, { x: "innerHTML" });',
    'node.insertAdjacentHTML("beforeend", text);',
    'document.write(text);',
    'eval(text);',
    'new Function(text)();',
    'new DOMParser();',
    'frame.srcdoc = text;',
    'parent.postMessage(text);',
    'window.onmessage = read;',
    'window.addEventListener("message", read);',
    'window.fetch(text);',
    'new XMLHttpRequest();',
    'navigator.sendBeacon(text);',
    'localStorage.setItem("secret", text);',
  ])('may not do %s', (statement) => {
    expect(page({ page: `function use(node, frame, text, read) { ${statement} }` })).not.toEqual([]);
  });

  test.each([
    '<button onclick="go()">Go</button>',
    '<img src="logo.png">',
    '<link rel="icon" href="icon.ico">',
    '<iframe></iframe>',
    '<base href="x">',
    '<meta http-equiv="refresh" content="0">',
    '<a href="javascript:go()">Go</a>',
    '<?= secret ?>',
    '<p>Café</p>',
    '<script>1;</script>',
  ])('may not hold %s', (markup) => {
    expect(page({ markup })).not.toEqual([]);
  });

  test('may have other listeners, texts and local names, and a base that says where links open', () => {
    const statements =
      'document.addEventListener("click", (one) => one); const message = "message"; const once = "on=1";';
    expect(page({ page: statements, markup: '<base target="_blank">' })).toEqual([]);
  });
});
