import { type CalendarDay, dayOf } from './data/calendar-day';

/**
 * The service's own clock: token expiry, allowance, time stamps, and which day is today.
 *
 * It keeps real time until it is set; from then on it stands still until it is set again or released.
 */
export class ServerClock {
  #standsAt: number | undefined;
  readonly #offsetMillis: number;
  readonly #realTime: () => number;

  /** @param startMillis The instant the clock starts running from; real time when undefined. */
  constructor(startMillis: number | undefined, realTime: () => number = Date.now) {
    this.#realTime = realTime;
    this.#offsetMillis = startMillis === undefined ? 0 : startMillis - realTime();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#standsAt ?? this.#realTime() + this.#offsetMillis;
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
