import type { ReportForm } from '../../src/contract/reports';
import type { ExecutionRecord, Fault } from '../emulator/execution';
import type { DocumentEditor } from '../emulator/spreadsheet/editor';
import { ANN, type Scene, state } from './scene';
import { type SentRecord, sentRecord } from './shift-records';

/** The day of all shifts: too far back to be read again without being asked for. */
export const NOTED_DAY = '2026-02-12';

const LAST_ROW = 60;

/** A note as it stands somewhere: where it belongs, and what it says. */
export interface SeenNote {
  readonly id: unknown;
  readonly column: unknown;
  readonly note: unknown;
}

/** A note beside a shift, in a column. */
export const note = (id: number | '', column: string, text: string | number | boolean): SeenNote => ({
  ...{ id, column, note: text },
});

/** Shifts with these IDs, all on one day. Tables are in the order of venues: their names keep this order. */
export function shiftsOf(ids: readonly number[], day = NOTED_DAY): SentRecord[] {
  return ids.map((id, at) => ({
    ...sentRecord({
      day,
      venue: at < 9 ? `Venue ${1 + at}` : `Venue 9${1 + at}`,
      posted: 10 + (id % 7),
      booked: 5,
      worked: 3,
    }),
    SHIFT_ID: id,
  }));
}

/** A report with the note columns Reason and Done on the sheet `Shifts`. */
export class NotesScene {
  private constructor(
    readonly scene: Scene,
    readonly id: string,
    private readonly form: Partial<ReportForm>,
  ) {}

  /** @param ids The shifts of its first table. */
  static async open(
    scene: Scene,
    ids: readonly number[],
    form: Partial<ReportForm> = {},
  ): Promise<NotesScene> {
    scene.connect();
    const asked = { from: NOTED_DAY, to: NOTED_DAY, noteColumns: 'Reason, Done', ...form };
    await scene.serve(shiftsOf(ids, form.from));
    const opened = new NotesScene(scene, scene.saveReport(asked), asked);
    opened.refreshed();
    return opened;
  }

  get editor(): DocumentEditor {
    return this.scene.book.editor;
  }

  /** From now on the service has these shifts. */
  async serve(ids: readonly number[], day = NOTED_DAY): Promise<void> {
    await this.scene.serve(shiftsOf(ids, day));
  }

  /** Changes the report. */
  save(changes: Partial<ReportForm>): void {
    this.scene.saveReport({ ...this.form, ...changes, id: this.id });
  }

  /** A refresh in the sidebar that must succeed. @returns Its message. */
  refreshed(): string {
    const { reports } = state(this.scene.refresh(this.id));
    return reports.find(({ id }) => id === this.id)?.lastRun?.message ?? '';
  }

  /** A refresh in the sidebar that must fail. @returns Its message. */
  refused(): string {
    const outcome = this.scene.refresh(this.id);
    if (outcome.kind !== 'failed') throw new Error('It was refreshed.');
    return outcome.message;
  }

  /** A refresh that may end badly. */
  faulty(fault: Fault | null): ExecutionRecord {
    const { emulator, book } = this.scene;
    emulator.fault = fault;
    book.as(ANN).callFromSidebar('sidebarRefreshReport', this.id, true);
    emulator.fault = null;
    return this.scene.last;
  }

  /** The row of a shift on the sheet, from 1; the first of them. */
  rowOf(id: number): number {
    const row = this.ids().indexOf(id);
    if (row < 0) throw new Error(`No row has the shift ${id}.`);
    return 2 + row;
  }

  ids(): unknown[] {
    return this.scene.book.values(`Shifts!R2:R${LAST_ROW}`).map(([id]) => id);
  }

  /** A person types a note beside a shift. */
  type(id: number, note: string, column = 'S'): void {
    this.editor.type(`Shifts!${column}${this.rowOf(id)}`, note);
  }

  headings(): unknown[] {
    return this.scene.book.values('Shifts!R1:U1')[0] ?? [];
  }

  /** The notes in the table, by the headings in row 1. */
  inTable(): SeenNote[] {
    const [, ...columns] = this.headings().filter((heading) => heading !== '');
    const notes = this.scene.book.values(`Shifts!S2:U${LAST_ROW}`);
    const ids = this.ids();
    return notes.flatMap((line, row) =>
      line.flatMap((note, at) => (note === '' ? [] : [{ id: ids[row], column: columns[at], note }])),
    );
  }

  /** The lines of the sheet of notes. @returns None if there is no such sheet. */
  onSheet(name = 'Shift Reports notes'): SeenNote[] {
    if (!this.scene.book.workbook.sheets.some((sheet) => sheet.name === name)) return [];
    const lines = this.scene.book.values(`${name}!A2:I${LAST_ROW}`);
    return lines
      .filter((line) => line.some((cell) => cell !== ''))
      .map(([id, , , , column, note]) => ({ id, column, note }));
  }

  /** The lines that count: a killed run may leave a copy of a note that the table still has. */
  counted(): SeenNote[] {
    const table = this.inTable();
    return this.onSheet()
      .filter(({ id, column, note }) => {
        return !table.some((one) => one.id === id && one.column === column && one.note === note);
      })
      .map(({ id, column, note }) => ({ id, column, note }));
  }
}
