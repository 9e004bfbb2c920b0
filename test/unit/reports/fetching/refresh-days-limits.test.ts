import { afterAll, describe, expect, test } from '@jest/globals';
import { seededRandom } from '../../../api-server/data/seeded-random';
import { serial } from '../../../support/daily-report';
import { Fetching } from '../../../support/fetching';
import { type HiddenLimits, LimitedService } from '../../../support/limited-service';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';

/* A service with limits that it keeps to itself: all comes, in how many requests. Requirement A5 and issue figures. */

const RUNS = Number(process.env.TEST_RUNS ?? 60);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 20_261_121);
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);

interface Figures {
  readonly fewest: number;
  readonly first: number;
  readonly later: number;
}

/** The last days of the service, drawn from a seed: their number, how many records each has, and the limits. */
function draw(seed: number, isRateLimited: boolean) {
  const random = seededRandom(seed);
  const from = serial('2025-01-01') + Math.floor(random() * 60);
  const range = { from, to: from + 19 + Math.floor(random() * 380) };
  const perDay = 4 + Math.floor(random() * 8);
  const noise = Array.from({ length: 97 }, () => 0.85 + 0.3 * random());
  const recordsOn = (day: number) => {
    const share = (day % 7 === 0 ? 0.5 : 1) * (noise[day % 97] ?? 1);
    return Math.max(1, Math.round(perDay * share));
  };
  const daysStatus = [504, 400, 413, 422][Math.floor(random() * 4)] ?? 504;
  const days = 1 + Math.floor(random() * 40);
  const records = Math.ceil(perDay * 1.2) * (5 + Math.floor(random() * 36));
  const perMinute = isRateLimited ? { perMinute: 2 + Math.floor(random() * 20) } : {};
  const limits: HiddenLimits = {
    ...(random() < 0.5 ? { days, daysStatus } : { records }),
    ...perMinute,
  };
  return { range, recordsOn, limits };
}

/** Two refreshes with what they cost, compared with one big fetch. */
function refreshTwice(seed: number, isRateLimited: boolean): Figures {
  const { range, recordsOn, limits } = draw(seed, isRateLimited);
  const fetching = new Fetching([]);
  const service = new LimitedService(fetching.clock, recordsOn, limits);
  fetching.transport.next(service.report);
  const refreshing = new RefreshingDays(fetching, range);

  const report = refreshing.untilComplete();
  const first = service.asked.length;
  fetching.clock.advance(7200);
  refreshing.again();
  const again = refreshing.untilComplete();

  const whole = service.idsOf(range);
  expect({ limits, ids: idsOf(report) }).toEqual({ limits, ids: whole });
  expect({ limits, ids: idsOf(again) }).toEqual({ limits, ids: whole });
  return { fewest: service.fewestRequests(range), first, later: service.asked.length - first };
}

/** Requests beyond half as many again as the fewest, at most. */
const beyond = (figures: readonly Figures[], of: (one: Figures) => number) =>
  Math.max(...figures.map((one) => of(one) - 1.5 * one.fewest));

/** All requests by all of the fewest. */
const ratio = (figures: readonly Figures[], of: (one: Figures) => number) =>
  figures.reduce((sum, one) => sum + of(one), 0) / figures.reduce((sum, { fewest }) => sum + fewest, 0);

describe.each([
  { limits: 'a longest range or a most of records', isRateLimited: false, learning: 16 },
  { limits: 'the same and an allowance per minute', isRateLimited: true, learning: 20 },
])('a service with $limits', ({ limits, isRateLimited, learning }) => {
  const all: Figures[] = [];
  afterAll(() => {
    const share = (of: (one: Figures) => number) =>
      `${ratio(all, of).toFixed(2)} times the fewest requests, at most 1.5 times and ${beyond(all, of)}`;
    process.stdout.write(
      `${limits}, ${RUNS} seeds from ${FIRST_SEED}: a first refresh takes ${share(({ first }) => first)}; ` +
        `a later one ${share(({ later }) => later)}\n`,
    );
  });

  test('gives what one big fetch would, in all refreshes together in less than 1.5 times the fewest requests', () => {
    for (const seed of seeds) all.push(refreshTwice(seed, isRateLimited));
    expect(ratio(all, ({ first }) => first)).toBeLessThan(1.5);
    expect(ratio(all, ({ later }) => later)).toBeLessThan(1.3);
    // What it costs to find the limits out depends on them, not on how long the range is.
    expect(beyond(all, ({ first }) => first)).toBeLessThanOrEqual(learning);
    expect(beyond(all, ({ later }) => later)).toBeLessThanOrEqual(learning);
  });
});
