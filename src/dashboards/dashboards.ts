import { type DashboardCut, type TemplateName, TITLES } from '../contract/reports';
import { type Connection, isSampleConnection } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
import { shortHash } from '../employer-api/text';
import type { ReadReport } from '../reports/fetching/fetch-days';
import type {
  DocumentLock,
  Properties,
  PropertyStore,
  ReportSheet,
  ReportSheets,
  SpreadsheetCalendar,
  TextPacker,
} from '../reports/ports';
import type { FollowedRefresh, RefreshFollower } from '../reports/refresh/followed-refresh';
import {
  type DocumentState,
  findReport,
  PROPERTY,
  readDocumentState,
  withLock,
} from '../reports/saved/document-state';
import { holdsOthersRows, ownerOf } from '../reports/saved/saved-connection';
import { reportRange, type SavedReport } from '../reports/saved/saved-report';
import {
  type ContextServices,
  type DaysServices,
  SpreadsheetContext,
} from '../reports/saved/spreadsheet-context';
import { isFilled, sheetRows, type WrittenCell } from '../reports/sheet/cells';
import { blocked, requireUnmerged } from '../reports/sheet/sheets';
import { STATUS_SHEET_NAME } from '../reports/status/status-sheet';
import { parseTargets } from '../reports/targets/kept-targets';
import { readTargetsSheet } from '../reports/targets/targets-sheet';
import { DashboardFigures } from './dashboard-figures';
import {
  type DashboardRecord,
  DashboardStore,
  findDashboard,
  formatDashboards,
  parseDashboards,
} from './dashboard-records';
import { type DashboardSource, daysToCome, sourceOfRefresh, withDaysToCome } from './dashboard-source';
import { BLOCK_COLUMNS, type DashboardLooks, LAST_LINE, type Page, watchFormula } from './layout';
import { planDashboard, titleOf, usualCut } from './page';

/** What dashboards need. */
interface DashboardServices extends ContextServices, DaysServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly sheets: ReportSheets;
  readonly looks: DashboardLooks;
  readonly calendar: SpreadsheetCalendar;
  readonly packer: TextPacker;
}

/** A dashboard that was built or brought up to date. */
interface BuiltDashboard {
  readonly state: DocumentState;
  readonly sentence: string;
}

/** What a person may choose for a dashboard. */
interface DashboardChoices {
  /** Of *Where and when*. @default by the rows */
  readonly cut?: DashboardCut | undefined;
  /** Of *Scorecard*: whether credits count every miss. @default as before, at first false */
  readonly everyMiss?: boolean | undefined;
}

/** Where a dashboard is to be made: a sheet that is there, or the name of a new one. */
interface Place {
  readonly name: string;
  /** What A1 is to say. */
  readonly title: string;
  readonly sheet: ReportSheet | undefined;
}

/** A dashboard whose block was read. Writing it reads no cell. */
interface Prepared {
  readonly sheet: ReportSheet;
  /** As it was read; `undefined` for a new one. */
  readonly known: DashboardRecord | undefined;
  readonly record: DashboardRecord;
  readonly page: Page;
  /** How many rows of the sheet belong to the dashboard now. */
  readonly rows: number;
}

/** More names than these are not tried for a new sheet; the longest name of one. */
const [MOST_NAMES, MOST_LETTERS] = [50, 100];
/** The platform's IDs of sheets have at most ten digits. */
const LONGEST_ID = 9_999_999_999;
/** How far down the end of a block is looked for: people may have put in rows. */
const MOST_ROWS = 2000;

/** Builds dashboards from the rows of saved reports, on sheets of their own, and keeps them up to date. */
export class Dashboards implements RefreshFollower {
  constructor(private readonly services: DashboardServices) {}

  /**
   * Builds a dashboard, or brings the one that exists up to date and to the front.
   *
   * The rows are those that formulas of the same days would be given: what a refresh has just left, else they are
   * fetched. Everything is read and laid out before the lock is taken. Up to 40 service calls.
   *
   * @throws {ReportError} Of any code of the service; `invalid_settings` where the report's table is of another
   *   connection, and where no more dashboards can be kept; `sheet_blocked`; `busy`.
   */
  build(reportId: string, template: TemplateName, { cut, everyMiss }: DashboardChoices): BuiltDashboard {
    const { stores, sheets, lock } = this.services;
    const context = new SpreadsheetContext(this.services);
    const targets = showsTargets(template) ? this.readTargets(context) : undefined;
    const source = { ...this.read(reportId, context, template), ...targets?.source };
    const records = parseDashboards(context.properties()[PROPERTY.dashboards]);
    const wanted = { reportId, template, cut };
    const known = findDashboard(records, wanted);
    const old = known && sheets.byId(known.sheetId);
    const chosen =
      template === 'where_and_when'
        ? (cut ?? known?.cut ?? usualCut(new DashboardFigures(source)))
        : undefined;
    const write = (named: ReportSheets['byName']) => {
      const place: Place =
        known && old
          ? { name: old.name(), title: titleOf(known), sheet: old }
          : this.findPlace(namesOf(TITLES[template], source.saved.sheet), records, named);
      const before = old === undefined ? undefined : known;
      const record: DashboardRecord = {
        ...(before ?? { reportId, template, sheetId: place.sheet?.id ?? LONGEST_ID, look: '' }),
        sheet: place.name,
        days: daysOf(source),
        ...(place.title === TITLES[template] ? {} : { title: place.title }),
        ...(chosen === undefined ? {} : { cut: chosen }),
        ...(everyMiss === undefined ? {} : { everyMiss }),
      };
      const page = planDashboard(record, source);
      const rows = place.sheet ? ownRows(place.sheet, record, page) : 0;
      return withLock(lock, () => {
        const now = stores.document.readAll();
        const state = readDocumentState(now);
        const reports = state.reports.map(({ id }) => id);
        findReport(state, reportId);
        const store = new DashboardStore(stores.document, now, targets?.changes);
        requireSame(findDashboard(store.all, wanted), known);
        store.drop((one) => !reports.includes(one.reportId) || sheets.byId(one.sheetId) === undefined);
        formatDashboards([...store.all, record]);
        const sheet = place.sheet ?? sheets.create(place.name);
        this.write(store, state, {
          sheet,
          known: before,
          record: { ...record, sheetId: sheet.id },
          page,
          rows,
        });
        sheets.show(sheet);
        const sentence =
          before === undefined || before.look === ''
            ? `Built “${place.name}”. Refreshing “${source.saved.sheet}” keeps it up to date.`
            : `“${place.name}” is up to date.`;
        return { state: { ...state, dashboards: store.store() }, sentence };
      });
    };
    try {
      return write((name) => sheets.byName(name));
    } catch (error) {
      // A sheet with its name in other capitals is in the way; it is looked for without the lock.
      if (old !== undefined || toReportError(error).code !== 'sheet_blocked') throw error;
      return write((name) => sheets.byNameInAnyCase(name));
    }
  }

  /**
   * What a dashboard of a report would be made of now. Costs as reading for `build`; writes nothing.
   *
   * @throws {ReportError} As `build`, but for what writing throws.
   */
  source(reportId: string): DashboardSource {
    return this.read(reportId, new SpreadsheetContext(this.services));
  }

  /**
   * Writes the figures of a refresh into the dashboards of its report: one service call to read each before the lock is
   * taken and one to write it, and under the lock one for the properties and a flush; up to twenty more where its layout
   * changed. *Unfilled list* reads its own days besides.
   *
   * One whose sheet is gone is forgotten without a message. One that cannot be written stays as it is, and the person hears
   * why; the others are written all the same.
   */
  follow(refresh: FollowedRefresh): readonly string[] {
    const { sheets, document, lock } = this.services;
    const known = parseDashboards(refresh.properties[PROPERTY.dashboards]);
    const own = known.filter(({ reportId }) => reportId === refresh.saved.id);
    if (own.length === 0) return [];
    const sentences: string[] = [];
    try {
      const source = sourceOfRefresh(refresh, this.services);
      const prepared = own.flatMap((record) => {
        const sheet = sheets.byId(record.sheetId);
        return sheet === undefined
          ? []
          : attempt(record, sentences, () => this.prepare(sheet, record, source));
      });
      const isGone = ({ sheetId }: DashboardRecord) =>
        own.some((one) => one.sheetId === sheetId) && sheets.byId(sheetId) === undefined;
      if (prepared.length === 0 && !own.some(isGone)) return sentences;
      withLock(lock, () => {
        const properties = document.readAll();
        const state = readDocumentState(properties);
        const store = new DashboardStore(document, properties);
        store.drop(isGone);
        for (const one of prepared.filter(({ record }) => !isGone(record))) {
          attempt(one.record, sentences, () => {
            requireSame(
              store.all.find(({ sheetId }) => sheetId === one.record.sheetId),
              one.known,
            );
            this.write(store, state, one);
          });
        }
        sheets.flush();
        store.store();
      });
      return sentences;
    } catch (error) {
      return [
        ...sentences,
        `The dashboards of “${refresh.saved.sheet}” stay as they were. ${toReportError(error).message}`,
      ];
    }
  }

  afterUndo(reportId: string, properties: Properties): readonly string[] {
    const { sheets } = this.services;
    const isShown = parseDashboards(properties[PROPERTY.dashboards]).some(
      (record) => record.reportId === reportId && sheets.byId(record.sheetId) !== undefined,
    );
    return isShown ? ['Its dashboards show the newer figures until the next refresh.'] : [];
  }

  private prepare(sheet: ReportSheet, known: DashboardRecord, refreshed: DashboardSource): Prepared {
    const source =
      known.template === 'unfilled_list'
        ? this.withDaysToCome(refreshed, new SpreadsheetContext(this.services))
        : refreshed;
    const record = { ...known, days: daysOf(source) };
    const page = planDashboard(record, source);
    return { sheet, known, record, page, rows: ownRows(sheet, record, page) };
  }

  /** Writes the cells, in one call. Its look follows where it changed, and is noted when it is certain. */
  private write(
    store: DashboardStore,
    state: DocumentState,
    { sheet, known, record, page, rows }: Prepared,
  ): void {
    const { looks, sheets } = this.services;
    const look = shortHash(JSON.stringify(page.look));
    // A run that ends here leaves a sheet that the next one takes over.
    if (known === undefined) {
      store.put(record);
      store.store();
    }
    sheet.widen(BLOCK_COLUMNS);
    const values = page.cells.map((row) => row.map((cell) => cell?.value ?? null));
    const cells = sheetRows(values, Math.max(rows, values.length), BLOCK_COLUMNS);
    const status = state.statusSheet && sheets.byId(state.statusSheet.sheetId);
    if (status !== undefined) {
      const isUsual = sheets.byName(STATUS_SHEET_NAME)?.id === status.id;
      const { sheet: report } = findReport(state, record.reportId);
      const warning = String(page.cells[2]?.[0]?.value ?? '');
      const name = isUsual ? STATUS_SHEET_NAME : status.name();
      (cells[2] as WrittenCell[])[0] = watchFormula(warning, report, name, values.length);
    }
    sheet.write(1, cells);
    if (look === record.look) {
      store.put(record);
      return;
    }
    try {
      looks.apply(sheet.id, page.look, { rows, chart: record.chart });
      sheets.flush();
      store.put({ ...record, look, chart: page.look.chart?.ranges.join() });
    } catch (error) {
      // Only a look: the next refresh sets it.
      if (known === undefined) throw error;
      store.put(record);
    }
  }

  private read(reportId: string, context: SpreadsheetContext, template?: TemplateName): DashboardSource {
    const { calendar } = this.services;
    const saved = findReport(context.state(), reportId);
    const connection = context.connection();
    requireSameOrigin(saved, connection);
    const today = context.today();
    const range = reportRange(saved, today, context.weekStart());
    const [report] = context.readRows(this.services, [range]) as [ReadReport];
    const { generatedAt, stale } = report;
    const source = {
      ...context.tableFacts(range, today),
      saved,
      report,
      region: connection.region,
      stale,
      asOf: generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), context.zone()),
      isSample: isSampleConnection(connection),
    };
    return template === 'unfilled_list' ? this.withDaysToCome(source, context) : source;
  }

  private withDaysToCome(source: DashboardSource, context: SpreadsheetContext): DashboardSource {
    const [coming] = context.readRows(this.services, [daysToCome(source.today)]) as [ReadReport];
    return withDaysToCome(source, coming);
  }

  /** The targets sheet as it is now: whoever has just written it wants to see it. Up to three service calls. */
  private readTargets(context: SpreadsheetContext) {
    const { sheets, calendar, packer } = this.services;
    const stored = context.properties()[PROPERTY.targets];
    const text = readTargetsSheet(
      { sheets, calendar, packer },
      { stored, zone: context.zone(), isThorough: true },
    );
    const changes: Properties = text === undefined ? {} : { [PROPERTY.targets]: text };
    return { source: { targets: parseTargets(text ?? stored, packer) }, changes };
  }

  /** The first name that no sheet has, or an empty sheet that belongs to no one. */
  private findPlace(
    names: SheetNames,
    records: readonly DashboardRecord[],
    named: ReportSheets['byName'],
  ): Place {
    const taken = records.map(({ sheetId }) => sheetId);
    for (const [name, title] of names) {
      const sheet = named(name);
      if (sheet === undefined || (!taken.includes(sheet.id) && isBlank(sheet))) return { name, title, sheet };
    }
    const [[name]] = names;
    return blocked(`Delete some of the sheets that are called “${name}”: there are too many`);
  }
}

/** Whether a dashboard shows targets: these are read again when it is pressed. */
function showsTargets(template: TemplateName): boolean {
  return template === 'scorecard' || template === 'overview';
}

/** @throws {ReportError} `busy`: another run has built or written a dashboard since it was read. */
function requireSame(now: DashboardRecord | undefined, known: DashboardRecord | undefined): void {
  if (JSON.stringify(now) !== JSON.stringify(known)) throw new ReportError('busy');
}

function daysOf({ range, asked = range, today }: DashboardSource): DashboardRecord['days'] {
  return [asked.from, asked.to, today];
}

/** Names for a sheet, in the order in which they are tried, each with the title that goes with it. */
type SheetNames = readonly [NamedTitle, ...NamedTitle[]];
type NamedTitle = readonly [name: string, title: string];

/**
 * Names for the sheet of a dashboard: `Overview`; a second one is named by its report, `Overview – This month`; more of them
 * are numbered.
 */
function namesOf(title: string, report: string): SheetNames {
  const full = `${title} – ${report}`.slice(0, MOST_LETTERS - 3);
  const numbered = Array.from({ length: MOST_NAMES }, (_, at) => [`${full} ${at + 2}`, full] as const);
  return [[title, title], [full, full], ...numbered];
}

/**
 * A dashboard stands for the table of its report: made-up figures never take the place of real ones, nor the other way
 * round, before the table itself was refreshed.
 *
 * @throws {ReportError} `invalid_settings`
 */
function requireSameOrigin(saved: SavedReport, connection: Connection): void {
  const owner = ownerOf(connection);
  if (!holdsOthersRows(saved, owner)) return;
  const isSample = saved.content?.sample !== undefined;
  const held = isSample ? 'sample rows' : 'rows of another employer';
  const sentence =
    owner.sample !== undefined && !isSample
      ? `Connect with your own credentials first: “${saved.sheet}” holds real rows, this would show sample ones`
      : `Press Refresh first: “${saved.sheet}” still holds ${held}, the dashboard would show others`;
  throw new ReportError('invalid_settings', { sentence });
}

/** Whether a dashboard may take a sheet that someone has made: it holds nothing, and no cells are merged. */
function isBlank(sheet: ReportSheet): boolean {
  return sheet.lastRow() === 0 && sheet.mergedCells({ row: 1, column: 1, ...sheet.gridSize() }).length === 0;
}

/** Does something with one dashboard. An error is told to the person and gives no result. */
function attempt<Result>({ sheet }: DashboardRecord, sentences: string[], work: () => Result): Result[] {
  try {
    return [work()];
  } catch (error) {
    sentences.push(`The dashboard “${sheet}” stays as it was. ${toReportError(error).message}`);
    return [];
  }
}

/**
 * How many rows from A1 on belong to a dashboard: down to its last line, with those that people have put in. Read before
 * the lock is taken, since reading waits for formulas: one service call, one more where blank cells are to be filled, up to
 * three more while it grows.
 *
 * @throws {ReportError} `sheet_blocked` where its first or its last line is gone, and where the cells that it needs are in
 *   use or merged.
 */
function ownRows(sheet: ReportSheet, record: DashboardRecord, { cells: planned }: Page): number {
  const { rows, columns } = sheet.gridSize();
  const cells = sheet.readBlock(1, 1, Math.min(rows, MOST_ROWS), Math.min(columns, BLOCK_COLUMNS));
  const last = cells.findIndex(([first]) => String(first).startsWith(LAST_LINE)) + 1;
  const isEmpty = !cells.some((row) => row.some(isFilled));
  const title = titleOf(record);
  if (!(record.look === '' && isEmpty) && (last === 0 || cells[0]?.[0] !== title)) {
    blocked(
      `Undo the change in “${record.sheet}”, or delete the sheet and build it again: “${title}” in A1 and its last line say how far the dashboard reaches`,
    );
  }
  const grown = planned.length - last;
  if (
    grown > 0 &&
    sheet.firstUsed({ row: last + 1, column: 1, rows: grown, columns: BLOCK_COLUMNS }) !== undefined
  ) {
    blocked(`Clear the cells below the dashboard “${record.sheet}”: its new rows need the space`);
  }
  const isNeeded = (row: number, column: number) => isFilled(planned[row - 1]?.[column - 1]?.value);
  // Of merged cells all but the first are blank: where no blank cell is to be filled, none of these can be among them.
  const fillsBlank = planned.some((row, at) =>
    row.some((_, column) => isNeeded(at + 1, column + 1) && !isFilled(cells[at]?.[column])),
  );
  if (fillsBlank) {
    requireUnmerged(
      sheet,
      record.sheet,
      { row: 1, column: 1, rows: planned.length, columns: BLOCK_COLUMNS },
      isNeeded,
    );
  }
  return last;
}
