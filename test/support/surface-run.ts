import { type SheetSnapshot, snapshotSheet } from '../emulator/book';
import type { ExecutionRecord } from '../emulator/execution';
import { cellName } from '../emulator/spreadsheet/a1';
import type { Cell } from '../emulator/spreadsheet/cells';
import type { Scene, Stage } from './scene';

/** Where a report may be asked for. */
export type Surface = 'cell' | 'sidebar' | 'trigger';
export const SURFACES: readonly Surface[] = ['cell', 'sidebar', 'trigger'];

/** The longest that one execution may take, in virtual milliseconds. */
export const LONGEST_MILLIS: Readonly<Record<Surface, number>> = {
  cell: 25_000,
  sidebar: 60_000,
  trigger: 300_000,
};

/** How asking for a report went. */
export interface SurfaceRun {
  /** What the cell, the sidebar or the execution log says; empty after a success. */
  readonly message: string;
  readonly tokens: number;
  readonly reports: number;
  readonly record: ExecutionRecord;
}

const MINUTE = 60_000;

/**
 * A connected spreadsheet with a table of one day on the sheet `Shifts`, about to be asked for a report from one
 * surface: in a cell for days that nobody asked for yet, elsewhere for the report of that sheet.
 */
export class SurfaceScene {
  private constructor(
    readonly scene: Scene,
    readonly surface: Surface,
    readonly reportId: string,
  ) {}

  /**
   * One for each choice is prepared for all tests of a stage: only one can be in use at a time.
   *
   * @param token Whether a token is kept when the report is asked for.
   */
  static open(
    stage: Stage,
    surface: Surface,
    token: 'kept' | 'none',
    options: Parameters<Stage['open']>[0] = {},
  ): Promise<SurfaceScene> {
    const name = `surface ${JSON.stringify([surface, token, options])}`;
    return stage.again(name, () => SurfaceScene.prepare(stage, surface, token, options));
  }

  private static async prepare(
    stage: Stage,
    surface: Surface,
    token: 'kept' | 'none',
    options: Parameters<Stage['open']>[0],
  ): Promise<SurfaceScene> {
    const scene = await stage.connected(options);
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    const opened = new SurfaceScene(scene, surface, id);
    if (surface === 'trigger') scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 });
    // A token of 3,600 seconds is used for 3,300: the refresh an hour later finds none, unless a later one renewed it.
    if (token === 'kept') scene.emulator.clock.advance(58 * MINUTE);
    scene.ask('sidebarRefreshReport', id);
    if (token === 'none') scene.emulator.clock.advance(59 * MINUTE);
    return opened;
  }

  /** Asks for the report, whatever its table may lose. Of a trigger: lets the clock reach it. */
  run(): SurfaceRun {
    return this.counted(() => {
      if (this.surface === 'cell') return this.inCell('2026-02-01', '2026-02-02');
      if (this.surface === 'sidebar') return this.inSidebar();
      return this.byTrigger();
    });
  }

  /** Asks for the same again: of a trigger's report in the sidebar, since the next run is an hour away. */
  runAgain(): SurfaceRun {
    return this.counted(() =>
      this.surface === 'cell' ? this.inCell('2026-02-01', '2026-02-02') : this.inSidebar(),
    );
  }

  /** Asks in a cell for days that are asked for nowhere else. */
  runForOtherDays(): SurfaceRun {
    return this.counted(() => this.inCell('2026-01-05', '2026-01-05'));
  }

  /** The sheet with the table. */
  sheet(name = 'Shifts'): SheetSnapshot {
    const sheet = this.scene.book.workbook.sheetNamed(name);
    if (sheet === undefined) throw new Error(`There is no sheet ${name}.`);
    return snapshotSheet(sheet);
  }

  /** The cells of the table's sheet that hold something: far cheaper than the whole sheet. */
  contents(): Readonly<Record<string, Pick<Cell, 'value' | 'formula' | 'note'>>> {
    const held: Record<string, Pick<Cell, 'value' | 'formula' | 'note'>> = {};
    this.scene.book.workbook.sheetNamed('Shifts')?.grid.forEach(({ value, formula, note }, row, column) => {
      if (value !== '' || formula !== '' || note !== '')
        held[cellName(row, column)] = { value, formula, note };
    });
    if (Object.keys(held).length === 0) throw new Error('There is no table.');
    return held;
  }

  private inCell(from: string, to: string): string {
    const result = this.scene.formula(from, to);
    return result.kind === 'error' ? result.message : '';
  }

  private inSidebar(): string {
    const outcome = this.scene.refresh(this.reportId);
    return outcome.kind === 'failed' ? outcome.message : '';
  }

  private byTrigger(): string {
    const { triggers, clock } = this.scene.emulator;
    const due = triggers[0]?.nextRunAt ?? clock.now();
    // To the very moment, so that the clock afterwards shows when the run ended.
    const [record] = this.scene.emulator.advance({ minutes: (due - clock.now() + 1) / MINUTE });
    if (record === undefined) throw new Error('No trigger ran.');
    return record.outcome.kind === 'returned' ? '' : record.outcome.message;
  }

  private counted(act: () => string): SurfaceRun {
    const { emulator } = this.scene;
    const before = emulator.requests.length;
    const message = act();
    const sent = emulator.requests.slice(before);
    const tokens = sent.filter(({ url }) => url.endsWith('/oauth/v2/tokens')).length;
    return { message, tokens, reports: sent.length - tokens, record: this.scene.last };
  }
}
