import type { ServerClock } from './server-clock';

const WINDOW_MILLIS = 60_000;

/**
 * Counts each token's requests over the last minute of the server's clock.
 *
 * Specification section 8: a per-token allowance exists; its size and window are not shown (gaps.md).
 */
export class Allowance {
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
