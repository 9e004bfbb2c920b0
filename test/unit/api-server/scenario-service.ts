import { ControlClient } from '../../api-server/control/control-client';
import type { RecordedExchange } from '../../api-server/recorder';
import { type ApiServer, type ApiServerAddresses, createApiServer } from '../../api-server/server';
import { callHttp, type Reply } from '../../contract/api/http-call';
import { buildTokenForm } from '../../contract/api/service-under-test';

/** A day with shifts at the demo employer. */
export const DAY = '2026-11-05';

/** The server inside the test's own process, and a caller that makes correct requests. */
export class ScenarioService {
  readonly control: ControlClient;
  readonly addresses: ApiServerAddresses;
  readonly #server: ApiServer;

  private constructor(server: ApiServer, addresses: ApiServerAddresses) {
    this.#server = server;
    this.addresses = addresses;
    this.control = new ControlClient(addresses.control);
  }

  /** Starts at noon of 2026-11-21 UTC; the clock stands. */
  static async start(): Promise<ScenarioService> {
    const startMillis = Date.parse('2026-11-21T12:00:00Z');
    const ports = { authPort: 0, usPort: 0, ukPort: 0, controlPort: 0 };
    const server = createApiServer({ seed: 1, allowance: 10_000, startMillis, ...ports });
    const service = new ScenarioService(server, await server.listen());
    await service.control.setClock('2026-11-21T12:00:00Z');
    return service;
  }

  /** The demo employer's secret. */
  get secret(): string {
    return this.#employer.clientSecret;
  }

  /** Asks for a token, correctly. */
  requestToken(): Promise<Reply> {
    return callHttp('auth', {
      origin: this.addresses.auth,
      method: 'POST',
      url: '/oauth/v2/tokens',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: buildTokenForm(this.#employer),
    });
  }

  /** Asks for a report, correctly, with a token that no scenario has touched. */
  requestReport(from = DAY, to = from): Promise<Reply> {
    const { accessToken } = this.#server.store.tokens.issue(this.#employer);
    return callHttp('UK', {
      origin: this.addresses.regions.UK,
      method: 'POST',
      url: `/v1/reporting/me/reports/shift_fulfilment?from_date=${from}&to_date=${to}`,
      headers: {
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
        Accept: 'application/json',
      },
      body: '[]',
    });
  }

  /** The newest recorded exchange. */
  async newest(): Promise<RecordedExchange> {
    const newest = (await this.control.requests()).at(-1);
    if (newest === undefined) throw new Error('Nothing was recorded.');
    return newest;
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  get #employer() {
    const [employer] = this.#server.store.employers();
    if (employer === undefined) throw new Error('There is no employer.');
    return employer;
  }
}

/** The records of a report. */
export function shiftsOf(reply: Reply): readonly Readonly<Record<string, unknown>>[] {
  const body = JSON.parse(reply.text) as {
    readonly report: { readonly shifts: readonly Record<string, unknown>[] };
  };
  return body.report.shifts;
}
