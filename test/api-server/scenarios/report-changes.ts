import { SHIFT_FIELDS } from '../../../src/contract/fields';
import { parseDay } from '../data/calendar-day';
import { type ReportParts, writeReport, writeShiftRecord } from '../data/report-json';
import type { ShiftRecord } from '../data/shift-record';
import type { Store } from '../store';
import type { RuleNamed } from './scenario-rule';

type ReportRule =
  | RuleNamed<'echo'>
  | RuleNamed<'rows'>
  | RuleNamed<'empty'>
  | RuleNamed<'replace-rows'>
  | RuleNamed<'day-filter'>;

interface Report {
  readonly request: Readonly<Record<string, unknown>>;
  readonly report: { readonly shifts: readonly ShiftRecord[] };
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Keeps added rows apart from the few that corrections add. */
const FIRST_ADDED_INDEX = 1_000;

/** Changes what a good shift fulfilment report says, not its shape. Answers of other reports stay as they are. */
export function changeReport(text: string, rule: ReportRule, store: Store): string {
  const good = JSON.parse(text) as Report;
  if (!Array.isArray(good.report?.shifts)) return text;
  switch (rule.name) {
    case 'echo':
      return writeReport(changeEcho(good, rule));
    case 'rows':
      return writeReport({ ...good, shifts: resize(good, rule.rows, store).map(writeShiftRecord) });
    case 'empty':
      return writeReport({ ...good, shifts: [] });
    case 'replace-rows':
      return writeReport({
        ...good,
        shifts: withEveryField(givenRows(good, rule)).map((row) => JSON.stringify(row)),
      });
    case 'day-filter':
      return writeReport({ ...good, shifts: filterByDay(good, rule, store) });
  }
}

/** The records that a service would send that takes the days of a request otherwise than this one. */
function filterByDay({ request }: Report, rule: RuleNamed<'day-filter'>, store: Store): readonly string[] {
  const { excludesLastDay = false, otherDays, most, newestFirst = false } = rule;
  const from = parseDay(String(request.from_date)) ?? 0;
  const to = (parseDay(String(request.to_date)) ?? 0) - (excludesLastDay ? 1 : 0);
  const records = rule.rows
    ? sortedByDay(rule.rows)
    : ownRecords(Number(request.employer_id), from, to, store);
  const found = records.filter(({ SHIFT_DATE, SHIFT_ID }) => {
    const isOther = otherDays !== undefined && SHIFT_ID % otherDays.every === 0;
    const counted = (parseDay(SHIFT_DATE) ?? Number.NaN) + (isOther ? otherDays.by : 0);
    return counted >= from && counted <= to;
  });
  if (newestFirst) found.reverse();
  return found
    .slice(0, most)
    .map((record) => (rule.rows ? JSON.stringify(record) : writeShiftRecord(record as ShiftRecord)));
}

type DatedRecord = Pick<ShiftRecord, 'SHIFT_DATE' | 'SHIFT_ID'>;

function sortedByDay(records: readonly DatedRecord[]): readonly DatedRecord[] {
  return [...records].sort((one, other) => one.SHIFT_DATE.localeCompare(other.SHIFT_DATE));
}

/** Those of the days asked for and of their neighbours, which may count for them. */
function ownRecords(employerId: number, from: number, to: number, store: Store): readonly DatedRecord[] {
  const employer = store.employer(employerId);
  const { firstDay, lastDay } = store.keptDays();
  const [first, last] = [Math.max(from - 1, firstDay), Math.min(to + 1, lastDay)];
  const days = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return employer === undefined ? [] : days.flatMap((one) => store.shiftsOn(employer, one));
}

/** Records that leave out some of the 18 fields: those that none has are null, since a report without a field is refused. */
function withEveryField(rows: readonly unknown[]): readonly unknown[] {
  const records = rows.filter((row): row is object => typeof row === 'object' && row !== null);
  const lacking = SHIFT_FIELDS.filter(({ name }) => !records.some((record) => name in record));
  const nulls = Object.fromEntries(lacking.map(({ name }) => [name, null]));
  return rows.map((row) => (Object(row) === row ? { ...nulls, ...(row as object) } : row));
}

function givenRows({ request }: Report, { rows, onlyAsked }: RuleNamed<'replace-rows'>): readonly unknown[] {
  if (!onlyAsked) return rows;
  const [from, to] = [String(request.from_date), String(request.to_date)];
  return rows.filter((row) => {
    const day = (row as { SHIFT_DATE?: unknown } | null)?.SHIFT_DATE;
    return typeof day !== 'string' || (day >= from && day <= to);
  });
}

function changeEcho(good: Report, rule: RuleNamed<'echo'>): ReportParts {
  const request = {
    ...good.request,
    ...given('employer_id', rule.employerId),
    ...given('deployment_code', rule.deploymentCode),
    ...given('from_date', rule.fromDate),
    ...given('to_date', rule.toDate),
  };
  const metadata = {
    ...good.metadata,
    ...given('employer_id', rule.metadataEmployerId),
    ...given('generated_at', rule.generatedAt),
  };
  return { request, metadata, shifts: good.report.shifts.map(writeShiftRecord) };
}

function given(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value };
}

/** The day of the rows of `resize`, where it is among those that are asked for. */
const FULL_DAY = parseDay('2026-03-02') ?? 0;

/**
 * So many rows, all of 2026-03-02 where the request has it, else evenly on its days. Added rows have SHIFT_IDs of their day
 * alone, so that answers for neighbouring ranges never share one. A number that would look like a limit, a multiple of 50,
 * gets one row more, on the last day of the request.
 */
function resize(good: Report, rows: number, store: Store): readonly ShiftRecord[] {
  const employer = store.employer(Number(good.request.employer_id));
  const first = parseDay(String(good.request.from_date));
  const last = parseDay(String(good.request.to_date));
  if (employer === undefined || first === undefined || last === undefined) return good.report.shifts;
  const isFull = first <= FULL_DAY && FULL_DAY <= last;
  const [from, days] = isFull ? [FULL_DAY, 1] : [first, last - first + 1];
  const shifts = good.report.shifts
    .filter(({ SHIFT_DATE }) => !isFull || parseDay(SHIFT_DATE) === FULL_DAY)
    .slice(0, rows);
  const added = Array.from({ length: rows - shifts.length }, (_, index) =>
    store.addedShift(employer, from + (index % days), FIRST_ADDED_INDEX + Math.floor(index / days)),
  );
  const isRound = isFull && rows >= 100 && rows % 50 === 0;
  const beside = isRound ? [store.addedShift(employer, last, FIRST_ADDED_INDEX + 999)] : [];
  return [...shifts, ...added, ...beside].sort(
    (one, other) => one.SHIFT_DATE.localeCompare(other.SHIFT_DATE) || one.SHIFT_ID - other.SHIFT_ID,
  );
}
