import { SeededRandom } from '../emulator/random';
import type { HttpAnswer, HttpRequest } from '../emulator/sync-http/http-exchange';
import { type Rounding, roundedShare } from '../simulation/rounded-share';
import { type Counts, LISTED_TRUTHS, type Truth, UNLISTED_TRUTHS } from '../simulation/services';
import { SPEC_FIELDS, SPEC_NAMES } from '../support/spec-fields';

/*
 * A service with a conduct of its own, which may change from some day on. What it knows to be true is kept apart from what
 * it answers: an oracle reads the first, the add-on only ever sees the second.
 */

/** Days since 1970. */
export type Day = number;

/** The day on which trials begin: Tuesday, 10 March 2026. */
export const FIRST_DAY: Day = dayOf('2026-03-10');
/** The first day with shifts. */
export const FIRST_SHIFTS: Day = dayOf('2026-01-01');
/** The number of days, or hours, that a trial takes. */
export const TRIAL_STEPS = 30;
const LAST_SHIFTS = FIRST_DAY + TRIAL_STEPS + 3;

/** A shift as it really is, on a day on which someone asks. */
export interface TrueShift extends Counts {
  readonly id: number;
  readonly day: Day;
  /** The hour of the local day in which it begins. */
  readonly hour: number;
  readonly venue: string;
  readonly area: string;
  readonly role: string;
  HOURS_SCHEDULED: number;
  HOURS_WORKED: number;
}

/** How percentages are written. */
export type Format =
  | { readonly kind: 'rounded'; readonly decimals: number; readonly rounding: Rounding }
  /** `round(part / whole, 3) * 100`: to one decimal, with the noise of the multiplication. */
  | { readonly kind: 'thousandths' }
  /** One decimal, passed through 32 bits. */
  | { readonly kind: 'single precision' }
  /** One decimal; about one value in 200 has noise in its last place. */
  | { readonly kind: 'one noisy value' }
  /** As the division gives it. */
  | { readonly kind: 'exact' };

/** From which day on a change holds: by the day of the request, or by the day of the shift. */
export interface SetsIn {
  readonly by: 'request' | 'shift';
  readonly day: Day;
}

/** One way in which a service may come to behave otherwise. */
export type Change = { readonly from: SetsIn } & (
  | { readonly kind: 'definition' | 'definition unlisted'; readonly truth: Truth }
  | { readonly kind: 'decimals'; readonly format: Format }
  | { readonly kind: 'days by UTC'; readonly offsetHours: number }
  | { readonly kind: 'exclusive last day' }
  | { readonly kind: 'cap'; readonly size: number; readonly order: 'oldest first' | 'newest first' }
  | {
      readonly kind: 'field renamed' | 'field as text' | 'field null' | 'field 0' | 'field missing';
      readonly fields: readonly string[];
    }
  | { readonly kind: 'rows restated' | 'rows deleted' | 'rows moved'; readonly share: number }
  /** Of what came on the day before, this share comes again. */
  | { readonly kind: 'erosion'; readonly share: number }
  | { readonly kind: 'empty answers' }
  | { readonly kind: 'IDs reused' | 'IDs absent' }
  | { readonly kind: 'zero of zero'; readonly value: 0 | null | 100 }
);

/** What a service is like at first, and what becomes of it. */
export interface Plan {
  readonly seed: number;
  readonly region: 'UK' | 'US';
  readonly zone: string;
  readonly rowsPerDay: number;
  readonly hasClosedSundays: boolean;
  readonly mostPositions: number;
  readonly definitions: readonly Truth[];
  readonly format: Format;
  readonly zeroOfZero: 0 | null | 100;
  /** Whether a trial takes its steps by the hour, not by the day: changes by request then set in after so many hours. */
  readonly isHourly: boolean;
  /** The periods of the saved reports: of shifts, of shifts with history, of venues. `custom` is long ago. */
  readonly periods: readonly [shifts: string, history: string, venues: string];
  readonly changes: readonly Change[];
}

/** One answer, as far as an oracle needs it. */
export interface Answered {
  /** The step of the trial. */
  readonly at: Day;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly from: Day;
  readonly to: Day;
  readonly shifts: readonly TrueShift[];
}

const FIELD_CHANGES = ['field renamed', 'field as text', 'field null', 'field 0', 'field missing'] as const;
const METRICS = SPEC_NAMES.slice(4, 17);

/** All kinds of changes that `drawPlan` makes. */
export const KINDS = [
  ...(['definition', 'definition unlisted', 'decimals', 'days by UTC', 'exclusive last day', 'cap'] as const),
  ...FIELD_CHANGES,
  ...(['rows restated', 'rows deleted', 'rows moved', 'erosion', 'empty answers'] as const),
  ...(['IDs reused', 'IDs absent', 'zero of zero'] as const),
] as const;

/**
 * Draws a service: one in four stays as it is, half change in one way, the others in two.
 *
 * @param days How long it is to be looked at: changes set in within the first three quarters.
 */
export function drawPlan(seed: number, days = TRIAL_STEPS): Plan {
  const random = new SeededRandom(seed);
  const pick = <T>(of: readonly T[]): T => of[random.below(of.length)] as T;
  const isLarge = random.below(4) === 0;
  const basic = {
    seed,
    rowsPerDay: isLarge ? 20 + random.below(21) : 3 + random.below(12),
    hasClosedSundays: random.below(5) === 0,
    isHourly: random.below(6) === 0,
    mostPositions: pick([1, 3, 12, 12, 12]),
    definitions: METRICS.filter((name) => name.endsWith('_PERCENTAGE')).map((field) =>
      pick(LISTED_TRUTHS.filter((truth) => truth.field === field)),
    ),
    format: drawFormat(random, false),
    zeroOfZero: pick([0, null, 100] as const),
    periods: [
      pick(['last 7 days', 'last week', 'last month', 'custom']),
      pick(['last 7 days', 'last 28 days']),
      pick(['last week', 'last month', 'last 28 days', 'custom']),
    ] as const,
    ...pick([
      { region: 'UK', zone: 'Europe/London' } as const,
      { region: 'US', zone: 'America/New_York' } as const,
    ]),
  };
  const kinds = new Set<Change['kind']>();
  const wanted = pick([0, 1, 1, 2]);
  while (kinds.size < wanted) kinds.add(pick(KINDS));
  const changes = Array.from(kinds, (kind) => drawChange(kind, basic, random, days));
  // A cap tells nothing where no month has more records.
  const rowsPerDay = kinds.has('cap') ? Math.max(basic.rowsPerDay, 12) : basic.rowsPerDay;
  return { ...basic, rowsPerDay, changes };
}

function drawFormat(random: SeededRandom, isOdd: boolean): Format {
  const odd = ['thousandths', 'single precision', 'one noisy value', 'exact'] as const;
  if (isOdd && random.below(3) > 0) return { kind: odd[random.below(odd.length)] ?? 'exact' };
  const rounding =
    (['half up', 'half up', 'half to even', 'truncated'] as const)[random.below(4)] ?? 'half up';
  return { kind: 'rounded', decimals: random.below(3), rounding };
}

function drawChange(
  kind: Change['kind'],
  basic: Pick<Plan, 'definitions' | 'rowsPerDay'>,
  random: SeededRandom,
  days: number,
): Change {
  const pick = <T>(of: readonly T[]): T => of[random.below(of.length)] as T;
  const isByShift = random.below(2) === 0 && isOfRows(kind);
  const from: SetsIn = isByShift
    ? { by: 'shift', day: FIRST_DAY - 25 + random.below(25 + Math.ceil(days / 2)) }
    : {
        by: 'request',
        day: FIRST_DAY + (random.below(4) === 0 ? 0 : 1 + random.below(Math.ceil(0.75 * days))),
      };
  switch (kind) {
    case 'definition': {
      const before = pick(basic.definitions);
      return {
        kind,
        from,
        truth: pick(LISTED_TRUTHS.filter((one) => one.field === before.field && one !== before)),
      };
    }
    case 'definition unlisted':
      return { kind, from, truth: pick(UNLISTED_TRUTHS) };
    case 'decimals':
      return { kind, from, format: drawFormat(random, true) };
    case 'days by UTC':
      return { kind, from, offsetHours: pick([-8, -5, 1, 2]) };
    case 'cap': {
      const month = 30 * Math.max(basic.rowsPerDay, 12);
      const round = [100, 250, 500, 1000].filter((size) => size < month && size > month / 8);
      const odd = Math.max(20, Math.floor(month * (0.25 + 0.74 * random.next())));
      const size = random.below(2) === 0 && round.length > 0 ? pick(round) : odd;
      return { kind, from, size, order: pick(['oldest first', 'newest first'] as const) };
    }
    case 'rows restated':
    case 'rows deleted':
    case 'rows moved':
      return { kind, from, share: 0.02 + 0.3 * random.next() };
    case 'zero of zero':
      return { kind, from, value: pick([0, null, 100] as const) };
    case 'erosion':
      return { kind, from, share: pick([0.5, 0.6, 0.8]) };
    case 'exclusive last day':
    case 'empty answers':
    case 'IDs reused':
    case 'IDs absent':
      return { kind, from };
    default: {
      const isAll = random.below(5) === 0;
      const others = kind === 'field 0' ? [] : ['VENUE_NAME'];
      return { kind, from, fields: isAll ? METRICS : [pick([...METRICS, ...others])] };
    }
  }
}

/** Whether a change is one of rows, so that it may set in by their day. */
function isOfRows(kind: Change['kind']): boolean {
  return /^(definition|field|IDs)/.test(kind) || kind === 'decimals' || kind === 'zero of zero';
}

/** A number from 0 to below 1 that belongs to a shift: the same each time, another for each purpose. */
function shareOf(shift: { readonly id: number }, purpose: number): number {
  return new SeededRandom(shift.id * 31 + purpose).next();
}

/** A service that goes by a plan. It answers token and report requests; the clock is its caller's. */
export class ChangingService {
  /** What it answered, newest last. */
  readonly answered: Answered[] = [];
  private readonly drawn: readonly TrueShift[];
  private readonly localDate: Intl.DateTimeFormat;
  private date: { readonly at: number; readonly day: Day } | undefined;
  private known: { readonly moment: string; readonly shifts: readonly TrueShift[] } | undefined;

  /**
   * @param now Milliseconds since 1970.
   * @param startedAt When the first step began.
   */
  constructor(
    readonly plan: Plan,
    private readonly now: () => number,
    private readonly startedAt = FIRST_DAY * 86_400_000,
  ) {
    this.drawn = drawShifts(plan);
    // Canadian dates are written 2026-03-10.
    this.localDate = new Intl.DateTimeFormat('en-CA', { timeZone: plan.zone });
  }

  /** The day on which someone asks, where the spreadsheet is. */
  get today(): Day {
    const now = this.now();
    if (this.date?.at !== now) this.date = { at: now, day: dayOf(this.localDate.format(now)) };
    return this.date.day;
  }

  /** The step of the trial on which someone asks, as a day: changes by request go by it. */
  get step(): Day {
    if (!this.plan.isHourly) return this.today;
    return FIRST_DAY + Math.floor((this.now() - this.startedAt) / 3_600_000);
  }

  /** All shifts as they really are today: corrected, deleted and moved ones as they now are. */
  shifts(): readonly TrueShift[] {
    const moment = `${this.today} ${this.step}`;
    if (this.known?.moment !== moment) this.known = { moment, shifts: this.shiftsNow() };
    return this.known.shifts;
  }

  /** What a percentage of a shift is really made of, when asked today. */
  truthOf(field: string, shift: Pick<TrueShift, 'day'>): Truth {
    const changed = this.changesOn(shift.day).flatMap((change) =>
      (change.kind === 'definition' || change.kind === 'definition unlisted') && change.truth.field === field
        ? [change.truth]
        : [],
    );
    const truth = changed.at(-1) ?? this.plan.definitions.find((one) => one.field === field);
    if (truth === undefined) throw new Error(`${field} has no definition.`);
    return truth;
  }

  /** Answers requests one after another, as HTTP would bring the answers. */
  readonly exchange = (requests: readonly HttpRequest[]): HttpAnswer[] =>
    requests.map(({ url }) => {
      const { pathname, searchParams } = new URL(url);
      const body = pathname.startsWith('/oauth/')
        ? {
            access_token: `token-${this.now()}`,
            token_type: 'Bearer',
            expires_in: 3600,
            scope: 'employer_access',
          }
        : this.report(searchParams.get('from_date') ?? '', searchParams.get('to_date') ?? '');
      return {
        status: 200,
        rawHeaders: ['Content-Type', 'application/json'],
        body: Buffer.from(JSON.stringify(body)),
      };
    });

  /** The changes that hold today for shifts of a day. */
  changesOn(day: Day): Change[] {
    const { step } = this;
    return this.plan.changes.filter(({ from }) => (from.by === 'shift' ? day : step) >= from.day);
  }

  /** The record of a shift as it is sent. */
  record(shift: TrueShift): Record<string, unknown> {
    const changes = this.changesOn(shift.day);
    const last = <K extends Change['kind']>(kind: K) =>
      changes.filter((change): change is Extract<Change, { kind: K }> => change.kind === kind).at(-1);
    const format = last('decimals')?.format ?? this.plan.format;
    const zero = last('zero of zero')?.value;
    const zeroOfZero = zero === undefined ? this.plan.zeroOfZero : zero;
    const record: Record<string, unknown> = {};
    for (const [name, type] of SPEC_FIELDS) {
      if (type === 'date') record[name] = textOf(shift.day);
      else if (name.endsWith('_PERCENTAGE')) {
        const [part, whole] = this.truthOf(name, shift).of(shift);
        record[name] = whole === 0 ? zeroOfZero : written(part, whole, format, shift);
      } else record[name] = plainValue(name, shift);
    }
    if (last('IDs reused')) record.SHIFT_ID = 1 + (shift.id % 40);
    if (last('IDs absent')) record.SHIFT_ID = null;
    for (const change of changes) if ('fields' in change) spoil(record, change);
    return record;
  }

  private report(fromText: string, toText: string): object {
    const [from, to] = [dayOf(fromText), dayOf(toText)];
    const shifts = this.chosen(from, to);
    this.answered.push({ at: this.step, time: this.now(), from, to, shifts });
    return {
      request: { employer_id: 1042, deployment_code: this.plan.region, from_date: fromText, to_date: toText },
      report: { shifts: shifts.map((shift) => this.record(shift)) },
      metadata: { employer_id: 1042, generated_at: new Date(this.now()).toISOString() },
    };
  }

  /** The shifts that an answer holds, in its order. */
  private chosen(from: Day, to: Day): TrueShift[] {
    const { step } = this;
    const active = this.plan.changes.filter(
      (change) => change.from.by === 'request' && step >= change.from.day,
    );
    const find = <K extends Change['kind']>(kind: K) =>
      active.find((change): change is Extract<Change, { kind: K }> => change.kind === kind);
    const offset = find('days by UTC')?.offsetHours;
    const asDay = (shift: TrueShift) =>
      offset === undefined ? shift.day : Math.floor((24 * shift.day + shift.hour - offset) / 24);
    const end = find('exclusive last day') ? to - 1 : to;
    let chosen = this.shifts().filter((shift) => asDay(shift) >= from && asDay(shift) <= end);
    const erosion = find('erosion');
    if (erosion)
      chosen = chosen.filter((shift) => shareOf(shift, 1) < erosion.share ** (1 + step - erosion.from.day));
    if (find('empty answers')) chosen = [];
    const cap = find('cap');
    if (cap?.order === 'newest first') chosen.reverse();
    return cap ? chosen.slice(0, cap.size) : chosen;
  }

  private shiftsNow(): TrueShift[] {
    const { today, step } = this;
    const active = this.plan.changes.filter(({ from }) => from.by === 'request' && step >= from.day);
    return this.drawn
      .flatMap((drawn) => {
        let shift: TrueShift = { ...drawn };
        for (const change of active) {
          // Shifts that came later were right from the start.
          if (
            !('share' in change) ||
            change.kind === 'erosion' ||
            drawn.day >= change.from.day ||
            shareOf(drawn, 2) >= change.share
          )
            continue;
          if (change.kind === 'rows deleted') return [];
          if (change.kind === 'rows moved') shift = { ...shift, day: shift.day - 1 - (shift.id % 3) };
          else if (shift.SHIFTS_WORKED > 0) {
            shift.SHIFTS_WORKED -= 1;
            shift.NO_SHOWS += 1;
            shift.HOURS_WORKED = Math.max(0, shift.HOURS_WORKED - 8);
          }
        }
        if (shift.day >= today) Object.assign(shift, { SHIFTS_WORKED: 0, NO_SHOWS: 0, HOURS_WORKED: 0 });
        return [shift];
      })
      .sort((one, other) => one.day - other.day);
  }
}

function drawShifts(plan: Plan): TrueShift[] {
  const random = new SeededRandom(plan.seed ^ 0x5f3759df);
  const some = (of: number, chance: number) => {
    let count = 0;
    for (let each = 0; each < of; each += 1) if (random.next() < chance) count += 1;
    return count;
  };
  const shifts: TrueShift[] = [];
  const venues = 2 + random.below(4);
  for (let day = FIRST_SHIFTS; day <= LAST_SHIFTS; day += 1) {
    if (plan.hasClosedSundays && weekdayOf(day) === 0) continue;
    const rows = Math.max(1, plan.rowsPerDay + random.below(5) - 2);
    for (let row = 0; row < rows; row += 1) {
      const posted = 1 + random.below(plan.mostPositions);
      const shape = random.next();
      const demand = Math.max(0, posted + (shape < 0.3 ? -1 - random.below(2) : shape > 0.9 ? 1 : 0));
      const booked = some(posted, 0.85);
      const present = booked - some(booked, 0.06);
      const noShows = some(present, 0.07);
      shifts.push({
        id: 10_000 * (day - FIRST_SHIFTS + 1) + row,
        day,
        hour: random.below(24),
        venue: `Venue ${String.fromCharCode(65 + random.below(venues))}`,
        area: ['Bar', 'Kitchen', 'Door'][random.below(3)] ?? '',
        role: ['Chef', 'Waiter'][random.below(2)] ?? '',
        SHIFTS_POSTED: posted,
        SHIFTS_BOOKED: booked,
        SHIFTS_UNFILLED: posted - booked,
        SHIFTS_WORKED: present - noShows,
        NO_SHOWS: noShows,
        TRUE_DEMAND: demand,
        // The same hours twice on one day would make two shifts without an ID one record.
        HOURS_SCHEDULED: 8 * booked + row / 64,
        HOURS_WORKED: 8 * (present - noShows),
      });
    }
  }
  return shifts;
}

function plainValue(name: string, shift: TrueShift): unknown {
  const texts: Record<string, unknown> = {
    VENUE_NAME: shift.venue,
    AREA_NAME: shift.area,
    JOB_TITLE: shift.role,
    SHIFT_ID: shift.id,
  };
  return texts[name] ?? shift[name as keyof TrueShift];
}

function spoil(
  record: Record<string, unknown>,
  change: Change & { readonly fields: readonly string[] },
): void {
  for (const name of change.fields) {
    const value = record[name];
    if (change.kind === 'field null') record[name] = null;
    if (change.kind === 'field 0') record[name] = 0;
    if (change.kind === 'field as text' && typeof value === 'number') record[name] = String(value);
    if (change.kind === 'field missing' || change.kind === 'field renamed') delete record[name];
    if (change.kind === 'field renamed') record[`${name}_V2`] = value;
  }
}

function written(part: number, whole: number, format: Format, shift: TrueShift): number {
  const oneDecimal = () => roundedShare(part, whole, 1, 'half up');
  switch (format.kind) {
    case 'rounded':
      return roundedShare(part, whole, format.decimals, format.rounding);
    case 'thousandths':
      return (Math.round((1000 * part) / whole) / 1000) * 100;
    case 'single precision':
      return Math.fround(oneDecimal());
    case 'one noisy value':
      return shareOf(shift, 3) < 1 / 200 ? oneDecimal() - 7e-15 * (1 + oneDecimal()) : oneDecimal();
    case 'exact':
      return (100 * part) / whole;
  }
}

/** The day of a text like `2026-03-10`. */
export function dayOf(text: string): Day {
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
}

/** A day as `2026-03-10`. */
export function textOf(day: Day): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: Day): number {
  return (day + 4) % 7;
}
