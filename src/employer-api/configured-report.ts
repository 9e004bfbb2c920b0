import { formatIsoDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { Connection } from './connection';
import { ReportError } from './errors';
import { readGenericRecords } from './generic-records';
import { parseJson } from './json';
import type { HttpResponse } from './ports';
import type { ConfigurableReport, ReportEntry } from './report-catalogue';
import { echoesRequest, type ReportEcho, readGeneratedAt } from './report-echo';
import type { ReportAnswer, ReportKind } from './report-kind';
import { reportRequest } from './report-request';

/**
 * A report whose path and parameters were given when the add-on was built. Specification section 4.3.
 *
 * @param by What to group by, for `{by}`. Without it, parameters that ask for it are not sent.
 */
export function configuredReport(name: ConfigurableReport, entry: ReportEntry, by?: string): ReportKind {
  return {
    name: by === undefined ? name : `${name}?by=${spell(by)}`,
    request: (connection, range, call) =>
      reportRequest(connection, entry.path, fillIn(entry.parameters, range, by), call),
    read: readConfiguredReport,
    isConfigured: true,
  };
}

/**
 * Reads a 200 answer of unknown shape. An answer for other days or another employer is refused, as far as it says.
 *
 * @throws {ReportError} `invalid_response` when it holds no records, or something that is no table.
 */
export function readConfiguredReport(
  response: HttpResponse,
  connection: Connection,
  range: DateRange,
): ReportAnswer {
  const answer = parseJson(response.text);
  const records = readGenericRecords(answer);
  const echo = (records === undefined ? {} : answer) as ReportEcho;
  if (records === undefined || !echoesRequest(echo, connection, range)) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  return { ...records, generatedAt: readGeneratedAt(echo) };
}

function fillIn(
  parameters: ReportEntry['parameters'],
  range: DateRange,
  by: string | undefined,
): [string, string][] {
  const filled = new Map([
    ['{from}', formatIsoDate(range.from)],
    ['{to}', formatIsoDate(range.to)],
    ['{by}', by],
  ]);
  return Object.keys(parameters).flatMap((name): [string, string][] => {
    const text = parameters[name] ?? '';
    const value = filled.has(text) ? filled.get(text) : text;
    return value === undefined ? [] : [[name, value]];
  });
}

/** Any text in letters, digits and `_`, no two texts alike. */
function spell(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0).toString(16)}_`);
}
