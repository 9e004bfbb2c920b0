/** The platform's own wording, as recorded in execution logs or documentation; used by more than one service. */

/** A run over its limit. The formula's cell shows the second one, in an add-on the third. */
export const RUN_TOO_LONG = 'Exceeded maximum execution time';
export const FORMULA_TOO_LONG = 'Exceeded maximum execution time (line 0).';
export const ADD_ON_FORMULA_TOO_LONG = 'Internal error executing the custom function';

export const TOO_MANY_SIMULTANEOUS =
  'There are too many scripts running simultaneously for this Google user account.';
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
