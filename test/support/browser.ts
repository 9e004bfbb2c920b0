import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Where Chrome and Chromium stand when installed in the usual way, on Linux and on macOS. */
const INSTALLED_PATHS = [
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Nothing but this machine is reached: no updates, no services of the browser's maker, no names resolved. */
const CLOSED_NETWORK = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** A browser to start: its program and what it needs around it. */
interface BrowserProgram {
  readonly executablePath: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a headless Chromium: the one that CHROMIUM_PATH names, else an installed one, else the one that
 * comes with the project. An installed one that does not start is passed over; a chosen one is not.
 *
 * The caller closes it.
 *
 * @throws {Error} One line that says what to do, when none starts.
 */
export async function launchBrowser(): Promise<Browser> {
  const chosenPath = process.env.CHROMIUM_PATH;
  const installed = chosenPath ? [chosenPath] : INSTALLED_PATHS.filter((path) => existsSync(path));
  const candidates: (() => BrowserProgram)[] = installed.map((executablePath) => () => ({ executablePath }));
  if (!chosenPath) candidates.push(packagedBrowser);
  const reasons: string[] = [];
  for (const find of candidates) {
    try {
      return await start(find());
    } catch (error) {
      reasons.push((error as Error).message.split('\n', 1)[0] ?? '');
    }
  }
  const remedy = chosenPath
    ? `CHROMIUM_PATH names ${chosenPath}, which does not start; correct it, or unset it`
    : 'No browser starts here; install Chrome or Chromium, or set CHROMIUM_PATH to one';
  throw new Error(`${remedy}. (${reasons.join('; ')})`);
}

function start({ executablePath, env = {} }: BrowserProgram): Promise<Browser> {
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [...CLOSED_NETWORK, '--disable-gpu'],
    // Works for root and in containers; only our own pages are opened.
    chromiumSandbox: false,
  });
}

const PACKAGE = 'node_modules/@sparticuz/chromium/package.json';

/**
 * Unpacks the Chromium that comes with the npm package, once per version, and says how to start it: about 200 MB below
 * `build/cache/browser`.
 *
 * It brings its own libraries and fonts, so it starts on a bare system. It runs on Linux with x64 only.
 * Two processes may unpack at the same time; the first to finish stays.
 *
 * @throws {Error} When the system is another one, or unpacking fails.
 */
function packagedBrowser(): BrowserProgram {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('the packaged browser runs on Linux with x64 only');
  }
  const { version } = JSON.parse(readFileSync(resolve(process.cwd(), PACKAGE), 'utf8')) as {
    version: string;
  };
  const cache = resolve('build/cache/browser');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) unpackInto(folder, cache);
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  };
}

function unpackInto(folder: string, cache: string): void {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(join(cache, 'unpacking-'));
  try {
    const script = resolve(process.cwd(), 'test/support/install-browser.ts');
    const command = ['--import', 'tsx', script, unfinished];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`the packaged browser could not be unpacked: ${stderr.trim()}`);
    writeFontSettings(join(unfinished, 'fonts'), join(folder, 'fonts'));
    renameUnlessThere(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The package's own settings look for fonts where Lambda has them. */
function writeFontSettings(folder: string, finalFolder: string): void {
  writeFileSync(
    join(folder, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${finalFolder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${finalFolder}/cache</cachedir>
</fontconfig>
`,
  );
}

function renameUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}
