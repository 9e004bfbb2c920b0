import { resolve } from 'node:path';
import { readServiceAddresses } from '../../build/addresses';
import type { HttpAnswer, HttpRequest } from '../emulator/services/url-fetch-app';
import { formatDay, parseDay } from './data/calendar-day';
import type { Employer } from './data/employers';
import type { ShiftRecord } from './data/shift-record';
import { type Answer, apiRequest, type ServerRole } from './http-message';
import type { RecordedExchange } from './recorder';
import type { ScenarioOperation, ScenarioRule } from './scenarios/scenario-rule';
import { createService, type Service } from './service';

/** What can be chosen for a service. */
export interface LocalServiceOptions {
  /** Chooses credentials and figures. @default 1 */
  readonly seed?: number;
  /** `YYYY-MM-DD`: the clock runs from noon of that day, UTC. @default the real time */
  readonly today?: string;
  /** Requests a token may make in any minute of the service's clock. @default 120 */
  readonly allowance?: number;
}

/** What happened to one record between two looks at it. `before` or `after` is null for added and removed ones. */
interface Correction {
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

/**
 * The service in this process: the same answers as over HTTP, at once, and what tests can do with it besides asking it. What
 * it is given is copied.
 */
export class LocalService {
  /** Where the built add-on looks for it. */
  readonly addresses = readServiceAddresses(resolve('build/service-addresses.json'));
  /** To be served over HTTP as well. */
  readonly service: Service;
  /** All employers, the demo employer first; the one without API access is among them. */
  readonly employers: readonly Employer[];
  /** The rules queued since they were dropped last. */
  #rules: readonly (readonly [on: ScenarioOperation, rule: ScenarioRule])[] = [];
  readonly #roles: ReadonlyMap<string, ServerRole>;

  constructor({ seed = 1, today, allowance = 120 }: LocalServiceOptions = {}) {
    const day = today === undefined ? undefined : parseDay(today);
    const startMillis = day === undefined ? undefined : day * 86_400_000 + 43_200_000;
    this.service = createService({ seed, allowance, startMillis });
    this.employers = this.service.store.employers();
    const { auth, regions } = this.addresses;
    this.#roles = new Map([
      [auth, 'auth'],
      [regions.US, 'US'],
      [regions.UK, 'UK'],
    ]);
  }

  /** The first employer: the one to show and to try things with. */
  get demoEmployer(): Employer {
    return this.employers[0] as Employer;
  }

  /** Every request since the start or the newest `clear`, oldest first. */
  async requests(): Promise<readonly RecordedExchange[]> {
    return [...this.service.recorder.list()];
  }

  /** Makes every token issued so far invalid. */
  async revokeTokens(): Promise<void> {
    this.service.store.tokens.revokeAll();
  }

  /** Changes an employer's API access, without which reports answer 404. Tokens already issued stay. */
  setAccess = async (id: number, apiAccess: boolean) => this.#update(id, { apiAccess });
  setSecret = async (id: number, clientSecret: string) => this.#update(id, { clientSecret });

  /** Makes a further report exist under that last path segment, always with the same answer; null takes it away. */
  async setReport(name: string, answer: unknown): Promise<void> {
    if (answer === null) this.service.fixedReports.delete(name);
    else this.service.fixedReports.set(name, JSON.stringify(answer));
  }

  /** Corrects figures of so many days before today; every call corrects others. */
  async restate(days = 10): Promise<RestateOutcome> {
    const before = this.#recordsOf(days);
    const { from, to } = this.service.store.restate(days);
    const after = this.#recordsOf(days);
    const changed = [...new Set([...before.keys(), ...after.keys()])].map((key) => {
      const [employerId = 0, shiftId = 0] = key.split(' ').map(Number);
      return { employerId, shiftId, before: before.get(key) ?? null, after: after.get(key) ?? null };
    });
    const corrections = changed.filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
    return { from: formatDay(from), to: formatDay(to), corrections };
  }

  /** Queues one rule behind those already queued. */
  async setScenario(on: ScenarioOperation, rule: ScenarioRule): Promise<void> {
    this.#rules = [...this.#rules, [on, rule]];
    this.service.scenarios.add(on, structuredClone(rule));
  }

  /** Drops all queued rules. */
  async clearScenarios(): Promise<void> {
    this.#rules = [];
    this.service.scenarios.clear();
  }

  /** Drops queued rules and forgets recorded requests. Tokens, clock and data stay. */
  async clear(): Promise<void> {
    await this.clearScenarios();
    this.service.recorder.clear();
  }

  /** Makes the service's clock stand at an ISO 8601 instant; null lets it run again. */
  async setClock(iso: string | null): Promise<void> {
    const { clock } = this.service.store;
    if (iso === null) clock.release();
    else clock.standAt(Date.parse(iso));
  }

  /**
   * Remembers the queued rules.
   *
   * @returns What puts them back, forgets recorded requests and gives every token its whole allowance. A rule for a number of
   * requests counts them anew. Tokens, employers and data stay as they are then.
   */
  savePoint(): () => Promise<void> {
    const rules = this.#rules;
    return async () => {
      await this.clear();
      this.service.store.allowance.clear();
      for (const [on, rule] of rules) await this.setScenario(on, rule);
    };
  }

  /** Answers a request to one of its addresses, at its sender's time; `undefined` for any other. */
  readonly exchange = (request: HttpRequest): HttpAnswer | undefined => {
    const { origin, pathname, search } = new URL(request.url);
    const role = this.#roles.get(origin);
    if (role === undefined) return undefined;
    this.service.store.clock.standAt(request.sentAt);
    const answer = this.service.answer(
      apiRequest(role, {
        method: request.method,
        url: `${pathname}${search}`,
        rawHeaders: [['Host', new URL(origin).host], ...request.headers].flat(),
        body: request.body,
      }),
    );
    return deliver(answer);
  };

  /**
   * The shifts of the demo employer that a report of these days brings, asked for without the add-on.
   *
   * @param now Milliseconds since 1970 that the service takes for its time. @default its own
   */
  async shifts(
    from: string,
    to: string,
    now = this.service.store.clock.now(),
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { clientId, clientSecret, region } = this.demoEmployer;
    const ask = (url: string, headers: Record<string, string>, body: string) => {
      const sent = { url, method: 'POST', headers: Object.entries(headers), body, sentAt: now };
      const answer = this.exchange({ ...sent, timeoutMillis: 10_000 });
      if (answer === undefined || 'failure' in answer || answer.status !== 200)
        throw new Error(`The service did not answer ${url}.`);
      return JSON.parse(Buffer.from(answer.body).toString('utf8'));
    };
    const credentials = { client_id: clientId, client_secret: clientSecret, scope: 'employer_access' };
    const form = new URLSearchParams({ ...credentials, grant_type: 'client_credentials' });
    const formHeader = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { access_token: token } = ask(`${this.addresses.auth}/oauth/v2/tokens`, formHeader, String(form));
    const path = `/v1/reporting/me/reports/shift_fulfilment?from_date=${from}&to_date=${to}`;
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return ask(`${this.addresses.regions[region]}${path}`, headers, '[]').report.shifts;
  }

  #update(id: number, change: Partial<Pick<Employer, 'apiAccess' | 'clientSecret'>>): void {
    const { store } = this.service;
    const employer = store.employer(id);
    if (employer === undefined) throw new Error(`There is no employer ${id}.`);
    store.updateEmployer(employer, change);
  }

  /** The records of the newest days by employer and SHIFT_ID. */
  #recordsOf(days: number): ReadonlyMap<string, ShiftRecord> {
    const { store } = this.service;
    const records = store.employers().flatMap((employer) =>
      Array.from({ length: days }, (_, index) => store.shiftsOn(employer, store.clock.today() - days + index))
        .flat()
        .map((record) => [`${employer.employerId} ${record.SHIFT_ID}`, record] as const),
    );
    return new Map(records);
  }
}

/** What a caller over HTTP would get of an answer. */
function deliver({ status, headers, body, delivery }: Answer): HttpAnswer {
  if (delivery.kind === 'reset' || delivery.kind === 'wrong length') return { failure: 'unreachable' };
  const length = ['Content-Length', String(body.length)] as const;
  return { status, headers: [...headers, length], body: new Uint8Array(body) };
}
