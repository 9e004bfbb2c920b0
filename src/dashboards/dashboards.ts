import type { DateRange } from '../calendar/calendar-date';
import type { Now } from '../calendar/period-words';
import { labelOf } from '../contract/form';
import { DASHBOARDS, NEW_REPORT, type TemplateName } from '../contract/reports';
import { type Connection, isSampleConnection } from '../employer-api/connection';
import { ReportError, refuse, toReportError } from '../employer-api/errors';
import { shortHash } from '../employer-api/text';
import type { ReadReport } from '../reports/fetching/fetch-days';
import { neededForTimer } from '../reports/permissions';
import type { DocumentServices, Properties, ReportSheet, ScheduleTriggers, Services } from '../reports/ports';
import type { FollowedRefresh, RefreshFollower } from '../reports/refresh/followed-refresh';
import { type DocumentState, findReport, locked, PROPERTY } from '../reports/saved/document-state';
import {
  holdsOthersRows,
  isSampleOwner,
  ownerOf,
  reportRange,
  type SavedReport,
  whyWaiting,
} from '../reports/saved/saved-report';
import { type ContextServices, SpreadsheetContext } from '../reports/saved/spreadsheet-context';
import {
  blocked,
  changedMeanwhile,
  isFilled,
  literalCell,
  requireUnmerged,
  sheetRows,
  type WrittenCell,
} from '../reports/sheet/cells';
import { STATUS_SHEET_NAME } from '../reports/status/status-sheet';
import { parseTargets, readTargetsSheet } from '../reports/targets/targets-sheet';
import type { Choice } from './choice';
import {
  type DashboardRecord,
  dashboardProperty,
  dashboardsIn,
  factsOf,
  findDashboard,
} from './dashboard-records';
import { type DashboardSource, daysToCome, madeAt, sourceOfRefresh, sourceOfTable } from './dashboard-source';
import { BLOCK_COLUMNS, type DashboardLooks, LAST_LINE, noticeFormula, type Page } from './layout';
import { isOfAllDays, planDashboard } from './page';

/** What dashboards need. */
interface DashboardServices
  extends ContextServices,
    DocumentServices,
    Pick<Services, 'sheets' | 'digest' | 'authorization' | 'installation'> {
  readonly looks: DashboardLooks;
  readonly triggers: Pick<ScheduleTriggers, 'remove' | 'ownOrNewForEdits'>;
}

/** A dashboard that is laid out and whose block was read. Writing it reads no cell. */
type Prepared = ReturnType<typeof prepare> & {
  /** The stored report whose table it was made of; absent where rows of the service were. */
  readonly madeOf?: string | undefined;
};

/** More names than these are not tried for a new sheet; the longest name of one. */
const [MOST_NAMES, MOST_LETTERS] = [50, 100];
/** How far down the end of a block is looked for: people may have put in rows. */
const MOST_ROWS = 2000;

/** Which days to read of a report whose own are these. */
export type DaysToRead = (own: DateRange, now: Now) => DateRange;

/** Builds dashboards from the rows of saved reports, on sheets of their own, and keeps them up to date. */
export class Dashboards implements RefreshFollower {
  constructor(private readonly services: DashboardServices) {}

  /**
   * Builds a dashboard, or brings the one that exists up to date and to the front.
   *
   * The rows are those that formulas of the same days would be given: what a refresh has just left, else they are fetched.
   * Cells are read, and the dashboard laid out, before the lock is taken. Up to 30 service calls, and those of a request.
   *
   * @param chosen What a person chose for it. @default as before, at first what there are several of by weekday, and false
   * @throws {ReportError} Of any code of the service; `invalid_settings` where the report's table is of another
   *   connection, or the report waits for an answer; `sheet_blocked`; `busy`.
   */
  build(
    reportId: string,
    template: TemplateName,
    { cut, everyMiss }: Pick<DashboardRecord, 'cut' | 'everyMiss'>,
  ) {
    const { sheets, packer } = this.services;
    const context = new SpreadsheetContext(this.services);
    const properties = context.properties();
    const { [PROPERTY.targets]: kept, [PROPERTY.editTrigger]: answering } = properties;
    // Whoever has just written targets wants to see them.
    const read = isOfAllDays(template)
      ? {}
      : readTargetsSheet(this.services, kept, context.zone(), context.seenNames());
    const targets = parseTargets(read[PROPERTY.targets] ?? kept, packer);
    const source = { ...this.source(reportId, template, context), targets };
    const records = dashboardsIn(properties);
    const known = findDashboard(records, { reportId, template, cut });
    const old = known && sheets.byId(known.sheetId);
    const before = old && known;
    // Building again makes sure of it.
    const triggerId = this.triggerFor(source.saved, before !== undefined, answering);
    const { sheet, name, isMade } = old
      ? { sheet: old, name: old.name(), isMade: false }
      : this.findPlace(labelOf(DASHBOARDS, template), source.saved.sheet, records);
    const record = {
      ...(before ?? { reportId, template, look: '' }),
      cut: cut ?? before?.cut,
      everyMiss: everyMiss ?? before?.everyMiss,
      choice: before?.choice ?? (triggerId ? { name: '', period: '' } : undefined),
      ...{ sheetId: sheet.id, sheet: name },
    };
    const changes = { ...read, ...(triggerId && { [PROPERTY.editTrigger]: triggerId }) };
    const state = this.writeAll([prepare(sheet, before, record, source)], changes);
    // A sheet that was made is in front.
    if (!isMade) sheets.show(sheet);
    const sentence =
      before === undefined || before.look === ''
        ? `Built “${name}”. Refreshing “${source.saved.sheet}” keeps it up to date.`
        : `“${name}” is up to date.`;
    return { state, sentence };
  }

  /**
   * Writes the figures of a refresh into the dashboards of its report. *Unfilled list* reads its own days besides.
   *
   * One whose sheet is gone is forgotten without a message. One that cannot be written stays as it is, and the person hears
   * why; the others are written all the same.
   */
  follow(refresh: FollowedRefresh): readonly string[] {
    const { sheets, calendar, packer } = this.services;
    const own = dashboardsIn(refresh.properties).filter(({ reportId }) => reportId === refresh.saved.id);
    if (own.length === 0) return [];
    const sentences: string[] = [];
    const failed = (error: unknown, { sheetId, sheet }: DashboardRecord) => {
      const name = sheets.byId(sheetId)?.name() ?? sheet;
      sentences.push(`The dashboard “${name}” stays as it was. ${toReportError(error).message}`);
    };
    try {
      const refreshed = sourceOfRefresh(refresh, calendar, packer);
      const context = new SpreadsheetContext(this.services);
      const prepared = own.flatMap((before) => {
        try {
          const sheet = sheets.byId(before.sheetId);
          const isToCome = before.template === 'unfilled_list';
          const [coming] = isToCome ? context.readRows([daysToCome(refreshed.today)]) : [];
          return sheet ? [prepare(sheet, before, before, { ...refreshed, coming: coming?.rows })] : [];
        } catch (error) {
          failed(error, before);
          return [];
        }
      });
      this.writeAll(prepared, {}, failed);
    } catch (error) {
      sentences.push(
        `The dashboards of “${refresh.saved.sheet}” stay as they were. ${toReportError(error).message}`,
      );
    }
    return sentences;
  }

  /**
   * Makes a dashboard anew from its report's table, without a request, after someone chose in row 2. Up to 45 service calls;
   * one for an edit that is no choice. Of two choices the one that is stored later stands.
   *
   * @throws {ReportError} `busy`, and where the sheet cannot be written. What the table lacks is said in row 3.
   */
  answer({ triggerId, sheetId, typed }: ChoiceEdit): void {
    const { document, sheets, triggers } = this.services;
    const recordIn = (properties: Properties) =>
      dashboardsIn(properties).find((one) => one.sheetId === sheetId && one.choice !== undefined);
    const stored = document.readAll();
    const isNewest = stored[PROPERTY.editTrigger] === triggerId;
    if (!isNewest) triggers.remove([triggerId]);
    const sheet = sheets.byId(sheetId);
    if (!isNewest || sheet === undefined || recordIn(stored) === undefined) return;
    const chosen = typed ?? readChoice(sheet);
    const before = locked(this.services, (_, properties) => {
      const record = recordIn(properties);
      if (record === undefined) return undefined;
      const changed = { ...record, choice: { name: '', period: '', ...record.choice, ...chosen } };
      document.write(dashboardProperty(changed));
      return changed;
    });
    if (before === undefined) return;
    try {
      this.writeAll([this.prepareAnswer(sheet, before)]);
    } catch (error) {
      const failure = toReportError(error);
      const { code } = failure;
      // Someone has chosen again, or a refresh has changed the table: it makes the dashboard as it is chosen by now.
      if (code === 'busy' || code === 'changed_meanwhile') return;
      locked(this.services, (_, properties) => {
        const now = recordIn(properties);
        if (JSON.stringify(now) !== JSON.stringify(before)) return;
        sheet.write(3, [[literalCell(`These are the figures of before your choice. ${failure.message}`)]]);
        sheets.flush();
      });
    }
  }

  /** What a choice makes of a dashboard. @throws {ReportError} One sentence on what the table lacks. */
  private prepareAnswer(sheet: ReportSheet, before: DashboardRecord): Prepared {
    const context = new SpreadsheetContext(this.services);
    const saved = findReport(context.state(), before.reportId);
    requireSameOrigin(saved, context.connection());
    const made = sourceOfTable(this.services, context, saved, before);
    const isToCome = before.template === 'unfilled_list';
    const coming = isToCome && context.keptRows(daysToCome(made.today));
    if (coming === undefined)
      return blocked(`Refresh “${saved.sheet}” first: days to come are kept for six hours`);
    const source = coming ? { ...made, coming: coming.rows } : made;
    const prepared = prepare(sheet, before, before, source);
    // What is not there is said once.
    const record = { ...prepared.record, choice: prepared.page.choice };
    return { ...prepared, record, madeOf: context.properties()[PROPERTY.report(saved.id)] };
  }

  /** The trigger that answers choices; undefined where the person has not allowed it. */
  private triggerFor({ report }: DashboardSource['saved'], isAgain: boolean, known = ''): string | undefined {
    const { authorization, installation, triggers } = this.services;
    if (report !== NEW_REPORT.report) return undefined;
    if (known !== '' && !isAgain) return known;
    const { missing } = authorization.missing(neededForTimer(installation));
    return missing.length > 0 ? undefined : triggers.ownOrNewForEdits(isAgain);
  }

  /**
   * Writes dashboards under the lock, and stores their records. Those whose report or sheet is gone are forgotten.
   *
   * @param more Properties to store besides.
   * @param failed Told of one that cannot be written. @default it throws
   */
  private writeAll(
    prepared: readonly Prepared[],
    more: Properties = {},
    failed?: (error: unknown, record: DashboardRecord) => void,
  ): DocumentState {
    const { document, sheets, triggers } = this.services;
    return locked(this.services, (state, properties) => {
      const isThere = ({ reportId, sheetId }: DashboardRecord) =>
        state.reports.some(({ id }) => id === reportId) && sheets.byId(sheetId) !== undefined;
      const stored = dashboardsIn(properties);
      const known = stored.filter(isThere);
      const gone = stored.filter((one) => !known.includes(one));
      const forgotten = Object.fromEntries(gone.map(({ sheetId }) => [PROPERTY.dashboard(sheetId), '']));
      let changes: Properties = { ...more, ...forgotten };
      for (const one of prepared) {
        const { before, record } = one;
        try {
          const { sheet: report } = findReport(state, record.reportId);
          if (before !== undefined && sheets.byId(record.sheetId) === undefined) continue;
          const isSame = ({ sheetId }: DashboardRecord) => sheetId === record.sheetId;
          const now = known.find(isSame) ?? (before ? undefined : findDashboard(known, record));
          if (JSON.stringify(now) !== JSON.stringify(before)) throw new ReportError('busy');
          const table = properties[PROPERTY.report(record.reportId)];
          if (one.madeOf !== undefined && one.madeOf !== table) changedMeanwhile('the table');
          // A run that ends here leaves a sheet that the next one takes over.
          if (before === undefined) document.write({ ...changes, ...dashboardProperty(record) });
          const written = this.write(one, state, report);
          if (JSON.stringify(written) !== JSON.stringify(before))
            changes = { ...changes, ...dashboardProperty(written) };
        } catch (error) {
          if (failed === undefined) throw error;
          failed(error, record);
        }
      }
      sheets.flush();
      const all = [...known, ...prepared.map(({ record }) => record)];
      const triggerId = properties[PROPERTY.editTrigger];
      if (triggerId && !all.some(({ choice }) => choice !== undefined)) {
        triggers.remove([triggerId]);
        changes = { ...changes, [PROPERTY.editTrigger]: '' };
      }
      if (Object.keys(changes).length > 0) document.write(changes);
      return { ...state, properties: { ...state.properties, ...changes } };
    });
  }

  /** Writes the cells, in one call; the look follows where it changed. @returns The record of what is there after a flush. */
  private write(
    { sheet, before, record, page, rows, refreshedAt }: Prepared,
    { statusSheet, zone }: DocumentState,
    report: string,
  ): DashboardRecord {
    const { looks, sheets, calendar } = this.services;
    sheet.grow({ rows: 1, columns: BLOCK_COLUMNS });
    const values = page.cells.map((row) => row.map(({ value }) => value));
    const cells = sheetRows(values, Math.max(rows, values.length), BLOCK_COLUMNS);
    const status = statusSheet && sheets.byId(statusSheet.sheetId);
    const isUsual = status !== undefined && sheets.byName(STATUS_SHEET_NAME)?.id === status.id;
    const refreshed = refreshedAt && calendar.serial(refreshedAt, zone);
    (cells[2] as WrittenCell[])[0] = noticeFormula(
      String(values[2]?.[0] ?? ''),
      values.length,
      status && { report, sheet: isUsual ? STATUS_SHEET_NAME : status.name(), refreshed },
      page.choice && values[1]?.slice(0, 2).map(String),
    );
    sheet.write(1, cells);
    const look = shortHash(JSON.stringify(page.look));
    if (look === record.look) return record;
    try {
      looks.apply(sheet.id, page.look, { rows, chart: record.chart });
      return { ...record, look, chart: page.look.chart?.ranges.join() };
    } catch (error) {
      // Only a look: the next refresh sets it.
      if (before === undefined) throw error;
      return record;
    }
  }

  /**
   * What a dashboard of a report would be made of now. Costs as reading for `build`; writes nothing.
   *
   * @param daysOf The days to read. @default those of the report
   * @throws {ReportError} As `build`, but for what writing throws.
   */
  source(
    reportId: string,
    template?: TemplateName,
    context = new SpreadsheetContext(this.services),
    daysOf: DaysToRead = (own) => own,
  ): DashboardSource {
    const saved = findReport(context.state(), reportId);
    const connection = context.connection();
    requireSameOrigin(saved, connection);
    const waiting = whyWaiting(saved);
    if (waiting !== '') refuse('invalid_settings', waiting);
    const today = context.today();
    const range = daysOf(reportRange(saved, today, context.weekStart()), context);
    const ranges = template === 'unfilled_list' ? [range, daysToCome(today)] : [range];
    const [report, coming] = context.readRows(ranges) as [ReadReport, ReadReport?];
    return {
      ...context.tableFacts(range, today),
      saved,
      report,
      coming: coming?.rows,
      notice: report.stale ? `Older figures: ${report.stale.message}` : '',
      asOf: madeAt(report.generatedAt, this.services.calendar, context.zone()),
      isSample: isSampleConnection(connection),
    };
  }

  /**
   * Makes a sheet, or finds an empty one without merged cells that belongs to no dashboard: `Overview`; a second one is
   * named by its report, `Overview – This month`; more of them are numbered.
   */
  private findPlace(template: string, report: string, records: readonly DashboardRecord[]) {
    const { sheets } = this.services;
    const name = `${template} – ${report}`.slice(0, MOST_LETTERS - 3);
    const numbered = Array.from({ length: MOST_NAMES }, (_, at) => `${name} ${at + 2}`);
    for (const one of [template, name, ...numbered]) {
      const known = sheets.byName(one);
      const sheet = known ?? sheets.create(one);
      // One that was there has the name in other capitals.
      const isNew = known === undefined && sheets.byName(one) !== undefined;
      const isTaken = () =>
        sheet.lastRow() > 0 ||
        records.some(({ sheetId }) => sheetId === sheet.id) ||
        sheet.mergedCells({ row: 1, column: 1, ...sheet.gridSize() }).length > 0;
      if (isNew || !isTaken()) return { sheet, name: one, isMade: isNew };
    }
    return blocked(`Delete some of the sheets that are called “${template}”: there are too many`);
  }
}

/**
 * Lays a dashboard out, and reads how many rows of the sheet belong to it now.
 *
 * @param before As it was read; `undefined` for a new one.
 * @param known The same with what was chosen since.
 */
function prepare(
  sheet: ReportSheet,
  before: DashboardRecord | undefined,
  known: Omit<DashboardRecord, 'days' | 'facts'>,
  source: DashboardSource,
) {
  const record = { ...known, ...factsOf(source) };
  const page = planDashboard(record, source);
  const rows = before === undefined ? 0 : ownRows(sheet, record, page);
  return { sheet, before, record, page, rows, refreshedAt: source.saved.content?.refreshedAt ?? 0 };
}

/** What someone did to the drop-downs of a sheet. */
export interface ChoiceEdit {
  readonly triggerId: string;
  readonly sheetId: number;
  /** What was chosen; absent where the cells are to be read, as after a paste. */
  readonly typed?: Partial<Choice> | undefined;
}

/** What the drop-downs hold, a formula as it is written. */
function readChoice(sheet: ReportSheet): Choice {
  const cells = { row: 2, column: 1, rows: 1, columns: 2 };
  const [texts = []] = sheet.readTexts(cells);
  const [formulas = []] = sheet.readFormulas(cells);
  const [name = '', period = ''] = texts.map((text, at) => formulas[at] || text);
  return { name, period };
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
  const isSample = isSampleOwner(saved.content?.owner);
  const held = isSample ? 'sample rows' : 'rows of another employer';
  refuse(
    'invalid_settings',
    isSampleOwner(owner) && !isSample
      ? `Connect with your own credentials first: “${saved.sheet}” holds real rows, this would show sample ones`
      : `Press Refresh first: “${saved.sheet}” still holds ${held}, the dashboard would show others`,
  );
}

/**
 * How many rows from A1 on belong to a dashboard: down to its last line, with those that people have put in. Read before
 * the lock is taken, since reading waits for formulas.
 *
 * @throws {ReportError} `sheet_blocked` where its first or its last line is gone, and where the cells that it needs are in
 *   use or merged.
 */
function ownRows(sheet: ReportSheet, record: DashboardRecord, { cells: planned }: Page): number {
  const { rows, columns } = sheet.gridSize();
  const cells = sheet.readBlock(1, 1, Math.min(rows, MOST_ROWS), Math.min(columns, BLOCK_COLUMNS));
  const last = cells.findIndex(([first]) => String(first).startsWith(LAST_LINE)) + 1;
  const isEmpty = !cells.some((row) => row.some(isFilled));
  const title = labelOf(DASHBOARDS, record.template);
  if (!(record.look === '' && isEmpty) && (last === 0 || cells[0]?.[0] !== title)) {
    blocked(
      `Undo the change in “${sheet.name()}”, or delete the sheet and build it again: “${title}” in A1 and its last line say how far the dashboard reaches`,
    );
  }
  const grown = planned.length - last;
  if (
    grown > 0 &&
    sheet.firstUsed({ row: last + 1, column: 1, rows: grown, columns: BLOCK_COLUMNS }) !== undefined
  ) {
    blocked(`Clear the cells below the dashboard “${sheet.name()}”: its new rows need the space`);
  }
  const isNeeded = (row: number, column: number) => isFilled(planned[row - 1]?.[column - 1]?.value);
  // Of merged cells all but the first are blank: where no blank cell is to be filled, none of these can be among them.
  const fillsBlank = planned.some((row, at) =>
    row.some((_, column) => isNeeded(at + 1, column + 1) && !isFilled(cells[at]?.[column])),
  );
  if (fillsBlank) {
    requireUnmerged(sheet, { row: 1, column: 1, rows: planned.length, columns: BLOCK_COLUMNS }, isNeeded);
  }
  return last;
}
