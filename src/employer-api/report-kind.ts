import type { DateRange } from '../calendar/date-range';
import type { Connection } from './connection';
import type { HttpRequest, HttpResponse } from './ports';
import type { Field } from './shift-fulfilment-fields';
import type { ShiftRecords } from './shift-records';

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
export interface ReportCredentials {
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
