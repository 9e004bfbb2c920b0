import type { Clock } from '../../src/employer-api/ports';

/** A clock that moves only when told to, and remembers every pause. Chance is a fixed number. */
export class StubClock implements Clock {
  /** The pauses asked for, in milliseconds. */
  readonly pauses: number[] = [];
  private time: number;

  /**
   * @param start An ISO 8601 timestamp.
   * @param chance What `random` gives.
   * @param duringSleep Called in the middle of each pause: what other executions do meanwhile.
   */
  constructor(
    start = '2026-03-10T12:00:00Z',
    private readonly chance = 0.5,
    public duringSleep: (pause: number) => void = () => undefined,
  ) {
    this.time = Date.parse(start);
  }

  now(): number {
    return this.time;
  }

  sleep(millis: number): void {
    this.pauses.push(millis);
    this.time += millis;
    this.duringSleep(this.pauses.length);
  }

  random(): number {
    return this.chance;
  }

  /** Lets time pass, or turns the clock back. */
  advance(seconds: number): void {
    this.time += seconds * 1000;
  }
}
