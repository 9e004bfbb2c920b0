import { specNamesOf } from '../../support/spec-fields';

/**
 * One element of `report.shifts`. Specification section 2.2; field order as there.
 *
 * Null stands where the service has no figure. The specification does not show nullability: see gaps.md.
 */
export interface ShiftRecord {
  readonly SHIFT_DATE: string;
  readonly VENUE_NAME: string;
  readonly AREA_NAME: string;
  readonly JOB_TITLE: string;
  readonly SHIFTS_POSTED: number;
  readonly SHIFTS_BOOKED: number;
  readonly SHIFTS_BOOKED_PERCENTAGE: number | null;
  readonly SHIFTS_UNFILLED: number;
  readonly SHIFTS_UNFILLED_PERCENTAGE: number | null;
  readonly SHIFTS_WORKED: number;
  readonly SHIFTS_WORKED_PERCENTAGE: number | null;
  readonly NO_SHOWS: number;
  readonly NO_SHOWS_PERCENTAGE: number | null;
  readonly HOURS_SCHEDULED: number;
  readonly HOURS_WORKED: number | null;
  readonly TRUE_DEMAND: number;
  readonly TRUE_FULFILMENT_PERCENTAGE: number | null;
  readonly SHIFT_ID: number;
}

/** The counted figures of a shift, from which every percentage follows. */
export interface ShiftFigures {
  readonly posted: number;
  readonly booked: number;
  readonly worked: number;
  readonly noShows: number;
  readonly demand: number;
  readonly hoursScheduled: number;
  /** Null until the hours are confirmed. */
  readonly hoursWorked: number | null;
}

/** Where and as what a shift is worked. */
export interface ShiftPlace {
  readonly day: string;
  readonly venue: string;
  readonly area: string;
  readonly jobTitle: string;
  readonly shiftId: number;
}

/** Puts a record together; the denominators chosen for the percentages are in `gaps.md`. */
export function buildShiftRecord(place: ShiftPlace, figures: ShiftFigures): ShiftRecord {
  const { posted, booked, worked, noShows, demand } = figures;
  const unfilled = posted - booked;
  return {
    SHIFT_DATE: place.day,
    VENUE_NAME: place.venue,
    AREA_NAME: place.area,
    JOB_TITLE: place.jobTitle,
    SHIFTS_POSTED: posted,
    SHIFTS_BOOKED: booked,
    SHIFTS_BOOKED_PERCENTAGE: percentage(booked, posted),
    SHIFTS_UNFILLED: unfilled,
    SHIFTS_UNFILLED_PERCENTAGE: percentage(unfilled, posted),
    SHIFTS_WORKED: worked,
    SHIFTS_WORKED_PERCENTAGE: percentage(worked, booked),
    NO_SHOWS: noShows,
    NO_SHOWS_PERCENTAGE: percentage(noShows, booked),
    HOURS_SCHEDULED: figures.hoursScheduled,
    HOURS_WORKED: figures.hoursWorked,
    TRUE_DEMAND: demand,
    TRUE_FULFILMENT_PERCENTAGE: percentage(worked, demand),
    SHIFT_ID: place.shiftId,
  };
}

/** Rounds half up to one decimal; nothing out of nothing is null, not 0. */
export function percentage(numerator: number, denominator: number): number | null {
  return denominator === 0 ? null : Math.round((1000 * numerator) / denominator) / 10;
}

/** A decimal field whose value is written as a whole number. */
const WHOLE_DECIMAL = new RegExp(`("(?:${specNamesOf('number').join('|')})":-?\\d+)(?=[,}])`, 'g');

/** Records are never changed, so each is written once. */
const texts = new WeakMap<ShiftRecord, string>();

/**
 * Writes one shift record as JSON text, decimal fields always with a decimal point: `95.0`, not `95`.
 *
 * The specification writes its example that way, and a reader that takes `95.0` for text would not be found out
 * by JavaScript's own `95`.
 */
export function writeShiftRecord(record: ShiftRecord): string {
  const text = texts.get(record) ?? JSON.stringify(record).replace(WHOLE_DECIMAL, '$1.0');
  texts.set(record, text);
  return text;
}

/** The parts of a shift fulfilment answer. Specification section 2.2. */
export interface ReportParts {
  readonly request: unknown;
  readonly metadata: unknown;
  /** The records as JSON text each, so that decimals keep their spelling. */
  readonly shifts: readonly string[];
}

/** Writes a shift fulfilment answer as JSON text. */
export function writeReport({ request, metadata, shifts }: ReportParts): string {
  const report = `{"shifts":[${shifts.join(',')}]}`;
  return `{"request":${JSON.stringify(request)},"report":${report},"metadata":${JSON.stringify(metadata)}}`;
}
