import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { type BrowserProgram, unpackPackagedBrowser } from './packaged-browser';

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

/** What to look for, and where; a test gives other places. */
export interface BrowserPlaces {
  /** @default the environment variable CHROMIUM_PATH */
  readonly chosenPath?: string | undefined;
  /** @default the usual places on Linux and macOS */
  readonly installedPaths?: readonly string[];
  /**
   * Finds the program that comes with the project.
   * @default unpacks it below `build/cache/browser`
   */
  readonly packaged?: () => BrowserProgram;
}

/**
 * Starts a headless Chromium: the one that CHROMIUM_PATH names, else an installed one, else the one that
 * comes with the project. An installed one that does not start is passed over; a chosen one is not.
 *
 * The caller closes it.
 *
 * @throws {Error} One line that says what to do, when none starts.
 */
export async function launchBrowser(places: BrowserPlaces = {}): Promise<Browser> {
  const chosenPath = 'chosenPath' in places ? places.chosenPath : process.env.CHROMIUM_PATH;
  const { installedPaths = INSTALLED_PATHS, packaged = unpackIntoProject } = places;
  const candidates = chosenPath
    ? [() => ({ executablePath: chosenPath, env: {} })]
    : [
        ...installedPaths
          .filter((path) => existsSync(path))
          .map((executablePath) => () => ({ executablePath, env: {} })),
        packaged,
      ];
  const reasons: string[] = [];
  for (const find of candidates) {
    try {
      return await start(find());
    } catch (error) {
      reasons.push(firstLine((error as Error).message));
    }
  }
  const remedy = chosenPath
    ? `CHROMIUM_PATH names ${chosenPath}, which does not start; correct it, or unset it`
    : 'No browser starts here; install Chrome or Chromium, or set CHROMIUM_PATH to one';
  throw new Error(`${remedy}. (${reasons.join('; ')})`);
}

function unpackIntoProject(): BrowserProgram {
  return unpackPackagedBrowser(resolve(process.cwd(), 'build/cache/browser'));
}

function start({ executablePath, env }: BrowserProgram): Promise<Browser> {
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env } as Record<string, string>,
    args: [...CLOSED_NETWORK, '--disable-gpu'],
    // Works for root and in containers; only our own pages are opened.
    chromiumSandbox: false,
  });
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
