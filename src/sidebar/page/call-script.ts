import { LONGEST_CALL_MILLIS } from '../../limits';
import type { Sent, SidebarOutcome } from '../answer';
import type { editionEndpoints } from '../edition-warehouse';
import type { ENDPOINTS } from '../endpoints';

/** Those of the edition as well: a script that lacks one says so. */
type Asked = typeof ENDPOINTS & typeof editionEndpoints;

/** A question, and what it is asked with. */
export type Call = {
  readonly [Name in keyof Asked]: [name: Name, ...args: Sent<Asked[Name]['asks']>];
}[keyof Asked];

/** Calls the script. The promise always resolves: also for a call that never arrived. */
export type ScriptCalls = (...call: Call) => Promise<SidebarOutcome>;

/** `google.script.run`: every handler setter returns a new runner. */
interface ScriptRunner {
  sidebarCall(name: string, args: readonly unknown[]): void;
  withSuccessHandler(handler: (result: unknown) => void): ScriptRunner;
  withFailureHandler(handler: (error: unknown) => void): ScriptRunner;
}

declare const google: { readonly script: { readonly run: ScriptRunner } };

const RELOAD = 'Reload this page and open the sidebar again:';

/**
 * What the platform says when it does not run a script, each with the code and the remedy.
 *
 * The platform's own text is read for this alone: it can hold addresses, is not in the person's language, and is never
 * shown.
 */
const REFUSALS: readonly (readonly [said: RegExp, code: string, message: string])[] = [
  [
    // Several accounts in one browser: the page belongs to one of them, the call arrives as another's.
    /PERMISSION_DENIED|error occurred while reading from storage/i,
    'permission_missing',
    'Sign out of your other Google accounts in this browser, or open the spreadsheet in a private window: Google blocks this page when several accounts are signed in.',
  ],
  [
    /authori[sz]ation is required|permission/i,
    'permission_missing',
    'Choose Extensions ▸ Shift Reports ▸ Open sidebar again and allow access: Google needs your permission first.',
  ],
  [/function not found/i, 'unreachable', `${RELOAD} the add-on was updated.`],
  [
    /NetworkError|HTTP 0\b|connection failure/i,
    'unreachable',
    'Check your internet connection, then try again: Google could not be reached.',
  ],
  [
    /(?:)/,
    'unreachable',
    `${RELOAD} the add-on’s script did not answer. If you are signed in to several Google accounts in this browser, sign out of the others or use a private window.`,
  ],
];

/** Calls it by `google.script.run`, which is missing where the page was opened outside Google Sheets. */
export const callScript: ScriptCalls = (name, ...args) =>
  new Promise((resolve) => {
    const settle = (outcome: SidebarOutcome) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (code: string, message: string) => settle({ kind: 'failed', code, message, state: null });
    const timer = setTimeout(
      () => fail('upstream_timeout', `${RELOAD} the script took longer than Google allows.`),
      LONGEST_CALL_MILLIS,
    );
    const explain = (error: unknown) => {
      const text = String((error as { message?: unknown } | null)?.message ?? '');
      const [, code, message] = REFUSALS.find(([said]) => said.test(text)) as (typeof REFUSALS)[number];
      fail(code, message);
    };
    try {
      google.script.run
        .withSuccessHandler((result) => {
          // A result that cannot cross arrives as null, without an error.
          if (isOutcome(result)) settle(result);
          else fail('invalid_response', `${RELOAD} the script sent an unexpected answer.`);
        })
        .withFailureHandler(explain)
        .sidebarCall(name, args);
    } catch (error) {
      explain(error);
    }
  });

function isOutcome(result: unknown): result is SidebarOutcome {
  const { kind, message, state } = (result ?? {}) as Partial<SidebarOutcome>;
  return typeof message === 'string' && ((kind === 'done' && state != null) || kind === 'failed');
}
