import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A browser to start: its program and what it needs around it. */
export interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const PACKAGE = 'node_modules/@sparticuz/chromium/package.json';

/**
 * Unpacks the Chromium that comes with the npm package, once per version, and says how to start it.
 *
 * It brings its own libraries and fonts, so it starts on a bare system. It runs on Linux with x64 only.
 * Two processes may unpack at the same time; the first to finish stays.
 *
 * @param cache Where unpacked versions are kept. About 200 MB.
 * @throws {Error} When the system is another one, or unpacking fails.
 */
export function unpackPackagedBrowser(cache: string): BrowserProgram {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('the packaged browser runs on Linux with x64 only');
  }
  const { version } = JSON.parse(readFileSync(resolve(process.cwd(), PACKAGE), 'utf8')) as {
    version: string;
  };
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
