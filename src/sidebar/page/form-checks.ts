import {
  type ConnectionForm,
  LONGEST_CLIENT_ID,
  LONGEST_CLIENT_SECRET,
  LONGEST_EMAIL,
  PLAIN_EMAIL,
  PRINTABLE_ASCII,
  trimPasted,
} from '../contract';
import { PROBLEMS } from './words/problems';

/** One sentence per field that needs a correction; empty when the form can be sent. */
export type Problems<Field extends string> = { readonly [Name in Field]?: string };

/** What no text of a form may hold. */
export const CONTROL_CHARACTER = /\p{Cc}/u;
const NUMERIC_EMPLOYER = /^[1-9]\d{0,17}$/;

/** Removes what was pasted around the fields, and reads `Me` as `me`. */
export function tidyConnectionForm(form: ConnectionForm): ConnectionForm {
  const employer = trimPasted(form.employer);
  return {
    ...form,
    clientId: trimPasted(form.clientId),
    clientSecret: trimPasted(form.clientSecret),
    employer: employer.toLowerCase() === 'me' ? 'me' : employer,
  };
}

/** Finds what the script would refuse in a connection. Expects a tidied form. */
export function checkConnectionForm(form: ConnectionForm): Problems<keyof ConnectionForm> {
  return collect({
    region: form.region === 'US' || form.region === 'UK' ? '' : PROBLEMS.region,
    clientId: clientIdProblem(form.clientId),
    clientSecret: clientSecretProblem(form.clientSecret),
    employer: form.employer === 'me' || NUMERIC_EMPLOYER.test(form.employer) ? '' : PROBLEMS.employer,
    audience: form.audience === 'everyone' || form.audience === 'me' ? '' : PROBLEMS.audience,
  });
}

/** The sentence for all problems of a form together; null when there are none. */
export function summariseProblems(problems: Problems<string>): string | null {
  const sentences = Object.values(problems);
  const [only] = sentences;
  if (only === undefined) return null;
  return sentences.length === 1 ? only : PROBLEMS.several(sentences.length);
}

/** The problems among sentences that are empty where there is none. */
export function collect<Field extends string>(found: Readonly<Record<Field, string>>): Problems<Field> {
  const problems: { [Name in Field]?: string } = {};
  for (const field of Object.keys(found) as Field[]) {
    if (found[field] !== '') problems[field] = found[field];
  }
  return problems;
}

/** What is wrong with an address that may be blank; empty where nothing is. */
export function emailProblem(email: string): string {
  const isGood = email === '' || (email.length <= LONGEST_EMAIL && PLAIN_EMAIL.test(email));
  return isGood ? '' : PROBLEMS.email;
}

function clientIdProblem(clientId: string): string {
  if (clientId === '') return PROBLEMS.clientIdMissing;
  return clientId.length <= LONGEST_CLIENT_ID && PRINTABLE_ASCII.test(clientId) ? '' : PROBLEMS.clientId;
}

function clientSecretProblem(secret: string): string {
  if (secret === '') return PROBLEMS.clientSecretMissing;
  return secret.length <= LONGEST_CLIENT_SECRET && !CONTROL_CHARACTER.test(secret)
    ? ''
    : PROBLEMS.clientSecret;
}
