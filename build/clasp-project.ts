import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build-error';

/** IDs of Apps Script projects are long; the committed text is a placeholder in capitals. */
const SCRIPT_ID = /^[A-Za-z0-9_-]{20,}$/;

/**
 * Reads the ID of the Apps Script project from `.clasp.json`.
 *
 * @throws {BuildError} When the file cannot be read, or still holds the placeholder.
 */
export function readScriptId(file: string): string {
  let scriptId: unknown;
  try {
    scriptId = (JSON.parse(readFileSync(file, 'utf8')) as { scriptId?: unknown }).scriptId;
  } catch {
    throw new BuildError('.clasp.json cannot be read; restore it from the repository.');
  }
  if (typeof scriptId !== 'string' || !SCRIPT_ID.test(scriptId) || /^[A-Z_]+$/.test(scriptId)) {
    throw new BuildError(
      'Put the ID of your Apps Script project into .clasp.json (scriptId) before pushing.',
    );
  }
  return scriptId;
}

/** The file to run for clasp: the one installed with the project, never one found on the way. */
export function findClasp(root: string): string {
  const folder = join(root, 'node_modules/@google/clasp');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: { clasp: string };
  };
  return join(folder, bin.clasp);
}
