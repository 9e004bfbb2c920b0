import type { SidebarEndpoints, SidebarOutcome } from '../../contract/sidebar';
import type { WarehouseEndpoints } from '../../contract/warehouse';
import { LONGEST_CALL_MILLIS } from '../../limits';

/** Why no answer came: what to do first. */
const NO_ANSWERS = {
  accounts:
    'Sign out of your other Google accounts in this browser, or open the spreadsheet in a private window: Google blocks this page when several accounts are signed in.',
  permission:
    'Choose Extensions \u25b8 Shift Reports \u25b8 Open sidebar again and allow access: Google needs your permission first.',
  network: 'Check your internet connection, then try again: Google could not be reached.',
  outdated: 'Reload this page and open the sidebar again: the add-on was updated.',
  unknown:
    'Reload this page and open the sidebar again: the add-on\u2019s script did not answer. ' +
    'If you are signed in to several Google accounts in this browser, sign out of the others or use a private window.',
  tooLong: 'Reload this page and open the sidebar again: the script took longer than Google allows.',
  unreadable: 'Reload this page and open the sidebar again: the script sent an unexpected answer.',
} as const;

/** Calls the script. The promise always resolves: also for a call that never arrived. */
export type ScriptCalls = <Name extends keyof Endpoints>(
  name: Name,
  ...args: Endpoints[Name]
) => Promise<SidebarOutcome>;

/** Those of the edition as well: a script that lacks one says so. */
type Endpoints = SidebarEndpoints & WarehouseEndpoints;

/** `google.script.run`: every handler setter returns a new runner. */
interface ScriptRunner {
  sidebarCall(name: string, args: readonly unknown[]): void;
  withSuccessHandler(handler: (result: unknown) => void): ScriptRunner;
  withFailureHandler(handler: (error: unknown) => void): ScriptRunner;
}

/** What a call needs from the browser; passed in, so that no test waits. */
interface CallSurroundings {
  /** Reads `google.script.run`. Throws where the page was opened outside Google Sheets. */
  readonly runner: () => ScriptRunner;
  /** Calls back after that many milliseconds; returns how to call it off. */
  readonly after: (millis: number, callBack: () => void) => () => void;
}

/** Builds the calls of the page. */
export function createScriptCalls(surroundings: CallSurroundings): ScriptCalls {
  return (name, ...args) => send(surroundings, name, args);
}

/** The surroundings of the real page. */
export function browserSurroundings(): CallSurroundings {
  return {
    runner: () => google.script.run,
    after: (millis, callBack) => {
      const timer = setTimeout(callBack, millis);
      return () => clearTimeout(timer);
    },
  };
}

declare const google: { readonly script: { readonly run: ScriptRunner } };

function send(
  surroundings: CallSurroundings,
  name: string,
  args: readonly unknown[],
): Promise<SidebarOutcome> {
  return new Promise((resolve) => {
    const stopWaiting = surroundings.after(LONGEST_CALL_MILLIS, () => {
      resolve(noOutcome('upstream_timeout', NO_ANSWERS.tooLong));
    });
    const settle = (outcome: SidebarOutcome) => {
      stopWaiting();
      resolve(outcome);
    };
    const fail = (error: unknown) => settle(explainNoAnswer(error));
    try {
      surroundings
        .runner()
        .withSuccessHandler((result) => settle(readOutcome(result)))
        .withFailureHandler(fail)
        .sidebarCall(name, args);
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * What the platform says when it does not run a script, each with the code and the remedy.
 *
 * The platform's own text is read for this alone: it can hold addresses, is not in the person's language, and
 * is never shown.
 */
const REFUSALS: readonly (readonly [said: RegExp, code: string, message: string])[] = [
  // Several accounts in one browser: the page belongs to one of them, the call arrives as another's.
  [/PERMISSION_DENIED|error occurred while reading from storage/i, 'permission_missing', NO_ANSWERS.accounts],
  [/authori[sz]ation is required|permission/i, 'permission_missing', NO_ANSWERS.permission],
  [/function not found/i, 'unreachable', NO_ANSWERS.outdated],
  [/NetworkError|HTTP 0\b|connection failure/i, 'unreachable', NO_ANSWERS.network],
];

function explainNoAnswer(error: unknown): SidebarOutcome {
  const said = String((error as { message?: unknown } | null)?.message ?? '');
  const [, code, message] = REFUSALS.find(([pattern]) => pattern.test(said)) ?? [];
  return noOutcome(code ?? 'unreachable', message ?? NO_ANSWERS.unknown);
}

// Fact H4: a result that cannot cross arrives as null, without an error.
function readOutcome(result: unknown): SidebarOutcome {
  return isOutcome(result) ? result : noOutcome('invalid_response', NO_ANSWERS.unreadable);
}

function isOutcome(result: unknown): result is SidebarOutcome {
  if (typeof result !== 'object' || result === null) return false;
  const { kind, message, state } = result as { kind?: unknown; message?: unknown; state?: unknown };
  if (typeof message !== 'string') return false;
  const hasState = typeof state === 'object' && state !== null;
  return (kind === 'done' && hasState) || (kind === 'failed' && (hasState || state === null));
}

function noOutcome(code: string, message: string): SidebarOutcome {
  return { kind: 'failed', code, message, state: null };
}
