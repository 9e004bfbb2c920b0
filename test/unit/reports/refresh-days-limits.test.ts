import { describe, expect, test } from '@jest/globals';
import { days } from '../../support/daily-report';
import { Fetching } from '../../support/fetching';
import { type HiddenLimits, LimitedService } from '../../support/limited-service';
import { idsOf, RefreshingDays } from '../../support/refreshing-days';

const SEEDS = Number(process.env.TEST_RUNS ?? 60);
const FIRST = Number(process.env.TEST_SEED ?? 20_261_121);

function randomOf(seed: number) {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1_664_525) + 1_013_904_223) >>> 0;
    return s / 4_294_967_296;
  };
}

describe('probe', () => {
  test('x', () => {
    const out: string[] = [];
    for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) {
      const random = randomOf(seed);
      for (let i = 0; i < 5; i += 1) random();
      const length = 20 + Math.floor(random() * 400);
      const from = days('2025-01-01', '2025-01-01').from + Math.floor(random() * 60);
      const range = { from, to: from + length - 1 };
      const perDay = 2 + Math.floor(random() * 10);
      const noise = (day: number) => perDay + (((day * 7919) % 5) - 2) * (perDay > 4 ? 1 : 0);
      const kind = Math.floor(random() * 3);
      const limits: HiddenLimits = {
        ...(kind === 0 ? { days: 1 + Math.floor(random() * 40), daysStatus: [504, 400, 413][seed % 3] as number } : {}),
        ...(kind === 1 ? { records: (perDay + 2) * (1 + Math.floor(random() * 40)) } : {}),
        ...(random() < 0.4 ? { perMinute: 1 + Math.floor(random() * 20) } : {}),
      };
      const fetching = new Fetching([]);
      const service = new LimitedService(fetching.clock, noise, limits);
      fetching.transport.next(service.report);
      const refreshing = new RefreshingDays(fetching, range);
      let report;
      try {
        report = refreshing.untilComplete('trigger', 12);
      } catch (error) {
        out.push(`${seed} false ${String(error)} len=${length} ${JSON.stringify(limits)} asked=${service.asked.length} ${JSON.stringify(service.asked.slice(-12).map((r) => [r.from - from, r.to - r.from + 1]))} pace=${refreshing.keptPace}`);
        continue;
      }
      const ok = JSON.stringify(idsOf(report)) === JSON.stringify(service.idsOf(range));
      const fewest = service.fewestRequests(range);
      const first = service.asked.length;
      service.asked.length = 0;
      refreshing.fetching.clock.advance(7200);
      refreshing.again();
      refreshing.untilComplete();
      out.push(`${seed} ${ok} len=${length} ${JSON.stringify(limits)} fewest=${fewest} first=${first} (${(first / fewest).toFixed(2)}) second=${service.asked.length} (${(service.asked.length / fewest).toFixed(2)}) runs=${refreshing.runs} pace=${refreshing.keptPace}`);
    }
    process.stdout.write(`${out.join('\n')}\n`);
    expect(out.filter((line) => line.includes(' false '))).toEqual([]);
  });
});
