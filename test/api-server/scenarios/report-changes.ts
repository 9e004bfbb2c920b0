import { SHIFT_FIELDS } from '../../../src/contract/fields';
import { parseDay } from '../data/calendar-day';
import { type ShiftRecord, writeReport, writeShiftRecord } from '../data/shift-record';
import type { Store } from '../store';
import type { RuleNamed, ScenarioRule } from './scenario-rule';

type ReportRule = Extract<ScenarioRule, { readonly name: 'rows' | 'empty' | 'replace-rows' | 'day-filter' }>;

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
      return writeReport({ ...good, shifts: filterByDay(good, rule) });
  }
}

function filterByDay({ request }: Report, { rows, most }: RuleNamed<'day-filter'>): readonly string[] {
  const [from, to] = [String(request.from_date), String(request.to_date)];
  return [...rows]
    .filter(({ SHIFT_DATE }) => SHIFT_DATE >= from && SHIFT_DATE <= to)
    .sort((one, other) => one.SHIFT_DATE.localeCompare(other.SHIFT_DATE))
    .slice(0, most)
    .map((record) => JSON.stringify(record));
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
