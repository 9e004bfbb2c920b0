import { ReportError } from '../../employer-api/errors';
import type { Properties, ReportSheet } from '../ports';
import type { DocumentState } from '../saved/document-state';
import { findConnection } from '../saved/saved-connection';
import type { SavedReport } from '../saved/saved-report';
import {
  type KeptSnapshots,
  keepSnapshot,
  type SnapshotKept,
  type SnapshotServices,
} from '../snapshots/snapshot-archive';
import type { StatusBoard } from '../status/status-board';
import { cellReader } from '../writing/history-cells';
import { recordAfterRefusal } from '../writing/refused-write';
import type { TableRecord } from '../writing/table-heading';
import { prepareUpdate } from '../writing/table-update';
import { type TableDraft, writeTable } from '../writing/table-writer';
import { commitTable } from './commit-table';
import { finishWrite } from './finish-write';
import {
  readShownDays,
  reversed,
  type ShownDays,
  type TailChange,
  tailPointer,
  tailSnapshot,
} from './kept-tail';
import { chosenFor, type RefreshServices, stagingFor } from './refresh-begun';
import { endActivity, reportProperties, snapshotProperty, withReport, withRestored } from './refresh-records';
import type { Turn, Turns } from './turns';
import { requireUnchanged } from './unchanged-report';
import { describeBroken, planUndo, type UndoPlan } from './undo';

/** What becomes of the report besides its cells. */
interface Undone {
  readonly kept: SnapshotKept;
  readonly shown: ShownDays;
}

/** In place of the hash of a table that was fetched: no table has it, so the next refresh counts as changed. */
const PUT_BACK = '';
const REMEDY = 'Undo again';

/** Puts a kept table back into its sheet: made ready under the lease, written under the lock. */
export class UndoRun {
  constructor(
    private readonly services: RefreshServices,
    private readonly board: StatusBoard,
    private readonly turns: Turns,
    private readonly archive: SnapshotServices,
  ) {}

  /**
   * @param kept What is kept of the report, read a moment ago.
   * @throws {ReportError} `invalid_settings` where nothing can be put back; `sheet_blocked`. The table is as it was.
   */
  run(turn: Turn, kept: KeptSnapshots): { readonly state: DocumentState; readonly sentence: string } {
    const { sheets, stores, digest } = this.services;
    const { saved, lease, properties } = turn;
    const { fingerprint } = findConnection(properties, stores).connection;
    const chosen = chosenFor(saved, fingerprint, digest);
    const plan = planUndo(saved.sheet, fingerprint, kept);
    if ('refused' in plan) throw new ReportError('invalid_settings', { sentence: plan.refused });
    const draft = plan.change ? this.tailDraft(turn, plan.change, plan) : plan.snapshot.table;
    const staging = stagingFor(this.services, lease, saved.id);
    const options = { staging, mayReplace: true };
    const ready = prepareUpdate(sheets, saved, draft, options, () => ({
      undone: this.keepBack(saved, plan, kept),
      room: this.board.prepare(turn.state, true),
    }));
    const { prepared } = ready;
    const { undone, room } = ready.result;
    let isRefused = false;
    let advice = '';
    try {
      return this.turns.locked((state, now) => {
        const begun = { lease, saved, chosen, fingerprint };
        const stored = requireUnchanged(this.services, begun, state, now, REMEDY);
        const written = commitTable(
          this.services,
          { saved: stored, prepared, room, properties: now, remedy: REMEDY },
          () => {
            advice = writeTable(prepared, () => {
              isRefused = true;
            });
          },
        );
        const { done, more, after } = this.done(written, state, plan, undone);
        const places = snapshotProperty(undone.kept, saved.id, now);
        const shown = finishWrite(
          this.services,
          this.board,
          { after, done, prepared, room },
          { ...more, ...places },
        );
        return {
          state: shown,
          sentence: [plan.sentence, advice, ...this.told(turn)].filter(Boolean).join(' '),
        };
      });
    } catch (error) {
      const restored = isRefused ? recordAfterRefusal(prepared, saved) : undefined;
      if (restored) this.turns.giveBack(lease, (state) => restoring(state, saved.id, restored));
      throw error;
    }
  }

  /** What does not go back with the table. A table that was put back, and now is the newest again, leaves nothing behind. */
  private told({ saved, properties }: Turn): readonly string[] {
    if (saved.content?.hash === PUT_BACK) return [];
    return this.services.followers.flatMap((follower) => follower.afterUndo(saved.id, properties));
  }

  /**
   * What is to be written back of a table that keeps history, when its rows are where the refresh left them, or an Undo
   * that was killed. The time zone is read, since people may have chosen another.
   */
  private tailDraft({ saved }: Turn, change: TailChange, { snapshot }: UndoPlan): TableDraft {
    const { sheets, calendar } = this.services;
    const { head, before, after } = change;
    const { columns } = snapshot.table;
    const marks = ['SHIFT_DATE', 'SHIFT_ID']
      .map((field) => snapshot.fields.indexOf(field))
      .filter((at) => at >= 0);
    const value = cellReader(calendar, calendar.zone());
    const refuse = (): never => {
      const sentence = `Refresh “${saved.sheet}” instead: its rows are not where the last refresh left them`;
      throw new ReportError('invalid_settings', { sentence });
    };
    // A run that was killed may have logged more rows than stand there: they are blank.
    const height = saved.extent - head;
    const stillStands = (sheet: ReportSheet) => {
      const lines = height > 0 ? sheet.readBlock(2 + head, 1, height, columns.length) : [];
      const isShown = (rows: TableDraft['rows']) =>
        rows.length <= lines.length &&
        lines.every((line, index) => marks.every((at) => value(line[at]) === (rows[index]?.[at] ?? null)));
      return isShown(after) || isShown(before) || refuse();
    };
    const sheet = saved.sheetId === null ? undefined : sheets.byId(saved.sheetId);
    // Before anything is kept: what is refused here leaves the spreadsheet as it is.
    if (sheet === undefined || !stillStands(sheet)) return refuse();
    return { columns, rows: before, head, stillStands };
  }

  /** What is kept from now on: of two tables only their names change places, a change is kept the other way round. */
  private keepBack(
    { sheet }: SavedReport,
    { snapshot, change, pointer }: UndoPlan,
    kept: KeptSnapshots,
  ): Undone {
    if (change === undefined) {
      const shown = readShownDays(snapshot);
      if (shown === undefined) throw new ReportError('invalid_settings', { sentence: describeBroken(sheet) });
      return { shown, kept: { pointer, places: undefined, sentence: '' } };
    }
    const { table, fields, source } = snapshot;
    const back = tailSnapshot(reversed(change), { columns: table.columns, fields, source });
    const again = keepSnapshot(this.archive, kept, back);
    return { shown: change.was, kept: { ...again, pointer: tailPointer(again.pointer) } };
  }

  /** @param saved With what is known of its table now. */
  private done(
    saved: SavedReport,
    state: DocumentState,
    { sentence, snapshot: { fields } }: UndoPlan,
    { kept, shown }: Undone,
  ) {
    const { clock, calendar, makeId } = this.services;
    const now = clock.now();
    const { history = saved.history, summary, ...days } = shown;
    const base = saved.content ?? { issues: 0, empty: 0, checks: [] };
    const times = { refreshedAt: now, changedAt: now, rows: saved.extent, hash: PUT_BACK };
    const done: SavedReport = {
      ...saved,
      history,
      snapshot: kept.pointer,
      cursor: null,
      fields: [...fields],
      // What was lost, and put back, is asked about again.
      summary,
      content: { ...base, ...days, ...times },
      lastRun: { outcome: 'refreshed', finishedAt: now, message: sentence, correlationId: '' },
    };
    const run = { id: makeId(), at: now, by: 'sidebar', sheet: saved.sheet } as const;
    const ended = endActivity(state, { ...run, outcome: 'refreshed', sentence, correlationId: '' });
    const zone = state.zone ?? calendar.zone();
    const after = { ...withReport(state, done), zone, activity: ended.activity };
    return { done, after, more: ended.properties };
  }
}

/** What to store of a report whose write was refused; nothing of one that was removed meanwhile. */
function restoring({ reports }: DocumentState, id: string, restored: TableRecord): Properties {
  const stored = reports.find((report) => report.id === id);
  return stored ? reportProperties(withRestored(stored, restored)) : {};
}
