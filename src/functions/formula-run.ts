import type { DateContext } from '../answers/arguments/date-end';
import type { OptionName } from '../answers/arguments/option-names';
import { type FunctionName, OPTION_USES } from '../answers/arguments/option-uses';
import { type Options, readOptions } from '../answers/arguments/options';
import { Presentation } from '../answers/tables/presentation';
import type { CalendarDate } from '../calendar/calendar-date';
import type { DateRange } from '../calendar/date-range';
import type { WeekStart } from '../calendar/period-unit';
import { composeReading } from '../compose/reading';
import { isSampleConnection, SAMPLE_ADDRESSES, weekStartIn } from '../employer-api/connection';
import { toReportError } from '../employer-api/errors';
import type { ReportCatalogue } from '../employer-api/report-catalogue';
import type { ReportKind } from '../employer-api/report-kind';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import { type KeptBases, parseKeptBases } from '../figures/kept-basis';
import { doubtfulAnswers } from '../reports/fetching/cut-answers';
import type { ReadReport } from '../reports/fetching/joined-report';
import type { KeptReport } from '../reports/fetching/report-cache';
import type { FailingConnection } from '../reports/fetching/report-fetcher';
import type { Properties } from '../reports/ports';
import { PROPERTY } from '../reports/saved/document-state';
import { readPace } from '../reports/saved/pace-record';
import { findConnection, type SavedConnection } from '../reports/saved/saved-connection';
import { parseSeenNames, type SeenNames } from '../reports/saved/seen-names';

/** A report that was read for a formula, and what is needed to show it. */
export interface ShownReport {
  readonly report: ReadReport;
  /** Those of its answers that may be cut. */
  readonly cut: readonly KeptReport[];
  /** The spreadsheet's time zone. */
  readonly zone: string;
  /** Today in that zone. */
  readonly today: CalendarDate;
}

/**
 * One calculation of a custom function.
 *
 * Everything it asks for is asked at most once, and only when needed: bad input costs no service call, a warm
 * formula two.
 */
export class FormulaRun {
  readonly reading = composeReading('cell');
  private knownProperties: Properties | undefined;
  private knownConnection: SavedConnection | undefined;
  private askedZone: string | undefined;

  /**
   * The options behind the dates.
   *
   * @param like The function whose options they are.
   * @param name The function as messages call it.
   * @throws {ReportError} `invalid_option`
   */
  options(like: FunctionName, args: readonly unknown[], name: string = like): Options {
    const dayOf = (date: Date) => this.reading.calendar.dayOf(date, this.zone());
    return readOptions(args, new Set<OptionName>(OPTION_USES[like]), { name, dayOf });
  }

  /** What reading dates may ask for. @param weekStarts What the formula says; it goes before the connection's. */
  dateContext(weekStarts: WeekStart | undefined): DateContext {
    const { calendar } = this.reading;
    return {
      today: () => calendar.today(this.zone()),
      dayOf: (date) => calendar.dayOf(date, this.zone()),
      weekStart: () => this.weekStart(weekStarts),
    };
  }

  /** The day on which weeks begin. */
  weekStart(weekStarts: WeekStart | undefined): WeekStart {
    return weekStarts ?? weekStartIn(this.connection().connection.region);
  }

  /** The document properties: one service call, the first time. */
  properties(): Properties {
    this.knownProperties = this.knownProperties ?? this.reading.stores.document.readAll();
    return this.knownProperties;
  }

  /** @throws {ReportError} `settings_missing` */
  connection(): SavedConnection {
    this.knownConnection = this.knownConnection ?? findConnection(this.properties(), this.reading.stores);
    return this.knownConnection;
  }

  /**
   * The reports that the service makes by itself, by what the add-on was built with. The sample employer makes none of
   * them.
   */
  configured(): { readonly reports: ReportCatalogue } {
    const { addresses } = this.reading.stores;
    if (Object.keys(addresses.reports).length === 0) return addresses;
    return isSampleConnection(this.connection().connection) ? SAMPLE_ADDRESSES : addresses;
  }

  /** The spreadsheet's time zone: one service call, the first time. */
  zone(): string {
    this.askedZone = this.askedZone ?? this.reading.calendar.zone();
    return this.askedZone;
  }

  /**
   * The rows of a range, from the cache or from the service.
   *
   * @throws {ReportError} Of any code of the service; a passing failure only where nothing is kept that may be
   *   shown, or where the formula says so with `if failed`.
   */
  read(
    range: DateRange,
    { ifFailed }: Pick<Options, 'ifFailed'>,
    kind: ReportKind = SHIFT_FULFILMENT_REPORT,
  ): ShownReport {
    const [shown] = this.readSeveral([range], { ifFailed }, kind) as [ShownReport];
    return shown;
  }

  /**
   * The rows of several ranges, in one look at the cache, by one batch of requests, and with one today.
   *
   * @throws {ReportError} As `read`; `too_many_requests` for all ranges together.
   */
  readSeveral(
    ranges: readonly DateRange[],
    { ifFailed }: Pick<Options, 'ifFailed'>,
    kind: ReportKind = SHIFT_FULFILMENT_REPORT,
  ): ShownReport[] {
    const { connection, audience } = this.connection();
    const { fetcherFor, calendar } = this.reading;
    const pace = readPace(this.properties()[PROPERTY.pace], connection.fingerprint);
    const zoneOf = () => this.zone();
    const reports = fetcherFor(audience).readSeveral(kind, connection, ranges, zoneOf, pace);
    const stale = reports.find((report) => report.stale !== undefined)?.stale;
    if (stale !== undefined && ifFailed === 'error') throw stale;
    const [first] = reports;
    const seen = this.properties()[PROPERTY.zone];
    // What a refresh has seen since may be another one than that beside the rows: then it is asked for.
    const isKept = reports.every(({ zone }) => zone === first?.zone) && (!seen || seen === first?.zone);
    const keptZone = isKept ? first?.zone : undefined;
    // A zone that was asked for now is newer than the one kept beside the rows.
    const zone = this.askedZone ?? keptZone ?? this.zone();
    const today = calendar.today(zone);
    return reports.map((report) => {
      return { report, cut: doubtfulAnswers(kind, report.parts, pace, today - 1), zone, today };
    });
  }

  /** The newest failure of the connection since its last success, if any is remembered: one cache read. */
  readFailing(): FailingConnection | undefined {
    const { connection, audience } = this.connection();
    return this.reading.fetcherFor(audience).readFailing(connection);
  }

  /** How values are shown in this spreadsheet. */
  presentation(options: Options, zone: string): Presentation {
    return new Presentation(options, this.reading.calendar, zone);
  }

  /** What refreshes found out about the percentages of this connection. */
  keptBases(): KeptBases | undefined {
    return parseKeptBases(this.properties()[PROPERTY.bases], this.connection().connection.fingerprint);
  }

  /** The names that refreshes have seen; `undefined` when none is kept. */
  seenNames(): SeenNames | undefined {
    const { fingerprint } = this.connection().connection;
    return parseSeenNames(this.properties()[PROPERTY.names], fingerprint, this.reading.packer);
  }
}

/**
 * Runs a custom function.
 *
 * @throws {Error} Whose message is one sentence for the cell.
 */
export function inCell<Result>(work: (run: FormulaRun) => Result): Result {
  try {
    return work(new FormulaRun());
  } catch (error) {
    // Only our own sentence reaches the cell: the platform's may hold an address.
    throw new Error(toReportError(error).message);
  }
}
