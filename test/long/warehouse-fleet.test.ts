import { expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../src/calendar/calendar-date';
import { SHIFT_FULFILMENT_REPORT } from '../../src/employer-api/shift-report';
import { fetchDays } from '../../src/reports/fetching/fetch-days';
import type { KeptReport } from '../../src/reports/fetching/kept-rows';
import type { ReportSheets } from '../../src/reports/ports';
import type { FollowedRefresh } from '../../src/reports/refresh/followed-refresh';
import { newReport } from '../../src/reports/saved/saved-report';
import { parseHistory, parseSentDays, WAREHOUSE_PROPERTY } from '../../src/warehouse/settings';
import { type TransferServices, WarehouseTransfer } from '../../src/warehouse/transfer';
import { sendHistory } from '../../src/warehouse/warehouse';
import { startBudget } from '../support/budget';
import { Fetching } from '../support/fetching';
import { MemoryProperties } from '../support/memory-properties';
import { ADDRESSES, CONNECTION, RECORD, reportBody } from '../support/sample-report';
import { SeededRandom } from '../support/seeded-random';
import { StubLock } from '../support/stub-lock';
import { answer } from '../support/stub-transport';
import { ZonedCalendar } from '../support/zoned-calendar';

/*
 * Many spreadsheets that send hourly into one dataset: killed at every call, refused, and in each other's way. The
 * refreshes are without sheets, and the MERGE is what its reference says; test/integration has both as they are.
 */

const SEED = Number(process.env.TEST_SEED ?? 20_261_128);
const SPREADSHEETS = Number(process.env.WAREHOUSE_SPREADSHEETS ?? 50);
const DAYS = Number(process.env.WAREHOUSE_DAYS ?? 15);
/** A run makes fewer calls. */
const MOST_CALLS = 30;
const CONFLICTS = [
  'Could not serialize access to table x due to concurrent update',
  'Too many DML statements outstanding against table x, limit is 20.',
];
const day = (iso: string) => parseIsoDate(iso) as number;
/** Neighbours share days; of the months before, every tenth spreadsheet sends history. */
const SHARED = [1, 2, 3, 4, 5, 6].map((number) => day(`2026-03-0${number}`));
const HISTORY = [day('2026-01-10'), day('2026-02-10')];

class Killed extends Error {}

/** Counts the calls of a run; at one of them it dies, before or after its effect, and nothing after it has any. */
class Execution {
  calls = 0;

  constructor(private readonly killAt: number) {}

  /** The same object, each of whose methods is a call. */
  guard<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => this.call(() => member.apply(target, args));
      },
    });
  }

  private call<Result>(work: () => Result): Result {
    this.calls += 1;
    const isAfter = this.killAt % 2 === 1;
    if (this.calls > this.killAt || (this.calls === this.killAt && !isAfter)) throw new Killed();
    const result = work();
    if (this.calls === this.killAt) throw new Killed();
    return result;
  }
}

/** The table of shifts: by day, the rows of the newest answer, and when it was asked for. */
const table = new Map<number, { readonly rows: readonly string[]; readonly at: number }>();

/** What a MERGE of `replaceDays` does. */
function merge(json: unknown): void {
  const { queryParameters } = json as {
    queryParameters: { name: string; parameterValue: { value: string } }[];
  };
  const value = Object.fromEntries(queryParameters.map((one) => [one.name, one.parameterValue.value]));
  const [from, to] = [day(value.from_date ?? ''), day(value.to_date ?? '')];
  const at = Date.parse(value.refreshed_at ?? '');
  const rows = (JSON.parse(value.rows ?? '') as (string | number)[][]).map((row) => ({
    on: day(String(row[0])),
    text: shown(row[17], row[9]),
  }));
  for (let one = from; one <= to; one += 1) {
    if ((table.get(one)?.at ?? 0) > at) continue;
    table.set(one, { rows: rows.filter(({ on }) => on === one).map(({ text }) => text), at });
  }
}

function shown(id: unknown, worked: unknown): string {
  return `${id} ${worked}`;
}

test(`${SPREADSHEETS} spreadsheets, ${24 * DAYS} hours: each day is the newest answer that was sent for it (seed ${SEED})`, () => {
  const random = new SeededRandom(SEED);
  const figures = { runs: 0, killed: 0, requests: 0, refused: 0, conflicts: 0, failed: 0, versions: 0 };
  const killedAt = new Set<number>();
  /** What the service has said, the newest last: the positions worked of two shifts, by day. */
  const versions: Map<number, readonly number[]>[] = [];
  const shift = (on: number, at: number) => 10 * on + at;
  const report = ({ url }: { readonly url: string }) => {
    const [, from = '', to = ''] = /from_date=([\d-]+)&to_date=([\d-]+)$/.exec(url) ?? [];
    const shifts = [...(versions.at(-1) ?? [])].flatMap(([on, worked]) =>
      on < day(from) || on > day(to)
        ? []
        : worked.map((SHIFTS_WORKED, at) => ({
            ...RECORD,
            ...{ SHIFT_DATE: formatIsoDate(on), SHIFTS_WORKED, SHIFT_ID: shift(on, at) },
          })),
    );
    return answer(200, reportBody(shifts));
  };
  /** Never what a day was before: a spreadsheet sends what differs from what it sent last. */
  const restate = () =>
    versions.push(new Map([...HISTORY, ...SHARED].map((on) => [on, [2 * versions.length, 7]])));
  /** By day: the version that the table had at least. */
  const least = new Map<number, number>();
  const look = () => {
    for (const [on, before] of least) {
      const rows = table.get(on)?.rows.join(', ');
      const found = versions.findLastIndex(
        (version) =>
          version
            .get(on)
            ?.map((worked, at) => shown(shift(on, at), worked))
            .join(', ') === rows,
      );
      if (found < before)
        throw new Error(`${formatIsoDate(on)} has version ${found} (${rows}) after ${before}`);
      least.set(on, found);
    }
  };

  const { clock } = new Fetching([report]);
  restate();
  const fleet = Array.from({ length: SPREADSHEETS }, (_, index) => {
    const settings = { project: 'acme-shifts', dataset: 'd', location: 'EU', reports: ['r-1'] };
    const document = new MemoryProperties({
      connection: JSON.stringify(CONNECTION),
      [WAREHOUSE_PROPERTY.settings]: JSON.stringify(settings),
      'report.r-1': JSON.stringify(newReport('r-1', 1)),
    });
    const first = SHARED[index % 5] as number;
    return { index, document, fetching: new Fetching([report]), range: { from: first, to: first + 1 } };
  });

  /** Sends to BigQuery, which now and then refuses, or loses what it answers. */
  const send = (what: number) => (_path: string, json?: unknown) => {
    figures.requests += 1;
    const isLost = what === 1 && random.below(2) === 0;
    if (what === 1 && !isLost) {
      figures.refused += 1;
      return random.below(2) === 0 ? undefined : answer(503, {});
    }
    if (what === 2 && random.below(3) > 0) {
      figures.conflicts += 1;
      return answer(400, { error: { message: CONFLICTS[random.below(2)] } });
    }
    merge(json);
    return isLost ? undefined : answer(200, { jobComplete: true });
  };

  const servicesOf = ({ document, fetching }: (typeof fleet)[number], what: number, killAt: number) => {
    const execution = new Execution(killAt);
    const lock = execution.guard(new StubLock());
    const { services } = fetching;
    const budget = startBudget('trigger', clock.now());
    const own = { ...services, budget, clock, lock, cache: execution.guard(services.cache) };
    return {
      services: {
        ...own,
        transport: execution.guard(services.transport),
        send: execution.guard({ send: send(what) }).send,
        document: execution.guard(document),
        stores: {
          ...{ user: new MemoryProperties(), spreadsheetId: () => '', addresses: ADDRESSES },
        },
        calendar: new ZonedCalendar(clock),
        sheets: {} as ReportSheets,
        installation: 'add-on',
        connectedSheets: { add: () => '', refresh: () => undefined },
        fetchingFor: () => own,
      } satisfies TransferServices & Record<string, unknown>,
      execution,
    };
  };

  /** A scheduled run: a refresh, its commit, and what is sent at its end. @returns Whether all is sent. */
  const run = (one: (typeof fleet)[number], what: number, killAt: number): boolean => {
    const { services, execution } = servicesOf(one, what, killAt);
    const { range } = one;
    figures.runs += 1;
    try {
      const found = fetchDays(services.fetchingFor(), {
        kind: SHIFT_FULFILMENT_REPORT,
        connection: CONNECTION,
        ranges: [range],
        zone: () => null,
      });
      const properties = services.document.readAll();
      const refresh = {
        ...{ saved: newReport('r-1', 1), report: found.reports?.[0] as KeptReport, range },
        ...{ connection: CONNECTION, period: range, by: 'schedule', properties },
      } as unknown as FollowedRefresh;
      const transfer = new WarehouseTransfer(services);
      const { changes } = transfer.inspect(refresh);
      services.document.write(changes);
      transfer.follow({ ...refresh, properties: { ...properties, ...changes } });
      const failure = transfer.send(true);
      if (failure !== undefined) figures.failed += 1;
      if (execution.calls > killAt) throw new Killed();
      return failure === undefined;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      figures.killed += 1;
      killedAt.add(killAt);
      return false;
    }
  };

  for (const one of fleet.filter(({ index }) => index % 10 === 0))
    sendHistory(servicesOf(one, 3, 1e9).services, { since: '2026-01-01' });
  for (const on of HISTORY) least.set(on, -1);
  for (let hour = 0; hour < 24 * DAYS; hour += 1) {
    const isCalm = hour % 24 === 23;
    for (const one of fleet) {
      clock.advance(3600 / SPREADSHEETS);
      if (random.below(SPREADSHEETS) < 2) restate();
      const what = isCalm ? 3 : random.below(6);
      const isSent = run(one, what, what === 0 ? 1 + random.below(MOST_CALLS) : 1e9);
      if (isCalm) expect([isSent, parseSentDays(one.document.readAll()).owed]).toEqual([true, null]);
      if (isSent)
        for (let on = one.range.from; on <= one.range.to; on += 1) least.set(on, versions.length - 1);
      look();
    }
  }
  figures.versions = versions.length;
  for (const { document } of fleet) {
    const history = parseHistory(document.readAll());
    expect(history === undefined || history.to < history.since).toBe(true);
  }
  expect(HISTORY.map((on) => table.get(on)?.rows.length)).toEqual([2, 2]);
});
