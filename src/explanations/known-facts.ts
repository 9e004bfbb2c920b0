import type { CalendarDate } from '../calendar/calendar-date';
import { isDate } from '../calendar/date-cell';
import { type DateRange, isSameRange } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-unit';
import type { ExplanationLine } from '../contract/sidebar';
import { type Region, weekStartIn } from '../employer-api/connection';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import { type KeptBases, parseKeptBases } from '../figures/kept-basis';
import type { FetchServices } from '../reports/fetching/fetch-services';
import type { JoinedReport } from '../reports/fetching/joined-report';
import { readKeptReport } from '../reports/fetching/kept-report';
import type { Pace } from '../reports/fetching/pace';
import type { Properties, SpreadsheetCalendar, TextPacker } from '../reports/ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../reports/saved/document-state';
import { readPace } from '../reports/saved/pace-record';
import {
  type Audience,
  type ConnectionStores,
  findConnection,
  type SavedConnection,
} from '../reports/saved/saved-connection';
import { parseSeenNames, type SeenNames } from '../reports/saved/seen-names';
import { linesOf } from './explanation';

/** What explaining a cell may ask for. */
export interface KnownServices {
  readonly stores: ConnectionStores;
  readonly fetchingFor: (audience: Audience) => FetchServices;
  readonly calendar: SpreadsheetCalendar;
  readonly packer: TextPacker;
}

/** A cell read as a date is a moment; half a day later it is still the same day, also where midnight is skipped. */
const HALF_A_DAY = 43_200_000;

/** Everything about the spreadsheet that explanations rest on, each asked for once. It makes no request. */
export class KnownFacts {
  readonly properties: Properties;
  readonly state: DocumentState;
  private saved: SavedConnection | undefined;
  private read: { readonly range: DateRange; readonly report: JoinedReport | undefined } | undefined;

  /** One property read. */
  constructor(private readonly services: KnownServices) {
    this.properties = services.stores.document.readAll();
    this.state = readDocumentState(this.properties);
  }

  /** One service call, the first time. */
  zone(): string {
    return this.services.calendar.zone();
  }

  today(): CalendarDate {
    return this.services.calendar.today(this.zone());
  }

  /** The day of a cell that holds a date. */
  dayOf(date: Date): CalendarDate {
    return Math.floor(this.services.calendar.serial(date.getTime() + HALF_A_DAY, this.zone()));
  }

  /** The day on which something happened. */
  dayAt(millis: number): CalendarDate {
    return Math.floor(this.services.calendar.serial(millis, this.zone()));
  }

  /** A moment as people read it: `2026-11-21 14:05 (Europe/London)`. */
  time(millis: number): string {
    return `${this.services.calendar.text(millis, this.zone())} (${this.zone()})`;
  }

  /** The day in a cell of a date; `undefined` for any other value. */
  dayIn(value: unknown): CalendarDate | undefined {
    return isDate(value) ? this.dayOf(value) : undefined;
  }

  /** A moment as sheets count it: days, with the time of day as their fraction. */
  momentOf(date: Date): number {
    return this.services.calendar.serial(date.getTime(), this.zone());
  }

  region(): Region {
    return this.connection().connection.region;
  }

  weekStart(): WeekStart {
    return weekStartIn(this.connection().connection.region);
  }

  bases(): KeptBases | undefined {
    return parseKeptBases(this.properties[PROPERTY.bases], this.connection().connection.fingerprint);
  }

  /** What refreshes have learnt of the service's answers. */
  pace(): Pace {
    return readPace(this.properties[PROPERTY.pace], this.connection().connection.fingerprint);
  }

  /** The names that refreshes have seen; `undefined` when none is kept. */
  seenNames(): SeenNames | undefined {
    const { fingerprint } = this.connection().connection;
    return parseSeenNames(this.properties[PROPERTY.names], fingerprint, this.services.packer);
  }

  /** The rows that are kept of a range; `undefined` where some day is missing, or nothing is connected. */
  rowsOf(range: DateRange): JoinedReport | undefined {
    if (this.read === undefined || !isSameRange(this.read.range, range)) {
      this.read = { range, report: this.readKept(range) };
    }
    return this.read.report;
  }

  /** Whether there is a connection that can be used. */
  isConnected(): boolean {
    try {
      this.connection();
      return true;
    } catch {
      return false;
    }
  }

  /** When the service made a report, and which request it was. */
  sourceLines(generatedAt: string | null | undefined, correlationId: string | undefined): ExplanationLine[] {
    return linesOf({
      'Data as of': generatedAt ? this.time(Date.parse(generatedAt)) : undefined,
      'Correlation ID': correlationId,
    });
  }

  private readKept(range: DateRange): JoinedReport | undefined {
    try {
      const { connection, audience } = this.connection();
      const fetching = this.services.fetchingFor(audience);
      return readKeptReport(fetching, SHIFT_FULFILMENT_REPORT, connection, range, this.pace());
    } catch {
      return undefined;
    }
  }

  /** @throws {ReportError} `settings_missing` */
  private connection(): SavedConnection {
    this.saved = this.saved ?? findConnection(this.properties, this.services.stores);
    return this.saved;
  }
}
