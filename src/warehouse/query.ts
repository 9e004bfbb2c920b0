import { type FailureCode, ReportError } from '../employer-api/errors';
import type { Clock, HttpResponse, MakeId } from '../employer-api/ports';
import { isRecord } from '../employer-api/shift-records';
import { parseJson } from '../employer-api/text';
import type { WarehousePlace } from './settings';
import type { Statement } from './sql';

/** A request to BigQuery's REST API. */
export interface WarehouseRequest {
  readonly method: 'get' | 'post';
  /** A path of the API, which begins with `/`. */
  readonly path: string;
  readonly json?: unknown;
}

/**
 * Sends a request to BigQuery and nowhere else, with the token of the person who runs, and follows no redirect. One service
 * call, and one for the token in each execution.
 *
 * @returns `undefined` for no answer.
 * @throws {ReportError} `permission_missing`, `quota_spent`
 */
export type SendToWarehouse = (request: WarehouseRequest) => HttpResponse | undefined;

/** What talking to BigQuery needs. */
export interface WarehouseServices {
  readonly send: SendToWarehouse;
  readonly clock: Clock;
  readonly makeId: MakeId;
}

/** Why BigQuery did not do what was asked. */
type FailureKind =
  | 'no_answer'
  | 'token'
  | 'scope'
  | 'api_off'
  | 'denied'
  | 'billing'
  | 'quota'
  | 'busy'
  | 'not_found'
  | 'invalid'
  | 'backend';

const SENTENCES: Readonly<Record<FailureKind, string>> = {
  no_answer:
    'Wait for the next run, or ask your administrator to allow bigquery.googleapis.com: BigQuery did not answer',
  token: 'Open the sidebar and allow access again: BigQuery did not accept the sign-in',
  scope:
    'Choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow access to BigQuery: Google needs your permission',
  api_off: 'Enable the BigQuery API for the project in the Google Cloud console: it is off',
  denied:
    'Ask for the roles BigQuery Job User on the project and BigQuery Data Editor on the dataset: this account lacks one of them',
  billing: 'Use a project with billing, or the spreadsheet alone: this project has no billing',
  quota: 'Wait until tomorrow, or have the quota of the project raised: BigQuery allows no more today',
  busy: 'Wait for the next run: other spreadsheets were sending to this table',
  not_found:
    'Check project, dataset and location in Settings ▸ Warehouse, then press “Set up”: BigQuery does not find them',
  invalid:
    'Press “Set up” in Settings ▸ Warehouse: BigQuery refused the request, so a column was probably changed',
  backend: 'Wait for the next run: BigQuery had an internal error, or took too long',
};

/** By the `reason` of an error: https://cloud.google.com/bigquery/docs/error-messages. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  accessDenied: 'denied',
  accessNotConfigured: 'api_off',
  SERVICE_DISABLED: 'api_off',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'scope',
  insufficientPermissions: 'scope',
  billingNotEnabled: 'billing',
  quotaExceeded: 'quota',
  bytesBilledLimitExceeded: 'quota',
  rateLimitExceeded: 'busy',
  jobRateLimitExceeded: 'busy',
  userRateLimitExceeded: 'busy',
  notFound: 'not_found',
  invalid: 'invalid',
  invalidQuery: 'invalid',
  badRequest: 'invalid',
};
const BY_STATUS: Readonly<Record<number, FailureKind>> = {
  400: 'invalid',
  401: 'token',
  403: 'denied',
  404: 'not_found',
  429: 'busy',
};

/**
 * Of two statements that change a table at once one may be cancelled, and of more than twenty that wait one is refused. Only
 * the texts of these errors tell: https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax (concurrent jobs).
 */
const OTHERS_WERE_SENDING = /concurrent update|Too many DML statements outstanding/i;

const CODES: Partial<Record<FailureKind, FailureCode>> = {
  no_answer: 'unreachable',
  scope: 'permission_missing',
  quota: 'quota_spent',
  busy: 'rate_limited',
  backend: 'unreachable',
};

/** A failure of BigQuery, as a sentence for people. It holds nothing of the answer, whose texts have names. */
class WarehouseError extends ReportError {
  constructor(readonly kind: FailureKind) {
    super(CODES[kind] ?? 'invalid_settings', { sentence: SENTENCES[kind] });
  }
}

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
 * Runs a statement and waits for its end. One service call, one more for each half minute that it takes, and up to three more
 * where others change the table at the same time.
 *
 * @param until When to give up: then it counts as failed, though BigQuery may finish it. Milliseconds since 1970.
 * @throws {ReportError} One sentence with the remedy first.
 */
export function runStatement(
  { send, clock, makeId }: WarehouseServices,
  place: WarehousePlace,
  statement: Statement,
  until: number,
): void {
  for (let tries = 0; ; tries += 1) {
    try {
      // A new ID each time: the same one would get the same refusal.
      const body = requestBody(place, statement, makeId());
      let answer = answerOf(send({ method: 'post', path: projectPath(place, '/queries'), json: body }));
      while (answer.jobComplete !== true) {
        const { jobId } = isRecord(answer.jobReference) ? answer.jobReference : {};
        if (typeof jobId !== 'string' || clock.now() + ANSWER_MILLIS > until)
          throw new WarehouseError('backend');
        const path = `/queries/${encodeURIComponent(jobId)}?location=${place.location}&maxResults=0&timeoutMs=${ANSWER_MILLIS}`;
        answer = answerOf(send({ method: 'get', path: projectPath(place, path) }));
      }
      // Its `errors` are "errors or warnings" and do not mean that it failed.
      return;
    } catch (error) {
      const isAgain = error instanceof WarehouseError && error.kind === 'busy' && tries < TRIES;
      const pause = LONGEST_PAUSE * (0.25 + 0.75 * clock.random());
      if (!isAgain || clock.now() + pause + ANSWER_MILLIS > until) throw error;
      clock.sleep(pause);
    }
  }
}

/** Makes the dataset if it is not there. One service call. @throws {ReportError} Why it can't be made. */
export function createDataset({ send }: WarehouseServices, place: WarehousePlace): void {
  const { project, dataset, location } = place;
  const json = { datasetReference: { projectId: project, datasetId: dataset }, location };
  const answer = send({ method: 'post', path: projectPath(place, '/datasets'), json });
  if (answer?.status !== 409) answerOf(answer);
}

/** Columns of the table of shifts, by their names in capitals. One service call. @throws {ReportError} */
export function readColumns(
  { send }: WarehouseServices,
  place: WarehousePlace,
  table: string,
): ReadonlyMap<string, string> {
  const path = `/datasets/${encodeURIComponent(place.dataset)}/tables/${table}`;
  const { schema } = answerOf(send({ method: 'get', path: projectPath(place, path) }));
  const fields = isRecord(schema) && Array.isArray(schema.fields) ? schema.fields.filter(isRecord) : [];
  return new Map(fields.map(({ name, type }) => [String(name).toUpperCase(), String(type)]));
}

function requestBody({ location }: WarehousePlace, { query, parameters }: Statement, requestId: string) {
  return {
    query,
    queryParameters: parameters.map(({ name, type, value }) => ({
      name,
      parameterType: { type },
      parameterValue: { value },
    })),
    parameterMode: 'NAMED',
    useLegacySql: false,
    location,
    timeoutMs: ANSWER_MILLIS,
    maximumBytesBilled: String(MOST_BYTES),
    labels: { product: 'shift-reports' },
    requestId: requestId.slice(0, 36),
  };
}

/** The body of a good answer. @throws {WarehouseError} for any other. */
function answerOf(answer: HttpResponse | undefined): Readonly<Record<string, unknown>> {
  if (answer === undefined) throw new WarehouseError('no_answer');
  const body = parseJson(answer.text);
  if (answer.status >= 200 && answer.status < 300) return isRecord(body) ? body : {};
  const error = isRecord(body) && isRecord(body.error) ? body.error : {};
  if (OTHERS_WERE_SENDING.test(String(error.message))) throw new WarehouseError('busy');
  const lists = [error.details, error.errors].flatMap((list) => (Array.isArray(list) ? list : []));
  const known = lists
    .map((one) => KINDS[String(isRecord(one) ? one.reason : '')])
    .find((kind) => kind !== undefined);
  throw new WarehouseError(
    BY_STATUS[answer.status] === 'token' ? 'token' : (known ?? BY_STATUS[answer.status] ?? 'backend'),
  );
}

function projectPath({ project }: WarehousePlace, path: string): string {
  return `/bigquery/v2/projects/${encodeURIComponent(project)}${path}`;
}
