import { describe, expect, test } from '@jest/globals';
import type { Explanation } from '../../src/explanations/explanation';
import { explain, lineOf, NOT_OURS, sumsIn } from '../support/explained';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { sentRecord } from '../support/shift-records';

/* Formulas of ours, explained in words from rows that are kept. */

const stage = new Stage();

async function withFormula(formula: string): Promise<{ scene: Scene; explanation: Explanation }> {
  const scene = await stage.connected();
  return { scene, explanation: explained(scene, formula) };
}

/** Types a formula, selects it and asks. No request but the formula's own. */
function explained(scene: Scene, formula: string): Explanation {
  scene.book.as(ANN).enter('Sheet1!D4', formula);
  const explanation = explain(scene, 'Sheet1!D4');
  // The cell, its formula and its value, and two for what the formula refers to.
  expect(readsOf(scene)).toBeLessThanOrEqual(5);
  return explanation;
}

/** How often the last execution asked for something of a sheet. */
function readsOf({ last: { calls } }: Scene): number {
  return calls.filter(
    ({ wire, method }) => wire && /^(Spreadsheet|Range|Sheet)\.(?!getSpreadsheetTimeZone)/.test(method),
  ).length;
}

describe('a formula', () => {
  test('of one figure: what it is, its days, options, basis, rows and sums, which give the cell again', async () => {
    const { scene, explanation } = await withFormula(
      '=SHIFT_METRIC("booked %", "last week", , "weekday", "<>Sunday")',
    );
    const shown = Number(scene.book.values('Sheet1!D4:D4')[0]?.[0]);

    expect(explanation.title).toBe('SHIFT_METRIC: booked %');
    expect(lineOf(explanation, 'Period')).toMatch(/^(?:1–7|2–8) Mar 2026$/);
    expect(lineOf(explanation, 'Basis')).toMatch(
      /^\w+ ÷ [\w ]+: \d+ of \d+ rows agree; newest days may still be corrected$/,
    );
    const [top = 0, bottom = 0] = sumsIn(explanation);
    expect((100 * top) / bottom).toBeCloseTo(shown, 1);
    expect(lineOf(explanation, 'Recalculated')).toBe(`${shown.toFixed(1)}%.`);
    expect(lineOf(explanation, 'Fetched')).toMatch(/^10 Mar 2026, 09:\d\d \(Europe\/London\)$/);
    expect(lineOf(explanation, 'Correlation ID')).toMatch(/^[\w-]{36}$/);
  });

  test('whose dates stand in other cells', async () => {
    const scene = await stage.connected();
    scene.book.as(ANN).enter('Sheet1!A1', '2026-03-02');
    scene.book.as(ANN).enter('Sheet1!A2', '2026-03-03');
    const explanation = explained(scene, '=SHIFT_METRIC("posted", $A$1, A2)');
    const other = explained(scene, '=SHIFT_METRIC("posted", Sheet1!A2, "2026-03-04")');

    expect(lineOf(explanation, 'Period')).toBe('2–3 Mar 2026');
    expect(lineOf(other, 'Period')).toBe('3–4 Mar 2026');
  });

  test('inside another one, and with the stamp', async () => {
    const { explanation } = await withFormula(
      '=SHIFT_METRIC("posted", "2026-03-02", "2026-03-02", "refresh", SHIFT_STAMP)',
    );
    expect(lineOf(explanation, 'Period')).toBe('2 Mar 2026');
  });

  test('of the status without a word asks for no word', async () => {
    const { scene, explanation } = await withFormula('=SHIFT_STATUS("refresh", SHIFT_STAMP)');
    expect(explanation.title).toBe('SHIFT_STATUS');
    expect(explanation.lines).toEqual([]);
    expect(lineOf(explained(scene, '=SHIFT_STATUS("as of", "refresh", SHIFT_STAMP)'), 'Asks')).toBe('as of');
  });

  test('with a criterion that is the name of a venue which only an earlier refresh saw: none of these days', async () => {
    const scene = await stage.connected();
    const crew = { posted: 1, booked: 1, worked: 1 };
    await scene.serve([
      sentRecord({ ...crew, day: '2026-03-02', venue: '>Bar' }),
      sentRecord({ ...crew, day: '2026-03-05', venue: 'Zoo' }),
    ]);
    state(scene.ask('sidebarRefreshReport', scene.saveReport({ from: '2026-03-01', to: '2026-03-03' })));
    const explanation = explained(
      scene,
      '=SHIFT_METRIC("posted", "2026-03-05", "2026-03-05", "venue", ">Bar")',
    );

    // As an operator it would mean Zoo, which comes after Bar.
    expect(scene.book.values('Sheet1!D4:D4')).toEqual([[0]]);
    expect(lineOf(explanation, 'Rows behind it')).toBe('0 shift records');
    expect(lineOf(explanation, 'Recalculated')).toBe('0.');
  });

  test('that is wrong: the sentence that its cell shows', async () => {
    const { explanation } = await withFormula('=SHIFT_METRIC("worked %", "lst week")');
    expect(lineOf(explanation, 'Arguments')).toBe('Unknown period "lst week". Did you mean "last week"?');
    expect(explanation.lines[0]).toEqual({
      label: 'This cell',
      value: 'Shows #ERROR!: point at the cell to read why.',
    });
  });

  test('that failed though its rows are kept now: its error first, then what a new calculation gives', async () => {
    const scene = await stage.open();
    const ann = scene.book.as(ANN);
    const formula = '=SHIFT_METRIC("records", "2026-03-02", "2026-03-02")';
    // Nothing is connected yet: the cell keeps its error.
    ann.enter('Sheet1!D4', formula);
    scene.connect();
    ann.enter('Sheet1!D6', formula);
    const [[records]] = scene.book.values('Sheet1!D6:D6') as [[number]];
    const explanation = explain(scene, 'Sheet1!D4');
    expect(explanation.lines[0]?.value).toMatch(/^Shows #ERROR!: /);
    expect(lineOf(explanation, 'Recalculated')).toBe(`${records}.`);
  });

  test('whose rows are not kept: the next calculation asks', async () => {
    const { scene } = await withFormula('=SHIFT_METRIC("posted", "2026-03-02", "2026-03-02")');
    scene.emulator.caches.clear();
    expect(lineOf(explain(scene, 'Sheet1!D4'), 'Freshness')).toBe(
      'No rows are kept of these days: the next calculation asks the service.',
    );
  });
});

describe('a cell that a formula in another cell fills', () => {
  async function filled(formula: string, a1: string, typed: Readonly<Record<string, string>> = {}) {
    const scene = await stage.connected();
    const ann = scene.book.as(ANN);
    ann.enter('Sheet1!B3', formula);
    for (const [cell, text] of Object.entries(typed)) ann.enter(`Sheet1!${cell}`, text);
    const explanation = explain(scene, `Sheet1!${a1}`);
    expect(readsOf(scene)).toBeLessThanOrEqual(7);
    return { ...explanation, table: scene.book.values('Sheet1!B3:I20') };
  }
  const GROUPS = '=SHIFT_FULFILMENT_AGGREGATED("last week", , "venue", "measures", "posted, worked %")';

  test.each([
    ['B4', 'SHIFT_FULFILMENT_AGGREGATED'],
    ['C3', 'SHIFT_FULFILMENT_AGGREGATED'],
    ['C5', 'Posted of NAME'],
    ['D4', 'Worked % of NAME'],
    ['E5', 'Notes of NAME'],
  ])('is explained by that formula, and named by its heading and its line: %s', async (a1, title) => {
    const explanation = await filled(GROUPS, a1);
    const [name] = explanation.table[Number(a1.slice(1)) - 3] ?? [];
    expect(explanation.title).toBe(title.replace('NAME', String(name)));
    expect(lineOf(explanation, 'This cell')).toMatch(/(^F|, f)illed by the formula in B3\.$/);
    expect(lineOf(explanation, 'Grouped by')).toBe('venue');
  });

  test('of a figure says what that is made of, which gives the cell again', async () => {
    const { table } = await filled(GROUPS, 'B4');
    const [posted, worked] = [await filled(GROUPS, 'C5'), await filled(GROUPS, 'D4')];
    expect(sumsIn(posted)).toEqual([table[2]?.[1]]);
    const [top = 0, bottom = 0] = sumsIn(worked);
    expect((100 * top) / bottom).toBeCloseTo(Number(table[1]?.[2]), 1);
    expect(lineOf(worked, 'This cell')).toBe(
      `${Number(table[1]?.[2]).toFixed(1)}%, filled by the formula in B3.`,
    );
  });

  test('of a comparison is named by both of its keys, and told what its column means first', async () => {
    const explanation = await filled('=SHIFT_COMPARE("area, venue", , , "last week")', 'G5');
    expect(explanation.title).toBe(`OWN CHANGE of ${explanation.table[2]?.slice(0, 2).join(', ')}`);
    expect(explanation.lines.slice(0, 4)).toEqual([
      { label: 'This cell', value: expect.stringMatching(/^-?[\d.]+, filled by the formula in B3\.$/) },
      { label: 'Meaning', value: 'What the total moved because the figure of this line moved.' },
      { label: 'Period', value: '23 Feb–1 Mar 2026, compared with 2–8 Mar 2026' },
      { label: 'True fulfilment %', value: expect.any(String) },
    ]);
  });

  test('of a line that begins with a day is named by it', async () => {
    const explanation = await filled('=SHIFT_TREND("posted", "last 3 weeks")', 'C4');
    expect(explanation.title).toBe('Posted of 16 Feb 2026');
  });

  test.each(['B2', 'A4', 'F4', 'D60'])('is not one beside, above or below it: %s', async (a1) => {
    expect((await filled(GROUPS, a1)).title).toBe(NOT_OURS);
  });

  test('is not one in a column that a person added', async () => {
    expect((await filled(GROUPS, 'F4', { F3: 'Owner', F4: 'Sam' })).title).toBe(NOT_OURS);
  });

  test('belongs to the nearest of two formulas', async () => {
    const below = { B12: '=SHIFT_LIST("areas")' };
    const limited = GROUPS.replace(')', ', "limit", 2)');
    expect(lineOf(await filled(limited, 'B14', below), 'This cell')).toMatch(
      /illed by the formula in B12\.$/,
    );
    expect(lineOf(await filled(limited, 'C5', below), 'This cell')).toMatch(/illed by the formula in B3\.$/);
  });
});
