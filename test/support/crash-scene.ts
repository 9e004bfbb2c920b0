import type { ExecutionRecord, Fault } from '../emulator/execution';
import { documentProperties } from './document-properties';
import { ANN, type Scene, type Stage, state } from './scene';
import { SeededRandom } from './seeded-random';
import { type SentRecord, sentRecord } from './shift-records';

/** One way in which a table changes. */
export interface Shape {
  readonly title: string;
  /** The add-on to run. @default the one under test */
  readonly dist?: string;
  /** How many shifts the day has before and after. */
  readonly before: number;
  readonly after: number;
  readonly mode?: 'replace' | 'history';
  /** The report's columns before and after. @default all */
  readonly columns?: readonly [before: string, after: string];
  /** What a person does to the table in between. */
  readonly meanwhile?: (scene: Scene) => void;
}

/** A killed call, and how many sheet operations that were not flushed survive. */
export interface Kill {
  readonly killAtCall: number;
  readonly keepUnflushed: number;
}

/** A day too far back to be read again by itself, and the one whose table changes. Neither answer can be cut. */
export const KEPT_DAY = '2025-11-10';
export const CHANGED_DAY = '2026-02-12';
/** How many shifts the kept day has, of a table that keeps history. */
export const KEPT_SHIFTS = 6;
const SHEETS = ['Sheet1', 'Shifts', 'Shift Reports undo', 'Shift Reports status', 'Shift Reports staging'];
const USER_CELLS = ['T2', 'S3', 'B90'];
/** Longer than a lease lives. */
const UNTIL_THE_LEASE_ENDS = { minutes: 8 };

/** A table with cells of the user's beside and below it, about to be refreshed with other rows. */
export class CrashScene {
  private constructor(
    readonly scene: Scene,
    private readonly id: string,
    private readonly shape: Shape,
  ) {}

  /** A table of `before` shifts; what is refreshed next has `after`. */
  static async open(stage: Stage, shape: Shape): Promise<CrashScene> {
    const { dist, mode = 'replace', before, columns = ['', ''] } = shape;
    const scene = await stage.connected(dist === undefined ? {} : { dist });
    const form = { from: KEPT_DAY, to: KEPT_DAY, mode, columns: columns[0] };
    const id = scene.saveReport(form);
    const opened = new CrashScene(scene, id, shape);
    if (mode === 'history') {
      await opened.serve(KEPT_SHIFTS, KEPT_DAY);
      state(scene.refresh(id));
    }
    scene.saveReport({ ...form, id, from: CHANGED_DAY, to: CHANGED_DAY });
    await opened.serve(before);
    state(scene.refresh(id));
    scene.book.as(ANN).enter('Shifts!T2', 'my note');
    scene.book.as(ANN).enter('Shifts!S3', '=T2');
    scene.book.as(ANN).enter('Shifts!B90', 'below');
    shape.meanwhile?.(scene);
    await opened.change();
    return opened;
  }

  /** What the next refresh brings from now on. */
  private async change(): Promise<void> {
    const { after, columns, mode = 'replace' } = this.shape;
    await this.serve(after);
    const form = { id: this.id, from: CHANGED_DAY, to: CHANGED_DAY, mode };
    if (columns) this.scene.saveReport({ ...form, columns: columns[1] });
  }

  /** From now on the service has so many shifts on the day that is asked for. */
  async serve(rows: number, day = CHANGED_DAY): Promise<void> {
    await this.scene.server.clearScenarios();
    await this.scene.server.setScenario('report', {
      name: 'replace-rows',
      rows: shiftsOf(day, rows),
      onlyAsked: true,
    });
  }

  /** The table with its heading row, and the blank cells that any of the tables takes. */
  table(): unknown[][] {
    return this.scene.book.values('Shifts!A1:R80');
  }

  userCells(): unknown[] {
    return USER_CELLS.map((a1) => {
      const { value, formula } = this.scene.book.cell(`Shifts!${a1}`);
      return { value, formula };
    });
  }

  /** A refresh in the sidebar, confirmed beforehand, that may end badly. */
  refresh(fault: Fault | null = null): ExecutionRecord {
    const { emulator, book } = this.scene;
    emulator.fault = fault;
    book.as(ANN).callFromSidebar('sidebarRefreshReport', this.id, true);
    emulator.fault = null;
    return this.scene.last;
  }

  /** A refresh that must succeed, when the lease of a killed one has ended. */
  heal(): void {
    this.scene.emulator.advance(UNTIL_THE_LEASE_ENDS);
    state(this.scene.refresh(this.id));
  }

  /** What is there that should not be after a refresh that ended well. */
  leftovers(): string[] {
    const sheets = this.scene.book.workbook.sheets.map(({ name }) => name);
    const others = sheets.filter((name) => !SHEETS.includes(name));
    const twice = sheets.filter((name, index) => sheets.indexOf(name) !== index);
    const properties = documentProperties(this.scene);
    const kept = Object.entries(properties)
      .filter(([name, text]) => name === 'lease' && text !== '')
      .map(([name]) => name);
    const { cursor } = JSON.parse(properties[`report.${this.id}`] ?? '{}');
    return [...others, ...twice, ...kept, ...(cursor === null ? [] : ['cursor'])];
  }
}

/** So many shifts of a day, each of another size: no table can pass for one of another length. */
export function shiftsOf(day: string, shifts: number): SentRecord[] {
  return Array.from({ length: shifts }, (_, at) => ({
    ...sentRecord({ day, venue: `Venue ${100 + at}`, posted: shifts + at, booked: 1 + at, worked: at }),
    SHIFT_ID: 10_000 * shifts + at + (day === KEPT_DAY ? 5000 : 0),
  }));
}

/** Each service call of a run once, with a drawn number of the operations that may survive there. */
export function killsOf(record: ExecutionRecord, seed = 1): Kill[] {
  const random = new SeededRandom(seed);
  let pending = 0;
  return record.calls.map(({ index, method }) => {
    const kill = { killAtCall: index, keepUnflushed: random.below(pending + 1) };
    if (method === 'SpreadsheetApp.flush') pending = 0;
    else if (CHANGES_SHEETS.test(method)) pending += 1;
    return kill;
  });
}

const CHANGES_SHEETS =
  /^(Range|RangeList|Sheet|Spreadsheet)\.(set|insert|delete|copy|hide|show|clear|activate)/;

/** So many of a list, drawn by a seed and in its order; all of them where it has no more. */
export function sample<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const random = new SeededRandom(seed);
  const left = items.map((_, index) => index);
  const drawn = Array.from({ length: Math.min(count, items.length) }, () => {
    const [index = 0] = left.splice(random.below(left.length), 1);
    return index;
  });
  return drawn.sort((one, other) => one - other).map((index) => items[index] as Item);
}
