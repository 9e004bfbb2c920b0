import { describe, expect, test } from '@jest/globals';
import { type Scene, Stage, state, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* What note columns cost a refresh: service calls and processor time. TEST_ROWS sets how large. */

const ROWS = Number(process.env.TEST_ROWS ?? 2000);
const DAY = '2026-02-12';

const stage = new Stage();

const shifts = (count: number, first = 1) =>
  Array.from({ length: count }, (_, at) => ({
    ...sentRecord({ day: DAY, posted: 10, booked: 9, worked: 8 }),
    SHIFT_ID: first + at,
  }));

/** A table of so many shifts that has been refreshed twice; each has as many notes as there are note columns. */
async function noted(rows: number, noteColumns: string): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  scene.connect();
  await scene.serve(shifts(rows));
  const id = scene.saveReport({ from: DAY, to: DAY, noteColumns });
  for (const _ of [1, 2]) state(scene.refresh(id));
  const count = noteColumns === '' ? 0 : noteColumns.split(',').length;
  const notes = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: count }, (_, at) => `note ${row} ${at}`),
  );
  if (count > 0) scene.book.document.editor.paste('Shifts!S2', notes);
  return { scene, id };
}

/** A refresh of other rows. @returns Its calls, and its time on the service's and on our side, in milliseconds. */
async function refreshed({ scene, id }: { scene: Scene; id: string }, records: ReturnType<typeof shifts>) {
  await scene.serve(records);
  const before = process.cpuUsage();
  const started = performance.now();
  state(scene.refresh(id));
  const elapsed = performance.now() - started;
  const { user } = process.cpuUsage(before);
  const { cellsRead, cellsWritten } = scene.last;
  return {
    calls: wireCalls(scene.last),
    user: user / 1000,
    elapsed,
    cellsRead,
    cellsWritten,
  };
}

const FIVE = 'Reason, Done, Owner, Call, Note';

describe('a refresh of a table with note columns', () => {
  test.each([700, ROWS])('of %i rows makes three calls more, and none without note columns', async (rows) => {
    const plain = await refreshed(await noted(rows, ''), shifts(rows));
    const withNotes = await refreshed(await noted(rows, FIVE), shifts(rows));

    const last = withNotes.calls.indexOf('Range.getFormulas') - 1;
    const read = ['Range.getValues', 'Range.getFormulas', 'Range.getNumberFormats'];
    expect(withNotes.calls.slice(last, last + 3)).toEqual(read);
    expect(withNotes.calls.filter((_, at) => at < last || at >= last + 3)).toEqual(plain.calls);
    // Notes that stay where they are, are not written; their five headings are staged with a large table.
    expect(withNotes.cellsWritten - plain.cellsWritten).toBe(rows > 700 ? 5 : 0);
  });

  test(`whose rows all move takes little longer, at ${ROWS} rows with five notes each`, async () => {
    // Each moves down by one row.
    const moved = [...shifts(1, 500_000), ...shifts(ROWS)];
    const plain = await refreshed(await noted(ROWS, ''), moved);
    const withOne = await refreshed(await noted(ROWS, 'Reason'), moved);
    const inPlace = await refreshed(await noted(ROWS, FIVE), shifts(ROWS));
    const withNotes = await refreshed(await noted(ROWS, FIVE), moved);

    const shown = (one: typeof plain) =>
      `${one.calls.length} calls, ${Math.round(one.user)} ms of processor, ${one.cellsRead} cells read, ${one.cellsWritten} written`;
    const lines = [
      [`${ROWS} rows without notes`, plain],
      [`with ${5 * ROWS} notes that stay`, inPlace],
      [`with ${ROWS} notes that move`, withOne],
      [`with ${5 * ROWS} notes that move`, withNotes],
    ] as const;
    process.stdout.write(lines.map(([what, one]) => `${what}: ${shown(one)}\n`).join(''));
    expect(withNotes.calls.length - plain.calls.length).toBeLessThanOrEqual(4 + Math.floor(ROWS / 18_000));
  });
});
