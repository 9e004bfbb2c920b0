import { ReportError, refuse } from '../../employer-api/errors';
import { shownCount } from '../../employer-api/text';
import {
  addChangeLines,
  CHANGES_SHEET_NAME,
  changeLines,
  compareRows,
  describeChanges,
  parseChangesPlace,
} from '../changes/changes-sheet';
import { type DocumentState, PROPERTY, readDocumentState } from '../saved/document-state';
import { columnsOf, noteHeadings } from '../saved/report-question';
import { findConnection } from '../saved/saved-connection';
import { formatAboutTable, hashQuestion, parseAboutTable, type SavedReport } from '../saved/saved-report';
import { hashTable, headingsOf, notePlace } from '../sheet/cells';
import { clearStaging, type FoundTable, findTable, prepareTable } from '../sheet/report-table';
import { cellReader } from '../sheet/sheets';
import {
  forgetSnapshots,
  keepSnapshot,
  readSnapshot,
  type Snapshot,
  UNDO_SHEET_NAME,
} from '../sheet/snapshots';
import { prepareStatusSheet } from '../status/status-sheet';
import { commitTable, reportProperty } from './commit';
import { dayOf, isSorted, readRows } from './history';
import { type LeasedReport, locked, type RefreshServices, releaseLease, withLease } from './lease';
import { notesOf, stagingOptions } from './refresh';

/** The hash of a table that was put back: no fetched table has it, so the next refresh counts as a change. */
const PUT_BACK = '';

/** The result of an act upon a report's table. */
interface Done {
  readonly state: DocumentState;
  /** What was done, for the person. */
  readonly sentence: string;
}

/**
 * Puts back the table from before the last refresh that changed something: all of it, or the rows that were rewritten. The
 * table that it replaces is kept, so that another Undo puts that one back. Notes are not undone: they follow their shifts.
 *
 * @param confirmed Whether the person agrees to replace cells that someone may have edited or sorted since.
 * @throws {ReportError} With the table unchanged: `held_back` if someone edited or sorted it and nobody has confirmed;
 *   `invalid_settings` if there is nothing to put back; `sheet_blocked`; `busy`; `changed_meanwhile`.
 */
export function undoRefresh(services: RefreshServices, reportId: string, confirmed: boolean): Done {
  return withLease(services, reportId, (leased) => {
    const { sheets, calendar, clock, makeId, stores, digest } = services;
    const { saved, properties, state, lease } = leased;
    const { fingerprint } = findConnection(properties, stores).connection;
    const questionHash = hashQuestion(saved, fingerprint, digest);
    const snapshot = snapshotOf(services, leased, fingerprint);
    const about = parseAboutTable(snapshot.about) ?? refuseBroken(saved.sheet);
    const zone = calendar.zone();
    const { table, fields } = snapshot;
    const notes = notePlace(fields, saved.noted ? noteHeadings(saved) : []);
    const wanted = { headings: [...headingsOf(table.columns), ...(notes?.columns ?? [])], noted: notes };
    const found = findTable(sheets, saved, wanted, true);
    const shown = readShown(services, leased, found, snapshot, zone);
    const { hash = PUT_BACK } = saved.content ?? {};
    if (!confirmed && hash !== PUT_BACK && hashTable(digest, shown.snapshot.table) !== hash)
      refuse(
        'held_back',
        `Confirm first: someone may have typed into or sorted “${saved.sheet}”, and Undo replaces its table`,
      );
    const again = keepSnapshot(services, saved, {
      ...snapshot,
      ...shown.snapshot,
      about: formatAboutTable(saved),
    });
    const draft = { ...table, fields, notes, head: shown.head };
    const takeNotes = notesOf(services, { ...leased, zone });
    const remedy = 'Undo again';
    const options = { staging: stagingOptions(services), takeNotes, remedy };
    const room = prepareStatusSheet(services, state, true);
    const prepared = prepareTable(sheets, saved, found, draft, options);
    const sentence = `“${saved.sheet}” shows the table from before its last change. Cells beside the table are unchanged.`;
    const ready = { table: prepared, room, zone, remedy };
    const begun = { lease, saved, questionHash, fingerprint };
    let told = sentence;
    const after = commitTable(services, begun, ready, (stored, advice) => {
      told = [sentence, prepared.notes?.sentence, advice, ...notUndone(services, leased)]
        .filter(Boolean)
        .join(' ');
      const now = clock.now();
      const { history, written, ...days } = about;
      const times = { refreshedAt: now, changedAt: now, hash: PUT_BACK, rows: prepared.block.rows - 1 };
      const base = stored.content ?? { checks: '', source: fingerprint };
      const done: SavedReport = {
        ...stored,
        undo: again.pointer,
        cursor: null,
        fields: [...fields],
        // The next table is compared with the one put back.
        written,
        // Months whose rows are not all there again are read by the next refresh.
        history,
        content: { ...base, ...days, ...times },
        lastRun: { outcome: 'refreshed', finishedAt: now, message: sentence, correlationId: '' },
      };
      const run = { id: makeId(), at: now, by: 'sidebar' as const, sheet: saved.sheet };
      return { done, end: { ...run, outcome: 'undone', sentence, correlationId: '' }, more: {} };
    });
    return { state: after, sentence: told };
  });
}

/** @throws {ReportError} `invalid_settings` */
function snapshotOf(
  services: RefreshServices,
  { saved }: Pick<LeasedReport, 'saved'>,
  source: string,
): Snapshot {
  if (saved.undo === null)
    return refuse(
      'invalid_settings',
      `Refresh “${saved.sheet}” first: no table before the one it shows is kept`,
    );
  const snapshot = readSnapshot(services, saved) ?? refuseBroken(saved.sheet);
  if (snapshot.source !== source)
    return refuse(
      'invalid_settings',
      `Refresh “${saved.sheet}” instead: the table before it came by another connection`,
    );
  return snapshot;
}

function refuseBroken(sheet: string): never {
  throw new ReportError('invalid_settings', {
    sentence: `Refresh “${sheet}” instead: the table before it is gone from the hidden sheet “${UNDO_SHEET_NAME}”, or was changed there`,
  });
}

/** What is not undone with the table; none when an Undo is undone. */
function notUndone({ followers }: RefreshServices, { saved, properties }: LeasedReport): readonly string[] {
  if (saved.content?.hash === PUT_BACK) return [];
  return followers.flatMap((follower) => follower.afterUndo(saved.id, properties));
}

/**
 * Reads the rows that a snapshot replaces: from its first day on, or all. One service call, one more for the days of a
 * table that keeps history.
 *
 * @throws {ReportError} `invalid_settings` if people sorted a table of which only the last rows were kept.
 */
function readShown(
  { calendar }: RefreshServices,
  { saved }: Pick<LeasedReport, 'saved'>,
  found: FoundTable,
  { since, fields }: Pick<Snapshot, 'since' | 'fields'>,
  zone: string,
) {
  const value = cellReader(calendar, zone);
  const left = fields.indexOf('SHIFT_DATE');
  const days = since === null ? [] : readRows(found, value, { width: 1, left }).map(([day]) => dayOf(day));
  if (!isSorted(days)) {
    const order = 'its rows are in another order than the last refresh left them';
    refuse('invalid_settings', `Refresh “${saved.sheet}” instead: ${order}`);
  }
  const head = days.filter((day) => day !== null && day < (since ?? 0)).length;
  const now = saved.fields.length === 0 ? fields : saved.fields;
  const before = readRows(found, value, { width: now.length, head });
  const columns = columnsOf(now, found.headings);
  const snapshot = { fields: now, table: { columns, rows: before } };
  return { head, snapshot };
}

/**
 * Writes what the last refresh changed to the sheet of changes: the kept table against what the sheet shows. Under the
 * lease, so that no other run writes there.
 *
 * @throws {ReportError} `invalid_settings` if there are no two tables to compare; `sheet_blocked`; `busy`
 */
export function showChanges(services: RefreshServices, reportId: string): Done {
  return withLease(services, reportId, (leased) => {
    const { sheets, calendar } = services;
    const { saved, state, properties, lease } = leased;
    const { content } = saved;
    const before = readSnapshot(services, saved);
    if (before === undefined || content === null) {
      const sentence = `Refresh “${saved.sheet}” again first: there is no table before the last one to compare with`;
      throw new ReportError('invalid_settings', { sentence });
    }
    const zone = calendar.zone();
    const found = findTable(sheets, saved, { headings: saved.headings, noted: saved.noted }, true);
    const { snapshot } = readShown(services, leased, found, before, zone);
    const days = { ...content, from: before.since ?? content.from };
    const tableOf = ({ fields, table }: Pick<Snapshot, 'fields' | 'table'>) => ({ fields, rows: table.rows });
    const changes = compareRows(tableOf(before), tableOf(snapshot), days);
    const said = describeChanges(changes);
    const given = { ...state, lease: undefined };
    const { rows, left } = changeLines(changes, calendar.serial(content.refreshedAt, zone), saved.sheet);
    if (rows.length === 0) {
      releaseLease(services, lease);
      return { state: given, sentence: said };
    }
    const place = addChangeLines({ sheets }, parseChangesPlace(properties[PROPERTY.changes]), rows);
    sheets.flush();
    releaseLease(services, lease, place ? { [PROPERTY.changes]: JSON.stringify(place) } : {});
    const rest = left === 0 ? '' : ` ${shownCount(left, 'more line')} did not fit.`;
    return { state: given, sentence: `${said} See the sheet “${CHANGES_SHEET_NAME}”.${rest}` };
  });
}

/**
 * Forgets all snapshots and the staged rows. Never fails: cells that cannot be cleared stay in hidden sheets, where nothing
 * reads them.
 */
export function forgetTables(services: RefreshServices): void {
  const { stores, sheets } = services;
  try {
    clearStaging(sheets);
    const keptOf = ({ reports }: DocumentState) => reports.filter(({ undo }) => undo !== null);
    const kept = keptOf(readDocumentState(stores.document.readAll()));
    if (kept.length === 0) return;
    forgetSnapshots(sheets, kept);
    locked(services, (state) => {
      const changes = keptOf(state).map((one) => reportProperty({ ...one, undo: null }));
      stores.document.write(Object.assign({}, ...changes));
    });
  } catch {
    // Removing the connection matters more, and is done.
  }
}
