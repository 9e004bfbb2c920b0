import { describe, expect, test } from '@jest/globals';
import {
  lineCells,
  lineOf,
  moveLines,
  type Note,
  type NoteLine,
  type OldNotes,
  planNotes,
  readLine,
} from '../../../../src/reports/notes/note-plan';

const COLUMNS = ['Reason', 'Done'];
const KEY = 'report';
const old = (...rows: [id: OldNotes['rows'][number]['id'], ...notes: (Note | null)[]][]): OldNotes => ({
  columns: COLUMNS,
  rows: rows.map(([id, reason = null, done = null]) => ({ id, notes: [reason, done] })),
  staying: [],
  key: KEY,
});
const next = (...ids: (number | null)[]) => ({ columns: COLUMNS, ids, key: KEY });
const line = (changes: Partial<NoteLine>): NoteLine => ({
  id: 1,
  date: 46_000,
  venue: 'Hall',
  column: 'Reason',
  note: 'called',
  left: 46_001.5,
  report: 'Shifts',
  reason: '',
  isMoving: false,
  key: KEY,
  ...changes,
});

describe('notes of rows that are replaced', () => {
  test('follow their SHIFT_ID, wherever its row goes', () => {
    const plan = planNotes(old([1, 'a', true], [2, 'b'], [3]), next(3, 2, 9, 1));

    expect(plan.notes).toEqual([
      [null, null],
      ['b', null],
      [null, null],
      ['a', true],
    ]);
    expect(plan.leaving).toEqual([]);
  });

  test('leave with their shift, in the order of the rows', () => {
    const plan = planNotes(old([1, 'a', 5], [2, 'b'], [3, null, { serial: 46_000 }]), next(2));

    expect(plan.leaving.map(({ row, id, column, note }) => [row, id, column, note])).toEqual([
      [0, 1, 'Reason', 'a'],
      [0, 1, 'Done', 5],
      [2, 3, 'Done', { serial: 46_000 }],
    ]);
  });

  test('are found by an ID that someone made text, and leave where it is no ID', () => {
    const plan = planNotes(old([' 1 ', 'a'], ['one', 'b']), next(1));

    expect(plan.notes).toEqual([['a', null]]);
    expect(plan.leaving).toMatchObject([{ id: 'one', note: 'b', reason: '' }]);
  });

  test('leave with the reason where the row has no SHIFT_ID, or the ID stands twice', () => {
    const plan = planNotes(old([1, 'a'], [null, 'b'], [1, 'c', 'd'], [true, 'e']), next(1));

    expect(plan.notes).toEqual([['a', 'd']]);
    expect(plan.leaving.map(({ note, reason }) => [note, reason])).toEqual([
      ['b', 'Its row had no SHIFT_ID'],
      ['c', 'Its SHIFT_ID was in the table twice'],
      ['e', 'Its row had no SHIFT_ID'],
    ]);
  });

  test('leave with their column, and the others stay', () => {
    const plan = planNotes(old([1, 'a', 'x']), { columns: ['Owner', 'Done'], ids: [1], key: KEY });

    expect(plan.notes).toEqual([[null, 'x']]);
    expect(plan.leaving).toMatchObject([{ column: 'Reason', note: 'a', reason: '' }]);
  });

  test('of another employer all leave, even where an ID is the same', () => {
    const plan = planNotes(old([1, 'a']), { ...next(1), key: 'other' });

    expect(plan.notes).toEqual([[null, null]]);
    expect(plan.leaving).toMatchObject([{ id: 1, note: 'a' }]);
  });

  test('are dropped past the time for which notes are kept', () => {
    const plan = planNotes(old([1, 'a'], [2, 'b']), { ...next(1, 2), isExpired: (row) => row === 0 });

    expect(plan.notes).toEqual([
      [null, null],
      ['b', null],
    ]);
    expect(plan.leaving).toEqual([]);
  });
});

describe('notes on the sheet of notes', () => {
  const fates = (lines: readonly NoteLine[], before = old([5]), after = next(1, 5)) =>
    planNotes(before, after, lines).lines.map(({ fate, reason }) => [fate, reason].filter(Boolean).join(' '));

  test('come back with their shift, and only to their own report and column', () => {
    const lines = [
      line({}),
      line({ id: 7 }),
      line({ key: 'other' }),
      line({ column: 'Gone' }),
      line({ id: null, reason: 'Its row had no SHIFT_ID' }),
    ];

    expect(fates(lines)).toEqual(['returns', 'stays', 'stays', 'stays', 'stays Its row had no SHIFT_ID']);
    expect(planNotes(old([5]), next(1, 5), lines).notes[0]).toEqual(['called', null]);
  });

  test('are copies where a killed run marked them as moving and the table has their shift', () => {
    const moving = line({ isMoving: true });

    // Killed before the table was written; someone has typed another note since.
    expect(fates([moving], old([1, 'called']))).toEqual(['copy']);
    expect(fates([moving], old([1, 'by bus']))).toEqual(['copy']);
    // Killed after the shift had left.
    expect(fates([moving], old([5]), next(5))).toEqual(['stays']);
    expect(fates([moving], old([5]))).toEqual(['returns']);
    // In rows that this write leaves as they are.
    expect(fates([moving], { ...old([5]), staying: [1] }, next(5))).toEqual(['copy']);
  });

  test('fill a row that a person put back, and stay beside another note', () => {
    expect(fates([line({})], old([1]))).toEqual(['fills']);
    expect(fates([line({})], old([1, 'called']))).toEqual(['copy']);
    expect(fates([line({})], old([1, 'by bus']))).toEqual(['stays Its shift has another note']);
    expect(fates([line({}), line({ note: 'second' })])).toEqual([
      'returns',
      'stays Its shift has another note',
    ]);
  });

  test('without a place of their own are copies only while the table still has them', () => {
    const unnamed = line({ id: null, reason: 'Its row had no SHIFT_ID', isMoving: true });

    expect(fates([unnamed], old([null, 'called']))).toEqual(['copy Its row had no SHIFT_ID']);
    expect(fates([unnamed], old([null, 'other']))).toEqual(['stays Its row had no SHIFT_ID']);
    expect(fates([unnamed, unnamed], old([null, 'called']))).toEqual([
      'copy Its row had no SHIFT_ID',
      'stays Its row had no SHIFT_ID',
    ]);
  });
});

describe('lines of the sheet of notes', () => {
  test.each([
    ['text', 'called'],
    ['text', '007'],
    ['number', 7.5],
    ['date', { serial: 46_000.25 }],
    ['TRUE or FALSE', false],
  ])('are read as they were written: %s', (kind, note) => {
    const cells = lineCells(line({ note, isMoving: true, reason: 'Its SHIFT_ID was in the table twice' }));

    expect(cells[5]).toBe(kind);
    expect(readLine(cells).line).toEqual(
      line({ note, isMoving: true, reason: 'Its SHIFT_ID was in the table twice' }),
    );
  });

  test('that a person typed stay as they are', () => {
    for (const cells of [
      ['my', 'own', 'line', null, null, null, null, null, null, null],
      [1, null, null, 'Reason', 'note', 'text', null, 'Shifts', 'because', KEY],
    ]) {
      const read = readLine(cells);

      expect(read.line).toBeNull();
      expect(moveLines([read], [null], [])).toEqual({ before: [cells], after: [cells] });
    }
  });

  test('are as many as a large table has notes', () => {
    const left = Array.from({ length: 200_000 }, (_, id) => line({ id, isMoving: true }));
    const { before, after } = moveLines([], [], left);

    expect([before.length, after.length]).toEqual([200_000, 200_000]);
  });

  test('are marked while the table is written, and settled after it', () => {
    const read = [
      line({}),
      line({ id: 2, note: 'stays' }),
      line({ id: 5, note: 'copy', isMoving: true }),
    ].map((one) => readLine(lineCells(one)));
    const lines = read.flatMap((one) => one.line ?? []);
    const plan = planNotes(old([5], [6, 'left']), next(1, 5), lines);
    const left = plan.leaving.map((one) =>
      lineOf(one, { date: null, venue: null }, { left: 46_100, report: 'Shifts', key: KEY }),
    );

    const { before, after } = moveLines(read, plan.lines, left);

    const shown = (cells: readonly unknown[]) => [cells[0], cells[4], cells[8]];
    expect(before.map(shown)).toEqual([
      [1, 'called', 'Is being moved'],
      [2, 'stays', null],
      [6, 'left', 'Is being moved'],
    ]);
    expect(after.map(shown)).toEqual([
      [2, 'stays', null],
      [6, 'left', null],
    ]);
  });
});
