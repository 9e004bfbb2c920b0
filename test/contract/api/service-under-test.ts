import { LocalService } from '../../api-server/local-service';
import { type ApiServerAddresses, serve } from '../../api-server/server';
import { callHttp, type Reply } from './http-call';

/** The region an employer belongs to. */
export type Region = 'US' | 'UK';

/** Whose reports the tests ask for. */
export interface TestEmployer {
  readonly region: Region;
  /** Undefined when the numeric ID is not known. */
  readonly employerId: number | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Changes to an otherwise correct report request. */
export interface ReportCall {
  readonly employer?: string;
  readonly region?: Region;
  readonly method?: string;
  readonly path?: string;
  /** With the question mark. */
  readonly query?: string;
  /** Undefined values take a header away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/** Changes to an otherwise correct token request. */
export interface TokenCall {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

/**
 * True when the tests start their own server. `REPORTING_API_URL` names another one's region instead, with
 * `REPORTING_AUTH_URL`, `REPORTING_CLIENT_ID`, `REPORTING_CLIENT_SECRET`, `REPORTING_REGION` (US or UK) and, if
 * known, `REPORTING_EMPLOYER_ID`. Tests of what no caller can bring about then do not exist.
 */
export const isOurServer = process.env.REPORTING_API_URL === undefined;

/** A week that is over, so that figures are final; of another server, the last but one before today. */
export const FINISHED_WEEK = isOurServer
  ? { from: '2026-11-02', to: '2026-11-08' }
  : { from: daysAgo(14), to: daysAgo(8) };

type Addresses = Pick<ApiServerAddresses, 'auth' | 'regions'> & Partial<ApiServerAddresses>;

/** The service the tests talk to. */
export class ServiceUnderTest {
  readonly employer: TestEmployer;
  readonly #addresses: Addresses;
  readonly #ours: LocalService | undefined;

  constructor(employer: TestEmployer, addresses: Addresses, ours?: LocalService) {
    this.employer = employer;
    this.#addresses = addresses;
    this.#ours = ours;
  }

  /** The tests' hand on our own server. Throws where there is none. */
  get ours(): LocalService {
    if (this.#ours === undefined) throw new Error('This test needs our own server.');
    return this.#ours;
  }

  /** Asks for a token; without changes exactly as specification section 4.1 says. */
  requestToken(change: TokenCall = {}, employer: TestEmployer = this.employer): Promise<Reply> {
    return callHttp('auth', {
      origin: this.#addresses.auth,
      method: change.method ?? 'POST',
      url: change.path ?? '/oauth/v2/tokens',
      headers: merge(
        { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
        change.headers,
      ),
      body: change.body ?? buildTokenForm(employer),
    });
  }

  /** A fresh access token. */
  async obtainToken(employer: TestEmployer = this.employer): Promise<string> {
    const reply = await this.requestToken({}, employer);
    if (reply.status !== 200) throw new Error(`No token: HTTP ${reply.status}.`);
    return String((JSON.parse(reply.text) as { readonly access_token: unknown }).access_token);
  }

  /** Asks for the finished week; without changes exactly as specification section 4.2 says. */
  requestReport(token: string, change: ReportCall = {}): Promise<Reply> {
    const region = change.region ?? this.employer.region;
    const path = change.path ?? `/v1/reporting/${change.employer ?? 'me'}/reports/shift_fulfilment`;
    const query = change.query ?? `?from_date=${FINISHED_WEEK.from}&to_date=${FINISHED_WEEK.to}`;
    return callHttp(region, {
      origin: this.#addresses.regions[region],
      method: change.method ?? 'POST',
      url: `${path}${query}`,
      headers: merge(
        { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Accept: 'application/json' },
        change.headers,
      ),
      body: change.body ?? '[]',
    });
  }

  /** Ends our own server; leaves any other alone. */
  async close(): Promise<void> {
    await this.#addresses.close?.();
  }
}

/** Starts our server, or reads from the environment where another one is. */
export async function startService(options: { readonly allowance?: number } = {}): Promise<ServiceUnderTest> {
  if (!isOurServer) return readService();
  const ours = new LocalService({ today: '2026-11-21', allowance: 10_000, ...options });
  return new ServiceUnderTest(ours.demoEmployer, await serve(ours.service), ours);
}

/** The form body of specification section 4.1. */
export function buildTokenForm(employer: TestEmployer): string {
  return new URLSearchParams({
    client_id: employer.clientId,
    client_secret: employer.clientSecret,
    grant_type: 'client_credentials',
    scope: 'employer_access',
  }).toString();
}

function readService(): ServiceUnderTest {
  const origin = readVariable('REPORTING_API_URL').replace(/\/$/, '');
  const auth = readVariable('REPORTING_AUTH_URL').replace(/\/$/, '');
  const employerId = process.env.REPORTING_EMPLOYER_ID;
  const employer: TestEmployer = {
    region: readVariable('REPORTING_REGION') === 'US' ? 'US' : 'UK',
    employerId: employerId === undefined ? undefined : Number(employerId),
    clientId: readVariable('REPORTING_CLIENT_ID'),
    clientSecret: readVariable('REPORTING_CLIENT_SECRET'),
  };
  return new ServiceUnderTest(employer, { auth, regions: { US: origin, UK: origin } });
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

function readVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name} as well.`);
  return value;
}

function merge(
  headers: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...headers, ...change }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
}
