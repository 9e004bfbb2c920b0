import type { World } from './world';

/** The text before the first dot of Google's access tokens. */
const PREFIX = 'ya29';

/** What a token of this world allows, and to whom. */
export interface TokenGrant {
  /** E-mail address. */
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
