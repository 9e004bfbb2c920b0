import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parsePolicy, parseServiceAddresses, readServiceAddresses } from '../../build/addresses';
import { buildAddOn } from '../../build/bundle';
import { type BundleExpectations, checkBundle } from '../../build/check-bundle';

const ADDRESSES = parseServiceAddresses({
  auth: 'https://auth.staff.example',
  regions: { US: 'https://us.staff.example', UK: 'https://uk.staff.example' },
  reports: {},
});
const ALLOWED = ['https://auth.staff.example/', 'https://uk.staff.example/', 'https://us.staff.example/'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-check-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What to put into an otherwise sound bundle. */
interface Planted {
  readonly inside?: string;
  readonly atTop?: string;
  readonly page?: string;
  readonly markup?: string;
  readonly urlFetchWhitelist?: unknown;
}

function check(
  { inside = '', atTop = '', page = '', markup = '', urlFetchWhitelist = ALLOWED }: Planted,
  expected: Partial<BundleExpectations> = {},
): string[] {
  const texts = {
    'Code.js': `"use strict";
var ShiftReports = (() => {
  function onOpen() { SpreadsheetApp.getUi().createAddonMenu().addToUi(); }
  ${inside}
  return { onOpen };
})();

function onOpen() {
  return ShiftReports.onOpen.apply(this, arguments);
}
${atTop}`,
    'Sidebar.html': `<!doctype html><html><head><style>b { color: #202124; }</style></head><body>${markup}
<script>document.body.textContent = "http://www.w3.org/2000/svg"; ${page}</script></body></html>`,
    'appsscript.json': JSON.stringify({ urlFetchWhitelist }),
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
  return checkBundle(folder, { addresses: ADDRESSES, ...expected });
}

const inFunction = (statement: string) => ({
  inside: `function use(list, text, sheet, range, ui, book) { ${statement}; }`,
});

test.each(['bound', 'add-on'] as const)(
  'the product, installed as %s, passes every check',
  async (installation) => {
    const addresses = readServiceAddresses(resolve('build/service-addresses.json'));
    await buildAddOn({ addresses, outDir: folder, installation });
    expect(checkBundle(folder, { addresses, environment: process.env })).toEqual([]);
    expect(readFileSync(join(folder, 'Code.js'), 'utf8')).toContain(`"${installation}"`);
  },
);

test('a folder holds exactly three files', () => {
  expect(check({})).toEqual([]);
  writeFileSync(join(folder, 'Old.gs'), '');
  expect(checkBundle(folder, { addresses: ADDRESSES })).toEqual([expect.stringContaining('Old.gs')]);
});

test('a file is refused above its budget', () => {
  expect(check({ inside: `const long = "${'x'.repeat(850_000)}";` })).toEqual([
    expect.stringMatching(/^Code\.js: It has \d+ bytes; its budget is \d+\.$/),
  ]);
});

test.each([
  ['a function assigned to a global', { atTop: 'this.debug = () => 1;' }, 'Anyone could call debug'],
  ['a second global', { atTop: 'var cache = 1;' }, 'Anyone could call cache'],
  ['a service call while loading', { inside: 'const z = SpreadsheetApp.x();' }, 'Loading it already needs'],
])('the script is refused with %s', (_, planted, message) => {
  expect(check(planted)).toEqual([expect.stringContaining(message)]);
});

describe('the script', () => {
  test.each([
    'globalThis.x = 1',
    'eval("x")',
    'const later = async () => {}',
    'list.at(-1)',
    'text.replaceAll("a", "b")',
    'sheet.deleteRows(1, 2)',
    'sheet.clear()',
    'range.setFormula("=A1")',
    'range.sort(1)',
    'range.sort({ column: 1 })',
    'PropertiesService.getScriptProperties()',
    'ui.prompt("x")',
    'HtmlService.createTemplate("x")',
    'SpreadsheetApp.openById("x")',
  ])('may not use %s', (statement) => {
    expect(check(inFunction(statement))).toEqual([expect.stringMatching(/^Code\.js: Line 4 has /)]);
  });

  test.each([
    'list.sort()',
    'list.sort((a, b) => a - b)',
    'PropertiesService.getDocumentProperties()',
    'sheet.getRange(1, 1).clearContent()',
    'sheet.insertRowsAfter(9, 1)',
    'sheet.insertColumnsAfter(9, 1)',
  ])('may use %s', (statement) => {
    expect(check(inFunction(statement))).toEqual([]);
  });

  test('may not use twice what one place alone may use', () => {
    const twice = 'sheet.insertColumnsAfter(1, 1); sheet.insertColumnsAfter(2, 1)';
    expect(check(inFunction(twice))).toHaveLength(2);
  });
});

describe('addresses', () => {
  test.each([
    'https://evil.test/x',
    'https://auth.staff.example.evil.test',
    'https://auth.staff.example@evil.test',
    'http://auth.staff.example',
    'https://auth.staff.example:8443',
    'wss://us.staff.example',
    '//evil.test/x.js',
  ])('such as %s are found in code, comments and markup', (address) => {
    const message = expect.stringContaining(
      `It holds the address ${address}, which is not one of the service.`,
    );
    const planted = [{ inside: `const a = "${address}";` }, { markup: `<a href="${address}">Help</a>` }];
    for (const one of planted) expect(check(one)).toEqual([message]);
  });

  test('of the service are accepted, those of the sample employer in the script alone', () => {
    expect(
      check({ inside: 'const a = `https://us.staff.example/v1/`, b = "https://uk.sample.invalid";' }),
    ).toEqual([]);
    expect(check({ inside: 'const a = "https://uk.sample.invalid/v1/";' })).toHaveLength(1);
    expect(check({ markup: '<a href="https://uk.sample.invalid">Help</a>' })).toHaveLength(1);
    expect(check({ inside: 'const a = (host) => "https://" + host;' })).toHaveLength(1);
  });

  test.each([[ALLOWED.slice(1)], [[...ALLOWED].reverse()], [null], [[...ALLOWED, 'https://evil.test/']]])(
    'in the manifest are exactly those that are allowed, not %j',
    (urlFetchWhitelist) => {
      expect(check({ urlFetchWhitelist })).toContainEqual(
        expect.stringContaining('urlFetchWhitelist must be'),
      );
    },
  );

  test('of Google Chat are accepted where the policy allows it', () => {
    const [auth = '', ...others] = ALLOWED;
    const urlFetchWhitelist = [auth, 'https://chat.googleapis.com/', ...others];
    const planted = { inside: 'const chat = "https://chat.googleapis.com";', urlFetchWhitelist };
    const policy = (chat: boolean) => ({ policy: parsePolicy({ mailDomains: [], chat }) });
    expect(check(planted, policy(true))).toEqual([]);
    expect(check(planted, policy(false))).toHaveLength(3);
  });
});

describe('secrets', () => {
  // Put together here, so that no scanner takes this file for the leak.
  const join = (...parts: string[]) => parts.join('');
  test.each([
    join('-----BEGIN RSA ', 'PRIVATE KEY-----'),
    join('eyJhbGciOiJIUzI1NiJ9', '.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0', '.abc'),
    join('Bearer ', 'abcdefghijklmnop1234'),
    join('AI', 'za', 'SyA1234567890abcdefghijklmnopqrstuv'),
    join('GOC', 'SPX-', 'abcdefghijklmnopqrstuvwx'),
    join('AK', 'IA', 'ABCDEFGHIJKLMNOP'),
    join('gh', 'p_', 'abcdefghijklmnopqrstuvwxyz0123456789'),
    join('xo', 'xb-', '1234567890-abc'),
    join('client_', "secret: 's3cr3t-value'"),
    join('pass', "word: 'correct-horse'"),
  ])('such as %s are found, and not repeated', (secret) => {
    expect(check({ inside: `const key = \`${secret}\`;` })).toEqual([
      'Code.js: It holds what looks like a secret.',
    ]);
  });

  test('that are passed on are not', () => {
    expect(check({ inside: 'const form = (kept) => ({ client_secret: kept.clientSecret });' })).toEqual([]);
  });

  test('of the environment are found by their values', () => {
    const environment = {
      DEPLOY_TOKEN: 'zq-81-zq-81',
      HOME: 'onOpen',
      SHORT_TOKEN: 'onOpen',
      EMPTY_SECRET: '',
    };
    expect(check({ page: 'const a = "zq-81-zq-81";' }, { environment })).toEqual([
      'Sidebar.html: It holds the value of the environment variable DEPLOY_TOKEN.',
    ]);
  });
});

describe('the page', () => {
  test.each([
    'node.innerHTML = text',
    'node["innerHTML"] = text',
    'node.insertAdjacentHTML("beforeend", text)',
    'document.write(text)',
    'eval(text)',
    'new Function(text)()',
    'frame.srcdoc = text',
    'parent.postMessage(text)',
    'window.addEventListener("message", read)',
    'window.fetch(text)',
    'new XMLHttpRequest()',
    'localStorage.setItem("secret", text)',
  ])('may not do %s', (statement) => {
    expect(check({ page: `function use(node, frame, text, read) { ${statement}; }` })).not.toEqual([]);
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
    expect(check({ markup })).not.toEqual([]);
  });

  test('may have other listeners and texts, and a base that says where links open', () => {
    const page =
      'document.addEventListener("click", (one) => one); const message = "message", once = "on=1";';
    expect(check({ page, markup: '<base target="_blank">' })).toEqual([]);
  });
});
