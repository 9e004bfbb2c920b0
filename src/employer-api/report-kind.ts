import * as v from 'valibot';
import {
  type CalendarDate,
  type DateRange,
  formatIsoDate,
  isOn,
  parseIsoDate,
} from '../calendar/calendar-date';
import { LISTED_ISSUES, MOST_COLUMNS } from '../limits';
import type { ConfigurableReport, Connection, ReportEntry } from './connection';
import { ReportError } from './errors';
import type { HttpRequest, HttpResponse } from './ports';
import {
  DAY_COLUMN,
  type Field,
  type FieldKind,
  type Issue,
  isRecord,
  LONGEST_TEXT,
  readShiftRecords,
  SHIFT_FULFILMENT_FIELDS,
  type ShiftRecords,
  type ShiftValue,
} from './shift-records';
import { fitText, parseJson } from './text';

/** A checked answer of the service, whichever report it is: rows under fields. */
export interface ReportAnswer extends ShiftRecords {
  /** The columns of the rows, in order. */
  readonly fields: readonly Field[];
  /** When the service made the report, as it says: ISO 8601; null when it does not say. */
  readonly generatedAt: string | null;
  /** The number of the employer that it is of, where the answer says so. */
  readonly employer?: number | undefined;
}

/** What a request carries besides its report. */
interface ReportCredentials {
  readonly token: string;
  readonly correlationId: string;
  readonly timeoutSeconds: number;
}

/** A report of the service: how it is asked for, and how a 200 answer is read. */
export interface ReportKind {
  /** Part of every cache key, so that no report is taken for another. Letters, digits, `_`, `?`, `=`. */
  readonly name: string;
  /**
   * The field that holds the day of each row. Days of such a report may be asked for in parts and put together, and a
   * part may be cut out; any other report is only ever asked for, and shown, whole.
   */
  readonly dayField?: string;
  /** The field that says which rows of two answers are the same record. */
  readonly idField?: string;
  /** Its path is not documented: whoever built the add-on gave it. Specification section 4.3. */
  readonly isConfigured?: true;
  request(connection: Connection, range: DateRange, call: ReportCredentials): HttpRequest;
  /** @throws {ReportError} `invalid_response` */
  read(response: HttpResponse, connection: Connection, range: DateRange): ReportAnswer;
}

/**
 * The request of any report: a POST whose body is an empty JSON array. Specification sections 4.2 and 4.3.
 *
 * @param path Segments behind `/v1/reporting/{employer}/`.
 * @param query Names and values in order; encoded here.
 */
function reportRequest(
  connection: Connection,
  path: string,
  query: readonly (readonly [name: string, value: string])[],
  call: ReportCredentials,
): HttpRequest {
  const search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
  return {
    url:
      `${connection.regionOrigin}/v1/reporting/${connection.employer}/${path}` +
      (search === '' ? '' : `?${search}`),
    headers: {
      Authorization: `Bearer ${call.token}`,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Correlation-ID': call.correlationId,
    },
    body: { json: '[]' },
    timeoutSeconds: call.timeoutSeconds,
  };
}

/** What an answer says about the request. Nullability is not documented: what is null counts as not sent. */
interface ReportEcho {
  readonly request?:
    | Partial<Record<'from_date' | 'to_date' | 'employer_id' | 'deployment_code', unknown>>
    | null
    | undefined;
  readonly metadata?: Partial<Record<'employer_id' | 'generated_at', unknown>> | null | undefined;
}

/** Day and time, fraction of a second, hours and minutes of the offset. */
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})?(?:Z|([+-]\d{2})(?::?(\d{2}))?)?$/;

/** Whether nothing in the answer speaks of other days or another employer. Specification section 2.2. */
function echoesRequest({ request, metadata }: ReportEcho, connection: Connection, range: DateRange): boolean {
  const echoed = request?.employer_id;
  const stated = metadata?.employer_id;
  // As numbers: JSON has no other, and those of 17 digits or more arrive rounded.
  const asked = connection.employer === 'me' ? undefined : Number(connection.employer);
  return (
    agree(request?.from_date, formatIsoDate(range.from)) &&
    agree(request?.to_date, formatIsoDate(range.to)) &&
    agree(asNumber(echoed), asked) &&
    agree(asNumber(stated), asked) &&
    agree(asNumber(echoed), asNumber(stated))
  );
}

/** Whether the answer repeats all that the request said. */
function hasFullEcho({ request }: ReportEcho): boolean {
  return ![request?.from_date, request?.to_date, request?.employer_id].some(isMissing);
}

/**
 * Whether nothing in the answer speaks of another region. Specification section 2.2 tells only the code of the US: every
 * other one may be the UK's.
 */
function isOfRegion({ request }: ReportEcho, { region }: Connection): boolean {
  const code = request?.deployment_code;
  return typeof code !== 'string' || (code === 'US') === (region === 'US');
}

/**
 * When the service made the report, as it says; null when it does not say, or oddly.
 *
 * Specification section 2.2: an ISO 8601 timestamp in UTC. What names no zone is read as that, never as local time; other
 * offsets are taken at their word. Always given with `Z`.
 */
function readGeneratedAt({ metadata }: ReportEcho): string | null {
  const value = metadata?.generated_at;
  const parts = typeof value === 'string' ? TIMESTAMP.exec(value) : null;
  if (parts === null) return null;
  const [, time, fraction = '', hours, minutes = '00'] = parts;
  const zone = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const millis = Date.parse(`${time}${fraction.slice(0, 4)}${zone}`);
  return Number.isNaN(millis) ? null : new Date(millis).toISOString().replace('.000Z', 'Z');
}

/** The number of the employer that an answer is of; `undefined` where it does not say. */
function readEmployer({ request, metadata }: ReportEcho): number | undefined {
  return asNumber(metadata?.employer_id ?? request?.employer_id) || undefined;
}

/** Whether two values are the same; what was not sent cannot disagree. */
function agree(value: unknown, expected: unknown): boolean {
  return isMissing(value) || isMissing(expected) || value === expected;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Objects and arrays are no numbers: turning one into a number may call, and fail on, members of the answer. */
function asNumber(value: unknown): number | undefined {
  if (isMissing(value)) return undefined;
  return typeof value === 'object' ? Number.NaN : Number(value);
}

/** Nullability is not documented: what is null counts as not sent. */
const ANYTHING = v.nullish(v.unknown());
const ECHO = v.object({
  from_date: ANYTHING,
  to_date: ANYTHING,
  employer_id: ANYTHING,
  deployment_code: ANYTHING,
});
/** Its records are read one by one later: `v.array` would wrap and copy each of them. */
const RECORDS = v.custom<unknown[]>(Array.isArray);
const ANSWER = v.object({
  request: v.nullish(ECHO),
  report: v.object({ shifts: RECORDS }),
  metadata: v.nullish(v.object({ employer_id: ANYTHING, generated_at: ANYTHING })),
});

/** The report request. Spec §4.2: a POST whose body is an empty JSON array. */
export function shiftFulfilmentRequest(
  connection: Connection,
  range: DateRange,
  call: ReportCredentials,
): HttpRequest {
  const query = [
    ['from_date', formatIsoDate(range.from)],
    ['to_date', formatIsoDate(range.to)],
  ] as const;
  return reportRequest(connection, 'reports/shift_fulfilment', query, call);
}

/**
 * Reads and checks a 200 answer.
 *
 * An answer for other days or another employer is refused; a missing echo is an issue, and so are a missing time and
 * another region. An answer with records of which none is of a day asked for is refused, an empty report is valid.
 *
 * @throws {ReportError} `invalid_response`
 */
export function readShiftFulfilment(
  response: HttpResponse,
  connection: Connection,
  range: DateRange,
): ReportAnswer {
  const parsed = v.safeParse(ANSWER, parseJson(response.text));
  if (!parsed.success || !echoesRequest(parsed.output, connection, range)) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  const { shifts } = parsed.output.report;
  const records = readShiftRecords(shifts);
  if (shifts.length > 0 && !records.rows.some((row) => isOn(row[DAY_COLUMN], range))) {
    throw new ReportError('invalid_response', { status: response.status });
  }
  const generatedAt = readGeneratedAt(parsed.output);
  const missing = [
    ...(hasFullEcho(parsed.output) ? [] : ['the answer does not repeat the request']),
    ...(generatedAt === null ? ['the answer does not say when it was made'] : []),
    ...(isOfRegion(parsed.output, connection) ? [] : ['the answer is of another region than the connection']),
  ];
  return {
    fields: SHIFT_FULFILMENT_FIELDS,
    rows: records.rows,
    issueCount: records.issueCount + missing.length,
    emptyCount: records.emptyCount,
    issues: [...missing, ...records.issues],
    generatedAt,
    employer: readEmployer(parsed.output),
  };
}

/** The shift fulfilment report. Specification sections 2.2 and 4.2. */
export const SHIFT_FULFILMENT_REPORT: ReportKind = {
  name: 'shift_fulfilment',
  dayField: 'SHIFT_DATE',
  idField: 'SHIFT_ID',
  request: shiftFulfilmentRequest,
  read: readShiftFulfilment,
};

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
function readConfiguredReport(
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

/** Records of unknown fields as a table. */
interface GenericRecords extends ShiftRecords {
  /** The columns, in the order in which they were first seen. */
  readonly fields: readonly Field[];
}

/**
 * Reads any answer that holds an array of records.
 *
 * Nested objects become columns with dotted names. A column's kind is the one that all its values share, or text.
 * What is missing or null is an empty cell and no issue, since nothing says that it should be there. Names that are
 * whole numbers come before the others of their object, as JavaScript reads them.
 *
 * @returns `undefined` when there is no array, or no record in it has a value of any name.
 */
export function readGenericRecords(answer: unknown): GenericRecords | undefined {
  const records = findRecords(answer);
  if (records === undefined) return undefined;
  const columns = new Columns();
  const kinds: Set<LeafKind>[] = [];
  const issues: Issue[] = [];
  let issueCount = 0;
  const report = (issue: Issue) => {
    issueCount += 1;
    if (issues.length < LISTED_ISSUES) issues.push(issue);
  };
  const leaves: Leaf[][] = [];
  records.forEach((record, at) => {
    const doubt = (problem: string) => report(`record ${at + 1} ${problem}`);
    if (!isRecord(record)) {
      doubt('is not an object');
      return;
    }
    const row: Leaf[] = [];
    columns.take(record, (index, value) => {
      const leaf = readLeaf(value, doubt);
      row[index] = leaf;
      const seen = kinds[index] ?? new Set();
      kinds[index] = leaf === null ? seen : seen.add(kindOf(leaf));
    });
    leaves.push(row);
  });
  if (columns.overflows) report(`there are more than ${MOST_COLUMNS} columns, the others are left out`);
  // Where an object stood in one record and null in another, the object's members are the columns.
  const kept = columns.list.filter(({ index, isSplit }) => !isSplit || (kinds[index]?.size ?? 0) > 0);
  if (kept.length === 0 && records.length > 0) return undefined;
  const headings = headingsOf(kept.map(({ names }) => names));
  const typed = kept.map(({ index }, at) => ({
    index,
    name: headings[at] ?? '',
    kind: sharedKind(kinds[index] ?? new Set()),
  }));
  return {
    fields: typed.map(({ name, kind }) => ({ name, kind })),
    rows: leaves.map((row) => typed.map(({ index, kind }) => convertLeaf(row[index] ?? null, kind))),
    issueCount,
    emptyCount: 0,
    issues,
  };
}

/** The most parts a dotted name has; what lies deeper stays together, as JSON text. */
const DEEPEST_NAME = 8;
/** The longest heading, in characters. */
const LONGEST_HEADING = 200;
/** The heading of a column whose name is empty. */
const NAMELESS = '(no name)';

/** Where in a record a column's values stand. */
interface ColumnPath {
  /** The column's place in `Columns.list`. */
  readonly index: number;
  readonly names: readonly string[];
  /** Whether an object with members stood here in some record: its members have columns of their own. */
  readonly isSplit: boolean;
}

interface Place {
  readonly names: readonly string[];
  readonly members: Map<string, Place>;
  index: number | undefined;
}

/** Takes records apart into columns, in the order in which they are first seen. */
class Columns {
  /** Whether columns were left out because there are too many. */
  overflows = false;
  readonly #places: Place[] = [];
  readonly #root: Place = { names: [], members: new Map(), index: undefined };

  /** The columns so far. */
  get list(): readonly ColumnPath[] {
    return this.#places.map(({ names, members }, index) => ({ index, names, isSplit: members.size > 0 }));
  }

  /**
   * Gives each value of a record to its column: nested objects by their members, everything else as it is.
   *
   * Names are looked up in maps, so that `__proto__` and `constructor` are names like any other.
   */
  take(record: Record<string, unknown>, give: (index: number, value: unknown) => void): void {
    this.#split(this.#root, record, give);
  }

  #split(place: Place, record: Record<string, unknown>, give: (index: number, value: unknown) => void): void {
    for (const name of Object.keys(record)) {
      const value = record[name];
      const member = this.#memberOf(place, name);
      if (isRecord(value) && member.names.length < DEEPEST_NAME) {
        this.#split(member, value, give);
      } else {
        const index = this.#indexOf(member);
        if (index !== undefined) give(index, value);
      }
    }
  }

  #memberOf(place: Place, name: string): Place {
    const known = place.members.get(name);
    if (known !== undefined) return known;
    const member: Place = { names: [...place.names, name], members: new Map(), index: undefined };
    place.members.set(name, member);
    return member;
  }

  #indexOf(place: Place): number | undefined {
    if (place.index === undefined && this.#places.length < MOST_COLUMNS) {
      place.index = this.#places.push(place) - 1;
    }
    if (place.index === undefined) this.overflows = true;
    return place.index;
  }
}

/**
 * Headings for columns: the names with dots between them. A heading that is already taken gets a number behind it,
 * so that `a.b` by name and `b` inside `a` stay apart.
 */
function headingsOf(paths: readonly (readonly string[])[]): string[] {
  const taken = new Set<string>();
  return paths.map((names) => {
    const plain = fitText(names.join('.') || NAMELESS, LONGEST_HEADING);
    let heading = plain;
    for (let count = 2; taken.has(heading); count += 1) heading = `${plain} (${count})`;
    taken.add(heading);
    return heading;
  });
}

/** How many objects deep an answer is searched. */
const DEEPEST_SEARCH = 8;

/** Members of an answer that speak of the request, not of the report. Specification section 2.2. */
const ABOUT_REQUEST: readonly string[] = ['request', 'metadata'];

/**
 * The records in an answer of unknown shape: those under `report`, where the documented report has its own; else any.
 *
 * Of all arrays with objects in them the shallowest counts, of several at one depth the longest, of equally long
 * ones the first. Where there is none, an empty array means that there are no records.
 *
 * @returns `undefined` when the answer holds neither.
 */
export function findRecords(answer: unknown): readonly unknown[] | undefined {
  const reported = isRecord(answer) ? searchIn(answer.report) : undefined;
  return reported ?? searchIn(answer);
}

function searchIn(answer: unknown): readonly unknown[] | undefined {
  let level: readonly unknown[] = [answer];
  let empty: readonly unknown[] | undefined;
  for (let depth = 0; depth <= DEEPEST_SEARCH && level.length > 0; depth += 1) {
    const arrays = level.filter(Array.isArray) as readonly (readonly unknown[])[];
    const found = longest(arrays.filter((array) => array.some(isRecord)));
    if (found !== undefined) return found;
    empty = empty ?? arrays.find((array) => array.length === 0);
    level = membersOf(level, depth === 0 ? ABOUT_REQUEST : []);
  }
  return empty;
}

function longest(arrays: readonly (readonly unknown[])[]): readonly unknown[] | undefined {
  let best: readonly unknown[] | undefined;
  for (const array of arrays) if (best === undefined || array.length > best.length) best = array;
  return best;
}

function membersOf(values: readonly unknown[], except: readonly string[]): unknown[] {
  const members: unknown[] = [];
  for (const value of values) {
    if (!isRecord(value)) continue;
    for (const name of Object.keys(value)) {
      const isEcho = except.includes(name) && isRecord(value[name]);
      if (!isEcho) members.push(value[name]);
    }
  }
  return members;
}

/** A value of a record that is no object with members of its own. */
type Leaf = string | number | boolean | null;

/** The kinds that can be recognized by values alone. A percentage looks like any other number. */
type LeafKind = Exclude<FieldKind, 'percentage'>;

/** 1900-01-01. Earlier ones are mostly placeholders such as 0001-01-01, which a sheet cannot show as a date. */
const FIRST_DAY: CalendarDate = 2;

/**
 * A value as it is kept: arrays, and objects too deep to be taken apart, as JSON text.
 *
 * @param doubt Called with what is wrong with a value that is cut or cannot be kept; it holds no text of the answer.
 */
function readLeaf(value: unknown, doubt: (problem: string) => void): Leaf {
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  if (typeof value === 'number') {
    // Beyond 2^53 JSON numbers lose digits: left out rather than rounded. Adding 0 makes -0 plain.
    const isKept = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    if (!isKept) doubt('holds a number with more digits than can be kept');
    return isKept ? value + 0 : null;
  }
  const text = typeof value === 'string' ? value : jsonText(value);
  if (text === undefined) doubt('is nested too deeply');
  else if (text.length > LONGEST_TEXT) doubt('holds text that is longer than a cell holds');
  return text === undefined ? null : fitText(text);
}

/** The kind of a single leaf; a date is exactly `YYYY-MM-DD`, a date with a time is text. */
function kindOf(leaf: Exclude<Leaf, null>): LeafKind {
  if (typeof leaf === 'boolean') return 'boolean';
  if (typeof leaf === 'number') return Number.isInteger(leaf) ? 'integer' : 'decimal';
  return (parseIsoDate(leaf) ?? 0) >= FIRST_DAY ? 'date' : 'text';
}

/** The kind of a column by the kinds of its values: the one they share, or text. */
function sharedKind(kinds: ReadonlySet<LeafKind>): LeafKind {
  if (kinds.size === 2 && kinds.has('integer') && kinds.has('decimal')) return 'decimal';
  const [kind = 'text'] = Array.from(kinds);
  return kinds.size === 1 ? kind : 'text';
}

/** A value under its column's kind: a day as its serial number, a boolean as 1 or 0. */
function convertLeaf(leaf: Leaf, kind: LeafKind): ShiftValue {
  if (leaf === null) return null;
  if (kind === 'text') return String(leaf);
  if (typeof leaf === 'boolean') return leaf ? 1 : 0;
  return typeof leaf === 'number' ? leaf : (parseIsoDate(leaf) ?? null);
}

function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
