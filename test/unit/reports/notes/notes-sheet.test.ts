import { describe, expect, test } from '@jest/globals';
import { MOST_NOTE_LINES } from '../../../../src/limits';
import { lineCells, moveLines, type NoteLine } from '../../../../src/reports/notes/note-plan';
import {
  parseNotesPlace,
  prepareNotesWrite,
  readNotesSheet,
} from '../../../../src/reports/notes/table-notes';
import { MemorySheets } from '../../../support/memory-sheets';
import { StubClock } from '../../../support/stub-clock';
import { ZonedCalendar } from '../../../support/zoned-calendar';

/** The report whose notes move. */
const MOVING = { own: 'r-1', others: [] };

const line = (id: number): NoteLine => ({
  id,
  date: 46_000 + (id % 10),
  venue: 'Hall',
  column: 'Reason',
  note: `note ${id}`,
  left: 46_020,
  report: 'Shifts',
  reason: '',
  isMoving: false,
  key: 'k',
});
const lines = (count: number, first = 1) => Array.from({ length: count }, (_, at) => line(first + at));

/** A new sheet of notes. */
function open() {
  const sheets = new MemorySheets();
  const calendar = new ZonedCalendar(new StubClock('2026-03-10T09:00:00Z'));
  const read = () => readNotesSheet({ sheets, calendar }, undefined, 'Europe/London', true);
  return { sheets, read };
}

/** Writes more lines, which stay. */
function add(read: ReturnType<typeof readNotesSheet>, added: readonly NoteLine[]) {
  const stays = read.lines.map((one) =>
    one.line ? { line: one.line, fate: 'stays' as const, reason: one.line.reason, isMoving: false } : null,
  );
  const write = prepareNotesWrite(
    read,
    moveLines(
      read.lines,
      stays,
      added.map((one) => ({ ...one, isMoving: true })),
    ),
    MOVING,
  );
  write.writeBefore();
  write.writeAfter();
  return write;
}

describe('the sheet of notes', () => {
  test('is made once, and lines are added below those that are there, which are not written again', () => {
    const { sheets, read } = open();
    const first = add(read(), lines(3));
    sheets.steps.length = 0;
    const second = add(read(), lines(2, 10));

    expect(sheets.steps).toEqual([
      'write Shift Reports notes row 5 × 2',
      'write Shift Reports notes row 5 × 2',
    ]);
    expect([first.after, second.after].map((place) => [place.lines, place.moving, place.oldest])).toEqual([
      [3, [], 46_001],
      [5, [], 46_000],
    ]);
    expect(read().lines.map((one) => one.line?.id)).toEqual([1, 2, 3, 10, 11]);
  });

  test('closes blank rows that people left, and takes a write back', () => {
    const { sheets, read } = open();
    add(read(), lines(3));
    const sheet = sheets.byName('Shift Reports notes');
    sheet?.cells.splice(2, 0, []);
    const found = read();
    const write = prepareNotesWrite(
      found,
      moveLines(
        found.lines,
        found.lines.map(() => null),
        lines(1, 9),
      ),
      MOVING,
    );
    write.writeBefore();
    expect(sheet?.cells.slice(1, 6).map(([id]) => id)).toEqual([1, 2, 3, 9, undefined]);

    write.undo();
    expect(read().lines.map((one) => one.line?.id)).toEqual([1, 2, 3]);
  });

  test(`takes ${MOST_NOTE_LINES} notes, and says what to do before there are more`, () => {
    const { sheets, read } = open();
    const full = { ...read(), lines: [] };
    const before = lines(MOST_NOTE_LINES).map(lineCells);
    expect(() => prepareNotesWrite(full, { before, after: before }, MOVING)).not.toThrow();
    sheets.steps.length = 0;

    expect(() =>
      prepareNotesWrite(full, { before: [...before, lineCells(line(0))], after: before }, MOVING),
    ).toThrow(
      'Shorten “Shift Reports notes”, for instance by its oldest lines: it has more than 50,000 notes.',
    );
    expect(sheets.steps).toEqual([]);
  });

  test('says whose moves are unfinished until each report has settled its own', () => {
    const { read } = open();
    const { before, after } = add(read(), lines(2));
    expect([before.moving, after.moving]).toEqual([['r-1'], []]);
    const unfinished = lines(1, 5).map((one) => lineCells({ ...one, isMoving: true }));
    const other = { own: 'r-2', others: ['r-1'] };
    const write = prepareNotesWrite(read(), { before: unfinished, after: unfinished }, other);

    expect([write.before.moving, write.after.moving]).toEqual([['r-1', 'r-2'], ['r-1']]);
  });

  test.each([undefined, '', '{}', '{"sheetId":"1"}', 'null'])('has no place in %j', (text) => {
    expect(parseNotesPlace(text)).toBeUndefined();
  });
});
