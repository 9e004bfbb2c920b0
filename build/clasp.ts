import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BuildError } from './command';
import { GLOBAL_NAME } from './entry-points';

/** The only folder that is pushed, as `.clasp.json` names it. */
const PUSHED_FOLDER = 'build/dist';

/** IDs of Apps Script projects are long; the committed text is a placeholder in capitals. */
const SCRIPT_ID = /^(?![A-Z_]+$)[A-Za-z0-9_-]{20,}$/;

/**
 * Reads the ID of the Apps Script project from `.clasp.json`.
 *
 * @throws {BuildError} When the file can't be read, still holds the placeholder, or would push another folder, as it does
 * after `clasp create-script` or `clasp clone-script` has written it anew.
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
  if (typeof scriptId !== 'string' || !SCRIPT_ID.test(scriptId)) {
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

/**
 * What clasp prints when it fails, by a part of its text, and what to do then. The texts are those of clasp, of Google's
 * sign-in and of the Apps Script API; the first that fits counts.
 */
const FAILURES: readonly (readonly [said: RegExp, sentence: string])[] = [
  [
    /No credentials found/,
    'Sign in with npx clasp login and tick every permission; clasp is not signed in on this computer.',
  ],
  [
    /access_denied|admin_policy_enforced|app_not_configured|org_internal/i,
    'Ask your administrator to trust the app clasp, or sign in with your own client by npx clasp login --creds FILE; your organisation restricts apps of others.',
  ],
  [
    /invalid_grant|invalid authentication credentials|Invalid Credentials|No refresh token/,
    'Sign in again with npx clasp login; the earlier sign-in has expired or was withdrawn.',
  ],
  [
    /Insufficient Permission|insufficient authentication scopes/i,
    'Sign in again with npx clasp login and tick every permission; one that clasp needs was left out.',
  ],
  [
    /has not enabled the Apps Script API/,
    'Switch the Google Apps Script API on at script.google.com/home/usersettings, wait some minutes, and push again; it is off for this account.',
  ],
  [
    /Requested entity was not found/,
    'Copy the script ID from Project settings into .clasp.json again, or sign in as someone who can open that project; Google finds no script with this ID.',
  ],
  [
    /caller does not have permission/,
    'Ask the owner of the script project for the right to edit it, or sign in as someone who has it with npx clasp login; this account may not change it.',
  ],
  [
    /exhausted|quota|rate ?limit/i,
    'Wait some minutes, then push again; Google has had too many requests from this account.',
  ],
  [/Internal error|unavailable|backend error/i, 'Push again in some minutes; Google had an internal error.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|socket hang up|certificate|[Pp]roxy/,
    'Check the connection to the internet and the proxy settings, then push again; Google could not be reached.',
  ],
  [
    /in JSON at position|JSON input|not valid JSON/,
    'Delete .clasprc.json in your home folder and sign in again with npx clasp login; the saved sign-in cannot be read.',
  ],
];

/** What to do about a failure, by what clasp printed; undefined for a text that is not known. */
export function adviceOn(printed: string): string | undefined {
  return FAILURES.find(([said]) => said.test(printed))?.[1];
}

/**
 * Runs the clasp that is installed with the project, and waits for it.
 *
 * @param settings The `.clasp.json` that says which script. Named, so that no environment variable chooses another.
 * @param isShown Whether its messages are shown as it works. Failures are reported either way.
 * @throws {BuildError} One sentence with what to do. After a failure that is not known, clasp's own message comes first.
 */
export function runClasp(root: string, settings: string, args: readonly string[], isShown: boolean): void {
  const { status, stderr } = spawnSync(process.execPath, [findClasp(root), ...args, '--project', settings], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', isShown ? 'inherit' : 'ignore', 'pipe'],
  });
  const advice = status === 0 ? undefined : adviceOn(stderr);
  if (advice !== undefined) throw new BuildError(advice);
  if (isShown || status !== 0) process.stderr.write(stderr);
  if (status !== 0)
    throw new BuildError('Do what the message of clasp above says, then push again; it did not push.');
}

/** The file to run for clasp: the one installed with the project, never one found on the way. */
export function findClasp(root: string): string {
  const folder = join(root, 'node_modules/@google/clasp');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: { clasp: string };
  };
  return join(folder, bin.clasp);
}

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
    runClasp(root, settings, ['pull'], false);
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
  const ours = new RegExp(`^(var ${GLOBAL_NAME}|const ${GLOBAL_NAME}Questions) =`, 'm');
  const replaced = ours.test(texts['Code.js'] ?? '') ? ['Code.js', 'Sidebar.html'] : [];
  return (
    Object.entries(texts)
      .filter(([name]) => name !== 'appsscript.json' && !replaced.includes(name))
      // What a new project has, in whatever language its file is named.
      .filter(([, text]) => !/^\s*(function myFunction\(\)\s*\{\s*\}\s*)?$/.test(text))
      .map(([name]) => name)
      .sort()
  );
}

function readTexts(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}
