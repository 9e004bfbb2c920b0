import { expect, test } from '@jest/globals';
import {
  lineOf,
  moveLines,
  type NotedRow,
  planNotes,
  readLine,
} from '../../../../src/reports/notes/note-plan';
import type { SheetRow } from '../../../../src/reports/sheet/cells';
import { SeededRandom } from '../../../emulator/random';

/*
 * Refreshes, people's edits and kills in any order: every note is on its SHIFT_ID or on the sheet of notes, exactly
 * once. Each note has a text of its own, which says where it belongs, so that the check knows nothing of the planning.
 * TEST_RUNS=10000 npx jest test/unit/reports/notes/note-sequences
 */

const RUNS = Number(process.env.TEST_RUNS ?? 300);
const SEED = Number(process.env.TEST_SEED ?? 20_260_320);
const STEPS = 40;
const IDS = 8;
const ALL_COLUMNS = ['Reason', 'Done', 'Owner'];
const KEY = 'report';

interface Row {
  id: number | null;
  notes: (string | null)[];
}

/** A table, the sheet of notes, and which notes should be there. */
class Sheets {
  columns = ['Reason', 'Done'];
  table: Row[] = [];
  lines: SheetRow[] = [];
  /** The texts of all notes that no one deleted or typed over. */
  readonly live = new Set<string>();
  /** Notes that people deleted while a killed write had them on the sheet of notes: that line may stay. */
  readonly kept = new Set<string>();
  private typed = 0;

  constructor(
    private readonly random: SeededRandom,
    private readonly isKilled: boolean,
  ) {}

  step(): string {
    const acts = [
      this.type,
      this.clear,
      this.sort,
      this.deleteRow,
      this.insertRow,
      this.copyRow,
      this.refresh,
    ];
    const act = acts[this.random.below(acts.length + 3)] ?? this.refresh;
    act.call(this);
    return act.name;
  }

  private row(): Row | undefined {
    return this.table[this.random.below(this.table.length || 1)];
  }

  private put(row: Row, at: number): void {
    this.forget(row, at);
    this.typed += 1;
    const text = `${row.id} ${this.columns[at]} ${this.typed}`;
    row.notes[at] = text;
    this.live.add(text);
  }

  /** A note that a killed write already has on the sheet of notes stays there if nothing identifies its place. */
  private forget(row: Row, at: number, isRowGone = false): void {
    const text = row.notes[at];
    row.notes[at] = null;
    if (typeof text !== 'string') return;
    const isOnSheet = this.lines.some((cells) => cells[4] === text);
    const stands = row.id !== null && this.table.some((one) => one !== row && one.id === row.id);
    const hasPlace = row.id !== null && (!isRowGone || stands);
    const isNamed = this.lines.some((cells) => cells[4] === text && !/SHIFT_ID/.test(String(cells[8])));
    if (isOnSheet) this.kept.add(text);
    if (!isOnSheet || (hasPlace && isNamed)) this.live.delete(text);
  }

  private type(): void {
    const row = this.row();
    if (row) this.put(row, this.random.below(this.columns.length));
  }

  private clear(): void {
    const row = this.row();
    if (row) this.forget(row, this.random.below(this.columns.length));
  }

  private sort(): void {
    this.table.sort((one, other) => (other.id ?? 0) - (one.id ?? 0));
  }

  private deleteRow(): void {
    const row = this.row();
    if (row === undefined) return;
    row.notes.forEach((_, at) => {
      this.forget(row, at, true);
    });
    this.table.splice(this.table.indexOf(row), 1);
  }

  private insertRow(): void {
    const row = { id: null, notes: this.columns.map(() => null) };
    this.table.splice(this.random.below(this.table.length + 1), 0, row);
    this.put(row, 0);
  }

  private copyRow(): void {
    const row = this.row();
    if (row === undefined) return;
    const copy = { id: row.id, notes: this.columns.map(() => null) };
    this.table.push(copy);
    this.put(copy, this.random.below(this.columns.length));
  }

  private refresh(): void {
    const { random } = this;
    const columns = random.below(6) === 0 ? this.otherColumns() : this.columns;
    const ids = Array.from({ length: random.below(IDS) }, () => 1 + random.below(IDS));
    const old = { columns: this.columns, rows: this.table as NotedRow[], staying: [], key: KEY };
    const read = this.lines.map(readLine);
    const ours = read.flatMap(({ line }) => line ?? []);
    const plan = planNotes(old, { columns, ids, key: KEY }, ours);
    const leaving = plan.leaving.map((one) =>
      lineOf(one, { date: null, venue: null }, { left: 46_000, report: 'Shifts', key: KEY }),
    );
    const { before, after } = moveLines(read, plan.lines, leaving);
    // Killed before, between, or not at all.
    const end = this.isKilled ? random.below(6) : 3;
    if (end === 0) return;
    this.lines = [...before];
    if (end === 1) return;
    this.table = ids.map((id, row) => ({ id, notes: (plan.notes[row] ?? []) as (string | null)[] }));
    this.columns = [...columns];
    if (end === 2) return;
    this.lines = [...after];
  }

  private otherColumns(): string[] {
    return ALL_COLUMNS.filter((_, at) => at === 0 || this.random.below(2) === 0).reverse();
  }

  /** How often each note is there, and those that are where they do not belong. */
  seen(): { readonly counts: Map<string, number>; readonly wrong: string[] } {
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    const count = (text: string, isRight: boolean) => {
      counts.set(text, (counts.get(text) ?? 0) + 1);
      if (!isRight) wrong.push(text);
    };
    const inTable = new Set(this.table.flatMap(({ notes }) => notes));
    for (const { id, notes } of this.table) {
      notes.forEach((text, at) => {
        if (text !== null) count(text, text.startsWith(`${id} ${this.columns[at]} `));
      });
    }
    for (const [id, , , column, text, , , , why] of this.lines) {
      const isMoving = String(why ?? '').startsWith('Is being moved');
      const stands = this.columns.includes(String(column)) && this.table.some((row) => row.id === id);
      const isPlaced = /SHIFT_ID/.test(String(why)) ? inTable.has(String(text)) : stands;
      if (isMoving && isPlaced) continue;
      count(String(text), String(text).startsWith(`${id} ${column} `));
    }
    return { counts, wrong };
  }
}

test(`every note is on its shift or on the sheet of notes, once, in ${RUNS} sequences (seed ${SEED})`, () => {
  let checked = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const sheets = new Sheets(new SeededRandom(SEED + run), run % 3 > 0);
    for (let step = 0; step < STEPS; step += 1) {
      const act = sheets.step();
      const { counts, wrong } = sheets.seen();
      const lost = [...sheets.live].filter((text) => counts.get(text) !== 1);
      const dead = [...counts.keys()].filter((text) => !sheets.live.has(text) && !sheets.kept.has(text));
      expect({ run, step, act, lost, wrong, dead }).toEqual({
        run,
        step,
        act,
        lost: [],
        wrong: [],
        dead: [],
      });
      checked += counts.size;
    }
  }
  expect(checked).toBeGreaterThan(RUNS * STEPS);
});
