import { readFileSync } from 'node:fs';
import { BuildError } from './build-error';

/** The only folder that is pushed, as `.clasp.json` names it. */
const PUSHED_FOLDER = 'build/dist';

/** IDs of Apps Script projects are long; the committed text is a placeholder in capitals. */
const SCRIPT_ID = /^[A-Za-z0-9_-]{20,}$/;

/**
 * Reads the ID of the Apps Script project from `.clasp.json`.
 *
 * @throws {BuildError} When the file cannot be read, still holds the placeholder, or would push another folder, as it
 * does after `clasp create-script` or `clasp clone-script` has written it anew.
 */
export function readScriptId(file: string): string {
  let settings: { readonly scriptId?: unknown; readonly rootDir?: unknown } | null;
  try {
    settings = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new BuildError(
      'Restore .clasp.json from the repository and put your script ID into it; it cannot be read.',
    );
  }
  const { scriptId, rootDir } = settings ?? {};
  if (typeof scriptId !== 'string' || !SCRIPT_ID.test(scriptId) || /^[A-Z_]+$/.test(scriptId)) {
    throw new BuildError(
      'Put the ID of your Apps Script project into .clasp.json (scriptId) before pushing.',
    );
  }
  if (rootDir !== PUSHED_FOLDER) {
    throw new BuildError(
      `Set rootDir to ${PUSHED_FOLDER} in .clasp.json; otherwise clasp pushes other files than the built ones.`,
    );
  }
  return scriptId;
}
