import { authorization } from '../compose/person';
import { ReportError } from '../employer-api/errors';
import { type Action, NEEDED, type Permission, pressAndAllow } from '../reports/permissions';

/** A failure for want of a permission, and where Google lets the person give it. */
interface PermissionRefusal {
  readonly error: ReportError;
  /** The address of Google's question. */
  readonly link: string;
}

/** Failures that may be for want of a permission, whatever the platform said. */
const MAY_BE_REFUSED: readonly string[] = ['permission_missing', 'platform_unavailable', 'unreachable'];

/** Whether an endpoint failed for want of a permission. One service call, where it may have. */
export function findRefusal(action: Action, { code }: ReportError): PermissionRefusal | undefined {
  return MAY_BE_REFUSED.includes(code) ? refusalOf(NEEDED[action]) : undefined;
}

/** What of these is missing, as a failure; `undefined` where nothing is. One service call. */
export function refusalOf(
  needed: readonly Permission[],
  sentenceFor: (missing: readonly Permission[]) => string = pressAndAllow,
): PermissionRefusal | undefined {
  const { missing, url } = authorization.missing(needed);
  if (url === null) return undefined;
  return { error: new ReportError('permission_missing', { sentence: sentenceFor(missing) }), link: url };
}
