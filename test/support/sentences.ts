/** What passes is for no one to do where a schedule tries again. */
const PASSING = '(?:Try again later|Nothing to do, the schedule tries again)[:,] ';

/**
 * How the sentence of each failure begins, by its code: with what a person is to do.
 *
 * The sentence says first what to do. Status and correlation ID follow in brackets.
 */
const FIRST_WORDS = {
  settings_missing: 'Connect in the sidebar',
  credentials_rejected: 'Check the client ID and the client secret',
  token_rejected: 'Press “Change connection” in the sidebar',
  wrong_employer: 'Check the region and the employer',
  access_refused: 'Send the details to your IT team, then to the operator of the service',
  not_available: 'Ask the operator of the service to enable API access',
  rate_limited: PASSING,
  upstream_timeout: PASSING,
  unreachable: PASSING,
  invalid_response: 'Tell the operator of the service: the (?:answer|report) is (?:not|odd)',
  request_refused: 'Tell the operator of the service: the request was refused',
  redirect_refused: 'Tell the operator of the service: the answer is a redirect',
} as const;

/** A failure of the service that people meet. */
export type ServiceFailure = keyof typeof FIRST_WORDS;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Why it is worth while to try again: a service that sent a status was reached. */
function causeOf(code: ServiceFailure, status: number | null): string {
  if (code === 'upstream_timeout') return '[^.]*did not answer in time';
  if (code !== 'unreachable') return '';
  return status === null ? '[^.]*no answer came' : '[^.]*had an internal error';
}

/**
 * The one sentence of a failure: remedy, cause, and in brackets the status, where one came, and the reference, which the
 * sidebar leaves out.
 *
 * @param status `null` where no answer came.
 */
export function sentenceOf(code: ServiceFailure, status: number | null): RegExp {
  const notes = status === null ? `(?: \\(ref ${UUID}\\))?` : ` \\(HTTP\u00a0${status}(?:, ref ${UUID})?\\)`;
  return new RegExp(`^${FIRST_WORDS[code]}${causeOf(code, status)}[^()]*\\.${notes}$`);
}

/** The same for the token call, which carries no reference and asks for no report. Specification section 4.1. */
export function tokenSentenceOf(code: ServiceFailure, status: number | null): RegExp {
  const words =
    code === 'invalid_response'
      ? 'Tell the operator of the service: the authorisation server sent'
      : FIRST_WORDS[code];
  const notes = status === null ? '' : ` \\(HTTP\u00a0${status}\\)`;
  return new RegExp(`^${words}${causeOf(code, status)}[^()]*\\.${notes}$`);
}
