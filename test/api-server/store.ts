import { createHash } from 'node:crypto';
import { type CalendarDay, dayOf } from './data/calendar-day';
import { buildEmployers, type Employer } from './data/employers';
import { type Restatement, restateDay } from './data/restatement';
import {
  type DataFrame,
  generateAddedShift,
  generateShifts,
  type KeptDays,
  keptDays,
} from './data/shift-generator';
import type { ShiftRecord } from './data/shift-record';

/** What a store is made from. */
export interface StoreOptions {
  /** Chooses the employers' credentials and every figure. */
  readonly seed: number;
  /** Requests a token may make in any minute of the server's clock. */
  readonly allowance: number;
  /** The instant the server's clock starts running from; real time when undefined. */
  readonly startMillis: number | undefined;
}

/** Everything the service knows: employers, tokens, allowance, shifts and the time. */
export class Store {
  readonly clock: ServerClock;
  readonly tokens: TokenRegister;
  readonly allowance: Allowance;
  readonly #seed: number;
  readonly #employers: Map<number, Employer>;
  readonly #restatements: Restatement[] = [];
  /** What was made for a today: the same employer and day have the same shifts. */
  #made = { today: Number.NaN, days: new Map<string, readonly ShiftRecord[]>() };

  constructor(options: StoreOptions) {
    this.#seed = options.seed;
    this.clock = new ServerClock(options.startMillis);
    this.tokens = new TokenRegister(options.seed, this.clock);
    this.allowance = new Allowance(options.allowance, this.clock);
    this.#employers = new Map(
      buildEmployers(options.seed).map((employer) => [employer.employerId, employer]),
    );
  }

  /** All employers, the demo employer first. */
  employers(): readonly Employer[] {
    return [...this.#employers.values()];
  }

  employer(employerId: number): Employer | undefined {
    return this.#employers.get(employerId);
  }

  /** The employer whose client ID and secret these are, compared to the letter. */
  employerOf(clientId: string, clientSecret: string): Employer | undefined {
    return this.employers().find(
      (employer) => employer.clientId === clientId && employer.clientSecret === clientSecret,
    );
  }

  /** Changes what may change in an account: API access and the client secret. Tokens stay as they are. */
  updateEmployer(employer: Employer, change: Partial<Pick<Employer, 'apiAccess' | 'clientSecret'>>): void {
    this.#employers.set(employer.employerId, { ...employer, ...change });
  }

  /** The first and the last day that can have shifts, seen from today. */
  keptDays(): KeptDays {
    return keptDays(this.clock.today());
  }

  /** The records of one employer on one day, corrections included, by SHIFT_ID ascending. */
  shiftsOn(employer: Employer, day: CalendarDay): readonly ShiftRecord[] {
    const frame = this.#frame();
    if (this.#made.today !== frame.today) this.#made = { today: frame.today, days: new Map() };
    const key = `${employer.employerId} ${day}`;
    const made = this.#made.days.get(key) ?? generateShifts(frame, employer, day);
    this.#made.days.set(key, made);
    return this.#restatements.reduce(
      (records, restatement) => restateDay(frame, employer, day, records, restatement),
      made,
    );
  }

  /** One more record for a day, for answers of a wanted size; see `generateAddedShift`. */
  addedShift(employer: Employer, day: CalendarDay, index: number): ShiftRecord {
    return generateAddedShift(this.#frame(), employer, day, index);
  }

  /** Corrects the figures of so many days before today. Today and later days are never corrected. */
  restate(daysBack: number): Restatement {
    const today = this.clock.today();
    const restatement = { round: this.#restatements.length + 1, from: today - daysBack, to: today - 1 };
    this.#restatements.push(restatement);
    return restatement;
  }

  #frame(): DataFrame {
    return { seed: this.#seed, today: this.clock.today() };
  }
}

/**
 * The service's own clock: token expiry, allowance, time stamps, and which day is today.
 *
 * It keeps real time until it is set; from then on it stands still until it is set again or released.
 */
class ServerClock {
  #standsAt: number | undefined;
  readonly #offsetMillis: number;

  /** @param startMillis The instant the clock starts running from; real time when undefined. */
  constructor(startMillis: number | undefined) {
    this.#offsetMillis = startMillis === undefined ? 0 : startMillis - Date.now();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#standsAt ?? Date.now() + this.#offsetMillis;
  }

  /** The UTC day. */
  today(): CalendarDay {
    return dayOf(this.now());
  }

  /** Makes the clock stand still at an instant. Earlier instants are fine: clocks do go back. */
  standAt(millis: number): void {
    this.#standsAt = millis;
  }

  /** Lets the clock run again as it did before it was set. */
  release(): void {
    this.#standsAt = undefined;
  }
}

/** Specification section 8: "typically 3600 seconds". */
export const TOKEN_LIFETIME_SECONDS = 3600;

/** An access token that was issued and has not been revoked. */
interface IssuedToken {
  readonly accessToken: string;
  readonly employerId: number;
  readonly expiresAtMillis: number;
}

/** Issues access tokens and knows which are still good. A new token leaves older ones valid. */
class TokenRegister {
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

  /** Makes every token issued so far invalid. */
  revokeAll(): void {
    this.#tokens.clear();
  }
}

const WINDOW_MILLIS = 60_000;

/**
 * Counts each token's requests over the last minute of the server's clock.
 *
 * Specification section 8: a per-token allowance exists; its size and window are not shown (gaps.md).
 */
class Allowance {
  readonly #spent = new Map<string, number[]>();
  readonly #perMinute: number;
  readonly #clock: ServerClock;

  /** @param perMinute Requests a token may make in any 60 seconds. */
  constructor(perMinute: number, clock: ServerClock) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Forgets all requests: every token has its whole allowance. */
  clear(): void {
    this.#spent.clear();
  }

  /**
   * Takes one request from a token's allowance.
   *
   * @returns 0 when it was free, else the whole seconds after which one is free again, at least 1. A refused
   * request takes nothing.
   */
  take(accessToken: string): number {
    const now = this.#clock.now();
    // A clock that was set back must not leave requests that lie in the future counting for ever.
    const recent = (this.#spent.get(accessToken) ?? []).filter((at) => at > now - WINDOW_MILLIS && at <= now);
    this.#spent.set(accessToken, recent);
    if (recent.length < this.#perMinute) {
      recent.push(now);
      return 0;
    }
    const oldest = recent[recent.length - this.#perMinute] ?? now;
    return Math.max(1, Math.ceil((oldest + WINDOW_MILLIS - now) / 1000));
  }
}
