import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { SAMPLE_ADDRESSES, type ServiceAddresses } from '../src/employer-api/connection';
import type { Policy } from '../src/reports/ports';
import { BuildError } from './command';

/** Google Chat's own address: https://developers.google.com/workspace/chat/quickstart/webhooks. */
const CHAT_ORIGIN = 'https://chat.googleapis.com';

/** As in the repository: mail to any domain, no Google Chat. */
export const OPEN_POLICY: Policy = { mailDomains: [], chatOrigin: null };

/** The longest a host name can be, and the longest each part of it. RFC 1035 §2.3.4. */
const LONGEST_HOST = 253;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const SERVICE_ORIGIN = /^https:\/\/([a-z0-9.-]+)$/;

/**
 * Tells whether a text is the address of a service and nothing more: `https://` and a full domain name in lower case.
 *
 * Stricter than the `URL` class: refuses a port (also 443: whether `urlFetchWhitelist` matches an address with one is not
 * documented), a path, a query, user information, a trailing dot, an IP address in any spelling, a single label and punycode,
 * which can look like another name. Whether the host is the right one is not asked here.
 */
export function isServiceOrigin(text: string): boolean {
  const host = SERVICE_ORIGIN.exec(text)?.[1];
  return host !== undefined && host.length <= LONGEST_HOST && HOST.test(host) && !/(?:^|\.)xn--/.test(host);
}

/** Domains under which nothing can ever stand. RFC 2606 §2, RFC 6761 §6. */
const RESERVED_DOMAIN = /\.(?:example|invalid|localhost|test)$|\.example\.(?:com|net|org)$/;

/** What a parameter's value may stand for: the first day, the last day, and what is grouped by. */
const PLACEHOLDERS: readonly string[] = ['{from}', '{to}', '{by}'];
/** The longest path, and the longest value of a parameter, in characters. */
const [LONGEST_PATH, LONGEST_VALUE] = [200, 100];

/**
 * Whether a text is path segments and nothing else: letters, digits, `_` and `-`, separated by single slashes.
 *
 * The path stands behind the address that gets the token, so nothing may lead elsewhere: no dots, no escapes, no
 * query, no host.
 */
export function isReportPath(text: string): boolean {
  return text.length <= LONGEST_PATH && /^[\w-]+(?:\/[\w-]+)*$/.test(text);
}

/** Whether a text may name a parameter: letters, digits and `_`. `__proto__` is no name in JavaScript. */
export function isParameterName(text: string): boolean {
  return /^\w{1,100}$/.test(text) && text !== '__proto__';
}

/** Whether a text may be a parameter's value: a placeholder, or printable ASCII without braces. */
export function isParameterValue(text: string): boolean {
  return PLACEHOLDERS.includes(text) || (text.length <= LONGEST_VALUE && /^[ -z|~]*$/.test(text));
}

/** An object with exactly these members. */
function members<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.strictObject(entries, ({ expected, received }) => {
    if (expected === 'never') return 'is not known here';
    return received === 'undefined'
      ? 'is missing'
      : `must be an object with ${Object.keys(entries).join(', ')}`;
  });
}

const ORIGIN = v.pipe(
  v.string('must be an address such as https://api.company.com'),
  v.check(
    isServiceOrigin,
    'must be https:// and a full domain name in lower case, without port, path or query, such as https://api.company.com',
  ),
  v.check(
    (origin) => !listOrigins(SAMPLE_ADDRESSES).includes(origin),
    'is the sample employer’s; give the service’s own',
  ),
);

/** @param placeholders What a parameter of the report may stand for. */
function reportEntry(placeholders: readonly string[]) {
  return v.optional(
    members({
      path: v.pipe(
        v.string('must be a path such as reports/worker_turnover'),
        v.check(
          isReportPath,
          'must be a path such as reports/worker_turnover: letters, digits, _ and -, with single slashes between, up to 200 characters',
        ),
      ),
      parameters: v.record(
        v.pipe(v.string(), v.check(isParameterName, 'is no name of a parameter; use letters, digits and _')),
        v.pipe(
          v.string('must be a text'),
          v.check(
            (value) =>
              isParameterValue(value) && (!PLACEHOLDERS.includes(value) || placeholders.includes(value)),
            `must be one of ${placeholders.join(', ')}, or up to 100 plain characters without braces`,
          ),
        ),
        'must be an object; {} means none',
      ),
    }),
  );
}

const ADDRESSES = v.pipe(
  members({
    auth: ORIGIN,
    regions: members({ US: ORIGIN, UK: ORIGIN }),
    // Turnover is not grouped, so there is nothing to put in place of `{by}`.
    reports: members({
      worker_turnover: reportEntry(PLACEHOLDERS.filter((name) => name !== '{by}')),
      shift_fulfilment_aggregated: reportEntry(PLACEHOLDERS),
    }),
  }),
  // Three hosts, none of which is another one with a foreign ending: auth.ok.evil.com.
  v.check((addresses) => {
    const hosts = listOrigins(addresses as ServiceAddresses);
    return hosts.every((host, at) =>
      hosts.every((other, to) => at === to || !`${host}.`.startsWith(`${other}.`)),
    );
  }, 'names one address twice, or one that begins with the whole name of another'),
);

const POLICY = members({
  mailDomains: v.array(
    v.pipe(
      v.string('must be a domain such as "example.com"'),
      v.check(
        (domain) => isServiceOrigin(`https://${domain}`),
        'must be a domain in lower case, such as "example.com"',
      ),
    ),
    'must be a list of domains, such as ["example.com"]',
  ),
  chat: v.boolean('must be true or false'),
});

/**
 * Reads and checks `build/service-addresses.json`.
 *
 * @throws {BuildError} One sentence per cause: no such file, not JSON, or a member that is wrong.
 */
export function readServiceAddresses(file: string): ServiceAddresses {
  return parseServiceAddresses(readJson(file));
}

/**
 * Checks the three addresses and the paths of further reports, and returns them in a fixed order of members, so that equal
 * addresses make equal bundles.
 *
 * @throws {BuildError} One sentence that names the member and what is wrong with it.
 */
export function parseServiceAddresses(value: unknown): ServiceAddresses {
  return check(ADDRESSES, value, 'build/service-addresses.json') as ServiceAddresses;
}

/** Reads and checks `build/policy.json`, the administrator's decisions. @throws {BuildError} As `readServiceAddresses`. */
export function readPolicy(file: string): Policy {
  return parsePolicy(readJson(file));
}

/** Checks the administrator's decisions. @throws {BuildError} One sentence that names what is wrong. */
export function parsePolicy(value: unknown): Policy {
  const { mailDomains, chat } = check(POLICY, value, 'build/policy.json');
  return { mailDomains: [...new Set(mailDomains)].sort(), chatOrigin: chat ? CHAT_ORIGIN : null };
}

/** The three origins, the authorisation server first. */
export function listOrigins({ auth, regions }: ServiceAddresses): readonly string[] {
  return [auth, regions.US, regions.UK];
}

/** Whether any address is one that no service can have: the placeholders of a project until the real ones are known. */
export function arePlaceholders(addresses: ServiceAddresses): boolean {
  return listOrigins(addresses).some((origin) => RESERVED_DOMAIN.test(origin));
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new BuildError(`Restore ${file} from the repository. (${(error as Error).message})`);
  }
}

function check<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  file: string,
): v.InferOutput<Schema> {
  const { issues, output, success } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ message }] = issues;
  throw new BuildError(`${file}: ${v.getDotPath(issues[0]) ?? 'the file'} ${message}.`);
}
