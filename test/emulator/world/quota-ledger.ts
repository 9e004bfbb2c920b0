import { HostError } from '../host-errors';
import type { DailyQuotas } from '../limits';

const DAY_MILLIS = 86_400_000;

interface Account {
  readonly since: number;
  used: number;
}

/** What each user has used. A quota resets 24 hours after the first use. */
export class QuotaLedger {
  readonly accounts = new Map<string, Account>();

  /** Used since the last reset. */
  used(user: string, quota: keyof DailyQuotas, now: number): number {
    return this.#account(user, quota, now).used;
  }

  /** Adds without refusing. */
  add(user: string, quota: keyof DailyQuotas, amount: number, now: number): void {
    this.#account(user, quota, now).used += amount;
  }

  /** Adds, or refuses with the text when it would pass the limit. @throws {HostError} */
  spend(
    user: string,
    quota: keyof DailyQuotas,
    amount: number,
    limit: number,
    now: number,
    refusal: string,
  ): void {
    const account = this.#account(user, quota, now);
    if (account.used + amount > limit) throw new HostError(refusal);
    account.used += amount;
  }

  #account(user: string, quota: string, now: number): Account {
    const name = `${quota}:${user}`;
    let account = this.accounts.get(name);
    if (account === undefined || now - account.since >= DAY_MILLIS) {
      account = { since: now, used: 0 };
      this.accounts.set(name, account);
    }
    return account;
  }
}
