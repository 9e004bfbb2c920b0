import { request } from 'node:http';
import type { RecordedExchange } from '../recorder';
import type { ScenarioOperation, ScenarioRule } from '../scenarios/scenario-rule';
import type { Correction } from './corrections';

/** What `POST /restate` answers: the corrected days, both included, and every record that differs. */
export interface RestateOutcome {
  readonly round: number;
  readonly from: string;
  readonly to: string;
  readonly corrections: readonly Correction[];
}

/** Does one order, such as `PUT` of `/clock`. @returns What it answers. */
export type CallControl = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** The tests' hand on the service. Every method rejects when the service refuses. */
export class ControlClient {
  readonly #call: CallControl;
  /** The rules queued since they were dropped last. */
  #rules: readonly (readonly [on: ScenarioOperation, rule: ScenarioRule])[] = [];
  #clock: string | null = null;

  constructor(call: CallControl) {
    this.#call = call;
  }

  /** Queues one rule behind those already queued. */
  async setScenario(on: ScenarioOperation, rule: ScenarioRule): Promise<void> {
    this.#rules = [...this.#rules, [on, rule]];
    await this.#call('PUT', '/scenarios', { on, rule });
  }

  /** Drops all queued rules. */
  async clearScenarios(): Promise<void> {
    this.#rules = [];
    await this.#call('DELETE', '/scenarios');
  }

  /** Every request since the start or the newest `clear`, oldest first. */
  async requests(): Promise<readonly RecordedExchange[]> {
    return (await this.#call('GET', '/requests')) as readonly RecordedExchange[];
  }

  /** Drops queued rules and forgets recorded requests. Tokens, clock and data stay. */
  async clear(): Promise<void> {
    await this.clearScenarios();
    await this.#call('DELETE', '/requests');
  }

  /** Makes the server's clock stand at an ISO 8601 instant; null lets it run again. */
  async setClock(iso: string | null): Promise<void> {
    this.#clock = iso;
    await this.#call('PUT', '/clock', { now: iso });
  }

  /**
   * Remembers the queued rules and the clock.
   *
   * @returns What puts them back, forgets recorded requests and gives every token its whole allowance. A rule for a number of requests counts them anew. Tokens,
   * employers and data stay as they are then.
   */
  savePoint(): () => Promise<void> {
    const [rules, clock] = [this.#rules, this.#clock];
    return async () => {
      await this.clear();
      await this.#call('DELETE', '/allowance');
      if (clock !== this.#clock) await this.setClock(clock);
      for (const [on, rule] of rules) await this.setScenario(on, rule);
    };
  }

  /** Makes every token issued so far invalid. */
  async revokeTokens(): Promise<void> {
    await this.#call('POST', '/tokens/revoke');
  }

  /** Switches an employer's API access; without it reports answer 404. */
  async setAccess(employerId: number, enabled: boolean): Promise<void> {
    await this.#call('POST', `/employers/${employerId}/access`, { enabled });
  }

  /** Replaces an employer's client secret. Tokens already issued stay valid. */
  async setSecret(employerId: number, clientSecret: string): Promise<void> {
    await this.#call('PUT', `/employers/${employerId}`, { clientSecret });
  }

  /** Corrects figures of so many days before today, 10 if not given; every call corrects others. */
  async restate(days?: number): Promise<RestateOutcome> {
    return (await this.#call('POST', '/restate', days === undefined ? {} : { days })) as RestateOutcome;
  }

  /** Makes a further report exist under that last path segment, always with the same answer. */
  async setReport(name: string, answer: unknown): Promise<void> {
    await this.#call('PUT', `/reports/${encodeURIComponent(name)}`, answer);
  }

  /** Takes such a report away again. */
  async removeReport(name: string): Promise<void> {
    await this.#call('DELETE', `/reports/${encodeURIComponent(name)}`);
  }
}

/** Sends orders to a control port. @param origin Its address, without a trailing slash. */
export function callControlPort(origin: string): CallControl {
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      // No agent: a kept-alive connection would keep the caller's process alive as well.
      const outgoing = request(`${origin}${path}`, { method, agent: false }, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const isFine = incoming.statusCode === 200 || incoming.statusCode === 204;
          if (isFine) resolve(text === '' ? undefined : JSON.parse(text));
          else reject(new Error(`The control port refused ${method} ${path}: ${text}`));
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
