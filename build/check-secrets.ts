import { BUILT_FILE_NAMES, type BuiltFiles } from './built-files';
import type { Finding } from './finding';

/** Forms in which secrets are usually written. */
const SECRET_FORMS: readonly (readonly [what: string, form: RegExp])[] = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]*/],
  ['a client secret', /["']?client_?secret["']?\s*[:=]\s*(["'`])(?!\1)[^"'`$\s]{6,}\1/i],
  ['a password', /["']?password["']?\s*[:=]\s*(["'`])(?!\1)[^"'`$\s]{8,}\1/i],
  ['an access token', /\bBearer [\w.~+/-]{16,}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a Google client secret', /\bGOCSPX-[\w-]{20,}/],
  ['an AWS access key', /\bA(?:KI|SI)A[A-Z0-9]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_\w{30,}/],
  ['a Slack token', /\bxox[abprs]-[\w-]{10,}/],
];

const SECRET_VARIABLE = /secret|token|password|passwd|credential|private_key|api_?key/i;
const SHORTEST_SECRET = 8;

/**
 * Refuses anything that looks like a secret, and the value of any environment variable whose name says that
 * it is one: a build machine has those, and one `define` too many would ship them.
 *
 * No finding repeats what it found.
 *
 * @param environment Names and values, such as `process.env`.
 */
export function checkSecrets(
  { texts }: BuiltFiles,
  environment: Readonly<Record<string, string | undefined>> = {},
): Finding[] {
  const variables = Object.entries(environment).filter(
    ([name, value]) => SECRET_VARIABLE.test(name) && (value ?? '').trim().length >= SHORTEST_SECRET,
  );
  return BUILT_FILE_NAMES.flatMap((where) => [
    ...SECRET_FORMS.filter(([, form]) => form.test(texts[where])).map(([what]) => ({
      where,
      message: `It holds what looks like ${what}.`,
    })),
    ...variables
      .filter(([, value]) => texts[where].includes((value ?? '').trim()))
      .map(([name]) => ({ where, message: `It holds the value of the environment variable ${name}.` })),
  ]);
}
