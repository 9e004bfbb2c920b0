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
      const noise = (day: number) => {
        const hash = ((Math.imul(day ^ seed, 2_654_435_761) >>> 8) % 1000) / 1000;
        const week = day % 7 === 0 ? 0.5 : 1;
        return Math.max(1, Math.round(perDay * week * (0.85 + hash * 0.3)));
      };
      const kind = Math.floor(random() * 3);
      const limits: HiddenLimits = {
        ...(kind === 0 ? { days: 1 + Math.floor(random() * 40), daysStatus: [504, 400, 413][seed % 3] as number } : {}),
        ...(kind === 1 ? { records: Math.ceil(perDay * 1.3) * (1 + Math.floor(random() * 40)) } : {}),
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
      const paceThen = refreshing.keptPace; const trail = service.asked.slice(0, 70).map((r) => `${r.from - from}+${r.to - r.from + 1}`).join(' ');
      service.asked.length = 0;
      refreshing.fetching.clock.advance(7200);
      refreshing.again();
      refreshing.untilComplete();
            out.push(`${seed} ${ok} ${trail} len=${length} ${JSON.stringify(limits)} fewest=${fewest} first=${first} (${(first / fewest).toFixed(2)}) again ${service.asked.slice(0, 70).map((r) => `${r.from - from}+${r.to - r.from + 1}`).join(' ')} second=${service.asked.length} (${(service.asked.length / fewest).toFixed(2)}) then=${paceThen} runs=${refreshing.runs} pace=${refreshing.keptPace}`);
    }
    if (process.env.SHOW) process.stdout.write(`${out.join('\n')}\n`);
    const stat = (name: string, keep: (line: string) => boolean) => {
      const chosen = out.filter(keep);
      const get = (key: string) => chosen.map((line) => Number(new RegExp(`${key}=(\\d+)`).exec(line)?.[1]));
      const fewest = get('fewest');
      const ratios = (key: string) => get(key).map((n, i) => n / (fewest[i] ?? 1)).sort((a, b) => b - a);
      const plus = get('first').map((n, i) => n - 1.5 * (fewest[i] ?? 1)).sort((a, b) => b - a);
      process.stdout.write(`${name} n=${chosen.length} first max ${ratios('first').slice(0, 6).map((x) => x.toFixed(2))} second max ${ratios('second').slice(0, 6).map((x) => x.toFixed(2))} over1.5: ${plus.slice(0, 5)}\n`);
    };
    const few = (line: string) => Number(/fewest=(\d+)/.exec(line)?.[1]);
    const hasRate = (line: string) => line.includes('perMinute');
    for (const [name, lo, hi] of [['F<6', 0, 6], ['6-12', 6, 12], ['12-25', 12, 25], ['25+', 25, 1e9]] as const) {
      stat(`${name} no rate`, (l) => few(l) >= lo && few(l) < hi && !hasRate(l));
      stat(`${name} rate`, (l) => few(l) >= lo && few(l) < hi && hasRate(l));
    }
    expect(out.filter((line) => line.includes(' false '))).toEqual([]);
  });
});
