import { createHash } from 'node:crypto';
import type { Employer } from './data/employers';
import type { ServerClock } from './server-clock';

/** Specification section 8: "typically 3600 seconds". */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** An access token that was issued and has not been revoked. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly employerId: number;
  readonly expiresAtMillis: number;
}

/** Issues access tokens and knows which are still good. A new token leaves older ones valid. */
export class TokenRegister {
  readonly #tokens = new Map<string, IssuedToken>();
  readonly #seed: number;
  readonly #clock: ServerClock;
  #issued = 0;

  constructor(seed: number, clock: ServerClock) {
    this.#seed = seed;
    this.#clock = clock;
  }

  /** Issues a token for one employer, valid from now for `TOKEN_LIFETIME_SECONDS`. */
  issue(employer: Employer): IssuedToken {
    this.#issued += 1;
    const token: IssuedToken = {
      accessToken: createHash('sha256').update(`token|${this.#seed}|${this.#issued}`).digest('base64url'),
      employerId: employer.employerId,
      expiresAtMillis: this.#clock.now() + TOKEN_LIFETIME_SECONDS * 1000,
    };
    this.#tokens.set(token.accessToken, token);
    return token;
  }

  /** The token of that text, or undefined when it was never issued, was revoked or has expired. */
  find(accessToken: string): IssuedToken | undefined {
    const token = this.#tokens.get(accessToken);
    return token !== undefined && this.#clock.now() < token.expiresAtMillis ? token : undefined;
  }

  /** Makes every token issued so far invalid and says how many there were. */
  revokeAll(): number {
    const count = this.#tokens.size;
    this.#tokens.clear();
    return count;
  }
}
