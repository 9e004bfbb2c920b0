import { type CalendarDay, formatDay, parseDay } from './data/calendar-day';
import type { Employer } from './data/employers';
import { writeReport, writeShiftRecord } from './data/shift-record';
import {
  type Answer,
  type ApiRequest,
  JSON_TYPE,
  mediaTypeOf,
  Refusal,
  refusalAnswer,
  textAnswer,
} from './http-message';
import type { Store } from './store';

const REPORT_PATH = /^\/v1\/reporting\/([^/]+)\/(.+)$/;

/**
 * Answers a request to a regional server. Specification sections 4.2, 5, 7 and 8.
 *
 * The first fault found decides, in this order: path (404), method (405), token (401), allowance (429), employer (403), API
 * access (404), content type (415), body (400), query (400).
 *
 * @param fixedReports Answers of further reports by the last segment of their path, as JSON text; there is none
 * until one is given.
 */
export function answerReportingCall(
  request: ApiRequest,
  store: Store,
  fixedReports: ReadonlyMap<string, string>,
): Answer {
  const [, employerText = '', path = ''] = REPORT_PATH.exec(request.path) ?? [];
  const fixed = path.startsWith('reports/') ? fixedReports.get(path.slice('reports/'.length)) : undefined;
  if (path !== 'reports/shift_fulfilment' && fixed === undefined) refuse(404, 'There is no such endpoint.');
  if (request.method !== 'POST') refuse(405, 'Every report is a POST.', [['Allow', 'POST']]);

  const token = store.tokens.find(readBearerToken(request));
  if (token === undefined)
    return refuse(401, 'The bearer token is missing or invalid.', [['WWW-Authenticate', 'Bearer']]);
  const waitSeconds = store.allowance.take(token.accessToken);
  if (waitSeconds > 0)
    refuse(429, 'Too many requests with this token.', [['Retry-After', String(waitSeconds)]]);
  const employer = store.employer(token.employerId);
  const isNamed = employerText === 'me' || employerText === String(token.employerId);
  if (employer === undefined || !isNamed || employer.region !== request.role)
    return refuse(403, 'The token was issued for another employer.');
  if (!employer.apiAccess) refuse(404, 'API access is not enabled for this employer.');

  if (mediaTypeOf(request) !== JSON_TYPE) refuse(415, `The content type must be ${JSON_TYPE}.`);
  if (!/^\s*\[\s*\]\s*$/.test(request.body)) refuse(400, 'The body must be an empty JSON array.');
  return fixed !== undefined
    ? textAnswer(200, fixed, JSON_TYPE)
    : answerShiftFulfilment(request, employer, store);
}

function refuse(...refusal: Parameters<typeof refusalAnswer>): never {
  throw new Refusal(refusalAnswer(...refusal));
}

/** RFC 6750 §2.1; the scheme's name in any letter case (RFC 9110 §11.1). */
function readBearerToken(request: ApiRequest): string {
  return /^Bearer +(\S+)$/i.exec(request.header('Authorization') ?? '')?.[1] ?? '';
}

/**
 * Answers a shift fulfilment request. Only days that can have shifts are looked at, so that year 1 to 9999 costs no more than
 * the history. Specification sections 2.2 and 4.2; what these do not show about missing, invalid and inverted dates is
 * refused with 400 (gaps.md).
 */
function answerShiftFulfilment(request: ApiRequest, employer: Employer, store: Store): Answer {
  const { employerId, region } = employer;
  const taken = ['from_date', 'to_date'];
  if ([...request.query.keys()].some((name) => !taken.includes(name)))
    refuse(400, `Only ${taken.join(', ')} are taken.`);
  const fromDay = readDay(request, 'from_date');
  const toDay = readDay(request, 'to_date');
  if (fromDay > toDay) refuse(400, 'from_date must not be after to_date.');
  const { firstDay, lastDay } = store.keptDays();
  const start = Math.max(fromDay, firstDay);
  const length = Math.max(0, Math.min(toDay, lastDay) - start + 1);
  const days = Array.from({ length }, (_, index) => start + index);
  const report = {
    request: {
      employer_id: employerId,
      deployment_code: region,
      from_date: formatDay(fromDay),
      to_date: formatDay(toDay),
    },
    metadata: { employer_id: employerId, generated_at: new Date(store.clock.now()).toISOString() },
    shifts: days.flatMap((day) => store.shiftsOn(employer, day).map(writeShiftRecord)),
  };
  return textAnswer(200, writeReport(report), JSON_TYPE);
}

function readDay(request: ApiRequest, name: string): CalendarDay {
  const [text = '', ...more] = request.query.getAll(name);
  return (
    (more.length > 0 ? undefined : parseDay(text)) ??
    refuse(400, 'from_date and to_date must each be given once, as YYYY-MM-DD.')
  );
}
