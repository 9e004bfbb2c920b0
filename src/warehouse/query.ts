import { type FailureCode, refuse, toReportError } from '../employer-api/errors';
import type { Clock, HttpResponse } from '../employer-api/ports';
import { isRecord } from '../employer-api/shift-report';
import { parseJson } from '../employer-api/text';
import type { WarehousePlace } from './settings';
import type { Statement } from './sql';

/**
 * Sends a request to BigQuery's REST API and nowhere else, with the token of the person who runs, and follows no redirect:
 * POST with JSON, GET without. One service call, and one for the token in each execution.
 *
 * @param path Begins with `/`.
 * @returns `undefined` for no answer.
 * @throws {ReportError} `permission_missing`, `quota_spent`
 */
export type SendToWarehouse = (path: string, json?: unknown) => HttpResponse | undefined;

/** What talking to BigQuery needs. */
export interface WarehouseServices {
  readonly send: SendToWarehouse;
  readonly clock: Clock;
}

/**
 * Why BigQuery did not do what was asked, by the `reason` of the error or else by the status:
 * https://cloud.google.com/bigquery/docs/error-messages. The first that fits counts.
 */
const FAILURES: readonly {
  readonly status?: number;
  readonly reasons?: readonly string[];
  readonly code?: FailureCode;
  readonly sentence: string;
}[] = [
  {
    status: 401,
    sentence: 'Open the sidebar and allow access again: BigQuery did not accept the sign-in',
  },
  {
    reasons: ['ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'insufficientPermissions'],
    code: 'permission_missing',
    sentence:
      'Choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow access to BigQuery: Google needs your permission',
  },
  {
    reasons: ['accessNotConfigured', 'SERVICE_DISABLED'],
    sentence: 'Enable the BigQuery API for the project in the Google Cloud console: it is off',
  },
  {
    reasons: ['billingNotEnabled'],
    sentence: 'Use a project with billing, or the spreadsheet alone: this project has no billing',
  },
  {
    reasons: ['quotaExceeded', 'bytesBilledLimitExceeded'],
    code: 'quota_spent',
    sentence: 'Wait until tomorrow, or have the quota of the project raised: BigQuery allows no more today',
  },
  {
    status: 429,
    reasons: ['rateLimitExceeded', 'jobRateLimitExceeded', 'userRateLimitExceeded'],
    code: 'rate_limited',
    sentence: 'Wait for the next run: other spreadsheets were sending to this table',
  },
  {
    status: 404,
    reasons: ['notFound'],
    sentence:
      'Check project, dataset and location in Settings ▸ Warehouse, then press “Set up”: BigQuery does not find them',
  },
  {
    status: 403,
    reasons: ['accessDenied'],
    sentence:
      'Ask for the roles BigQuery Job User on the project and BigQuery Data Editor on the dataset: this account lacks one of them',
  },
  {
    status: 400,
    reasons: ['invalid', 'invalidQuery', 'badRequest'],
    sentence:
      'Press “Set up” in Settings ▸ Warehouse, or rename the table shifts and press it: BigQuery refused the request, so a column was probably changed',
  },
];
const NO_ANSWER =
  'Wait for the next run, or ask your administrator to allow bigquery.googleapis.com: BigQuery did not answer';
const INTERNAL = 'Wait for the next run: BigQuery had an internal error, or took too long';

/**
 * Of two statements that change a table at once one may be cancelled, and of more than twenty that wait one is refused. Only
 * the texts of these errors tell: https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax (concurrent jobs).
 */
const OTHERS_WERE_SENDING = /concurrent update|Too many DML statements outstanding/i;

/** How long BigQuery may take to answer a request itself, in milliseconds; then the job is asked after. */
const ANSWER_MILLIS = 30_000;
/** How often a statement is sent again because others were sending, and the longest pause before, in milliseconds. */
const TRIES = 3;
const LONGEST_PAUSE = 4_000;
/**
 * The most bytes that one statement may be billed: 100 GB, about 60 cents. A statement reads the days that it replaces: 10
 * million shifts are about 2 GB.
 */
const MOST_BYTES = 100e9;

/**
 * Runs a statement and waits for its end. It is tried up to three times more where others change the table at the same time.
 *
 * @param until When to give up: then it counts as failed, though BigQuery may finish it. Milliseconds since 1970.
 * @throws {ReportError} One sentence with the remedy first.
 */
export function runStatement(
  { send, clock }: WarehouseServices,
  place: WarehousePlace,
  { query, parameters }: Statement,
  until: number,
): void {
  const queryParameters = parameters.map(({ name, type, value }) => ({
    name,
    parameterType: { type },
    parameterValue: { value },
  }));
  const queries = `/bigquery/v2/projects/${encodeURIComponent(place.project)}/queries`;
  const body = {
    ...{ query, queryParameters, parameterMode: 'NAMED', useLegacySql: false },
    ...{ location: place.location, timeoutMs: ANSWER_MILLIS, maximumBytesBilled: String(MOST_BYTES) },
    labels: { product: 'shift-reports' },
  };
  for (let tries = 0; ; tries += 1) {
    try {
      let answer = answerOf(send(queries, body));
      while (answer.jobComplete !== true) {
        const { jobId } = isRecord(answer.jobReference) ? answer.jobReference : {};
        if (typeof jobId !== 'string' || clock.now() + ANSWER_MILLIS > until) refuse('unreachable', INTERNAL);
        const asked = `location=${place.location}&maxResults=0&timeoutMs=${ANSWER_MILLIS}`;
        answer = answerOf(send(`${queries}/${encodeURIComponent(jobId)}?${asked}`));
      }
      // Its `errors` are "errors or warnings" and do not mean that it failed.
      return;
    } catch (error) {
      const pause = LONGEST_PAUSE * (0.25 + 0.75 * clock.random());
      const isAgain = toReportError(error).code === 'rate_limited' && tries < TRIES;
      if (!isAgain || clock.now() + pause + ANSWER_MILLIS > until) throw error;
      clock.sleep(pause);
    }
  }
}

/** The body of a good answer. @throws {ReportError} One sentence that holds nothing of the answer, whose texts have names. */
function answerOf(answer: HttpResponse | undefined): Readonly<Record<string, unknown>> {
  if (answer === undefined) refuse('unreachable', NO_ANSWER);
  const { status, text } = answer;
  const body = parseJson(text);
  if (status >= 200 && status < 300) return isRecord(body) ? body : {};
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  const isBusy = OTHERS_WERE_SENDING.test(String(error.message));
  const lists = [error.details, error.errors].flatMap((list) => (Array.isArray(list) ? list : []));
  const found = isBusy ? ['rateLimitExceeded'] : lists.map((one) => String(isRecord(one) ? one.reason : ''));
  const failure =
    FAILURES.find(({ reasons }) => status !== 401 && reasons?.some((reason) => found.includes(reason))) ??
    FAILURES.find((one) => one.status === status);
  const { code = 'invalid_settings', sentence } = failure ?? { code: 'unreachable', sentence: INTERNAL };
  return refuse(code, sentence);
}
