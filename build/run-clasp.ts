import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuildError } from './build-error';

/** One run of clasp. */
export interface ClaspRun {
  /** The project's folder, where clasp is installed. */
  readonly root: string;
  /** The `.clasp.json` that says which script. */
  readonly settings: string;
  /** A command of clasp with its options. */
  readonly args: readonly string[];
  /** Whether its messages are shown as it works. Failures are reported either way. */
  readonly isShown: boolean;
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

/**
 * Runs clasp and waits for it.
 *
 * @throws {BuildError} One sentence with what to do. After a failure that is not known, clasp's own message comes first.
 */
export function runClasp({ root, settings, args, isShown }: ClaspRun): void {
  // Named, so that clasp_config_project in the environment does not choose another script.
  const command = [findClasp(root), ...args, '--project', settings];
  const { status, stderr } = spawnSync(process.execPath, command, {
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

/** What to do about a failure, by what clasp printed; undefined for a text that is not known. */
export function adviceOn(printed: string): string | undefined {
  return FAILURES.find(([said]) => said.test(printed))?.[1];
}

/** The file to run for clasp: the one installed with the project, never one found on the way. */
export function findClasp(root: string): string {
  const folder = join(root, 'node_modules/@google/clasp');
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: { clasp: string };
  };
  return join(folder, bin.clasp);
}
