import { afterAll, describe, expect, test } from '@jest/globals';
import { dailyReport, days } from '../../../support/daily-report';
import { Fetching } from '../../../support/fetching';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';

/*, for the fetching: a run of twelve windows that is killed at each call. */

const YEAR = days('2025-03-01', '2026-02-28');
const WHOLE = Array.from({ length: 365 }, (_, index) => YEAR.from + index);

/** Executions whose service calls end at one of them: it and all that follow have no effect. */
class Killable {
  readonly fetching = new Fetching([dailyReport]);
  calls = 0;
  private dyingAt = Number.POSITIVE_INFINITY;

  constructor() {
    const { cache, transport, lock } = this.fetching;
    this.watch(cache, ['getAll', 'putAll', 'removeAll']);
    this.watch(transport, ['send', 'sendAll']);
    this.watch(lock, ['acquire', 'release']);
  }

  /** Lets the next execution live for so many calls. @returns Whether it was killed. */
  runFor(calls: number, refreshing: RefreshingDays): boolean {
    this.calls = 0;
    this.dyingAt = calls;
    try {
      refreshing.run();
      return false;
    } catch (error) {
      if ((error as Error).message !== 'killed') throw error;
      return true;
    } finally {
      this.dyingAt = Number.POSITIVE_INFINITY;
      this.fetching.lock.isHeld = false;
      // The next run of an hourly schedule: whatever was claimed is free again.
      this.fetching.clock.advance(3600);
    }
  }

  private watch<Service extends object>(service: Service, methods: readonly (keyof Service)[]): void {
    for (const method of methods) {
      const call = service[method] as (...args: unknown[]) => unknown;
      Object.assign(service, {
        [method]: (...args: unknown[]) => {
          if (this.calls >= this.dyingAt) throw new Error('killed');
          this.calls += 1;
          return call.apply(service, args);
        },
      });
    }
  }
}

/** How many report requests a refresh takes that is killed after each of these numbers of calls, and then is not. */
function requestsWith(...deaths: readonly number[]): { requests: number; kills: number } {
  const killable = new Killable();
  const refreshing = new RefreshingDays(killable.fetching, YEAR);
  const kills = deaths.filter((calls) => killable.runFor(calls, refreshing)).length;
  expect(idsOf(refreshing.untilComplete())).toEqual(WHOLE);
  return { requests: killable.fetching.transport.reportRequests.length, kills };
}

describe('a refresh of twelve windows', () => {
  const figures: string[] = [];
  afterAll(() => void process.stdout.write(`${figures.join('\n')}\n`));

  test('killed at each of its service calls asks again for what was not kept yet, and for nothing else', () => {
    const lost: number[] = [];
    for (let calls = 0; ; calls += 1) {
      const { requests, kills } = requestsWith(calls);
      if (kills === 0) break;
      lost.push(requests - 12);
    }
    const sum = lost.reduce((total, one) => total + one, 0);
    figures.push(
      `12 windows, killed once at each of ${lost.length} calls: asked for again at most ${Math.max(...lost)}, in all ${sum}`,
    );
    // Two groups of one and two of five, each lost once: where the kill falls between the answers and their keeping.
    expect(Math.max(...lost)).toBe(5);
    expect(sum).toBe(12);
    expect(lost.length).toBeGreaterThan(20);
  });

  test('killed twice, at any two calls, asks in all for no more than twelve and one for each kill', () => {
    let [requests, kills, refreshes] = [0, 0, 0];
    for (let first = 0; first < 26; first += 1) {
      for (let second = first % 3; second < 26; second += 3) {
        const one = requestsWith(first, second);
        requests += one.requests;
        kills += one.kills;
        refreshes += 1;
      }
    }
    figures.push(
      `12 windows, killed at any two calls: ${requests} requests of ${refreshes} refreshes, ${kills} kills`,
    );
    expect(requests).toBeLessThanOrEqual(12 * refreshes + kills);
  });
});
