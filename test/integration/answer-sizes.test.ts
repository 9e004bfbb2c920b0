import { expect, test } from '@jest/globals';
import { type Scene, Stage } from '../support/scene';
import { SERIAL_OF_2_MARCH, SPEC_NAMES } from '../support/spec-fields';

/* Reports of any size. ANSWER_ROWS=0,50000,120000 npx jest test/integration/answer-sizes runs others. */

const SIZES = (process.env.ANSWER_ROWS ?? '0,1,999,1000,1001').split(',').map(Number);

const stage = new Stage({ allowance: 100_000 });

test.each(SIZES)(
  'a report of %i rows is written whole, or refused in a sentence with nothing written',
  async (rows) => {
    const scene = await stage.connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    await scene.server.setScenario('report', { name: 'rows', rows });

    const outcome = scene.refresh(id);

    const sheet = scene.book.workbook.sheets.find(({ name }) => name === 'Shifts');
    const ids = sheet
      ? scene.book
          .values(`Shifts!R2:R${rows + 2}`)
          .flat()
          .filter((cell) => cell !== '')
      : [];
    if (outcome.kind === 'failed') {
      // Too many rows for a spreadsheet, or an answer that the platform does not bring.
      expect(outcome).toMatchObject({
        code: expect.stringMatching(/^(?:sheet_blocked|unreachable)$/),
        message: expect.stringMatching(/^[A-Z].*[.)]$/s),
      });
      expect(rows).toBeGreaterThan(100_000);
      expect(ids).toEqual([]);
    } else {
      expect([ids.length, new Set(ids).size]).toEqual([rows, rows]);
      const sent = await sentRows(scene);
      const cells = scene.book.values(`Shifts!A2:R${rows + 2}`);
      const wrong = sent.filter((row, index) => JSON.stringify(row) !== JSON.stringify(cells[index]));
      expect([sent.length, wrong.slice(0, 3), cells[rows]]).toEqual([rows, [], new Array(18).fill('')]);
    }
  },
  3_600_000,
);

/** The order of rows: by venue, area, job title and ID. */
function inOrder(one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): number {
  const names = ['VENUE_NAME', 'AREA_NAME', 'JOB_TITLE', 'SHIFT_ID'];
  const name = names.find((field) => one[field] !== other[field]) ?? '';
  return (one[name] as string) < (other[name] as string) ? -1 : 1;
}

/** What the service answers as cells: all of it is of one day, and null is an empty cell. */
async function sentRows({ server }: Scene): Promise<unknown[][]> {
  const shifts = await server.shifts('2026-03-01', '2026-03-03');
  return shifts
    .filter(({ SHIFT_DATE }) => SHIFT_DATE === '2026-03-02')
    .sort(inOrder)
    .map((record) =>
      SPEC_NAMES.map((name) => (name === 'SHIFT_DATE' ? SERIAL_OF_2_MARCH : (record[name] ?? ''))),
    );
}
