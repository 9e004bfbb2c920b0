import * as v from 'valibot';
import type { WeekStart } from '../calendar/period-unit';
import { isEmployer, REGIONS, type Region } from '../contract/connection';
import { parseJson } from './json';
import type { ReportCatalogue } from './report-catalogue';
import { isServiceOrigin } from './service-origin';

export type { Region };

/** The day on which weeks begin for employers of a region: Sunday in the US, Monday in the UK. */
export function weekStartIn(region: Region): WeekStart {
  return region === 'US' ? 7 : 1;
}

/**
 * Where the service stands: three addresses, and the reports whose paths are not published. Fixed when the add-on is
 * built; no one types one.
 */
export interface ServiceAddresses {
  readonly auth: string;
  readonly regions: Readonly<Record<Region, string>>;
  readonly reports: ReportCatalogue;
}

const FILLED = v.pipe(v.string(), v.minLength(1));
const CONNECTION = v.object({
  region: v.picklist(REGIONS),
  /** `me`, or the numeric employer ID. */
  employer: v.pipe(v.string(), v.check(isEmployer)),
  clientId: FILLED,
  clientSecret: FILLED,
  /** A random ID made at each save: everything kept for an earlier connection is never read again. */
  fingerprint: FILLED,
  /** The two addresses that the secret was typed for; it is sent to no other. */
  authOrigin: v.string(),
  regionOrigin: v.string(),
});

/** Client credentials, and the employer and region that they are for. Specification section 5. */
export type Connection = Readonly<v.InferOutput<typeof CONNECTION>>;

let newest: { readonly text: string; readonly connection: Connection | undefined } | undefined;

/** Reads a stored connection; `undefined` when the text is none. The same text is parsed once in a row. */
export function parseConnection(text = ''): Connection | undefined {
  if (newest?.text !== text) {
    const parsed = v.safeParse(CONNECTION, parseJson(text));
    newest = { text, connection: parsed.success ? parsed.output : undefined };
  }
  return newest.connection;
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

/** Whether a connection is to the sample employer: by both of its addresses, so that no record of another can pass for one. */
export function isSampleConnection(connection: Connection): boolean {
  return isPinnedTo(connection, SAMPLE_ADDRESSES);
}

/** Whether a connection was made for exactly these addresses, and they are safe to send a secret to. */
export function isPinnedTo(connection: Connection, addresses: ServiceAddresses): boolean {
  return (
    connection.authOrigin === addresses.auth &&
    connection.regionOrigin === addresses.regions[connection.region] &&
    isServiceOrigin(connection.authOrigin) &&
    isServiceOrigin(connection.regionOrigin)
  );
}
