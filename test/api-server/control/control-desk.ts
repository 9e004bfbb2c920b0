import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { formatDay } from '../data/calendar-day';
import type { Employer } from '../data/employers';
import type { Recorder } from '../recorder';
import type { ScenarioQueue } from '../scenarios/scenario-queue';
import { scenarioOrderSchema } from '../scenarios/scenario-rule';
import type { Store } from '../store';
import { listCorrections } from './corrections';

/** What the control port has its hands on. */
export interface ControlledParts {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly scenarios: ScenarioQueue;
  /** Answers of further reports by the last segment of their path, as JSON text. */
  readonly fixedReports: Map<string, string>;
}

type Handler = (body: unknown, segment: string) => unknown;

const DEFAULT_DAYS_RESTATED = 10;
const clockSchema = v.strictObject({
  now: v.nullable(v.pipe(v.string(), v.check(isInstant, 'Not an instant.'))),
});
const accountSchema = v.strictObject({
  apiAccess: v.exactOptional(v.boolean()),
  clientSecret: v.exactOptional(v.pipe(v.string(), v.nonEmpty())),
});
const accessSchema = v.strictObject({ enabled: v.boolean() });
const restateSchema = v.strictObject({
  days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), DEFAULT_DAYS_RESTATED),
});

/** Answers the control port: the tests' hand on the service. It is no part of the API. */
export class ControlDesk {
  readonly #parts: ControlledParts;
  readonly #routes: ReadonlyMap<string, Handler>;

  constructor(parts: ControlledParts) {
    this.#parts = parts;
    const { store, recorder, scenarios, fixedReports } = parts;
    this.#routes = new Map<string, Handler>([
      ['PUT /scenarios', (body) => scenarios.add(v.parse(scenarioOrderSchema, body))],
      ['DELETE /scenarios', () => scenarios.clear()],
      ['GET /requests', () => recorder.list()],
      ['DELETE /requests', () => recorder.clear()],
      ['DELETE /allowance', () => store.allowance.clear()],
      ['PUT /clock', (body) => this.#setClock(body)],
      ['GET /clock', () => ({ now: new Date(store.clock.now()).toISOString() })],
      ['POST /tokens/revoke', () => ({ revoked: store.tokens.revokeAll() })],
      ['POST /restate', (body) => this.#restate(body)],
      ['PUT /reports/*', (body, name) => void fixedReports.set(name, JSON.stringify(body))],
      ['DELETE /reports/*', (_, name) => void fixedReports.delete(name)],
      ['POST /employers/*/access', (body, id) => this.#setAccess(body, id)],
      ['PUT /employers/*', (body, id) => this.#updateAccount(body, id)],
    ]);
  }

  /** Answers 200 with JSON, 204 with nothing, 404 for an unknown address, 400 with a sentence for a bad body. */
  async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { status, body } = this.handle(
      `${incoming.method} ${incoming.url}`,
      Buffer.concat(chunks).toString(),
    );
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }

  /**
   * Does what one request to the control port asks for.
   *
   * @param line Method and path.
   * @param text Its body.
   */
  handle(line: string, text: string): { readonly status: number; readonly body?: unknown } {
    const [, before = '', segment = '', after = ''] = /^(\w+ \/\w+\/)([^/]+)(.*)$/.exec(line) ?? [];
    const handler = this.#routes.get(line) ?? this.#routes.get(`${before}*${after}`);
    if (handler === undefined) return { status: 404, body: { error: `Nothing at ${line}.` } };
    try {
      const body = handler(text === '' ? {} : JSON.parse(text), decodeURIComponent(segment));
      return body === undefined ? { status: 204 } : { status: 200, body };
    } catch (cause) {
      return { status: 400, body: { error: describe(cause) } };
    }
  }

  #setClock(body: unknown): void {
    const { now } = v.parse(clockSchema, body);
    if (now === null) this.#parts.store.clock.release();
    else this.#parts.store.clock.standAt(Date.parse(now));
  }

  #restate(body: unknown): unknown {
    const { store } = this.#parts;
    const { days } = v.parse(restateSchema, body);
    const before = listDays(store, days);
    const { round, from, to } = store.restate(days);
    return {
      round,
      from: formatDay(from),
      to: formatDay(to),
      corrections: listCorrections(before, listDays(store, days)),
    };
  }

  #setAccess(body: unknown, id: string): void {
    this.#parts.store.updateEmployer(this.#employer(id), { apiAccess: v.parse(accessSchema, body).enabled });
  }

  #updateAccount(body: unknown, id: string): void {
    this.#parts.store.updateEmployer(this.#employer(id), v.parse(accountSchema, body));
  }

  #employer(id: string): Employer {
    const employer = this.#parts.store.employer(Number(id));
    if (employer === undefined) throw new Error(`There is no employer ${id}.`);
    return employer;
  }
}

function listDays(store: Store, days: number) {
  const today = store.clock.today();
  return store.employers().map((employer) => ({
    employerId: employer.employerId,
    records: Array.from({ length: days }, (_, index) =>
      store.shiftsOn(employer, today - days + index),
    ).flat(),
  }));
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function describe(cause: unknown): string {
  if (v.isValiError(cause)) {
    return cause.issues.map((issue) => `${v.getDotPath(issue) ?? 'body'}: ${issue.message}`).join(' ');
  }
  return cause instanceof Error ? cause.message : String(cause);
}
