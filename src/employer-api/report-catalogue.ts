import { ReportError } from './errors';

/** The reports that the specification names without path, parameters or fields (section 4.3), as people call them. */
export const CONFIGURABLE_REPORTS = {
  worker_turnover: 'worker turnover',
  shift_fulfilment_aggregated: 'shift fulfilment aggregated',
} as const;

/** A report whose address the operator of the service has to tell. */
export type ConfigurableReport = keyof typeof CONFIGURABLE_REPORTS;

/** How such a report is asked for. */
export interface ReportEntry {
  /** Path segments behind `/v1/reporting/{employer}/`, such as `reports/worker_turnover`. */
  readonly path: string;
  /** The query. A value is fixed text, or exactly one of `PLACEHOLDERS`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The entries of `reports` in `build/service-addresses.json`. */
export type ReportCatalogue = Readonly<Partial<Record<ConfigurableReport, ReportEntry>>>;

/** What a parameter's value may stand for: the first day, the last day, and what is grouped by. */
export const PLACEHOLDERS: readonly string[] = ['{from}', '{to}', '{by}'];

/** The longest path, in characters. */
export const LONGEST_PATH = 200;
/** The longest value of a parameter, in characters. */
export const LONGEST_VALUE = 100;

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

/** The entry of a report; `undefined` when the add-on was built without a usable one. */
export function findConfigured(
  name: ConfigurableReport,
  addresses: { readonly reports: ReportCatalogue },
): ReportEntry | undefined {
  const entry = addresses.reports[name];
  return entry !== undefined && isReportEntry(entry) ? entry : undefined;
}

/**
 * The entry of a report.
 *
 * @throws {ReportError} `report_not_configured`, saying what is missing and who has it.
 */
export function requireConfigured(
  name: ConfigurableReport,
  addresses: { readonly reports: ReportCatalogue },
): ReportEntry {
  const entry = findConfigured(name, addresses);
  if (entry !== undefined) return entry;
  throw new ReportError('report_not_configured', {
    sentence:
      `Ask the operator of the service for the path of the ${CONFIGURABLE_REPORTS[name]} report, ` +
      'then have the add-on built with it: its address is not published',
  });
}

/** Whether an entry holds nothing but what is allowed. The build has checked it; this is the second look. */
function isReportEntry({ path, parameters }: ReportEntry): boolean {
  return (
    isReportPath(path) &&
    Object.keys(parameters).every(
      (name) => isParameterName(name) && isParameterValue(parameters[name] ?? '{'),
    )
  );
}
