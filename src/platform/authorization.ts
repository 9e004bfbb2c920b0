import { ReportError } from '../employer-api/errors';
import { chooseAndAllow, PERMISSIONS, type Permission, SCOPE_ADDRESS } from '../reports/permissions';
import type { Authorization } from '../reports/ports';

/** The reference documents `getAuthorizedScopes`; the type definitions lack it. */
type AuthorizationInfo = GoogleAppsScript.Script.AuthorizationInfo & {
  getAuthorizedScopes(): string[] | null;
};

const NAMES = Object.keys(PERMISSIONS) as Permission[];

/** What the person at the keyboard, or whose trigger runs, has allowed, as Apps Script knows it. */
export const authorization: Authorization = {
  missing: (needed) => {
    try {
      const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as AuthorizationInfo;
      // The reference: null where nothing is missing.
      const url: string | null = info.getAuthorizationUrl();
      const granted = url === null ? null : info.getAuthorizedScopes();
      const missing = granted === null ? [] : needed.filter((name) => !granted.includes(scopeOf(name)));
      return { missing, url: missing.length === 0 ? null : url };
    } catch {
      // What is really missing shows where it is needed.
      return { missing: [], url: null };
    }
  },
};

/**
 * Has Google ask the person for all that is missing, and ends the execution there; returns where nothing is. Never within
 * a `try`, and for menu items alone: elsewhere Google cannot ask. One service call. Facts A1 to A3.
 */
export function askPerson(): void {
  ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL);
}

/**
 * A refusal for want of a permission; `undefined` for any other. Told by the address of the scope, which is the one part of
 * the text that is the same in every language.
 */
export function permissionRefusal(error: unknown): ReportError | undefined {
  const text = String((error as { message?: unknown } | null)?.message);
  const missing = NAMES.filter((name) => text.includes(scopeOf(name)));
  if (missing.length === 0) return undefined;
  return new ReportError('permission_missing', { sentence: chooseAndAllow(missing) });
}

function scopeOf(name: Permission): string {
  return SCOPE_ADDRESS + PERMISSIONS[name].scope;
}

/**
 * Asks the platform for something; its own text is dropped.
 *
 * @throws {ReportError} `permission_missing`, `platform_unavailable`
 */
export function askPlatform<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw permissionRefusal(error) ?? new ReportError('platform_unavailable');
  }
}

/**
 * Makes sure that a person called from the menu or the sidebar, and not a cell: formulas can name every entry
 * point of the script, and must not be able to change anything by it.
 *
 * @throws {ReportError} `invalid_settings` in a cell
 */
export function requirePerson(): void {
  // Twice: the platform also fails for no reason that lasts.
  if (!hasScreen() && !hasScreen()) {
    throw new ReportError('invalid_settings', {
      sentence: 'Use the sidebar (Extensions ▸ Shift Reports): this is no formula',
    });
  }
}

function hasScreen(): boolean {
  try {
    SpreadsheetApp.getUi();
    return true;
  } catch {
    return false;
  }
}

/** Shows a short message over the sheet. */
export function showToast(message: string): void {
  SpreadsheetApp.getActive().toast(message, 'Shift Reports', 10);
}
