/** The emulator's time. It moves only when told to, unless it follows the real clock. */
export class VirtualClock {
  #offsetMillis: number;
  readonly #base: () => number;

  /** @param start Milliseconds since 1970. @param base The clock underneath; a constant for virtual time. */
  constructor(start: number, base: () => number = () => 0) {
    this.#base = base;
    this.#offsetMillis = start - base();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#base() + this.#offsetMillis;
  }

  /** Difference to the clock underneath, for a thread that keeps its own copy. */
  offsetMillis(): number {
    return this.#offsetMillis;
  }

  /** Moves forward. Time never runs backwards: @throws {RangeError} on a negative step. */
  advance(millis: number): void {
    if (!(millis >= 0)) throw new RangeError(`A clock cannot advance by ${millis} ms`);
    this.#offsetMillis += millis;
  }

  /** @returns What puts the time back; see `Emulator.savePoint`. */
  savePoint(): () => void {
    const kept = this.#offsetMillis;
    return () => {
      this.#offsetMillis = kept;
    };
  }

  /** Moves forward to an instant; stays where it is when that has passed. */
  advanceTo(instantMillis: number): void {
    this.advance(Math.max(0, instantMillis - this.now()));
  }
}
