import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { type BrowserProgram, unpackPackagedBrowser } from '../support/packaged-browser';

const IS_PACKAGED_HERE = process.platform === 'linux' && process.arch === 'x64';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shift-reports-browser-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a page with a line of text and says how wide the line is and which fonts drew it. */
async function drawText(browser: Browser) {
  const page = await browser.newPage();
  await page.setContent('<span id="line" style="font: 20px Arial">Shift réports 123</span>');
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#line' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  const width = await page.evaluate<number>("document.getElementById('line').getBoundingClientRect().width");
  return { width, glyphs: fonts.reduce((sum, { glyphCount }) => sum + glyphCount, 0) };
}

function makeProgram(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${text}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('finding a browser', () => {
  test('says in one line what to do where none starts', async () => {
    const missing = () => {
      throw new Error('no such package\nand more');
    };
    const broken = makeProgram('broken', 'exit 1');
    const places = {
      chosenPath: undefined,
      installedPaths: [broken, join(folder, 'none')],
      packaged: missing,
    };
    await expect(launchBrowser(places)).rejects.toThrow(
      /^No browser starts here; install Chrome or Chromium, or set CHROMIUM_PATH to one\. \(.+; no such package\)$/,
    );
  });

  test('does not pass over a chosen browser that does not start', async () => {
    const chosenPath = makeProgram('chosen', 'exit 1');
    const packaged = () => {
      throw new Error('asked for another browser');
    };
    await expect(launchBrowser({ chosenPath, packaged })).rejects.toThrow(
      /^CHROMIUM_PATH names .+chosen, which does not start; correct it, or unset it\. \((?!asked)[^\n]+\)$/,
    );
  });

  test('starts one by the usual order', async () => {
    const browser = await launchBrowser();
    await expect(drawText(browser)).resolves.toEqual({ width: expect.any(Number), glyphs: 17 });
    await browser.close();
  });
});

const describePackaged = () => {
  let program: BrowserProgram;

  beforeAll(() => {
    program = unpackPackagedBrowser(join(folder, 'cache'));
  });

  test('starts without an installed one, draws text and brings its own libraries', async () => {
    const browser = await launchBrowser({
      chosenPath: undefined,
      installedPaths: [],
      packaged: () => program,
    });
    const { width, glyphs } = await drawText(browser);
    expect(glyphs).toBe(17);
    expect(width).toBeGreaterThan(100);
    const libraries = listLoadedLibraries(program.executablePath);
    expect(libraries).toContain(join(folder, 'cache', versionFolder(), 'al2023/lib/libnss3.so'));
    expect(
      libraries.filter((path) => /lib(?:nss3|nspr4|expat|X11|glib)/.test(path) && !path.startsWith(folder)),
    ).toEqual([]);
    await browser.close();
  });

  test('is unpacked once, and nothing unfinished is left', () => {
    const cache = join(folder, 'cache');
    expect(readdirSync(cache)).toEqual([versionFolder()]);
    writeFileSync(join(cache, versionFolder(), 'marker'), '');
    unpackPackagedBrowser(cache);
    expect(existsSync(join(cache, versionFolder(), 'marker'))).toBe(true);
  });

  test('starts by CHROMIUM_PATH or as an installed one too', async () => {
    const { executablePath, env } = program;
    const settings = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
    const path = makeProgram('installed', [...settings, `exec '${executablePath}' "$@"`].join('\n'));
    for (const places of [{ chosenPath: path }, { chosenPath: undefined, installedPaths: [path] }]) {
      const packaged = () => {
        throw new Error('asked for the packaged browser');
      };
      const browser = await launchBrowser({ ...places, packaged });
      await expect(drawText(browser)).resolves.toMatchObject({ glyphs: 17 });
      await browser.close();
    }
  });

  test('reaches this machine only', async () => {
    const browser = await launchBrowser({
      chosenPath: undefined,
      installedPaths: [],
      packaged: () => program,
    });
    const page = await browser.newPage();
    await expect(page.goto('https://company.com/')).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
    await browser.close();
  });
};

if (IS_PACKAGED_HERE) {
  describe('the browser that comes with the project', describePackaged);
} else {
  test('the browser that comes with the project says where it runs', () => {
    expect(() => unpackPackagedBrowser(folder)).toThrow('the packaged browser runs on Linux with x64 only');
  });
}

function versionFolder(): string {
  const file = join(process.cwd(), 'node_modules/@sparticuz/chromium/package.json');
  return `chromium-${(JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version}`;
}

/** The shared libraries in the memory of the processes that run a program. */
function listLoadedLibraries(executablePath: string): string[] {
  const maps = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readMaps(name))
    .filter((text) => text.includes(`${executablePath}\n`));
  return [...new Set(maps.join('').match(/\/\S+\.so[.\d]*/g))];
}

function readMaps(processId: string): string {
  try {
    return readFileSync(`/proc/${processId}/maps`, 'utf8');
  } catch {
    return '';
  }
}
