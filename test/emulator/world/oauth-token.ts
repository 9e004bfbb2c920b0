import type { CheckedRequest } from '../handlers/fetch-request';
import type { World } from './world';

/** The text before the first dot of Google's access tokens. */
const PREFIX = 'ya29';

/** Where Google's access tokens belong. */
const OWN_HOST = /^https:\/\/[a-z]+\.googleapis\.com\//;

/** What a token of this world allows, and to whom. */
export interface TokenGrant {
  /** Email address. */
  readonly user: string;
  /** Scopes in full, in the order of the manifest. */
  readonly scopes: readonly string[];
}

/**
 * The access token that `ScriptApp.getOAuthToken` gives a person: the same text as long as they grant the same scopes.
 *
 * What it allows can be read in it, so that a server on this machine can judge it without asking this world.
 */
export function oauthTokenOf({ consents }: World, user: string): string {
  const grant: TokenGrant = { user, scopes: consents.granted(user) };
  return `${PREFIX}.${Buffer.from(JSON.stringify(grant), 'utf8').toString('base64url')}`;
}

/**
 * Ends the test, and not only the script, if a request would carry a token of Google's to a host that is not Google's:
 * whatever the test is about. The platform itself would send it.
 *
 * @throws {Error}
 */
export function guardTokens({ url, headers, body }: CheckedRequest): void {
  if (OWN_HOST.test(url)) return;
  const sent = [url, ...headers.flat(), body === null ? '' : Buffer.from(body).toString('latin1')];
  if (sent.some((text) => text.includes(`${PREFIX}.`)))
    throw new Error(`A token of Google’s would go to ${new URL(url).host}.`);
}
