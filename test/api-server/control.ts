import { formatDay } from './data/calendar-day';
import type { Employer } from './data/employers';
import type { ShiftRecord } from './data/shift-record';
import type { RecordedExchange, Recorder } from './recorder';
import type { ScenarioQueue } from './scenarios/scenario-queue';
import type { ScenarioOperation, ScenarioRule } from './scenarios/scenario-rule';
import type { Store } from './store';

/** What happened to one record between two looks at it. `before` or `after` is null for added and removed ones. */
export interface Correction {
  readonly employerId: number;
  readonly shiftId: number;
  readonly before: ShiftRecord | null;
  readonly after: ShiftRecord | null;
}

/** The corrected days, both included, and every record that differs. */
export interface RestateOutcome {
  readonly from: string;
  readonly to: string;
  readonly corrections: readonly Correction[];
}

/** What tests can do with the service besides asking it. It is no part of the API. */
export interface Controls {
  /** Queues one rule behind those already queued. */
  setScenario(on: ScenarioOperation, rule: ScenarioRule): void;
  clearScenarios(): void;
  /** Every request since the start or the newest `clearRequests`, oldest first. */
  requests(): readonly RecordedExchange[];
  clearRequests(): void;
  /** Gives every token its whole allowance. */
  clearAllowance(): void;
  /** Makes the clock stand at an ISO 8601 instant; null lets it run again. */
  setClock(iso: string | null): void;
  /** Makes every token issued so far invalid. */
  revokeTokens(): void;
  /** Changes an employer's API access, without which reports answer 404, or client secret. Tokens already issued stay. */
  updateEmployer(id: number, change: Partial<Pick<Employer, 'apiAccess' | 'clientSecret'>>): void;
  /** Corrects figures of so many days before today, 10 if not given; every call corrects others. */
  restate(days?: number): RestateOutcome;
  /** Makes a further report exist under that last path segment, always with the same answer; `undefined` takes it away. */
  setReport(name: string, answer?: unknown): void;
}

/** The controls of a service. */
export function controlsOf({
  store,
  recorder,
  scenarios,
  fixedReports,
}: {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly scenarios: ScenarioQueue;
  readonly fixedReports: Map<string, string>;
}): Controls {
  return {
    setScenario: (on, rule) => scenarios.add(on, rule),
    clearScenarios: () => scenarios.clear(),
    requests: () => recorder.list(),
    clearRequests: () => recorder.clear(),
    clearAllowance: () => store.allowance.clear(),
    setClock: (iso) => (iso === null ? store.clock.release() : store.clock.standAt(Date.parse(iso))),
    revokeTokens: () => store.tokens.revokeAll(),
    updateEmployer: (id, change) => {
      const employer = store.employer(id);
      if (employer === undefined) throw new Error(`There is no employer ${id}.`);
      store.updateEmployer(employer, change);
    },
    restate: (days = 10) => {
      const before = recordsOf(store, days);
      const { from, to } = store.restate(days);
      const after = recordsOf(store, days);
      const changed = [...new Set([...before.keys(), ...after.keys()])].map((key) => {
        const [old, now] = [before.get(key) ?? null, after.get(key) ?? null];
        const [employerId = 0, shiftId = 0] = key.split(' ').map(Number);
        return { employerId, shiftId, before: old, after: now };
      });
      const corrections = changed.filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
      return { from: formatDay(from), to: formatDay(to), corrections };
    },
    setReport: (name, answer) => {
      if (answer === undefined || answer === null) fixedReports.delete(name);
      else fixedReports.set(name, JSON.stringify(answer));
    },
  };
}

/** The records of the newest days by employer and SHIFT_ID. */
function recordsOf(store: Store, days: number): ReadonlyMap<string, ShiftRecord> {
  const today = store.clock.today();
  const records = store.employers().flatMap((employer) =>
    Array.from({ length: days }, (_, index) => store.shiftsOn(employer, today - days + index))
      .flat()
      .map((record) => [`${employer.employerId} ${record.SHIFT_ID}`, record] as const),
  );
  return new Map(records);
}

/** Does one of `Controls` by its name, wherever the service runs. */
export type CallControl = <Name extends keyof Controls>(
  name: Name,
  ...args: Parameters<Controls[Name]>
) => Promise<ReturnType<Controls[Name]>>;

/** The tests' hand on a service, wherever it runs. Every method rejects when the service refuses. */
export class ControlClient {
  readonly #call: CallControl;
  /** The rules queued since they were dropped last. */
  #rules: readonly (readonly [on: ScenarioOperation, rule: ScenarioRule])[] = [];
  #clock: string | null = null;

  constructor(call: CallControl) {
    this.#call = call;
  }

  readonly requests = () => this.#call('requests');
  readonly revokeTokens = () => this.#call('revokeTokens');
  readonly restate = (days = 10) => this.#call('restate', days);
  readonly setReport = (name: string, answer: unknown) => this.#call('setReport', name, answer);
  readonly setAccess = (id: number, apiAccess: boolean) => this.#call('updateEmployer', id, { apiAccess });
  readonly setSecret = (id: number, clientSecret: string) =>
    this.#call('updateEmployer', id, { clientSecret });

  async setScenario(on: ScenarioOperation, rule: ScenarioRule): Promise<void> {
    this.#rules = [...this.#rules, [on, rule]];
    await this.#call('setScenario', on, rule);
  }

  /** Drops all queued rules. */
  async clearScenarios(): Promise<void> {
    this.#rules = [];
    await this.#call('clearScenarios');
  }

  /** Drops queued rules and forgets recorded requests. Tokens, clock and data stay. */
  async clear(): Promise<void> {
    await this.clearScenarios();
    await this.#call('clearRequests');
  }

  /** Makes the server's clock stand at an ISO 8601 instant; null lets it run again. */
  async setClock(iso: string | null): Promise<void> {
    this.#clock = iso;
    await this.#call('setClock', iso);
  }

  /**
   * Remembers the queued rules and the clock.
   *
   * @returns What puts them back, forgets recorded requests and gives every token its whole allowance. A rule for a number of
   * requests counts them anew. Tokens, employers and data stay as they are then.
   */
  savePoint(): () => Promise<void> {
    const [rules, clock] = [this.#rules, this.#clock];
    return async () => {
      await this.clear();
      await this.#call('clearAllowance');
      if (clock !== this.#clock) await this.setClock(clock);
      for (const [on, rule] of rules) await this.setScenario(on, rule);
    };
  }
}
