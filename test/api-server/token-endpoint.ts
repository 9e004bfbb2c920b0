import {
  type Answer,
  type ApiRequest,
  type HeaderList,
  jsonAnswer,
  mediaTypeOf,
  Refusal,
} from './http-message';
import { type Store, TOKEN_LIFETIME_SECONDS } from './store';

/** Path of the token endpoint. Specification section 4.1. */
const TOKEN_PATH = '/oauth/v2/tokens';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_FIELDS = ['client_id', 'client_secret', 'grant_type', 'scope'];

/**
 * Answers a request to the authorisation server: specification sections 2.1 and 4.1, refusals in the words of RFC 6749 §5.2.
 *
 * The first fault found decides, in this order: path, method, content type, fields, grant type, scope, credentials.
 */
export function answerTokenRequest(request: ApiRequest, store: Store): Answer {
  if (request.path !== TOKEN_PATH) refuse(404, 'not_found');
  if (request.method !== 'POST') refuse(405, 'method_not_allowed', undefined, [['Allow', 'POST']]);
  if (mediaTypeOf(request) !== FORM_TYPE)
    refuse(400, 'invalid_request', `The content type must be ${FORM_TYPE}.`);
  const form = new URLSearchParams(request.body);
  const faultyField = FORM_FIELDS.find((name) => form.getAll(name).filter(Boolean).length !== 1);
  if (faultyField !== undefined)
    refuse(400, 'invalid_request', `The field ${faultyField} must be given exactly once.`);
  if ([...form.keys()].some((name) => !FORM_FIELDS.includes(name)))
    refuse(400, 'invalid_request', 'Only the four documented fields are taken.');
  if (form.get('grant_type') !== 'client_credentials')
    refuse(400, 'unsupported_grant_type', 'Only client_credentials is supported.');
  if (form.get('scope') !== 'employer_access')
    refuse(400, 'invalid_scope', 'Only employer_access is granted.');
  const employer = store.employerOf(form.get('client_id') ?? '', form.get('client_secret') ?? '');
  if (employer === undefined) return refuse(401, 'invalid_client');
  return jsonAnswer(
    200,
    {
      access_token: store.tokens.issue(employer).accessToken,
      token_type: 'Bearer',
      expires_in: TOKEN_LIFETIME_SECONDS,
      scope: 'employer_access',
    },
    // RFC 6749 §5.1.
    [
      ['Cache-Control', 'no-store'],
      ['Pragma', 'no-cache'],
    ],
  );
}

function refuse(status: number, error: string, description?: string, headers?: HeaderList): never {
  throw new Refusal(jsonAnswer(status, { error, error_description: description }, headers));
}
