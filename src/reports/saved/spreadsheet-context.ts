import type { DateContext } from '../../answers/arguments/cells';
import type { Question } from '../../answers/question';
import type { CalendarDate, DateRange, Weekday } from '../../calendar/calendar-date';
import { type Connection, weekStartIn } from '../../employer-api/connection';
import { attempt, isReportError } from '../../employer-api/errors';
import { type ReportKind, SHIFT_FULFILMENT_REPORT, type ShiftRow } from '../../employer-api/shift-report';
import type { KeptDefinitions } from '../../figures/definitions';
import { type FigureSet, prepareFigures } from '../../figures/figures';
import { needsTargets } from '../../figures/measures';
import { type ReadReport, readDays, readKeptDays } from '../fetching/fetch-days';
import type { KeptReport } from '../fetching/kept-rows';
import type { Properties, Services } from '../ports';
import { type KeptTargets, parseTargets } from '../targets/targets-sheet';
import {
  type DocumentState,
  findConnection,
  PROPERTY,
  readDocumentState,
  type SavedConnection,
} from './document-state';
import { type KnownNames, type Learned, parseLearned, refuseUnknownNames } from './names';
import type { TableFacts } from './saved-report';

/** What the context of a spreadsheet is read from. */
export type ContextServices = Pick<Services, 'document' | 'stores' | 'calendar' | 'packer' | 'fetchingFor'>;

/**
 * What is known of a spreadsheet in one execution: its settings, its connection, its time zone, what refreshes found
 * out, and its rows.
 *
 * Everything is asked for when it is first needed, and at most once.
 */
export class SpreadsheetContext {
  private readonly known = new Map<string, unknown>();

  /** @param read The document properties, if they were read already. */
  constructor(
    protected readonly services: ContextServices,
    read?: Properties,
  ) {
    if (read) this.known.set('properties', read);
  }

  private once<Value>(name: string, find: () => Value): Value {
    if (!this.known.has(name)) this.known.set(name, find());
    return this.known.get(name) as Value;
  }

  /** The document properties as they were first read. */
  properties(): Properties {
    return this.once('properties', () => this.services.document.readAll());
  }

  /** What the document properties say. */
  state(): DocumentState {
    return this.once('state', () => readDocumentState(this.properties()));
  }

  /** The connection, and whose it is. @throws {ReportError} `settings_missing` */
  connected(): SavedConnection {
    return this.once('connection', () => findConnection(this.properties(), this.services.stores));
  }

  /** @throws {ReportError} `settings_missing` */
  connection(): Connection {
    return this.connected().connection;
  }

  /** Whether there is a connection that can be used. */
  isConnected(): boolean {
    try {
      this.connection();
      return true;
    } catch (error) {
      if (isReportError(error) && error.code === 'settings_missing') return false;
      throw error;
    }
  }

  /** The day on which weeks begin. @param given What a formula says; it goes before the connection's. */
  weekStart(given?: Weekday): Weekday {
    return given ?? weekStartIn(this.connection().region);
  }

  /** The spreadsheet's time zone. */
  zone(): string {
    return this.once('zone', () => this.services.calendar.zone());
  }

  /** The same where it was asked for already. */
  protected zoneIfAsked(): string | undefined {
    return this.known.get('zone') as string | undefined;
  }

  /** Today in the spreadsheet's time zone: one day for all that is asked, at midnight too. */
  today(): CalendarDate {
    return this.once('today', () => this.services.calendar.today(this.zone()));
  }

  /** The day on which a moment falls in the spreadsheet's time zone. */
  dayAt(millis: number): CalendarDate {
    return Math.floor(this.services.calendar.serial(millis, this.zone()));
  }

  /** What reading dates may ask for. @param weekStarts What the formula says; it goes before the connection's. */
  dateContext(weekStarts?: Weekday): DateContext {
    return {
      today: () => this.today(),
      dayOf: (date) => this.dayAt(date.getTime()),
      weekStart: () => this.weekStart(weekStarts),
    };
  }

  private learned(): Learned | undefined {
    return this.once('learned', () => {
      const text = this.properties()[PROPERTY.learned];
      if (!text || !this.isConnected()) return undefined;
      return parseLearned(text, this.connection().fingerprint, this.services.packer);
    });
  }

  /** What refreshes found out about the percentages of this connection; `undefined` where nothing is kept. */
  keptDefinitions(): KeptDefinitions | undefined {
    return this.learned()?.definitions;
  }

  /** The names that refreshes of this connection have seen; `undefined` where none are kept. */
  seenNames(): KnownNames | undefined {
    return this.learned()?.names;
  }

  /** What is kept of the targets sheet, also before a refresh has read it; `undefined` when there is none. */
  keptTargets(): KeptTargets | undefined {
    return this.once('targets', () =>
      parseTargets(this.properties()[PROPERTY.targets], this.services.packer),
    );
  }

  /** What refreshes keep of the targets sheet; `undefined` until one has read a line. */
  targets(): KeptTargets | undefined {
    const kept = this.keptTargets();
    return kept?.lines.length ? kept : undefined;
  }

  /** What tables and figures of these days rest on. */
  tableFacts(range: DateRange, today = this.today()): TableFacts {
    const [zone, weekStart, keptDefinitions] = [this.zone(), this.weekStart(), this.keptDefinitions()];
    return { range, today, weekStart, zone, keptDefinitions, targets: this.targets() };
  }

  /**
   * The figures of a question, over rows of its days: those of a formula, and of its explanation.
   *
   * @throws {ReportError} `invalid_option` for a name that nobody has seen.
   */
  figuresOf(
    { measures, options }: Question,
    rows: readonly ShiftRow[],
    { range, today }: { readonly range: DateRange; readonly today: CalendarDate },
  ): FigureSet {
    const { basis, filters, evidence: hasIntervals, weekStarts } = options;
    refuseUnknownNames(this, rows, filters);
    return prepareFigures(
      rows,
      { measures, basis, hasIntervals, filters },
      {
        ...{ range, today, weekStart: this.weekStart(weekStarts) },
        keptDefinitions: this.keptDefinitions(),
        targets: measures.some(needsTargets) ? this.targets() : undefined,
      },
    );
  }

  /**
   * The rows of ranges, from the cache or from the service.
   *
   * @throws {ReportError} As `readDays`; `settings_missing`.
   */
  readRows(ranges: readonly DateRange[], kind: ReportKind = SHIFT_FULFILMENT_REPORT): ReadReport[] {
    const { connection, audience } = this.connected();
    const question = { kind, connection, ranges, zone: () => this.zone() };
    return readDays(this.services.fetchingFor(audience), question);
  }

  /**
   * The rows that are kept of a range, without a request; `undefined` where some day is missing, or nothing is connected.
   * The same range is looked for once.
   */
  keptRows(range: DateRange): KeptReport | undefined {
    return this.once(`rows ${range.from} ${range.to}`, () =>
      attempt(() => {
        const { connection, audience } = this.connected();
        const question = { kind: SHIFT_FULFILMENT_REPORT, connection };
        return readKeptDays(this.services.fetchingFor(audience), question, range);
      }),
    );
  }
}
