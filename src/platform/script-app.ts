import { attempt, ReportError } from '../employer-api/errors';
import type { Authorization, ScheduleTriggers } from '../reports/ports';
import { scopeOf } from './script-services';

/** The reference documents `getAuthorizedScopes`; the type definitions lack it. */
type AuthorizationInfo = GoogleAppsScript.Script.AuthorizationInfo & {
  getAuthorizedScopes(): string[] | null;
};

/** What the person at the keyboard, or whose trigger runs, has allowed, as Apps Script knows it. */
export const authorization: Authorization = {
  missing: (needed) =>
    attempt(() => {
      const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as AuthorizationInfo;
      // The reference: null where nothing is missing.
      const url: string | null = info.getAuthorizationUrl();
      const granted = url === null ? null : info.getAuthorizedScopes();
      const missing = granted === null ? [] : needed.filter((name) => !granted.includes(scopeOf(name)));
      return { missing, url: missing.length === 0 ? null : url };
      // What is really missing shows where it is needed.
    }) ?? { missing: [], url: null },
};

/**
 * Has Google ask the person for all that is missing, and ends the execution there; returns where nothing is. Never within a
 * `try`, and for menu items alone: elsewhere Google cannot ask.
 */
export function askPerson(): void {
  ScriptApp.requireAllScopes(ScriptApp.AuthMode.FULL);
}

/** The entry point that time-driven triggers call. */
const HANDLER = 'refreshOnSchedule';
/** The one that edit triggers call. */
const EDIT_HANDLER = 'answerOnDashboard';

/** A person has at most 20 triggers per script. */
const MOST_TRIGGERS = 20;
const TOO_MANY =
  'Switch off the schedule of another spreadsheet, then save this one again: Google lets a person have 20 timers';
/** An add-on has one per person and spreadsheet. One that a save did not come to name ends when it wakes. */
const ONE_LEFT =
  'Save the schedule again in a minute or, if that fails, tomorrow: Google made no timer, perhaps because an earlier one has yet to end';

/** Google lists a person's over all spreadsheets of an add-on, so all work is by ID. */
export const timeDrivenTriggers: ScheduleTriggers = {
  ownIds: () => attempt(() => ScriptApp.getProjectTriggers().map((trigger) => trigger.getUniqueId())) ?? [],
  remove: (named) => {
    if (named.length === 0) return [];
    try {
      const own = ScriptApp.getProjectTriggers().filter((trigger) => named.includes(trigger.getUniqueId()));
      for (const trigger of own) ScriptApp.deleteTrigger(trigger);
      return own.map((trigger) => trigger.getUniqueId());
    } catch {
      throw new ReportError('permission_missing');
    }
  },
  make: () => {
    try {
      return ScriptApp.newTrigger(HANDLER).timeBased().everyHours(1).create().getUniqueId();
    } catch {
      throw notMade();
    }
  },
  ownOrNewForEdits: (isKnown) =>
    attempt(() => {
      const book = SpreadsheetApp.getActive();
      const all = isKnown ? ScriptApp.getUserTriggers(book) : [];
      const own = all.find((one) => one.getHandlerFunction() === EDIT_HANDLER);
      return (own ?? ScriptApp.newTrigger(EDIT_HANDLER).forSpreadsheet(book).onEdit().create()).getUniqueId();
    }),
};

/** Why Google made no trigger: told by those there are, never by a text. */
function notMade(): ReportError {
  const count = attempt(() => ScriptApp.getProjectTriggers().length);
  if (count === undefined) return new ReportError('permission_missing');
  return new ReportError('platform_unavailable', { sentence: count < MOST_TRIGGERS ? ONE_LEFT : TOO_MANY });
}
