import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Fetching } from '../../../support/fetching';
import { FULL_SIZE_MILLIS } from '../../../support/full-size';
import { recordFigure } from '../../../support/record-figure';
import { reportBody } from '../../../support/sample-report';
import { answer } from '../../../support/stub-transport';

/* Clocks that jump: no token is sent past its life. CLOCK_SEQUENCES=10000 runs more. */

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const SEQUENCES = Number(process.env.CLOCK_SEQUENCES ?? 200);
const HOUR = 3600;
/** 2026-01-01; each question is for a day of its own, so that none is answered from what is kept. */
const FIRST_DAY = 46_023;

/** A spreadsheet whose clock may be wrong, and the true time, by which tokens live. Seconds. */
class WrongClock {
  sent = 0;
  expired = 0;
  private trueTime = 0;
  private day = FIRST_DAY;
  private readonly ends: number[] = [];
  private readonly fetching: Fetching;

  constructor(start: string, life: number) {
    this.fetching = new Fetching([(request) => this.report(request.url, request.headers.Authorization)]);
    this.fetching.clock.advance((Date.parse(start) - this.fetching.clock.now()) / 1000);
    this.fetching.transport.tokenAnswer = (count) => {
      this.ends[count] = this.trueTime + life;
      return answer(200, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: life });
    };
  }

  get tokens(): number {
    return this.fetching.transport.tokenRequests.length;
  }

  wait(seconds: number): void {
    this.trueTime += seconds;
    this.fetching.clock.advance(seconds);
  }

  /** The clock is set; no time passes. */
  jump(seconds: number): void {
    this.fetching.clock.advance(seconds);
  }

  ask(): void {
    this.day += 1;
    this.fetching.cell({ from: this.day, to: this.day });
  }

  private report(url: string, authorization = '') {
    this.sent += 1;
    const end = this.ends[Number(authorization.replace('Bearer token-', ''))] ?? 0;
    if (this.trueTime >= end) this.expired += 1;
    const days = new URL(url).searchParams;
    const request = {
      employer_id: 1042,
      from_date: days.get('from_date'),
      to_date: days.get('to_date'),
    };
    return answer(200, reportBody([], { request }));
  }
}

describe('a token around its renewal', () => {
  test.each([
    // The margin is 300 s, or a quarter of a shorter life.
    [3600, 3299, 1],
    [3600, 3300, 2],
    [3600, 3301, 2],
    [600, 449, 1],
    [600, 450, 2],
    [600, 451, 2],
  ])('of %i seconds, asked again after %i: %i tokens', (life, seconds, tokens) => {
    const clock = new WrongClock('2026-03-10T12:00:00Z', life);
    clock.ask();
    clock.wait(seconds);
    clock.ask();

    expect([clock.tokens, clock.expired]).toEqual([tokens, 0]);
  });

  test.each([-HOUR, HOUR])('is asked for anew when the clock jumps by %i seconds', (seconds) => {
    const clock = new WrongClock('2026-03-10T12:00:00Z', 3600);
    clock.ask();
    clock.jump(seconds);
    clock.ask();

    expect([clock.tokens, clock.expired]).toEqual([2, 0]);
  });
});

/** The hours in which clocks in London are changed, and one in which they are not. */
const start = fc.constantFrom('2026-03-29T00:30:00Z', '2026-10-25T00:30:00Z', '2026-03-10T12:00:00Z');
const step = fc.oneof(
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 4000 }) }),
  fc.record({ kind: fc.constant('jump' as const), seconds: fc.constantFrom(-HOUR, HOUR) }),
);

test(
  `no token is sent past its life over waits and jumps of an hour (${SEQUENCES} sequences, seed ${SEED})`,
  () => {
    let sent = 0;
    let sequences = 0;
    const property = fc.property(
      start,
      fc.constantFrom(3600, 600, 59),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      (begin, life, steps) => {
        const clock = new WrongClock(begin, life);
        clock.ask();
        for (const { kind, seconds } of steps) {
          clock[kind](seconds);
          clock.ask();
        }
        expect([clock.sent, clock.expired]).toEqual([1 + steps.length, 0]);
        sent += clock.sent;
        sequences += 1;
      },
    );

    fc.assert(property, { seed: SEED, numRuns: SEQUENCES });

    recordFigure({
      requirement: 'H8',
      what: 'expired tokens sent',
      n: sequences,
      seed: SEED,
      figure: `0 of ${sent} requests`,
    });
  },
  FULL_SIZE_MILLIS,
);
