/** The platform's own wording, as recorded in execution logs or documentation; used by more than one service. */

/** A run over its limit. The formula's cell shows the second one, in an add-on the third. */
export const RUN_TOO_LONG = 'Exceeded maximum execution time';
export const FORMULA_TOO_LONG = 'Exceeded maximum execution time (line 0).';
export const ADD_ON_FORMULA_TOO_LONG = 'Internal error executing the custom function';

export const TRIGGER_TIME_SPENT = 'Service using too much computer time for one day';
/** The passing failure that any service may answer with. */
export const SERVER_ERROR = "We're sorry, a server error occurred. Please wait a bit and try again.";

/** Refused because of the kind of execution. */
export function noPermission(method: string): string {
  return `You do not have permission to call ${method}`;
}

/** Refused because the scope is not in the manifest, or the user has not granted it. */
export function missingScope(method: string, scope: string): string {
  return `Specified permissions are not sufficient to call ${method}. Required permissions: ${scope}`;
}

/** `requireScopes` and `requireAllScopes` end an execution with it; a page hears it when nothing at all was granted. */
export const AUTHORIZATION_REQUIRED = 'Authorization is required to perform that action.';

/** A menu item, trigger or sidebar call names a function that is not there. */
export function functionNotFound(name: string): string {
  return `Script function not found: ${name}`;
}

/** A daily quota is used up. */
export function quotaSpent(service: string): string {
  return `Service invoked too many times for one day: ${service}.`;
}

/** What a person with a German account sees. Only the beginning is translated, as the platform leaves addresses alone. */
const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/^DNS error: /, 'DNS-Fehler: '],
  [/^Address unavailable: /, 'Adresse nicht verfügbar: '],
  [/^Timeout: /, 'Zeitüberschreitung: '],
  [/^Bandwidth quota exceeded: /, 'Bandbreitenkontingent überschritten: '],
  [/^Request failed for /, 'Anfrage fehlgeschlagen für '],
  [/^Service invoked too many times for one day: /, 'Dienst an einem Tag zu oft aufgerufen: '],
  [/^You do not have permission to call /, 'Sie sind nicht berechtigt, dies aufzurufen: '],
  [
    /^Specified permissions are not sufficient to call /,
    'Die angegebenen Berechtigungen reichen nicht aus für ',
  ],
  [/^Lock timeout: /, 'Zeitüberschreitung der Sperre: '],
  [/^Argument too large: /, 'Argument zu groß: '],
  [/^Invalid argument: /, 'Ungültiges Argument: '],
  [/^We're sorry, a server error occurred\./, 'Es ist leider ein Serverfehler aufgetreten.'],
  [
    /^You are trying to edit a protected cell or object\./,
    'Sie versuchen, eine geschützte Zelle zu bearbeiten.',
  ],
  [/^Authorization is required /, 'Autorisierung erforderlich '],
];

/** An error text in another language. Texts without an entry stay English, as some of the platform's do. */
export function translate(message: string): string {
  const entry = GERMAN.find(([pattern]) => pattern.test(message));
  return entry === undefined ? message : message.replace(entry[0], entry[1]);
}
