import { describe, expect, test } from '@jest/globals';
import { killsOf } from '../support/crash-scene';
import { NotesScene } from '../support/notes-scene';
import { runs } from '../support/runs';
import { ANN, BOB } from '../support/scene';
import { SeededRandom } from '../support/seeded-random';
import { stagingStage } from '../support/staging-stage';

/*
 * Changes of the service, edits of people, refreshes, kills, two refreshes side by side, and Undo, in any order, on the
 * built add-on: each note is on its SHIFT_ID or on the sheet of notes, once. Each note says where it belongs.
 */

const RUNS = runs(3, 50);
const SEED = Number(process.env.TEST_SEED ?? 20_260_322);
const STEPS = 16;
const IDS = 9;
const COLUMNS = { S: 'Reason', T: 'Done' } as const;
type Letter = keyof typeof COLUMNS;

const made = stagingStage();

class Sequence {
  readonly live = new Set<string>();
  /** Notes that someone deleted while a killed write had them on the sheet of notes: that line may stay. */
  private readonly kept = new Set<string>();
  private typed = 0;
  readonly did: string[] = [];
  isOver = false;

  constructor(
    private readonly noted: NotesScene,
    private readonly random: SeededRandom,
  ) {}

  async step(): Promise<void> {
    const acts = [
      this.type,
      this.type,
      this.type,
      this.clear,
      this.sort,
      this.deleteRow,
      this.insertRow,
      this.repeatId,
      this.refresh,
      this.refresh,
      this.killed,
      this.killed,
      this.sideBySide,
      this.undo,
    ];
    const act = acts[this.random.below(acts.length)] ?? this.refresh;
    this.did.push(act.name);
    await act.call(this);
  }

  private rows(): number[] {
    return this.noted.ids().flatMap((id, at) => (id === '' ? [] : [2 + at]));
  }

  /** A row of the table; not the last one, by which its end is found. */
  private row(): number | undefined {
    const rows = this.rows().slice(0, -1);
    return rows[this.random.below(rows.length || 1)];
  }

  private letter(): Letter {
    return this.random.below(2) === 0 ? 'S' : 'T';
  }

  private put(row: number, letter: Letter, id = this.noted.ids()[row - 2]): void {
    this.forget(row, letter);
    this.typed += 1;
    const text = `${id}|${COLUMNS[letter]}|${this.typed}`;
    this.noted.editor.type(`Shifts!${letter}${row}`, text);
    this.live.add(text);
  }

  private forget(row: number, letter: Letter, isRowGone = false): void {
    const { value } = this.noted.scene.book.cell(`Shifts!${letter}${row}`);
    if (value === '') return;
    const ids = this.noted.ids();
    const id = ids[row - 2];
    const line = this.noted.onSheet().find(({ note }) => note === value);
    const stands = !isRowGone || ids.some((one, at) => one === id && at !== row - 2);
    if (line) this.kept.add(String(value));
    if (line === undefined || (id !== '' && stands && line.id !== '')) this.live.delete(String(value));
    if (!isRowGone) this.noted.editor.clear(`Shifts!${letter}${row}`);
  }

  private type(): void {
    const row = this.row();
    if (row !== undefined) this.put(row, this.letter());
  }

  private clear(): void {
    const row = this.row();
    if (row !== undefined) this.forget(row, this.letter());
  }

  private sort(): void {
    const rows = this.rows();
    if (rows.length < 2) return;
    this.noted.editor.sort(`Shifts!A2:T${Math.max(...rows)}`, 18, this.random.below(2) === 0);
  }

  private deleteRow(): void {
    const row = this.row();
    if (row === undefined) return;
    this.forget(row, 'S', true);
    this.forget(row, 'T', true);
    this.noted.editor.deleteRows('Shifts', row);
  }

  private insertRow(): void {
    const row = this.row();
    if (row === undefined) return;
    this.noted.editor.insertRows('Shifts', row);
    this.put(row, this.letter(), '');
  }

  private repeatId(): void {
    const [row, other] = [this.row(), this.row()];
    if (row === undefined || other === undefined || row === other) return;
    this.forget(row, 'S', true);
    this.forget(row, 'T', true);
    this.noted.editor.clear(`Shifts!S${row}:T${row}`);
    this.noted.editor.type(`Shifts!R${row}`, String(this.noted.ids()[other - 2]));
    this.put(row, this.letter());
  }

  private async serve(): Promise<void> {
    const ids = Array.from({ length: IDS }, (_, at) => 1 + at).filter(() => this.random.below(3) > 0);
    // The service gives them in another order each time.
    for (let at = ids.length - 1; at > 0; at -= 1) {
      const other = this.random.below(at + 1);
      [ids[at], ids[other]] = [ids[other] ?? 0, ids[at] ?? 0];
    }
    if (this.random.below(4) > 0) await this.noted.serve(ids);
  }

  private async refresh(): Promise<void> {
    await this.serve();
    const before = this.noted.inTable();
    const outcome = this.noted.scene.refresh(this.noted.id);
    if (outcome.kind === 'done') return;
    // People inserted, deleted and sorted rows so that no one can tell where the table ends.
    expect(outcome.message).toMatch(/^Put the rows of|^Clear the cells below/);
    expect(this.noted.inTable()).toEqual(before);
    this.isOver = true;
  }

  private async killed(): Promise<void> {
    await this.serve();
    const at = 1 + this.random.below(45);
    const record = this.noted.faulty({ killAtCall: at, keepUnflushed: this.random.below(6) });
    if (record.outcome.kind === 'killed') expect(killsOf(record).length).toBeGreaterThan(0);
    this.noted.scene.emulator.advance({ minutes: 8 });
  }

  private async sideBySide(): Promise<void> {
    await this.serve();
    const { scene, id } = this.noted;
    const task = {
      book: scene.book,
      kind: 'sidebar' as const,
      name: 'sidebarRefreshReport',
      args: [id, true],
    };
    const tasks = [
      { ...task, user: ANN },
      { ...task, user: BOB },
    ];
    scene.emulator.interleave(tasks, { seed: this.random.below(1_000_000) });
  }

  private undo(): void {
    this.noted.scene.ask('sidebarUndoRefresh', this.noted.id);
  }

  /** Notes that are not there exactly once, or not where they belong. */
  faults(): string[] {
    const counts = new Map<string, number>();
    const wrong: string[] = [];
    for (const { id, column, note } of [...this.noted.inTable(), ...this.noted.counted()]) {
      const text = String(note);
      counts.set(text, (counts.get(text) ?? 0) + 1);
      if (!text.startsWith(`${id}|${column}|`)) wrong.push(`wrong ${text}`);
    }
    const lost = [...this.live].filter((text) => counts.get(text) !== 1);
    const dead = [...counts.keys()].filter((text) => !this.live.has(text) && !this.kept.has(text));
    return [...wrong, ...lost.map((text) => `not once ${text}`), ...dead.map((text) => `dead ${text}`)];
  }
}

describe.each([
  ['written at once', false],
  ['staged', true],
])('notes of a table that is %s', (_how, isStaged) => {
  test(`are on their shift or on the sheet of notes, once, after each of ${STEPS} steps, ${RUNS} times (seed ${SEED})`, async () => {
    for (let run = 0; run < RUNS; run += 1) {
      const scene = await made.open(isStaged, { seed: SEED + run });
      const noted = await NotesScene.open(scene, [1, 2, 3, 4, 5, 6, 7]);
      const sequence = new Sequence(noted, new SeededRandom(SEED + run));
      for (let step = 0; step < STEPS && !sequence.isOver; step += 1) {
        await sequence.step();
        const faults = sequence.faults();
        expect({ run, did: sequence.did, faults }).toEqual({ run, did: sequence.did, faults: [] });
      }
    }
  });
});
