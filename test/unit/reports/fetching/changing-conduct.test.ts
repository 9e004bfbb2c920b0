import { describe, expect, test } from '@jest/globals';
import { type DateRange, describeRange, isOn } from '../../../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_REPORT as KIND } from '../../../../src/employer-api/report-kind';
import { doubtfulResponses } from '../../../../src/reports/fetching/truncated-responses';
import { seededRandom } from '../../../api-server/data/seeded-random';
import { serial } from '../../../support/daily-report';
import { Fetching } from '../../../support/fetching';
import { type HiddenLimits, LimitedService } from '../../../support/limited-service';
import { idsOf, RefreshingDays } from '../../../support/refreshing-days';

/*
 * Services that change how they take the days of a request, and where they cut, from some day on; and what it costs to
 * look out for that where nothing of the kind happens. TEST_RUNS=500 TEST_HOURS=1 npx jest test/unit/reports/fetching/changing-conduct
 */

const RUNS = Number(process.env.TEST_RUNS ?? 4);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 20_261_123);
const seeds = Array.from({ length: RUNS }, (_, index) => FIRST_SEED + index);
const DAYS = 30;
/** From one refresh to the next, where nothing changes. */
const HOURS = Number(process.env.TEST_HOURS ?? 8);
/** The stub's clock begins on this day. */
const BEGIN = serial('2026-03-10');
const DAY_SECONDS = 86_400;

type Random = () => number;
const pick = <One>(random: Random, list: readonly One[]): One =>
  list[Math.floor(random() * list.length)] as One;

/** How many records each day has: some weekdays are closed, and those before the first have none. */
function drawSizes(random: Random) {
  const usual = 8 + Math.floor(random() * 60);
  const closed = [0, 0, 1, 2][Math.floor(random() * 4)] ?? 0;
  const noise = Array.from({ length: 101 }, () => 0.7 + 0.6 * random());
  return (day: number) => (day % 7 < closed ? 0 : Math.max(1, Math.round(usual * (noise[day % 101] ?? 1))));
}

/** The days of a report that moves with today. */
const RANGES: readonly ((today: number) => DateRange)[] = [
  (today) => ({ from: today - 7, to: today - 1 }),
  (today) => ({ from: today - 30, to: today - 1 }),
  (today) => ({ from: today - (today % 7) - 7, to: today - (today % 7) - 1 }),
  (today) => ({ from: today - 90, to: today - 1 }),
];

/** What a service does from some day on. */
function drawConduct(random: Random): HiddenLimits {
  const cap = pick(random, [250, 500, 1000, 1024, 1500, 2000]);
  // Of an employer ahead of UTC the first hour or so of a day is another one's; of one behind it, the whole evening.
  const by = pick(random, [1, -1] as const);
  const every = (by === 1 ? 2 : 8) + Math.floor(random() * 12);
  return {
    ...(random() < 0.4 ? { excludesLastDay: true } : {}),
    ...(random() < 0.4 ? { otherDays: { every, by } } : {}),
    ...(random() < 0.4 ? { truncatedAt: cap, newestFirst: random() < 0.3 } : {}),
  };
}

interface Found {
  readonly reads: number;
  /** Reads that lack records, or have too many, and say nothing. */
  readonly silent: readonly string[];
  readonly told: number;
}

function runService(seed: number): Found {
  const random = seededRandom('conduct', seed);
  const limits: { -readonly [Name in keyof HiddenLimits]: HiddenLimits[Name] } = {};
  const fetching = new Fetching([]);
  const service = new LimitedService(fetching.clock, drawSizes(random), limits);
  fetching.transport.next(service.report);
  const rangeOf = pick(random, RANGES);
  const changes = new Map([
    [Math.floor(random() * DAYS), drawConduct(random)],
    [Math.floor(random() * DAYS), drawConduct(random)],
  ]);
  const silent: string[] = [];
  let [reads, told, keptPace] = [0, 0, ''];
  for (let index = 0; index < DAYS; index += 1) {
    const today = BEGIN + index;
    const change = changes.get(index);
    if (change) {
      for (const name of Object.keys(limits)) delete limits[name as keyof HiddenLimits];
      Object.assign(limits, change);
    }
    const range = rangeOf(today);
    const expected = service.idsOf(range);
    const judge = (who: string, ids: readonly unknown[], signs: number) => {
      reads += 1;
      const got = [...(ids as number[])].sort((one, other) => one - other);
      const isRight = JSON.stringify(got) === JSON.stringify(expected);
      if (isRight) return;
      if (signs > 0) told += 1;
      else {
        const what = `${who} on day ${index}, ${describeRange(range)}: ${got.length} of ${expected.length}`;
        silent.push(`${what} ${JSON.stringify(limits)} (seed ${seed})`);
      }
    };
    const one = new RefreshingDays(fetching, range);
    one.keptPace = keptPace;
    const askFormula = () => {
      const read = fetching
        .execution()
        .readSeveral(KIND, one.connection, [range], () => 'Europe/London', one.pace)[0];
      if (read === undefined) throw new Error('Nothing was read.');
      const cut = doubtfulResponses(KIND, read.parts, one.pace, today - 1);
      judge('formula', idsOf(read), cut.length + read.outside.length);
    };
    // A formula before the refresh of the day, and one after it.
    askFormula();
    const report = one.untilComplete();
    judge(
      'refresh',
      idsOf(report),
      report.issues.filter((issue) => /left out|came in one|cut/.test(issue)).length,
    );
    askFormula();
    keptPace = one.keptPace;
    fetching.cache.entries.clear();
    fetching.clock.advance(DAY_SECONDS - (Math.floor(fetching.clock.now() / 1000) % DAY_SECONDS) + 43_200);
  }
  return { reads, silent, told };
}

describe('a service that changes how it takes days, and where it cuts', () => {
  test('never leaves a figure short of records without a word', () => {
    const all = seeds.map(runService);
    const count = (of: (one: Found) => number) => all.reduce((sum, one) => sum + of(one), 0);
    const silent = all.flatMap((one) => one.silent);
    process.stdout.write(
      `${RUNS} services × ${DAYS} days from seed ${FIRST_SEED}: ${count(({ reads }) => reads)} reads, ` +
        `${count(({ told }) => told)} that tell of records they lack, ${silent.length} that lack some and do not\n`,
    );
    expect(silent.slice(0, 10)).toEqual([]);
  });
});

describe('a service of ordinary conduct', () => {
  test('is asked again for few of its answers', () => {
    let [refreshes, asked, again] = [0, 0, 0];
    for (const seed of seeds.slice(0, Math.ceil(RUNS / 8))) {
      const random = seededRandom('ordinary', seed);
      const fetching = new Fetching([]);
      const sizes = drawSizes(random);
      // What is to come fills up, and past days do not change.
      let today = BEGIN;
      const service = new LimitedService(fetching.clock, (day) =>
        isOn(day, { from: 0, to: today }) ? sizes(day) : Math.floor(sizes(day) / (1 + (day - today) / 4)),
      );
      fetching.transport.next(service.report);
      const rangeOf = pick(random, RANGES);
      let keptPace = '';
      for (let hour = 0; hour < 24 * DAYS; hour += HOURS) {
        today = BEGIN + Math.floor((12 + hour) / 24);
        const one = new RefreshingDays(fetching, rangeOf(today));
        one.keptPace = keptPace;
        const before = service.asked.length;
        one.untilComplete();
        const requests = service.asked.length - before;
        const fewest = service.fewestRequests(one.range) + (one.range.to - one.range.from > 31 ? 1 : 0);
        refreshes += 1;
        asked += requests;
        if (requests > fewest) again += 1;
        keptPace = one.keptPace;
        fetching.cache.entries.clear();
        fetching.clock.advance(HOURS * 3600);
      }
    }
    process.stdout.write(
      `${refreshes} refreshes in ${DAYS} days, every ${HOURS} hours, from seed ${FIRST_SEED}: ${again} asked again, ${asked} requests\n`,
    );
    expect(again / refreshes).toBeLessThan(0.03);
  });
});
