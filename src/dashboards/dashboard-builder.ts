import { type DashboardCut, type TemplateName, TITLES } from '../contract/reports';
import { type Connection, isSampleConnection } from '../employer-api/connection';
import { ReportError, toReportError } from '../employer-api/errors';
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
import { a1, columnLetters, isFilled, sheetRows } from '../reports/sheet/cells';
import { blocked, NEW_SHEET_COLUMNS, requireUnmerged } from '../reports/sheet/sheets';
import { type KeptTargets, parseTargets } from '../reports/targets/kept-targets';
import { readTargetsSheet } from '../reports/targets/targets-sheet';
import { DashboardFigures } from './dashboard-figures';
import { countFilled, type DashboardLooks, type DashboardPlan } from './dashboard-plan';
import {
  type DashboardRecord,
  DashboardStore,
  findDashboard,
  LAYOUT,
  parseDashboards,
} from './dashboard-records';
import { type DashboardSource, sourceOfRefresh } from './dashboard-source';
import { holdsText } from './dashboard-texts';
import { planDashboard, usualCut } from './plan-dashboard';

const END = /^Updated automatically: ([\d,]+) cells in ([\d,]+) rows\. /;

/** What keeping dashboards up to date needs. */
interface DashboardServices {
  readonly document: PropertyStore;
  readonly lock: DocumentLock;
  readonly sheets: ReportSheets;
  readonly looks: DashboardLooks;
  readonly calendar: SpreadsheetCalendar;
  readonly packer: TextPacker;
}

/** What building dashboards needs. */
type BuilderServices = DashboardServices & ContextServices & DaysServices;

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

/** A dashboard that is to be made, but for its place. */
type Wanted = Pick<DashboardRecord, 'reportId' | 'template' | 'cut' | 'everyMiss'>;

/** Where a dashboard is to be made: a sheet that is there, or the name of a new one. */
interface Place {
  readonly name: string;
  /** What A1 is to say. */
  readonly title: string;
  readonly sheet: ReportSheet | undefined;
}

/** More names than these are not tried for a new sheet. */
const MOST_NAMES = 50;
/** The platform's IDs of sheets have at most ten digits. */
const LONGEST_ID = 9_999_999_999;

/** Builds dashboards from the rows of saved reports, on sheets of their own. */
export class DashboardBuilder {
  constructor(private readonly services: BuilderServices) {}

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
    const source = {
      ...this.read(reportId, context),
      ...(showsTargets(template) ? { targets: this.readTargets(context) } : {}),
    };
    const records = parseDashboards(context.properties()[PROPERTY.dashboards]);
    const found = findDashboard(records, { reportId, template, cut });
    const isFormer = found !== undefined && found.layout !== LAYOUT;
    const known = isFormer ? undefined : found;
    const former = isFormer ? sheets.byId(found.sheetId)?.name() : undefined;
    const sheet = known && sheets.byId(known.sheetId);
    const kept = everyMiss === undefined ? {} : { everyMiss };
    const prepared =
      known &&
      sheet &&
      prepareDashboard(
        sheet,
        { ...known, sheet: sheet.name(), ...kept },
        planDashboard({ ...known, ...kept }, source),
      );
    const chosen =
      template === 'where_and_when' ? (cut ?? usualCut(new DashboardFigures(source))) : undefined;
    const wanted = { reportId, template, ...(chosen ? { cut: chosen } : {}), ...kept };
    const names = namesOf(TITLES[template], source.saved.sheet);
    const findPlace = (named: ReportSheets['byName']) =>
      prepared ? undefined : this.findPlace(names, records, named);
    const place = findPlace((name) => sheets.byName(name));
    const write = (at: Place | undefined) =>
      withLock(lock, () => {
        const now = stores.document.readAll();
        findReport(readDocumentState(now), reportId);
        const store = new DashboardStore(stores.document, now);
        // Another run has built or rewritten it since its cells were read.
        if (JSON.stringify(store.find({ reportId, template, cut })) !== JSON.stringify(found)) {
          throw new ReportError('busy');
        }
        // Its sheet stays, with all that people have written there; only it is kept up to date no more.
        if (isFormer) store.drop(({ sheetId }) => sheetId === found.sheetId);
        const record = prepared
          ? this.update(prepared, known, store)
          : this.make(wanted, source, at as Place, store, now);
        const state = { ...readDocumentState(now), dashboards: store.text() };
        const isNew = prepared === undefined || !prepared.record.made;
        const built = isNew
          ? `Built “${record.sheet}”. Refreshing “${source.saved.sheet}” keeps it up to date.`
          : `“${record.sheet}” is up to date.`;
        const sentence =
          former === undefined
            ? built
            : `${built} “${former}” has the former layout and stays as it is: delete it when you no longer need it.`;
        return { state, sentence };
      });
    try {
      return write(place);
    } catch (error) {
      if (place === undefined || !this.isTakenInOtherCapitals(place)) throw error;
      return write(findPlace((name) => sheets.byNameInAnyCase(name)));
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

  /** Whether a sheet could not be created because another one has its name in other capitals. Called without the lock. */
  private isTakenInOtherCapitals({ name, sheet }: Place): boolean {
    const other = sheet ? undefined : this.services.sheets.byNameInAnyCase(name);
    return other !== undefined && other.name() !== name;
  }

  private read(reportId: string, context: SpreadsheetContext): DashboardSource {
    const { calendar } = this.services;
    const saved = findReport(context.state(), reportId);
    const connection = context.connection();
    requireSameOrigin(saved, connection);
    const today = context.today();
    const range = reportRange(saved, today, context.weekStart());
    const [report] = context.readRows(this.services, [range]) as [ReadReport];
    const { generatedAt, stale } = report;
    return {
      ...context.tableFacts(range, today),
      saved,
      report,
      region: connection.region,
      stale,
      asOf: generatedAt === null ? null : calendar.serial(Date.parse(generatedAt), context.zone()),
      isSample: isSampleConnection(connection),
    };
  }

  /** The targets sheet as it is now: whoever has just written it wants to see it. Up to four service calls. */
  private readTargets(context: SpreadsheetContext): KeptTargets | undefined {
    const { sheets, calendar, packer, stores } = this.services;
    const stored = context.properties()[PROPERTY.targets];
    const text = readTargetsSheet(
      { sheets, calendar, packer },
      { stored, zone: context.zone(), isThorough: true },
    );
    if (text !== undefined) stores.document.write({ [PROPERTY.targets]: text });
    return parseTargets(text ?? stored, packer);
  }

  private update(
    prepared: PreparedDashboard,
    known: DashboardRecord | undefined,
    store: DashboardStore,
  ): DashboardRecord {
    const { sheets } = this.services;
    const { sheet, record } = prepared;
    const updated = writeDashboard(this.writing(store), prepared);
    sheets.show(sheet);
    sheets.flush();
    const isChanged = record.sheet !== known?.sheet || record.everyMiss !== known.everyMiss;
    if (updated !== record || isChanged) store.keep(updated);
    return updated;
  }

  private make(
    wanted: Wanted,
    source: DashboardSource,
    { name, title, sheet: found }: Place,
    store: DashboardStore,
    properties: Properties,
  ): DashboardRecord {
    const { sheets } = this.services;
    const reports = readDocumentState(properties).reports.map(({ id }) => id);
    store.drop(({ reportId, sheetId }) => !reports.includes(reportId) || sheets.byId(sheetId) === undefined);
    const kind = { ...wanted, ...(title === TITLES[wanted.template] ? {} : { title }) };
    const plan = planDashboard(kind, source);
    const place = { sheetId: found?.id ?? LONGEST_ID, sheet: name, rows: 0, columns: plan.columns };
    const record: DashboardRecord = { ...kind, ...place, made: false, layout: LAYOUT };
    store.requireRoom({ ...record, rows: plan.cells.length });
    const sheet = found ?? sheets.create(name);
    sheet.widen(plan.columns);
    const begun = { ...record, sheetId: sheet.id };
    sheets.show(sheet);
    const made = writeDashboard(this.writing(store), { sheet, plan, record: begun, rows: 0 });
    store.keep(made);
    return made;
  }

  private writing(store: DashboardStore): DashboardWriting {
    const { sheets, looks } = this.services;
    return { looks, log: (record) => store.keep(record), flush: () => sheets.flush() };
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
    const sentence = `Delete some of the sheets that are called “${name}”: there are too many`;
    throw new ReportError('sheet_blocked', { sentence });
  }
}

/** Whether a dashboard shows targets: these are read again when it is pressed. */
function showsTargets(template: TemplateName): boolean {
  return template === 'scorecard' || template === 'overview';
}

/** Names that a sheet may get, the first one that is free, each with the title that goes with it. */
type SheetNames = readonly [NamedTitle, ...NamedTitle[]];
type NamedTitle = readonly [name: string, title: string];

/** The longest name of a sheet. */
const MOST_LETTERS = 100;

/**
 * Names for the sheet of a dashboard, each with the title that goes with it: `Overview`; a second one is named by its
 * report, `Overview – This month`; more of them are numbered.
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
  if (owner.sample !== undefined && saved.content?.sample === undefined) {
    refuse(
      `Connect with your own credentials first: “${saved.sheet}” holds real rows, this would show sample ones`,
    );
  }
  refuse(
    `Press Refresh first: “${saved.sheet}” still holds rows of another employer, the dashboard would show others`,
  );
}

function refuse(sentence: string): never {
  throw new ReportError('invalid_settings', { sentence });
}

/**
 * Whether a dashboard may take a sheet that someone has made: it holds nothing, no cells are merged, and there is room
 * for charts.
 */
function isBlank(sheet: ReportSheet): boolean {
  if (sheet.lastRow() > 0 || sheet.columnCount() < NEW_SHEET_COLUMNS) return false;
  return sheet.mergedCells({ row: 1, column: 1, ...sheet.gridSize() }).length === 0;
}

/**
 * Writes the figures of a refresh into the dashboards of its report: one service call to read each before the lock is
 * taken and one to write it, and under the lock one for the properties and a flush.
 *
 * One whose sheet is gone is forgotten without a message. One that cannot be written stays as it is, and the person hears
 * why; the others are written all the same.
 */
export class DashboardFollower implements RefreshFollower {
  constructor(private readonly services: DashboardServices) {}

  follow(refresh: FollowedRefresh): readonly string[] {
    const known = parseDashboards(refresh.properties[PROPERTY.dashboards]);
    const own = known.filter(({ reportId }) => reportId === refresh.saved.id);
    if (own.length === 0) return [];
    const sentences: string[] = [];
    try {
      const prepared = this.prepareAll(own, refresh, sentences);
      const gone = own.filter(({ sheetId }) => this.services.sheets.byId(sheetId) === undefined);
      if (prepared.length + gone.length === 0) return sentences;
      withLock(this.services.lock, () => this.writeAll(prepared, gone, sentences));
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

  private prepareAll(
    own: readonly DashboardRecord[],
    refresh: FollowedRefresh,
    sentences: string[],
  ): PreparedDashboard[] {
    const source = sourceOfRefresh(refresh, this.services);
    return own.flatMap((record) => {
      const sheet = this.services.sheets.byId(record.sheetId);
      if (sheet === undefined) return [];
      return attempt(record, sentences, () =>
        record.layout === LAYOUT
          ? prepareDashboard(sheet, record, planDashboard(record, source))
          : refuseFormer(record),
      );
    });
  }

  private writeAll(
    prepared: readonly PreparedDashboard[],
    gone: readonly DashboardRecord[],
    sentences: string[],
  ): void {
    const { sheets, looks, document } = this.services;
    const store = new DashboardStore(document, document.readAll());
    store.forget((one) => gone.some(({ sheetId }) => sheetId === one.sheetId));
    const log = (changed: DashboardRecord) => store.keep(changed);
    const writing = { looks, log, flush: () => sheets.flush() };
    for (const one of prepared) {
      const { record } = one;
      if (sheets.byId(record.sheetId) === undefined) continue;
      attempt(record, sentences, () => {
        // Another run has written it, or begun to, after its cells were read.
        if (!store.holds(record)) throw new ReportError('busy');
        const updated = writeDashboard(writing, one);
        if (updated.made !== record.made || updated.uncharted !== record.uncharted) log(updated);
      });
    }
    sheets.flush();
  }
}

/** @throws {ReportError} `sheet_blocked`: cells of another layout are never written over. */
function refuseFormer({ template, sheet }: DashboardRecord): never {
  const title = TITLES[template];
  return blocked(
    `Press “${title}” under Dashboards to build it in the new layout: “${sheet}” has the former one`,
  );
}

/** Tries something with one dashboard. An error is reported, with no result. */
function attempt<Result>({ sheet }: DashboardRecord, sentences: string[], work: () => Result): Result[] {
  try {
    return [work()];
  } catch (error) {
    sentences.push(`The dashboard “${sheet}” stays as it was. ${toReportError(error).message}`);
    return [];
  }
}

/** What writing a dashboard needs. */
interface DashboardWriting {
  readonly looks: DashboardLooks;
  /** Makes all writes certain. */
  readonly flush: () => void;
  /** Notes how far our cells will reach, before they are written. */
  readonly log: (record: DashboardRecord) => void;
}

/** A dashboard whose cells were read and found as they were left. Writing it reads no cell. */
interface PreparedDashboard {
  readonly sheet: ReportSheet;
  readonly record: DashboardRecord;
  readonly plan: DashboardPlan;
  /** How many rows of the sheet are ours now. */
  readonly rows: number;
}

type Values = readonly (readonly unknown[])[];

/**
 * Reads a dashboard's cells before the lock is taken, since reading waits for formulas: one service call, one more where
 * blank cells are to be filled, up to three more while it grows.
 *
 * @throws {ReportError} `sheet_blocked` where the cells are not as we left them, or those that it needs are in use.
 */
function prepareDashboard(
  sheet: ReportSheet,
  record: DashboardRecord,
  plan: DashboardPlan,
): PreparedDashboard {
  if (!record.made) return prepareMaking(sheet, record, plan);
  if (plan.columns !== record.columns) changed(record);
  const cells = sheet.readBlock(1, 1, record.rows, record.columns);
  const end = findEnd(cells);
  if (!stands(cells, plan) || end === undefined || end.row !== end.said.row) return changed(record);
  const own = cells.slice(0, end.row);
  const added = countFilled(own) - end.said.filled;
  if (added > 0) refuseAdded(record, placesAdded(own, plan, added));
  const grown = plan.cells.length - end.row;
  if (grown > 0 && !sheet.isFree(end.row + 1, 1, grown, plan.columns)) {
    blocked(`Clear the cells below the dashboard “${record.sheet}”: its new rows need the space`);
  }
  // Of merged cells all but the first are blank: where no blank cell is to be filled, none of ours can be among them.
  const fillsBlank = plan.cells.some((line, row) =>
    line.some((value, column) => isFilled(value) && !isFilled(cells[row]?.[column])),
  );
  if (fillsBlank) {
    requireOwnCells(sheet, record, plan);
  }
  return { sheet, record, plan, rows: end.row };
}

/** Makes sure that a sheet is empty, or holds what an interrupted run has left. @throws {ReportError} `sheet_blocked` */
function prepareMaking(sheet: ReportSheet, record: DashboardRecord, plan: DashboardPlan): PreparedDashboard {
  if (sheet.lastRow() > 0 && !holdsText(sheet.readRow(1, 1)[0], plan.title)) {
    blocked(`Empty or delete the sheet “${record.sheet}”: the unfinished dashboard there needs the space`);
  }
  requireOwnCells(sheet, record, plan);
  return { sheet, record, plan, rows: record.rows };
}

/** Makes sure that no figure would be lost in merged cells. One service call. @throws {ReportError} `sheet_blocked` */
function requireOwnCells(
  sheet: ReportSheet,
  { sheet: name }: DashboardRecord,
  { cells, columns }: DashboardPlan,
): void {
  const block = { row: 1, column: 1, rows: cells.length, columns };
  requireUnmerged(sheet, name, block, (row, column) => isFilled(cells[row - 1]?.[column - 1]));
}

/**
 * Writes a prepared dashboard: one service call, one more while it grows, and more for one that was not finished. Nothing
 * is certain before a flush.
 *
 * Charts, rules, formats and whatever stands outside our cells stay as they are. Charts come with the first figures to
 * show: up to six more service calls, once.
 *
 * @returns The record to keep; the same object where nothing of it changed.
 * @throws {ReportError} `sheet_blocked`, with no cell changed.
 */
function writeDashboard(writing: DashboardWriting, prepared: PreparedDashboard): DashboardRecord {
  const { sheet, record, plan } = prepared;
  if (!record.made) return makeDashboard(writing, prepared);
  const height = plan.cells.length;
  const grown = height > record.rows ? { ...record, rows: height } : record;
  if (grown !== record) writing.log(grown);
  sheet.write(1, sheetRows(plan.cells, Math.max(prepared.rows, height), plan.columns));
  if (!grown.uncharted || !plan.isCharted) return grown;
  writing.looks.addCharts(sheet.id, plan.look.charts);
  writing.flush();
  return { ...grown, uncharted: undefined };
}

/**
 * Makes a dashboard on a sheet that is empty, or that an interrupted run has left.
 *
 * Cells first: a chart without values would guess its series. It ends with a flush, so that the record says `made` of
 * what is certain.
 */
function makeDashboard(
  { looks, flush, log }: DashboardWriting,
  { sheet, record, plan, rows }: PreparedDashboard,
): DashboardRecord {
  const begun = {
    ...record,
    rows: Math.max(rows, plan.cells.length),
    columns: plan.columns,
    uncharted: plan.isCharted ? undefined : true,
  };
  log(begun);
  sheet.write(1, sheetRows(plan.cells, begun.rows, plan.columns));
  looks.applyLook(sheet.id, plan.isCharted ? plan.look : { ...plan.look, charts: [] });
  flush();
  return { ...begun, made: true };
}

/** Whether every text of ours is where it was: no one has moved rows or columns, or written over them. */
function stands(cells: Values, { anchors }: DashboardPlan): boolean {
  return anchors.every(({ row, column, text }) => holdsText(cells[row - 1]?.[column - 1], text));
}

/** Where people have written; empty if the cells that would become blank are more or fewer than those added. */
function placesAdded(own: Values, plan: DashboardPlan, added: number): string[] {
  const places = own.flatMap((cells, row) =>
    cells.flatMap((cell, column) =>
      isFilled(cell) && !isFilled(plan.cells[row]?.[column]) ? [a1(row + 1, column + 1)] : [],
    ),
  );
  return places.length === added ? places : [];
}

const MOST_PLACES = 3;

function refuseAdded({ sheet, rows, columns }: DashboardRecord, places: readonly string[]): never {
  const named = places.slice(0, MOST_PLACES).join(', ');
  const where = named === '' ? '' : ` (${named}${places.length > MOST_PLACES ? ', …' : ''})`;
  return blocked(
    `Move your notes${where} on “${sheet}” right of column ${columnLetters(columns - 1)} or below row ${rows}: new figures would overwrite them`,
  );
}

function changed({ sheet }: DashboardRecord): never {
  return blocked(
    `Put the titles and headings of “${sheet}” back (undo the change), or delete the sheet and build it again: its cells were moved or changed`,
  );
}

/** What the last line of a dashboard says of the cells down to it, itself among them. */
interface DashboardEnd {
  /** How many of them were not blank. */
  readonly filled: number;
  /** In which row the line was written. */
  readonly row: number;
}

/** Finds the line that ends a dashboard among cells as a sheet holds them; `undefined` where there is none. */
function findEnd(
  cells: readonly (readonly unknown[])[],
): { readonly said: DashboardEnd; readonly row: number } | undefined {
  for (let row = cells.length; row > 0; row -= 1) {
    const [, filled, said] = END.exec(String(cells[row - 1]?.[0])) ?? [];
    if (filled !== undefined && said !== undefined) {
      return { said: { filled: readNumber(filled), row: readNumber(said) }, row };
    }
  }
  return undefined;
}

function readNumber(text: string): number {
  return Number(text.replace(/,/g, ''));
}
