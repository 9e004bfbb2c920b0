import { type CalendarDate, type DateRange, formatIsoDate, parseIsoDate } from '../calendar/calendar-date';
import type { FieldKind } from '../contract/fields';
import { MOST_COLUMNS } from '../limits';
import type { ConfigurableReport, Connection, ReportEntry } from './connection';
import type { HttpResponse } from './ports';
import {
  echoesRequest,
  type Field,
  isRecord,
  type ReportAnswer,
  type ReportEcho,
  type ReportKind,
  readGeneratedAt,
  refuseAnswer,
  reportRequest,
  type ShiftValue,
} from './shift-report';
import { fitText, LONGEST_TEXT, parseJson } from './text';

/**
 * A report whose path and parameters were given when the add-on was built, and whose fields are not documented.
 * Specification section 4.3.
 *
 * @param by What to group by, for `{by}`. Without it, parameters that ask for it are not sent.
 */
export function otherReport(name: ConfigurableReport, entry: ReportEntry, by?: string): ReportKind {
  return {
    name: by === undefined ? name : `${name}?by=${encodeURIComponent(by)}`,
    hasDays: false,
    request: (connection, range, call) =>
      reportRequest(connection, entry.path, fillIn(entry.parameters, range, by), call),
    read: readOtherReport,
  };
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
  return Object.entries(parameters).flatMap(([name, text]): [string, string][] => {
    const value = filled.has(text) ? filled.get(text) : text;
    return value === undefined ? [] : [[name, value]];
  });
}

/**
 * Reads a 200 answer: the array of objects that is `report`, or the first of its members that is one. Its members are the
 * columns, in the order in which they are first seen. What is nested stays together, as JSON text. A missing value is an
 * empty cell and does not count as odd, since nothing says that it should be there.
 *
 * @throws {ReportError} `invalid_response` for an answer without such an array, for other days or for another employer.
 */
function readOtherReport(response: HttpResponse, connection: Connection, range: DateRange): ReportAnswer {
  const answer = parseJson(response.text);
  const records = isRecord(answer) ? findRecords(answer.report) : undefined;
  const echo = answer as ReportEcho;
  if (records === undefined || !echoesRequest(echo, connection, range)) refuseAnswer(response);
  const names = new Set(records.flatMap(Object.keys));
  const columns = Array.from(names, (name) => readColumn(name, records)).slice(0, MOST_COLUMNS);
  const isCut = names.size > MOST_COLUMNS;
  const cut = isCut ? [`there are more than ${MOST_COLUMNS} columns, the others are left out`] : [];
  const doubts = [...cut, ...columns.flatMap((column) => column.doubts)];
  return {
    fields: columns.map(({ field }) => field),
    rows: records.map((_, at) => columns.map(({ values }) => values[at] ?? null)),
    doubts: doubts.length,
    firstDoubt: doubts[0] ?? '',
    undated: 0,
    generatedAt: readGeneratedAt(echo),
    records: records.length,
  };
}

function findRecords(report: unknown): readonly Record<string, unknown>[] | undefined {
  const isTable = (value: unknown): value is Record<string, unknown>[] =>
    Array.isArray(value) && value.every(isRecord);
  if (isTable(report)) return report;
  return isRecord(report) ? Object.values(report).find(isTable) : undefined;
}

/** The kinds that values alone can tell: a percentage looks like any other number. */
type LeafKind = Exclude<FieldKind, 'percentage'>;
type Leaf = string | number | boolean | null;

/** 1900-01-01. Earlier ones are mostly placeholders such as 0001-01-01, which a sheet cannot show as a date. */
const FIRST_DAY: CalendarDate = 2;

/** A column has the kind that all its values share, or is text. `doubts` says what is wrong with single values. */
function readColumn(name: string, records: readonly Record<string, unknown>[]) {
  const doubts: string[] = [];
  const leaves = records.map((record, at): Leaf => {
    const value = Object.prototype.hasOwnProperty.call(record, name) ? (record[name] ?? null) : null;
    const doubt = (problem: string) => doubts.push(`record ${at + 1} ${problem}`);
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'number') {
      // Beyond 2^53 JSON numbers lose digits: left out rather than rounded.
      if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value + 0;
      doubt('holds a number with more digits than can be kept');
      return null;
    }
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text.length > LONGEST_TEXT) doubt('holds text that is longer than a cell holds');
    return fitText(text);
  });
  const kinds = new Set(leaves.flatMap((leaf) => (leaf === null ? [] : kindOf(leaf))));
  if (kinds.has('decimal')) kinds.delete('integer');
  const [kind = 'text'] = kinds.size === 1 ? Array.from(kinds) : [];
  const field: Field = { name: fitText(name) || '(no name)', kind };
  return { field, values: leaves.map((leaf) => shiftValueOf(leaf, kind)), doubts };
}

/** A date is exactly `YYYY-MM-DD`; a date with a time is text. */
function kindOf(leaf: Exclude<Leaf, null>): LeafKind {
  if (typeof leaf === 'boolean') return 'boolean';
  if (typeof leaf === 'number') return Number.isInteger(leaf) ? 'integer' : 'decimal';
  return (parseIsoDate(leaf) ?? 0) >= FIRST_DAY ? 'date' : 'text';
}

/** A value under its column's kind: a day as its serial number, a boolean as 1 or 0. */
function shiftValueOf(leaf: Leaf, kind: LeafKind): ShiftValue {
  if (leaf === null) return null;
  if (kind === 'text') return String(leaf);
  if (typeof leaf === 'boolean') return leaf ? 1 : 0;
  return typeof leaf === 'number' ? leaf : (parseIsoDate(leaf) ?? null);
}
