import { describe, expect, test } from '@jest/globals';
import { answerText } from '../support/answer-text';
import { ANN, BOB, type Scene, Stage } from '../support/scene';
import { RECORD, RECORD_CELLS, SPEC_FIELDS, SPEC_NAMES, type SpecType } from '../support/spec-fields';

/* What a formula leaves in the cells. */

const stage = new Stage();

const DAY = '"2026-03-02", "2026-03-02"';

/** A scene whose service answers with the documented record and these changes, one record each. */
async function answering(...changes: readonly Readonly<Record<string, unknown>>[]): Promise<Scene> {
  const scene = await stage.connected();
  const records = changes.map((change, index) =>
    JSON.stringify({ ...RECORD, SHIFT_ID: 900_001 + index, ...change }),
  );
  await scene.server.setScenario('report', { name: 'body', text: answerText(20_417, records) });
  return scene;
}

const TYPES: Readonly<Record<SpecType, string>> = {
  date: '[object Date]',
  string: '[object String]',
  integer: '[object Number]',
  number: '[object Number]',
};

describe('the result of a formula', () => {
  test.each(['SHIFT_FULFILMENT', 'SHIFT_FULFILLMENT'])('%s has the 18 documented columns', async (name) => {
    const scene = await answering({});

    const result = scene.book.as(ANN).runFormula(name, ['2026-03-02', '2026-03-02']);

    if (result.kind === 'error') throw new Error(result.message);
    expect(result.values[0]).toEqual([...SPEC_NAMES]);
    expect(result.values.length).toBe(2);
    const kinds = result.values[1]?.map((value) => Object.prototype.toString.call(value));
    expect(kinds).toEqual(SPEC_FIELDS.map(([, type]) => TYPES[type]));
    expect(result.values[1]?.slice(1)).toEqual(RECORD_CELLS.slice(1));
    expect(result.values[1]?.[0]).toEqual(new Date('2026-03-02T00:00:00Z'));
  });

  test('spills into the cells below and beside', async () => {
    const scene = await answering({}, { VENUE_NAME: 'Pier' });

    scene.book.as(ANN).enter('Sheet1!B3', `=SHIFT_FULFILMENT(${DAY})`);

    expect(scene.book.values('Sheet1!B3:S5')).toEqual([
      [...SPEC_NAMES],
      [...RECORD_CELLS],
      [RECORD_CELLS[0], 'Pier', ...RECORD_CELLS.slice(2, -1), 900_002],
    ]);
  });

  test('what is empty at the service is empty in the cell, never zero', async () => {
    const scene = await answering({ HOURS_WORKED: null, NO_SHOWS_PERCENTAGE: null });

    scene.book.as(ANN).enter('Sheet1!A1', `=SHIFT_FULFILMENT(${DAY})`);

    expect(scene.book.values('Sheet1!M2:O2')).toEqual([['', 48, '']]);
  });

  test.each(['=1+1', '+1', "'quoted", '@home', '007', 'TRUE', '2026-01-31', '10%', '#N/A', '\tx', '🎉'])(
    'the text %p stays that text, with no apostrophe added',
    async (text) => {
      const scene = await answering({ VENUE_NAME: text });

      scene.book.as(ANN).enter('Sheet1!A1', `=SHIFT_FULFILMENT(${DAY})`);

      expect(scene.book.cell('Sheet1!B2')).toMatchObject({ value: text, formula: '' });
    },
  );

  test('an empty report is the heading row alone', async () => {
    const scene = await answering();

    const result = scene.formula('2026-03-02', '2026-03-02');

    expect(result).toEqual({ kind: 'values', values: [[...SPEC_NAMES]] });
  });
});

describe('recalculation', () => {
  test('happens when the cell given last changes, and reads the cache', async () => {
    const scene = await answering({});
    const person = scene.book.as(ANN);
    person.enter('Sheet1!A1', `=SHIFT_FULFILMENT(${DAY}, V1)`);
    const before = scene.emulator.requests.length;

    person.enter('Sheet1!V1', '2');

    expect(scene.last.kind).toBe('formula');
    expect(scene.emulator.requests.length).toBe(before);
  });

  test('happens when a date cell changes, and shows the other days', async () => {
    const scene = await stage.connected();
    const person = scene.book.as(ANN);
    person.enter('Sheet1!V1', '2026-03-01');
    person.enter('Sheet1!A1', '=SHIFT_FULFILMENT(V1, V1)');

    person.enter('Sheet1!V1', '2026-03-04');

    expect(scene.book.values('Sheet1!A2:A3')).toEqual([[46_085], [46_085]]);
  });

  test('within 15 minutes gives the same rows to another editor without a request', async () => {
    const scene = await stage.connected();
    const first = scene.formula('2026-03-02', '2026-03-02');
    scene.emulator.clock.advance(14 * 60_000 + 59_000);
    const before = scene.emulator.requests.length;

    const second = scene.book.as(BOB).runFormula('SHIFT_FULFILMENT', ['2026-03-02', '2026-03-02']);

    expect(second).toEqual(first);
    expect(scene.emulator.requests.length).toBe(before);
  });
});
