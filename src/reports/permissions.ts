/**
 * What Google asks a person for, a check box each, and what needs it. Any of them may be left out or taken back.
 *
 * `scope` is the end of its address, `consent` what Google's question calls it in English.
 */
export const PERMISSIONS = {
  spreadsheet: {
    scope: 'spreadsheets.currentonly',
    consent: 'View and manage spreadsheets that this application has been installed in',
  },
  requests: { scope: 'script.external_request', consent: 'Connect to an external service' },
  sidebar: {
    scope: 'script.container.ui',
    consent: 'Display and run third-party web content in prompts and sidebars inside Google applications',
  },
  timers: { scope: 'script.scriptapp', consent: 'Allow this application to run when you are not present' },
  mail: { scope: 'script.send_mail', consent: 'Send email as you' },
} as const satisfies Record<string, { readonly scope: string; readonly consent: string }>;

/** A permission by our own name. */
export type Permission = keyof typeof PERMISSIONS;

/** What an action needs that only reads and writes the spreadsheet. */
export const SHEET = ['spreadsheet'] as const;
/** What asks the service as well, at the sidebar, from the menu and on the schedule. Formulas run without a permission. */
export const SERVICE = ['spreadsheet', 'requests'] as const;
/** What sets a timer or removes one. */
export const TIMER = ['spreadsheet', 'timers'] as const;

/** What saves a schedule: a timer that may send no requests would fail at every hour. */
export const SCHEDULE = [...TIMER, 'requests'] as const;

/**
 * What a person must have allowed before a schedule is saved. In a script bound to the spreadsheet everything: Google runs no
 * timer of it while any permission is missing (Triggers for editor add-ons, "don't execute at all").
 */
export function neededForTimer(installation: 'bound' | 'add-on'): readonly Permission[] {
  return installation === 'bound' ? (Object.keys(PERMISSIONS) as Permission[]) : SCHEDULE;
}

const MENU_ITEM = 'Extensions ▸ Shift Reports ▸ Refresh all reports';

/** For a cell, or a person who is not at the sidebar: the menu item asks for what it needs. No full stop at its end. */
export function chooseAndAllow(missing: readonly Permission[]): string {
  return `Choose ${MENU_ITEM} and allow ${quoted(missing)}: Google needs your permission`;
}

/** For the sidebar, where a link stands beside the sentence. No full stop at its end. */
export function pressAndAllow(missing: readonly Permission[]): string {
  return `Press “Allow access”, tick ${quoted(missing)}, then try again: Google needs your permission`;
}

/** For everyone who reads the result of a scheduled run. No full stop at its end. */
export function haveRunnerAllow(missing: readonly Permission[]): string {
  return `Have whoever runs the schedule choose ${MENU_ITEM} and allow ${quoted(missing)}, or press “Take over”: Google needs their permission`;
}

/** For everyone who sees the schedule, an alert or a summary email. */
export const MAIL_IS_OFF = `Have whoever runs the schedule save it again and allow ${quoted(['mail'])}: no email is sent without it.`;

/** For whoever has just saved a schedule with an address. No full stop at its end. */
export const SAVED_WITHOUT_MAIL = `Press “Allow access” and tick ${quoted(['mail'])}: the schedule is saved, but Google lets it send no email`;

function quoted(missing: readonly Permission[]): string {
  return missing.map((name) => `“${PERMISSIONS[name].consent}”`).join(' and ');
}
