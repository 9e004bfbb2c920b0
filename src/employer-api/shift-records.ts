import { type CalendarDate, type DateRange, isOn, parseIsoDate } from '../calendar/calendar-date';
import { type FieldKind, SHIFT_FIELDS } from '../contract/fields';

export type { FieldKind };

/** One field of a shift record, under the service's own name. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
}

/** The 18 fields of a shift record, in the documented order: the order of every row and every table. */
export const SHIFT_FULFILMENT_FIELDS: readonly Field[] = SHIFT_FIELDS;

/** The position of a field in a row. @throws {RangeError} for a name that no field has: a mistake of ours. */
export function columnOf(field: string): number {
  const column = SHIFT_FULFILMENT_FIELDS.findIndex(({ name }) => name === field);
  if (column < 0) throw new RangeError(`No field is called ${field}.`);
  return column;
}

/** Where the day of a row stands. */
export const DAY_COLUMN = columnOf('SHIFT_DATE');
/** Where the ID of a row stands. */
export const ID_COLUMN = columnOf('SHIFT_ID');

/** A value of a shift record: a day as `CalendarDate`, a number, text, or null where there is none. */
export type ShiftValue = number | string | null;

/** One shift record: its 18 values in the documented order. */
export type ShiftRow = readonly ShiftValue[];

/** The most characters of text that fit one cell of a sheet, with the apostrophe that marks text. */
export const LONGEST_TEXT = 49_999;

/** Shift records as rows, and what was wrong with them. */
export interface ShiftRecords {
  readonly rows: readonly ShiftRow[];
  /** How many things were left out or are odd; what the service sent as null is neither. */
  readonly doubts: number;
  /** The first of them in words, which hold no text of the answer; empty if there is none. */
  readonly firstDoubt: string;
  /** How many records had no day, and so are not among the rows. */
  readonly undated: number;
}

/**
 * Reads the shift records of some days, field by field. Records of other days are left out, and so are those without a
 * day, which are counted.
 *
 * A value that is missing, null or of the wrong kind becomes an empty cell; its neighbours stay as they are.
 * Counts below 0 and percentages over 100 are kept as sent: the specification states no range. Unknown fields are ignored.
 * A SHIFT_ID that comes twice is kept and reported, and so is text that was not sent as UTF-8.
 */
export function readShiftRecords(records: readonly unknown[], days: DateRange = EVERY_DAY): ShiftRecords {
  const reader = new RecordReader(days);
  records.forEach(reader.read, reader);
  return reader.found();
}

/** Whether a JSON value is an object, not an array and not null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const EVERY_DAY: DateRange = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const EMPTY_ROW: readonly ShiftValue[] = SHIFT_FULFILMENT_FIELDS.map(() => null);
const hasOwn = Object.prototype.hasOwnProperty;

/** Reads one record after another, and counts what is wrong with them. */
class RecordReader {
  private readonly rows: ShiftRow[] = [];
  private doubts = 0;
  private firstDoubt = '';
  private undated = 0;
  private readonly seenIds = new Set<ShiftValue>();
  /** Each day is read once: an answer has many records and few days. */
  private readonly dayOf = new Map<string, CalendarDate | undefined>();

  constructor(private readonly days: DateRange) {}

  /**
   * Reads a record into a row; what is no record, or none of these days, makes none.
   *
   * It holds the loop over the fields itself: as a function of its own that loop is compiled twice for an answer.
   */
  read(record: unknown, index: number): void {
    if (!isRecord(record)) {
      this.doubt(index, ' is not a shift record');
      return;
    }
    const row = EMPTY_ROW.slice();
    for (let column = 0; column < row.length; column += 1) {
      const { name, kind } = SHIFT_FULFILMENT_FIELDS[column] as Field;
      const sent = hasOwn.call(record, name) ? record[name] : undefined;
      const value = this.readValue(sent, kind);
      if (column === DAY_COLUMN && !isOn(value, this.days)) {
        if (value === undefined) this.undated += 1;
        return;
      }
      if (value === undefined) {
        if (sent === undefined) this.doubt(index, `, ${name} is missing`);
        else if (sent !== null) this.doubt(index, `, ${name} is not of the documented type`);
        continue;
      }
      row[column] = value;
      if (typeof value !== 'string') continue;
      if (value.length > LONGEST_TEXT) this.doubt(index, `, ${name} is longer than a cell holds`);
      // What decoders put in the place of bytes that are not UTF-8.
      if (value.includes('\ufffd')) this.doubt(index, `, ${name} has characters that were not sent as UTF-8`);
    }
    const id = row[ID_COLUMN] as ShiftValue;
    if (id !== null) {
      const { size } = this.seenIds;
      if (this.seenIds.add(id).size === size) this.doubt(index, ', SHIFT_ID comes more than once');
    }
    this.rows.push(row);
  }

  /** All that was read. */
  found(): ShiftRecords {
    const { rows, doubts, firstDoubt, undated } = this;
    return { rows, doubts, firstDoubt, undated };
  }

  /** @returns `undefined` when the value is not of its kind. */
  private readValue(value: unknown, kind: FieldKind): ShiftValue | undefined {
    if (kind === 'text') return typeof value === 'string' ? value : undefined;
    if (kind === 'date') return typeof value === 'string' ? this.readDay(value) : undefined;
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    // Beyond 2^53 JSON numbers lose digits: refused rather than rounded.
    if (kind === 'integer' && !Number.isSafeInteger(value)) return undefined;
    // -0 becomes plain; adding 0 to every number would copy it.
    return value === 0 ? 0 : value;
  }

  private readDay(text: string): CalendarDate | undefined {
    const known = this.dayOf.get(text);
    if (known !== undefined) return known;
    const day = parseIsoDate(text);
    this.dayOf.set(text, day);
    return day;
  }

  private doubt(index: number, problem: string): void {
    this.doubts += 1;
    this.firstDoubt ||= `record ${index + 1}${problem}`;
  }
}
