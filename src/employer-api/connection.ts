import * as v from 'valibot';
import type { Weekday } from '../calendar/calendar-date';
import { EMPLOYER, REGIONS, type Region } from '../contract/connection';
import { parseStored } from './text';

/** The day on which weeks begin for employers of a region: Sunday in the US, Monday in the UK. */
export function weekStartIn(region: Region): Weekday {
  return region === 'US' ? 7 : 1;
}

/**
 * Where the service stands: three addresses, and the reports whose paths are not published. Fixed when the add-on is
 * built; no one types one.
 */
export interface ServiceAddresses {
  readonly auth: string;
  readonly regions: Readonly<Record<Region, string>>;
  readonly reports: Readonly<Partial<Record<ConfigurableReport, ReportEntry>>>;
}

const FILLED = v.pipe(v.string(), v.regex(/./));
const CONNECTION = v.object({
  region: v.picklist(REGIONS),
  /** `me`, or the numeric employer ID. */
  employer: v.pipe(v.string(), v.regex(EMPLOYER)),
  clientId: FILLED,
  clientSecret: FILLED,
  /** A random ID made at each save: everything kept for an earlier connection is never read again. */
  fingerprint: FILLED,
  /** The two addresses that the secret was typed for; it is sent to no other. */
  authOrigin: v.string(),
  regionOrigin: v.string(),
  /** The employer ID that the answer named when these credentials were tried. */
  answered: v.exactOptional(v.number()),
});

/** Client credentials, and the employer and region that they are for. Specification section 5. */
export type Connection = Readonly<v.InferOutput<typeof CONNECTION>>;

/** Reads a stored connection; `undefined` when the text is none. */
export function parseConnection(text: string | undefined): Connection | undefined {
  return parseStored(CONNECTION, text);
}

/**
 * Where the sample employer stands: nowhere. Nothing can ever be reached under `.invalid` (RFC 2606 §2), and requests to
 * these addresses are answered inside the add-on.
 */
export const SAMPLE_ADDRESSES: ServiceAddresses = {
  auth: 'https://auth.sample.invalid',
  regions: { US: 'https://us.sample.invalid', UK: 'https://uk.sample.invalid' },
  reports: {},
};

/** What the sample employer is asked with. No secret: it opens nothing but made-up figures. */
export const SAMPLE_CREDENTIALS = { employer: 'me', clientId: 'demo', clientSecret: 'none' } as const;

/** Whether a connection is to the sample employer. Both addresses must be its own: no other record passes for one. */
export function isSampleConnection(connection: Connection): boolean {
  return isPinnedTo(connection, SAMPLE_ADDRESSES);
}

/** Whether a connection was made for exactly these addresses: the build has checked that a secret may be sent there. */
export function isPinnedTo(connection: Connection, addresses: ServiceAddresses): boolean {
  const { authOrigin, regionOrigin, region } = connection;
  return authOrigin === addresses.auth && regionOrigin === addresses.regions[region];
}

/** A report that the specification names without path, parameters or fields: the operator has to tell them. Section 4.3. */
export type ConfigurableReport = 'worker_turnover' | 'shift_fulfilment_aggregated';

/** How such a report is asked for: an entry of `reports` in `build/service-addresses.json`. */
export interface ReportEntry {
  /** Path segments behind `/v1/reporting/{employer}/`, such as `reports/worker_turnover`. */
  readonly path: string;
  /**
   * The query. A value is fixed text, or stands for the first day, the last day or what is grouped by: `{from}`,
   * `{to}`, `{by}`.
   */
  readonly parameters: Readonly<Record<string, string>>;
}
