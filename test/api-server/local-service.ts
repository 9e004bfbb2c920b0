import type { HttpAnswer, HttpRequest } from '../emulator/http';
import { type CallControl, ControlClient, type Controls } from './control';
import { parseDay } from './data/calendar-day';
import { type Answer, apiRequest, type ServerRole } from './http-message';
import { createService, type Service } from './service';
import type { AnnouncedEmployer } from './start-api-server';

/** What can be chosen for a service in this process. */
export interface LocalServiceOptions {
  /** Chooses credentials and figures. @default 1 */
  readonly seed?: number;
  /** `YYYY-MM-DD`: the clock runs from noon of that day, UTC. */
  readonly today: string;
  /** Requests a token may make in any minute of the service's clock. @default 120 */
  readonly allowance?: number;
}

const ROLES: ReadonlyMap<string, ServerRole> = new Map([
  ['http://auth.test', 'auth'],
  ['http://us.test', 'US'],
  ['http://uk.test', 'UK'],
]);

/** The service in this process: the same answers as over HTTP, at once. */
export class LocalService extends ControlClient {
  readonly auth = 'http://auth.test';
  readonly regions = { US: 'http://us.test', UK: 'http://uk.test' };
  /** All employers, the demo employer first; the one without API access is among them. */
  readonly employers: readonly AnnouncedEmployer[];
  readonly #service: Service;

  constructor({ seed = 1, today, allowance = 120 }: LocalServiceOptions) {
    const noon = (parseDay(today) ?? 0) * 86_400_000 + 43_200_000;
    const service = createService({ seed, allowance, startMillis: noon });
    // What is given and what is answered are copies, as over HTTP.
    const call = async (name: keyof Controls, ...args: unknown[]) => {
      const result = (service.controls[name] as (...given: unknown[]) => unknown)(...structuredClone(args));
      return Array.isArray(result) ? [...result] : result;
    };
    super(call as CallControl);
    this.#service = service;
    this.employers = service.store.employers();
  }

  /** The first employer: the one to show and to try things with. */
  get demoEmployer(): AnnouncedEmployer {
    return this.employers[0] as AnnouncedEmployer;
  }

  /** Answers a request to one of its addresses; `undefined` for any other. */
  readonly exchange = (request: HttpRequest): HttpAnswer | undefined => {
    const { origin, pathname, search } = new URL(request.url);
    const role = ROLES.get(origin);
    if (role === undefined) return undefined;
    const answer = this.#service.answer(
      apiRequest(role, {
        method: request.method,
        url: `${pathname}${search}`,
        rawHeaders: [['Host', new URL(origin).host], ...request.headers].flat(),
        body: request.body === null ? '' : Buffer.from(request.body).toString('utf8'),
      }),
    );
    return deliver(answer);
  };

  /** Asks one of its addresses without the add-on, as `fetch` would. */
  async fetch(url: string, init: RequestInit): Promise<Response> {
    const request = new Request(url, init);
    const { method, headers } = request;
    const body = new Uint8Array(await request.arrayBuffer());
    const answer = this.exchange({ url, method, headers: [...headers], body, timeoutMillis: 10_000 });
    if (answer === undefined || 'failure' in answer) throw new TypeError('fetch failed');
    return new Response(answer.body, { status: answer.status });
  }
}

/** What a caller over HTTP would get of an answer. */
function deliver({ status, headers, body, delivery }: Answer): HttpAnswer {
  if (delivery.kind === 'reset' || delivery.kind === 'wrong length') return { failure: 'unreachable' };
  const rawHeaders = [...headers.flat(), 'Content-Length', String(body.length)];
  return { status, rawHeaders, body: new Uint8Array(body) };
}
