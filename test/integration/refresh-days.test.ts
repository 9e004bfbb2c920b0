import { expect, test } from '@jest/globals';
import { startBudget } from '../../src/budget';
import type { Connection } from '../../src/employer-api/connection';
import { seededRandom } from '../api-server/data/seeded-random';
import { LocalService } from '../api-server/local-service';
import { serial } from '../support/daily-report';
import { Fetching } from '../support/fetching';
import { LoopbackTransport } from '../support/loopback-transport';
import { idsOf, RefreshingDays } from '../support/refreshing-days';
import { ADDRESSES, CONNECTION } from '../support/sample-report';

/* A refresh of many days from a service with limits that it keeps to itself. */

const RUNS = Number(process.env.TEST_RUNS ?? 4);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 20_261_121);
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);
/** Requests of a minute. Few enough to be met, more than two groups. */
const ALLOWANCE = 11;

const server = new LocalService({ today: '2026-03-10', allowance: ALLOWANCE });

/** A refresh that starts an hour after the one before, for one of the smaller employers. */
function refreshing(from: string, to: string, hours: number) {
  const small = server.employers.find(({ clientId }) => clientId !== server.demoEmployer.clientId);
  if (small === undefined) throw new Error('There is no other employer.');
  const { region, clientId, clientSecret } = small;
  const connection: Connection = { ...CONNECTION, region, clientId, clientSecret };
  const fetching = new Fetching([]);
  fetching.clock.advance(3600 * hours);
  const origins = { [ADDRESSES.auth]: server.auth, [ADDRESSES.regions.UK]: server.regions[region] };
  const transport = new LoopbackTransport(server.exchange, origins, fetching.clock);
  Object.assign(fetching.services, { transport });
  const range = { from: serial(from), to: serial(to) };
  return { one: new RefreshingDays(fetching, range, connection), transport };
}

/** How many answers were of a status. */
const count = (statuses: readonly number[], status: number) =>
  statuses.filter((one) => one === status).length;

test.each(seeds)(
  'a longest range and an allowance, both unknown: all comes, in less than 1.5 times the fewest requests once known (seed %i)',
  async (seed) => {
    const random = seededRandom(seed);
    const days = 3 + Math.floor(random() * 26);
    const from = `2025-${String(4 + Math.floor(random() * 5)).padStart(2, '0')}-03`;
    await server.clear();
    const { one: whole } = refreshing(from, '2026-02-20', 1);
    const expected = idsOf(whole.untilComplete());
    await server.setScenario('report', { name: 'status', status: 504, when: { daysOver: days } });
    const { one, transport } = refreshing(from, '2026-02-20', 2);

    const first = idsOf(one.untilComplete());
    const asked = transport.statuses.length;
    one.fetching.clock.advance(3600);
    one.again();
    const later = idsOf(one.untilComplete());

    const fewest = Math.ceil((one.range.to - one.range.from + 1) / days);
    const tokens = one.runs;
    const figures = { days, fewest, first: asked, later: transport.statuses.length - asked, tokens };
    process.stdout.write(`seed ${seed}: ${JSON.stringify(figures)}\n`);
    expect([first, later]).toEqual([expected, expected]);
    expect(figures.first).toBeLessThanOrEqual(1.5 * fewest + 12 + tokens);
    expect(figures.later).toBeLessThanOrEqual(Math.max(1.5 * fewest, fewest + 3) + tokens);
  },
);

test('a year keeps to the allowance after it was met once', async () => {
  await server.clear();
  const { one, transport } = refreshing('2025-03-10', '2026-02-20', 10);

  one.untilComplete();
  const refused = count(transport.statuses, 429);
  one.fetching.clock.advance(3600);
  one.again();
  one.untilComplete();

  expect([refused > 0, one.pace.requests]).toEqual([true, ALLOWANCE]);
  expect(count(transport.statuses, 429) - refused).toBeLessThanOrEqual(1);
});

test('a run never goes on beyond its budget', async () => {
  await server.clear();
  const { one } = refreshing('2025-03-10', '2026-02-20', 20);
  const { clock } = one.fetching;
  const startedAt = clock.now();

  const result = one.run('sidebar');

  expect(result.kind).toBe('unfinished');
  expect(clock.now()).toBeLessThanOrEqual(startBudget('sidebar', startedAt).deadline);
});
