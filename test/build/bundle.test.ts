import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import vm from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parseServiceAddresses } from '../../build/addresses';
import { type BuildOptions, buildAddOn, buildManifest, inlinePage } from '../../build/bundle';

const ROOT = resolve(process.cwd(), 'test/fixtures/build/01-one-function');
const ADDRESSES = parseServiceAddresses({
  auth: 'https://auth.shift-marketplace.example',
  regions: { US: 'https://api.us.shift-marketplace.example', UK: 'https://api.uk.shift-marketplace.example' },
  reports: {},
});

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-bundle-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function build(name: string, more: Partial<BuildOptions> = {}): Promise<string> {
  const { outDir } = await buildAddOn({
    addresses: ADDRESSES,
    root: ROOT,
    outDir: join(folder, name),
    ...more,
  });
  return outDir;
}

const readCode = (outDir: string) => readFileSync(join(outDir, 'Code.js'), 'utf8');

describe('building the add-on', () => {
  test('makes exactly three files and says how large they are', async () => {
    const { outDir, files } = await buildAddOn({
      addresses: ADDRESSES,
      root: ROOT,
      outDir: folder,
    });
    expect(outDir).toBe(folder);
    expect(readdirSync(folder).sort()).toEqual(['Code.js', 'Sidebar.html', 'appsscript.json']);
    expect(files).toEqual(
      ['Code.js', 'Sidebar.html', 'appsscript.json'].map((name) => ({
        name,
        bytes: readFileSync(join(folder, name)).length,
      })),
    );
  });

  test('removes what an earlier build left', async () => {
    const outDir = await build('dist');
    writeFileSync(join(outDir, 'Old.gs'), '');
    await build('dist');
    expect(readdirSync(outDir)).not.toContain('Old.gs');
  });

  test('leaves one global and the wrappers in a bare realm, and the functions work', async () => {
    const realm = vm.createContext({});
    vm.runInContext(readCode(await build('dist')), realm);
    expect(Object.getOwnPropertyNames(realm).sort()).toEqual(['DOUBLE', 'ShiftReports']);
    expect(vm.runInContext('DOUBLE(21)', realm)).toBe(
      '42 bound https://auth.shift-marketplace.example 1.2.3',
    );
    // Arguments beyond the named ones are passed on.
    vm.runInContext('ShiftReports = { DOUBLE() { return arguments.length; } }', realm);
    expect(vm.runInContext('DOUBLE(1, 2, 3)', realm)).toBe(3);
  });

  test('makes the manifest expected', async () => {
    const manifest = readFileSync(join(await build('dist'), 'appsscript.json'), 'utf8');
    expect(manifest).toBe(readFileSync(join(ROOT, 'expected/appsscript.json'), 'utf8'));
  });

  test('refuses a bad address before it touches the folder', async () => {
    const outDir = await build('dist');
    const addresses = { ...ADDRESSES, auth: 'https://127.0.0.1' };
    await expect(build('dist', { addresses })).rejects.toThrow('must be https:// and a full domain name');
    expect(readdirSync(outDir)).toHaveLength(3);
  });
});

describe('the page of the built add-on', () => {
  let page: string;
  const kept = mkdtempSync(join(tmpdir(), 'shift-reports-page-'));

  beforeAll(async () => {
    await buildAddOn({ addresses: ADDRESSES, root: ROOT, outDir: join(kept, 'dist') });
    page = readFileSync(join(kept, 'dist/Sidebar.html'), 'utf8');
  });

  afterAll(() => {
    rmSync(kept, { recursive: true, force: true });
  });

  test('is plain ASCII without template literals', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole range of ASCII is meant.
    expect(page).toMatch(/^[\u0000-\u007f]*$/);
    expect(page).not.toContain('`');
  });

  test('keeps texts that would end a script, open a comment or mean something in a replacement', () => {
    expect(page).toContain('<\\/script>\\x3c!-- $& -->');
    expect(page).toContain('content:"\\201c$&\\201d"');
    expect(page).toContain('" $\' //"');
  });
});

describe('a page that is made one file', () => {
  const STYLE = '<link rel="stylesheet" href="page.css">';
  const SCRIPT = '<script src="page.tsx"></script>';
  const inline = (html: string, script = 'document.title = "x";') => {
    writeFileSync(join(folder, 'index.html'), html);
    writeFileSync(join(folder, 'page.css'), 'body { margin: 0 }');
    writeFileSync(join(folder, 'page.tsx'), script);
    return inlinePage(folder);
  };

  test('has style and script where their tags stood', async () => {
    await expect(inline(`${STYLE}<body>${SCRIPT}</body>`)).resolves.toBe(
      '<style>\nbody{margin:0}\n</style><body><script>\n"use strict";(()=>{document.title="x";})();\n</script></body>',
    );
  });

  test.each([
    ['no style', `<body>${SCRIPT}</body>`, `index.html must hold ${STYLE} once; it does so 0 times.`],
    ['two scripts', `${STYLE}${SCRIPT}${SCRIPT}`, `index.html must hold ${SCRIPT} once; it does so 2 times.`],
  ])('is refused with %s', async (_what, html, message) => {
    await expect(inline(html)).rejects.toThrow(message);
  });

  test('cannot make markup of text by its own code', async () => {
    const page = await inline(
      `${STYLE}${SCRIPT}`,
      'document.body.innerHTML = location.hash; document.body["outerHTML"] = "x";',
    );
    expect(page).toContain('document.body.noMarkup=location.hash');
    expect(page).not.toMatch(/innerHTML|outerHTML/);
  });
});

describe('the manifest', () => {
  test('refuses a list of addresses written by hand', () => {
    expect(() => buildManifest('{ "urlFetchWhitelist": [] }', ADDRESSES)).toThrow(
      'appsscript.json must not hold urlFetchWhitelist; the build makes it.',
    );
  });

  test('asks for these five scopes and no card add-on', () => {
    const manifest = JSON.parse(buildManifest(readFileSync('appsscript.json', 'utf8'), ADDRESSES)) as object;
    expect(manifest).toEqual({
      timeZone: 'Etc/UTC',
      runtimeVersion: 'V8',
      exceptionLogging: 'STACKDRIVER',
      oauthScopes: [
        'https://www.googleapis.com/auth/script.container.ui',
        'https://www.googleapis.com/auth/script.external_request',
        'https://www.googleapis.com/auth/script.scriptapp',
        'https://www.googleapis.com/auth/script.send_mail',
        'https://www.googleapis.com/auth/spreadsheets.currentonly',
      ],
      urlFetchWhitelist: [
        'https://api.uk.shift-marketplace.example/',
        'https://api.us.shift-marketplace.example/',
        'https://auth.shift-marketplace.example/',
      ],
    });
  });
});
