import type { Employer } from '../data/employers';
import { type Answer, type ApiRequest, JSON_TYPE } from '../http-message';
import { refusalAnswer } from '../refusal';
import type { Store } from '../store';
import { mediaTypeOf } from './media-type';

const REPORT_PATH = /^\/v1\/reporting\/([^/]+)\/(.+)$/;

/** The outcome of a check: who asks for which report (its path behind the employer), or the answer that refuses. */
export type ReportingCheck =
  | { readonly employer: Employer; readonly report: string; readonly refusal?: never }
  | { readonly refusal: Answer };

/**
 * Checks what all reporting endpoints have in common. Specification sections 4.2, 5, 7 and 8.
 *
 * The first fault found decides, in this order: path (404), method (405), token (401), allowance (429),
 * employer (403), API access (404), content type (415), body (400).
 *
 * @param reports Paths, behind the employer, of the reports that exist.
 */
export function checkReportingCall(
  request: ApiRequest,
  store: Store,
  reports: ReadonlySet<string>,
): ReportingCheck {
  const [, employerText = '', report = ''] = REPORT_PATH.exec(request.path) ?? [];
  if (!reports.has(report)) return refuse(404, 'There is no such endpoint.');
  if (request.method !== 'POST') return refuse(405, 'Every report is a POST.', [['Allow', 'POST']]);

  const token = store.tokens.find(readBearerToken(request));
  if (token === undefined) {
    return refuse(401, 'The bearer token is missing or invalid.', [['WWW-Authenticate', 'Bearer']]);
  }
  const waitSeconds = store.allowance.take(token.accessToken);
  if (waitSeconds > 0) {
    return refuse(429, 'Too many requests with this token.', [['Retry-After', String(waitSeconds)]]);
  }
  const employer = store.employer(token.employerId);
  const isNamed = employerText === 'me' || employerText === String(token.employerId);
  if (employer === undefined || !isNamed || employer.region !== request.role) {
    return refuse(403, 'The token was issued for another employer.');
  }
  if (!employer.apiAccess) return refuse(404, 'API access is not enabled for this employer.');

  if (mediaTypeOf(request) !== JSON_TYPE) return refuse(415, `The content type must be ${JSON_TYPE}.`);
  if (!isEmptyArray(request.body)) return refuse(400, 'The body must be an empty JSON array.');
  return { employer, report };
}

/** RFC 6750 §2.1; the scheme's name in any letter case (RFC 9110 §11.1). */
function readBearerToken(request: ApiRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.header('Authorization') ?? '')?.[1] ?? '';
}

function isEmptyArray(body: string): boolean {
  return /^\s*\[\s*\]\s*$/.test(body);
}

function refuse(...refusal: Parameters<typeof refusalAnswer>): ReportingCheck {
  return { refusal: refusalAnswer(...refusal) };
}
