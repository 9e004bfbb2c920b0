import { type DateRange, shortDay } from '../../calendar/calendar-date';
import { isAmerican } from '../../employer-api/connection';
import { DAY_COLUMN } from '../../employer-api/shift-records';
import { findMeasure, type Measure } from '../../figures/measures';
import { whyTheWeekMoved } from '../../figures/why-it-moved';
import { noteKeys } from '../notes/note-plan';
import { noteTaker } from '../notes/table-notes';
import type { Properties } from '../ports';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import { daysWithHistory, describeGone, describeOlderAnswers, historyAfter } from '../saved/kept-history';
import { learnedFrom } from '../saved/learned';
import { figuresOfReport } from '../saved/report-question';
import { keptHistory } from '../saved/saved-connection';
import { describeContent, type SavedReport, type TableContent } from '../saved/saved-report';
import { prepareStatusSheet } from '../status/status-sheet';
import { occupied } from '../writing/table-place';
import { prepareUpdate } from '../writing/table-update';
import { writeTable } from '../writing/table-writer';
import { countEmpty, describeNothing } from './judge-refresh';
import type { KeptTables } from './kept-tables';
import type { RefreshLease } from './refresh-lease';
import {
  type CommittedRefresh,
  type FetchedRefresh,
  type FollowedRefresh,
  type Inspection,
  type JudgedRefresh,
  type PreparedRefresh,
  type RefreshInspector,
  type RefreshServices,
  shownRange,
  stagingFor,
} from './refresh-phases';
import {
  commitTable,
  endActivity,
  finishWrite,
  requireUnchanged,
  snapshotProperty,
  withReport,
} from './refresh-records';

/**
 * Writes a table that may replace the old one: prepares the write under the lease, keeps a snapshot for Undo, and
 * commits everything under the lock.
 *
 * Everything that reads sheets happens before the lock, under the lease: a read waits for formulas that calculate, and
 * these may wait for the lock. The table is checked after the reads, and again under the lock without reading.
 */
export class RefreshWriter {
  constructor(
    private readonly services: RefreshServices,
    private readonly tables: KeptTables,
    private readonly lease: RefreshLease,
  ) {}

  /**
   * Checks that the write may go on: refuses the sheet of another report, which people may have given this name, and
   * avoids making a sheet for a report that was removed in the meantime. One property read if a sheet is to be made.
   *
   * @throws {ReportError} `sheet_blocked`; as `requireUnchanged`.
   */
  requirePlace(fetched: FetchedRefresh): void {
    const { saved, state } = fetched;
    const { sheets, stores } = this.services;
    const own = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
    const sheet = own ?? sheets.byName(saved.sheet);
    if (state.reports.some(({ id, sheetId }) => id !== saved.id && sheetId === sheet?.id))
      occupied(saved.sheet);
    if (saved.sheetId !== null && state.statusSheet !== undefined) return;
    const properties = stores.document.readAll();
    requireUnchanged(this.services, fetched, readDocumentState(properties), properties);
  }

  /**
   * Makes the write ready. Large tables are staged.
   *
   * @param onStaged Called with the ID of the staging sheet, once it is logged.
   * @throws {ReportError} As `prepareUpdate`.
   */
  prepare(judged: JudgedRefresh, onStaged: (sheetId: number) => void): PreparedRefresh {
    const { saved, lease, made, draft } = judged;
    const mayReplace = lease.by !== 'schedule';
    const staging = stagingFor(this.services, lease, saved.id, onStaged);
    const { sheets, calendar, clock } = this.services;
    const { properties, zone, today } = judged;
    const context = { sheets, calendar, clock, properties, zone, today, id: saved.id, report: saved.sheet };
    const takeNotes = noteTaker({ ...context, ...noteKeys(saved, judged.owner) });
    const options = { staging, mayReplace, takeNotes: made.isShown ? undefined : takeNotes };
    const { prepared, result } = prepareUpdate(this.services.sheets, saved, draft, options, () => ({
      snapshots: made.isShown || judged.sheetDiffers ? undefined : this.tables.keep(judged),
      room: prepareStatusSheet(this.services, judged.state, mayReplace),
      stayed: made.isShown ? (saved.content ?? undefined) : draft.stayed,
      isGone: draft.isGone ?? false,
    }));
    return { ...judged, prepared, ...result };
  }

  /**
   * Writes the table and records it with the report, in the activity log and on the status sheet: under the lock,
   * reading nothing.
   *
   * @param onRefused Called if the sheet refused the table itself.
   * @throws {ReportError} With the old table unchanged.
   */
  commit(ready: PreparedRefresh, onRefused: () => void): CommittedRefresh {
    return this.lease.locked((state, properties) => {
      const { made, prepared } = ready;
      let advice = '';
      const before = requireUnchanged(this.services, ready, state, properties);
      const saved = commitTable(this.services, { saved: before, prepared, properties }, () => {
        if (!made.isShown) advice = writeTable(prepared, onRefused);
      });
      return this.record(ready, saved, advice, state, properties);
    });
  }

  /**
   * @param saved The report with its new table.
   * @param advice What the person should do after the write; empty if nothing.
   */
  private record(
    ready: PreparedRefresh,
    saved: SavedReport,
    advice: string,
    state: DocumentState,
    properties: Properties,
  ): CommittedRefresh {
    const { clock, packer } = this.services;
    const { zone, fingerprint, start, today, report, made, deferredDays, prepared, snapshots, room } = ready;
    const { content, history, older } = shownBy(ready, saved, clock.now());
    const followed = followedBy(ready, saved, properties);
    const { sentences: news, changes: noted } = inspectAll(this.services.inspectors, followed);
    const message = [describeContent(content, report.issues[0], nounOf(saved), saved.content)]
      .concat(
        describeNothing(content.rows, report, made.table),
        made.blank,
        older,
        deferredDays?.sentence ?? '',
      )
      .concat(snapshots?.sentence ?? '', prepared.notes?.sentence ?? '', room.sentence, advice, news)
      .filter(Boolean)
      .join(' ');
    const { correlationId } = report;
    const done: SavedReport = {
      ...saved,
      content: { ...content, why: whyOfRefresh(followed) },
      written: made.written,
      cursor: deferredDays?.cursor ?? null,
      history,
      fields: [...made.table.fields],
      lastRun: { outcome: 'refreshed', finishedAt: clock.now(), message, correlationId },
      ...(snapshots ? { snapshot: snapshots.pointer } : {}),
    };
    const ended = endActivity(state, {
      ...start,
      at: clock.now(),
      outcome: 'refreshed',
      sentence: message,
      correlationId,
    });
    const { alertEpisodes = state.alertEpisodes } = noted;
    const after = { ...withReport(state, done), zone, activity: ended.activity, alertEpisodes };
    const targets = ready.targets === undefined ? {} : { [PROPERTY.targets]: ready.targets };
    const learned = learnedFrom(report.rows, properties, { fingerprint, packer, today });
    const ends = finishWrite(
      this.services,
      { after, done, prepared, room },
      {
        ...ended.properties,
        ...learned,
        ...noted,
        ...targets,
        ...snapshotProperty(snapshots, saved.id, properties),
      },
    );
    return {
      state: ends,
      followed: { ...followed, saved: done, properties: { ...properties, ...learned, ...noted, ...targets } },
    };
  }
}

function nounOf({ report }: SavedReport): string {
  return report === 'shift_fulfilment' ? 'shift' : 'row';
}

/** The result of a write, besides the fetched rows. */
interface WrittenRows {
  readonly refreshedAt: number;
  readonly before: TableContent | null;
  /** The rows of the table, including those of kept days. */
  readonly rows: number;
  /** The days of the table, including kept days. */
  readonly days: DateRange;
}

/**
 * The content and history of a written table, and a sentence about rows of an earlier question.
 *
 * @param saved The report with its new table.
 */
function shownBy(
  ready: PreparedRefresh,
  saved: SavedReport,
  refreshedAt: number,
): Pick<SavedReport, 'history'> & { readonly content: TableContent; readonly older: string } {
  const { range, owner, today, deferredDays, stayed, isGone } = ready;
  const written = { refreshedAt, before: saved.content, rows: saved.extent };
  if (saved.mode !== 'history') {
    return { content: contentOf(ready, { ...written, days: range }), history: null, older: '' };
  }
  const known = keptHistory(saved, owner);
  const history = historyAfter(known, range, today, deferredDays?.cursor === null);
  const days = daysWithHistory(isGone ? range.from : history.from, range, stayed);
  const older = isGone
    ? describeGone(saved.sheet, history, range)
    : describeOlderAnswers(known, history.from, range, stayed);
  const content = contentOf(ready, { ...written, days });
  // Rows that someone deleted come back when all days are fetched again.
  return { content, history: isGone ? { ...history, reread: 0 } : history, older };
}

/** The content record of a written table. */
function contentOf(
  { owner, report, made: { hash, shifts, checks } }: PreparedRefresh,
  { refreshedAt, before, rows, days }: WrittenRows,
): TableContent {
  const { generatedAt } = report;
  const isWhole = shifts.rows.length === report.rows.length;
  const empty = isWhole ? report.emptyCount : countEmpty(shifts.rows, report);
  // Issues other than empty values are all counted: the rows they belong to are unknown.
  const issues = report.issueCount - report.emptyCount + empty;
  const changedAt = before?.hash === hash ? before.changedAt : refreshedAt;
  return {
    refreshedAt,
    generatedAt,
    rows,
    ...days,
    issues,
    empty,
    checks: [...checks],
    hash,
    changedAt,
    ...owner,
  };
}

/** The input of inspectors and followers. */
function followedBy(
  {
    range,
    zone,
    today,
    region,
    weekStart,
    keptDefinitions,
    seenNames,
    fingerprint,
    owner,
    lease,
    report,
  }: PreparedRefresh,
  saved: SavedReport,
  properties: Properties,
): FollowedRefresh {
  const isSample = owner.sample !== undefined;
  const days = { range, zone, today, weekStart };
  return {
    saved,
    report,
    ...days,
    region,
    keptDefinitions,
    seenNames,
    fingerprint,
    isSample,
    by: lease.by,
    properties,
  };
}

/** The findings of all inspectors, in order. */
function inspectAll(inspectors: readonly RefreshInspector[], refresh: FollowedRefresh): Inspection {
  const found = inspectors.map((inspector) => inspector.inspect(refresh));
  const changes: Record<string, string> = Object.assign({}, ...found.map((one) => one.changes));
  return { changes, sentences: found.flatMap(({ sentences }) => sentences) };
}

const MEASURE = findMeasure('true fulfilment %') as Measure;

/**
 * Why true fulfilment of the newest complete week of a refreshed report differs from that of the week before, with the
 * week: `Week of 16 Nov 2026: True fulfilment …`. As on the *Overview*, of the days that the report shows.
 *
 * No service call. Never throws.
 *
 * @returns `undefined` where there is nothing to say, such as without two complete weeks.
 */
function whyOfRefresh(refresh: FollowedRefresh): string | undefined {
  try {
    const { saved, report, region } = refresh;
    const range = shownRange(refresh);
    const rows = report.rows.filter((row) => {
      const day = row[DAY_COLUMN];
      return typeof day !== 'number' || (day >= range.from && day <= range.to);
    });
    const figures = figuresOfReport(saved, { rows }, { ...refresh, range }, [MEASURE], false);
    const [request] = figures.requests;
    const why = request && whyTheWeekMoved(figures, request, 'venue', isAmerican(region));
    return why && why.text !== '' ? `Week of ${shortDay(why.week)}: ${why.text}` : undefined;
  } catch {
    // A table without a sentence is worth more than no table.
    return undefined;
  }
}
