import { describe, expect, test } from '@jest/globals';
import { killsOf, sample } from '../support/crash-scene';
import { documentProperties } from '../support/document-properties';
import { NotesScene } from '../support/notes-scene';
import { outOfAll } from '../support/runs';
import { prepared } from '../support/scene';
import { stagingStage } from '../support/staging-stage';

/*
 * Tables with note columns, killed at each service call, and made to throw there: each note is on its SHIFT_ID or on the
 * sheet of notes, once. A sample of the calls; all of them in `npm run test:long`. Several kills: notes-sequences.
 */

const RUNS = outOfAll(2);
const SEED = Number(process.env.TEST_SEED ?? 20_260_321);
const LEASE = { minutes: 8 };
const THROWS = [
  { forever: false, afterEffect: false },
  { forever: false, afterEffect: true },
  { forever: true, afterEffect: false },
];

const made = stagingStage();

interface Case {
  readonly title: string;
  readonly isStaged: boolean;
  readonly mode?: 'history';
  /** What the report shows after the change. */
  readonly columns?: string;
  readonly noteColumns?: string;
}

const CASES: readonly Case[] = [
  { title: 'written at once', isStaged: false },
  { title: 'staged', isStaged: true },
  { title: 'that keeps history', isStaged: false, mode: 'history' },
  { title: 'staged that keeps history', isStaged: true, mode: 'history' },
  { title: 'that loses a note column', isStaged: false, noteColumns: 'Done' },
  { title: 'staged that swaps its note columns', isStaged: true, noteColumns: 'Done, Owner, Reason' },
];

describe.each(CASES)('a table $title', ({ isStaged, mode, noteColumns = 'Reason, Done' }) => {
  /** Notes of shifts that stay, move, leave and come back; the next refresh does all of it. */
  const open = prepared(
    async () => {
      const form = mode ? { mode } : {};
      const noted = await NotesScene.open(await made.open(isStaged), [1, 2, 3, 4, 5], form);
      for (const id of [1, 2, 3, 4]) noted.type(id, `${id} Reason`);
      for (const id of [1, 5]) noted.type(id, `${id} Done`, 'T');
      await noted.serve([1, 2, 3, 5]);
      noted.refreshed();
      noted.editor.insertRows('Shifts', 3);
      noted.editor.type('Shifts!T3', 'whose?');
      noted.save({ ...form, noteColumns });
      await noted.serve([5, 4, 3, 1, 6]);
      return noted;
    },
    ({ scene }) => scene,
  );
  /** Every note, where it should be wherever that is. */
  const seen = (noted: NotesScene) =>
    [...noted.inTable(), ...noted.counted()].map(({ id, column, note }) => `${id} ${column} ${note}`).sort();
  const ALL = [
    ' Done whose?',
    '1 Done 1 Done',
    '1 Reason 1 Reason',
    '2 Reason 2 Reason',
    '3 Reason 3 Reason',
    '4 Reason 4 Reason',
    '5 Done 5 Done',
  ];
  const leftovers = (noted: NotesScene) => documentProperties(noted.scene).lease ?? '';

  test(`killed at its calls (seed ${SEED}) has every note once, then too`, async () => {
    const clean = await open();
    expect(seen(clean)).toEqual(ALL);
    const record = clean.faulty(null);
    expect(record.outcome.kind).toBe('returned');
    expect([seen(clean), leftovers(clean)]).toEqual([ALL, '']);
    const [table, lines] = [clean.inTable(), clean.onSheet()];
    for (const at of sample(killsOf(record, SEED), RUNS, SEED)) {
      const noted = await open();
      const { outcome } = noted.faulty(at);
      expect({ at, outcome: outcome.kind, seen: seen(noted) }).toEqual({
        at,
        outcome: 'killed',
        seen: ALL,
      });

      noted.scene.emulator.advance(LEASE);
      noted.refreshed();
      const healed = { at, seen: seen(noted), left: leftovers(noted), table: noted.inTable() };
      expect(healed).toEqual({ at, seen: ALL, left: '', table });
      expect({ at, lines: noted.onSheet().length }).toEqual({ at, lines: lines.length });
    }
  });

  test('with a call that throws has every note once, then too', async () => {
    const clean = await open();
    const { calls } = clean.faulty(null);
    const table = clean.inTable();
    const faults = calls.map(({ index }) => ({ throwAtCall: index, ...THROWS[index % THROWS.length] }));
    for (const at of sample(faults, RUNS, SEED)) {
      const noted = await open();
      noted.faulty({ ...at, message: 'Service error' });
      expect({ at, seen: seen(noted) }).toEqual({ at, seen: ALL });

      noted.scene.emulator.advance(LEASE);
      noted.refreshed();
      const healed = { at, seen: seen(noted), left: leftovers(noted), table: noted.inTable() };
      expect(healed).toEqual({ at, seen: ALL, left: '', table });
    }
  });
});
