import { type FailureCode, ReportError, readRetryAfter } from '../employer-api/errors';
import type { HttpResponse } from '../employer-api/ports';
import { isRecord } from '../employer-api/shift-records';
import { parseJson } from '../employer-api/text';

/** What a request is about: it decides who can help. */
export type Subject = 'job' | 'load' | 'dataset' | 'table' | 'rows';

/** Why BigQuery did not do what was asked. */
export type FailureKind =
  | 'no_answer'
  | 'token'
  | 'scope'
  | 'api_off'
  | 'denied'
  | 'billing'
  | 'quota'
  | 'rate'
  | 'not_found'
  | 'location'
  | 'invalid'
  | 'duplicate'
  | 'lost'
  | 'backend'
  | 'other';

/** A failure of a request or of a job. */
export interface Failure {
  readonly kind: FailureKind;
  /** Remedy first, without a full stop. Holds nothing of the answer. */
  readonly sentence: string;
  /** Seconds until BigQuery wants to be asked again, if it says so. */
  readonly waitSeconds?: number;
}

const ROLES: Readonly<Record<Subject, string>> = {
  job: 'Ask the owner of the project for the role BigQuery Job User: this account may not run jobs there',
  load: 'Ask for the roles BigQuery Job User on the project and BigQuery Data Editor on the dataset: this account lacks one of them, and “Check” says which',
  dataset:
    'Ask the owner of the dataset for the role BigQuery Data Editor: this account may not read the dataset',
  table:
    'Ask the owner of the dataset for the role BigQuery Data Editor: this account may not create or read its tables',
  rows: 'Ask the owner of the dataset for the role BigQuery Data Editor: this account may not change the rows of its tables',
};

const MISSING: Readonly<Record<Subject, string>> = {
  job: 'Check the project ID in Settings ▸ Warehouse: BigQuery finds no such project or job',
  load: 'Press “Check” in Settings ▸ Warehouse: BigQuery finds no such project or dataset in this location',
  dataset:
    'Create the dataset in the Google Cloud console, or check its name and location: BigQuery does not find it',
  table: 'Press “Create tables”: the dataset or a table is missing',
  rows: 'Press “Create tables”: a table is missing',
};

/** Sentences that do not depend on what was asked. */
const SENTENCES = {
  no_answer: 'Wait for the next run: BigQuery did not answer',
  token: 'Open the sidebar and allow access again: BigQuery did not accept the sign-in',
  scope:
    'Choose Extensions ▸ Shift Reports ▸ Refresh all reports and allow access to BigQuery: Google needs your permission',
  api_off: 'Enable the BigQuery API for the project in the Google Cloud console: it is off',
  billing: 'Use a project with billing, or the spreadsheet alone: this project has no billing',
  quota: 'Wait until tomorrow, or have the quota of the project raised: BigQuery allows no more today',
  rate: 'Wait for the next run: BigQuery has had too many requests',
  location: 'Correct the location in Settings ▸ Warehouse: the dataset is in another one',
  invalid:
    'Press “Check” in Settings ▸ Warehouse: BigQuery refused the request, so a table was probably changed',
  duplicate: 'Wait for the next run: BigQuery has this job already',
  lost: 'Wait for the next run: BigQuery lost the upload',
  backend: 'Wait for the next run: BigQuery had an internal error',
  other: 'Press “Check” in Settings ▸ Warehouse: BigQuery refused the request',
} as const satisfies Partial<Record<FailureKind, string>>;

/** By the `reason` of an error: https://cloud.google.com/bigquery/docs/error-messages. */
const KINDS: Readonly<Record<string, FailureKind>> = {
  accessDenied: 'denied',
  accessNotConfigured: 'api_off',
  SERVICE_DISABLED: 'api_off',
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'scope',
  insufficientPermissions: 'scope',
  authError: 'token',
  required: 'token',
  backendError: 'backend',
  internalError: 'backend',
  jobBackendError: 'backend',
  jobInternalError: 'backend',
  tableUnavailable: 'backend',
  stopped: 'backend',
  timeout: 'backend',
  billingNotEnabled: 'billing',
  billingTierLimitExceeded: 'quota',
  quotaExceeded: 'quota',
  rateLimitExceeded: 'rate',
  jobRateLimitExceeded: 'rate',
  userRateLimitExceeded: 'rate',
  notFound: 'not_found',
  duplicate: 'duplicate',
  invalid: 'invalid',
  invalidQuery: 'invalid',
  badRequest: 'invalid',
  resourcesExceeded: 'backend',
};

/** The first reason of an error body; `''` if it has none. The texts beside it are never used: they hold names. */
function reasonOf(body: unknown): string {
  const error = isRecord(body) && isRecord(body.error) ? body.error : undefined;
  const details = Array.isArray(error?.details) ? error.details : [];
  const errors = Array.isArray(error?.errors) ? error.errors : [];
  const reasons = [...details, ...errors].map((one) => (isRecord(one) ? one.reason : undefined));
  return String(reasons.find((reason) => typeof reason === 'string' && reason in KINDS) ?? '');
}

/**
 * What failed; `undefined` for an answer that is a success.
 *
 * @param now Milliseconds since 1970.
 */
export function failureOf(
  answer: HttpResponse | undefined,
  subject: Subject,
  now: number,
): Failure | undefined {
  if (answer === undefined) return failure('no_answer', subject);
  const { status, headers, text } = answer;
  if (status >= 200 && status < 300) return undefined;
  const found = failure(kindOf(status, reasonOf(parseJson(text))), subject);
  const waitSeconds = readRetryAfter(headers['retry-after'], now);
  return waitSeconds === undefined ? found : { ...found, waitSeconds };
}

function kindOf(status: number, reason: string): FailureKind {
  const known = KINDS[reason];
  if (status === 401) return 'token';
  if (status === 429) return 'rate';
  if (known !== undefined && status !== 404 && status !== 409 && status !== 410) return known;
  if (status === 403) return 'denied';
  if (status === 404) return 'not_found';
  if (status === 409) return 'duplicate';
  if (status === 410) return 'lost';
  if (status === 400) return 'invalid';
  return status >= 500 ? 'backend' : 'other';
}

/** A failure of a kind. */
export function failure(kind: FailureKind, subject: Subject): Failure {
  if (kind === 'denied') return { kind, sentence: ROLES[subject] };
  if (kind === 'not_found') return { kind, sentence: MISSING[subject] };
  return { kind, sentence: SENTENCES[kind] };
}

/** Why a job failed, from its `status.errorResult` or an entry of `errors`. */
export function jobFailure(errorResult: unknown, subject: Subject): Failure {
  const reason = isRecord(errorResult) ? String(errorResult.reason) : '';
  return failure(KINDS[reason] ?? 'other', subject);
}

const CODES: Partial<Record<FailureKind, FailureCode>> = {
  no_answer: 'unreachable',
  scope: 'permission_missing',
  quota: 'quota_spent',
  rate: 'rate_limited',
  backend: 'unreachable',
};

/** A failure for the page. */
export function asReportError({ kind, sentence }: Failure): ReportError {
  return new ReportError(CODES[kind] ?? 'invalid_settings', { sentence });
}
