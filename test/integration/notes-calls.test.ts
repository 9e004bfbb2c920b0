import { expect, test } from '@jest/globals';
import { Stage, state, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* What note columns cost a refresh, in service calls and cells. TEST_ROWS sets how large. */

const ROWS = Number(process.env.TEST_ROWS ?? 2000);
const DAY = '2026-02-12';
const FIVE = 'Reason, Done, Owner, Call, Note';

const stage = new Stage();

const shifts = (count: number, first = 1) =>
  Array.from({ length: count }, (_, at) => ({
    ...sentRecord({ day: DAY, posted: 10, booked: 9, worked: 8 }),
    SHIFT_ID: first + at,
  }));

/** Refreshes a table of so many shifts, with five notes each if there are note columns, with other shifts. */
async function refreshed(rows: number, noteColumns: string, records = shifts(rows)) {
  const scene = await stage.connected();
  await scene.serve(shifts(rows));
  const id = scene.saveReport({ from: DAY, to: DAY, noteColumns });
  for (const _ of [1, 2]) state(scene.refresh(id));
  const notes = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 5 }, (_, at) => `note ${row} ${at}`),
  );
  if (noteColumns !== '') scene.book.editor.paste('Shifts!S2', notes);
  await scene.serve(records);
  state(scene.refresh(id));
  return { calls: wireCalls(scene.last), cellsWritten: scene.last.cellsWritten };
}

test.each([700, ROWS])('a refresh of %i rows with notes makes three calls more', async (rows) => {
  const plain = await refreshed(rows, '');
  const withNotes = await refreshed(rows, FIVE);

  const last = withNotes.calls.indexOf('Range.getFormulas') - 1;
  const read = ['Range.getValues', 'Range.getFormulas', 'Range.getNumberFormats'];
  expect(withNotes.calls.slice(last, last + 3)).toEqual(read);
  expect(withNotes.calls.filter((_, at) => at < last || at >= last + 3)).toEqual(plain.calls);
  // Notes that stay where they are, are not written.
  expect(withNotes.cellsWritten).toBe(plain.cellsWritten);
});

test(`a refresh of ${ROWS} rows that all move makes at most four calls more for five notes each`, async () => {
  const moved = [...shifts(1, 500_000), ...shifts(ROWS)];
  const plain = await refreshed(ROWS, '', moved);
  const withNotes = await refreshed(ROWS, FIVE, moved);
  expect(withNotes.calls.length - plain.calls.length).toBeLessThanOrEqual(4 + Math.floor(ROWS / 18_000));
});
