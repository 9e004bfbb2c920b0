import type { Employer } from '../data/employers';
import { type Answer, type ApiRequest, jsonAnswer } from '../http-message';
import type { Store } from '../store';
import { mediaTypeOf } from './media-type';

const FORM_TYPE = 'application/x-www-form-urlencoded';
const FORM_FIELDS = ['client_id', 'client_secret', 'grant_type', 'scope'] as const;

/** The outcome of a check: what the operation needs, or the answer that refuses. */
export type TokenCheck =
  | { readonly employer: Employer; readonly refusal?: never }
  | { readonly refusal: Answer };

/**
 * Checks a token request: specification section 4.1; refusals in the words of RFC 6749 §5.2.
 *
 * The first fault found decides, in this order: content type, fields, grant type, scope, credentials.
 */
export function checkTokenRequest(request: ApiRequest, store: Store): TokenCheck {
  if (mediaTypeOf(request) !== FORM_TYPE) {
    return refuse(400, 'invalid_request', `The content type must be ${FORM_TYPE}.`);
  }
  const form = new URLSearchParams(request.body);
  const faultyField = FORM_FIELDS.find((name) => form.getAll(name).filter(Boolean).length !== 1);
  if (faultyField !== undefined) {
    return refuse(400, 'invalid_request', `The field ${faultyField} must be given exactly once.`);
  }
  const unknownField = [...form.keys()].find((name) => !FORM_FIELDS.some((known) => known === name));
  if (unknownField !== undefined) {
    return refuse(400, 'invalid_request', 'Only the four documented fields are taken.');
  }
  if (form.get('grant_type') !== 'client_credentials') {
    return refuse(400, 'unsupported_grant_type', 'Only client_credentials is supported.');
  }
  if (form.get('scope') !== 'employer_access') {
    return refuse(400, 'invalid_scope', 'Only employer_access is granted.');
  }
  const employer = store.employerOf(form.get('client_id') ?? '', form.get('client_secret') ?? '');
  if (employer === undefined) return { refusal: jsonAnswer(401, { error: 'invalid_client' }) };
  return { employer };
}

function refuse(status: number, error: string, description: string): TokenCheck {
  return { refusal: jsonAnswer(status, { error, error_description: description }) };
}
