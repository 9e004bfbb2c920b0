import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildError } from './build-error';
import { GLOBAL_NAME } from './entry-point-names';
import { runClasp } from './run-clasp';

const MANIFEST = 'appsscript.json';

/**
 * Looks at what a script project holds before a push replaces all of it. It may be new, or hold this add-on; a script of
 * something else would be lost, and clasp does not ask.
 *
 * @throws {BuildError} When it holds other files, which are named; or what `runClasp` throws.
 */
export function checkTarget(root: string, scriptId: string): void {
  // By its real path: clasp refuses folders that are reached by a link, as the temporary folder of macOS is.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shift-reports-target-')));
  try {
    const settings = join(folder, '.clasp.json');
    writeFileSync(settings, JSON.stringify({ scriptId }));
    runClasp({ root, settings, args: ['pull'], isShown: false });
    rmSync(settings);
    const others = listOtherFiles(readTexts(folder));
    if (others.length === 0) return;
    const names = others.map((name) => name.replace(/\.js$/, '')).join(', ');
    throw new BuildError(
      `Put the script ID of a new project, or of one with Shift Reports, into .clasp.json; this one also holds ${names}, which would be deleted.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The files of a project that a push of this add-on would delete for good.
 *
 * @param texts The text of each file by its name, as clasp pulls it.
 */
export function listOtherFiles(texts: Readonly<Record<string, string>>): string[] {
  // The script for an hour with an account makes way for the add-on, in the same project.
  const isOurs = new RegExp(`^(var ${GLOBAL_NAME}|const ${GLOBAL_NAME}Questions) =`, 'm').test(
    texts['Code.js'] ?? '',
  );
  return Object.entries(texts)
    .filter(([name, text]) => {
      if (name === MANIFEST) return false;
      if (isOurs && (name === 'Code.js' || name === 'Sidebar.html')) return false;
      // What a new project has, in whatever language its file is named.
      return !/^\s*(function myFunction\(\)\s*\{\s*\}\s*)?$/.test(text);
    })
    .map(([name]) => name)
    .sort();
}

function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}
