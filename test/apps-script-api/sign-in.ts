import { createHash, randomBytes } from 'node:crypto';
import type { HostAnswer, HostRequest } from './host-proxy';

/** What one sign-in granted. */
interface Grant {
  readonly scopes: readonly string[];
  isRevoked: boolean;
}

/** A code on its way back from the consent page, for the one who can show the verifier of its challenge. */
interface PendingCode {
  readonly grant: Grant;
  readonly challenge: string;
  readonly redirectUri: string;
}

const TOKEN_SECONDS = 3599;

/** Google's sign-in for installed applications: authorisation codes with PKCE, refresh tokens, consent by single scopes. */
export class SignIn {
  readonly #codes = new Map<string, PendingCode>();
  readonly #refreshTokens = new Map<string, Grant>();
  readonly #accessTokens = new Map<string, Grant>();

  /**
   * Does on the consent page what a person does there.
   *
   * @param page The address that the application printed.
   * @param tick Decides on each check box.
   * @returns The address to which the browser is sent back.
   */
  consent(page: URL, tick: (scope: string) => boolean): URL {
    const given = page.searchParams;
    const scopes = (given.get('scope') ?? '').split(' ').filter(tick);
    const code = randomBytes(8).toString('hex');
    const redirectUri = given.get('redirect_uri') ?? '';
    if (given.get('code_challenge_method') !== 'S256') throw new Error('The sign-in has no PKCE challenge.');
    const grant: Grant = { scopes, isRevoked: false };
    this.#codes.set(code, { grant, challenge: given.get('code_challenge') ?? '', redirectUri });
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({
      state: given.get('state') ?? '',
      code,
      scope: scopes.join(' '),
    }).toString();
    return back;
  }

  /** The tokens of a person who has signed in before, as the token endpoint gives them. */
  earlier(scopes: readonly string[]): { readonly access_token: string; readonly refresh_token: string } {
    return this.#issue({ scopes, isRevoked: false });
  }

  /** As when a password changes or an administrator ends sessions: neither kind of token works from now on. */
  revokeAll(): void {
    for (const grant of [...this.#refreshTokens.values(), ...this.#accessTokens.values()])
      grant.isRevoked = true;
  }

  /** Ends access tokens; refresh tokens get new ones. */
  expireAccess(): void {
    this.#accessTokens.clear();
  }

  /** What an access token may do; undefined for one that is unknown or has ended. */
  scopesOf({ headers }: HostRequest): readonly string[] | undefined {
    const grant = this.#accessTokens.get((headers.authorization ?? '').replace(/^Bearer /, ''));
    return grant === undefined || grant.isRevoked ? undefined : grant.scopes;
  }

  /** `POST https://oauth2.googleapis.com/token`. */
  answerToken({ body }: HostRequest): HostAnswer {
    const given = new URLSearchParams(body);
    const pending = this.#codes.get(given.get('code') ?? '');
    if (given.get('grant_type') === 'authorization_code') {
      this.#codes.delete(given.get('code') ?? '');
      const verifier = given.get('code_verifier') ?? '';
      const challenge = createHash('sha256').update(verifier).digest('base64url');
      const isRight = pending?.challenge === challenge && pending.redirectUri === given.get('redirect_uri');
      return isRight ? this.#tokens(pending.grant, true) : refuse('Bad Request');
    }
    const grant = this.#refreshTokens.get(given.get('refresh_token') ?? '');
    if (grant === undefined || grant.isRevoked) return refuse('Token has been expired or revoked.');
    return this.#tokens(grant, false);
  }

  #tokens(grant: Grant, withRefresh: boolean): HostAnswer {
    const { access_token, refresh_token } = this.#issue(grant);
    const body = {
      access_token,
      expires_in: TOKEN_SECONDS,
      ...(withRefresh ? { refresh_token } : {}),
      scope: grant.scopes.join(' '),
      token_type: 'Bearer',
    };
    return { status: 200, body };
  }

  #issue(grant: Grant) {
    const access_token = `ya29.${randomBytes(12).toString('hex')}`;
    const refresh_token = `1//${randomBytes(12).toString('hex')}`;
    this.#accessTokens.set(access_token, grant);
    this.#refreshTokens.set(refresh_token, grant);
    return { access_token, refresh_token };
  }
}

function refuse(description: string): HostAnswer {
  return { status: 400, body: { error: 'invalid_grant', error_description: description } };
}
