import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ScenarioRule } from '../api-server/scenarios/scenario-rule';
import { answerText } from '../support/answer-text';
import { recordFigure } from '../support/record-figure';
import { Stage } from '../support/scene';
import { RECORD, RECORD_CELLS, recordCells, SPEC_FIELDS, type SpecType } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';

/* Answers that are accepted, with issues where a value is left out. */

const stage = new Stage();
let opened: SurfaceScene;
beforeAll(async () => {
  opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
});

const EMPLOYER = 20_417;
const GOOD = JSON.stringify(RECORD);
/** The good record with one member written as given. */
const withRaw = (name: string, raw: string) =>
  `{${Object.entries({ ...RECORD, [name]: undefined })
    .map(([key, value]) => `${JSON.stringify(key)}:${key === name ? raw : JSON.stringify(value)}`)
    .join(',')}}`;

/** Refreshes with one answer. @returns The rows of the table and the issues that the status sheet counts. */
async function refreshWith(rule: ScenarioRule) {
  const { server, book } = opened.scene;
  await server.clearScenarios();
  await server.setScenario('report', rule);
  const { message } = opened.run();
  const rows = book.values('Shifts!A2:R400').filter((row) => row.some((cell) => cell !== ''));
  const [, issues = '0'] = /(\d+) odd/.exec(String(book.cell('Shift Reports status!C2').value)) ?? [];
  return { message, rows, issues: Number(issues) };
}

function answer(records: readonly string[], changes: Readonly<Record<string, string>> = {}): ScenarioRule {
  return { name: 'body', text: answerText(EMPLOYER, records, changes) };
}

const CELLS = [...RECORD_CELLS];
const OTHER = { ...RECORD, SHIFT_ID: 900_002 };

describe('an answer that is accepted', () => {
  test.each<[string, ScenarioRule, (string | number)[][], number]>([
    ['the documented one', answer([GOOD]), [CELLS], 0],
    ['a byte order mark', { name: 'body', text: `\ufeff${answerText(EMPLOYER, [GOOD])}` }, [CELLS], 0],
    ['white space around', { name: 'body', text: `\n\t ${answerText(EMPLOYER, [GOOD])}\r\n` }, [CELLS], 0],
    ['no records', answer([]), [], 0],
    [
      'a field given twice: the last counts',
      answer([withRaw('SHIFTS_POSTED', '3,"SHIFTS_POSTED":9')]),
      [recordCells({ SHIFTS_POSTED: 9 })],
      0,
    ],
    ['unknown fields', answer([withRaw('SHIFT_ID', '900001,"EXTRA":{"a":[1]}')]), [CELLS], 0],
    [
      'keys that objects inherit',
      answer([withRaw('SHIFT_ID', '900001,"__proto__":{"NO_SHOWS":7},"constructor":1,"toString":null')]),
      [CELLS],
      0,
    ],
    ['a list beside records', answer([GOOD, 'null', '5', '[]', '"text"', 'true']), [CELLS], 5],
    ['a negative count', answer([withRaw('NO_SHOWS', '-3')]), [recordCells({ NO_SHOWS: -3 })], 0],
    [
      'a percentage of 250',
      answer([withRaw('TRUE_FULFILMENT_PERCENTAGE', '250.0')]),
      [recordCells({ TRUE_FULFILMENT_PERCENTAGE: 250 })],
      0,
    ],
    ['a tiny number', answer([withRaw('HOURS_WORKED', '1e-7')]), [recordCells({ HOURS_WORKED: 1e-7 })], 0],
    ['an integer with a decimal point', answer([withRaw('NO_SHOWS', '1.0')]), [CELLS], 0],
    ['minus zero', answer([withRaw('NO_SHOWS', '-0')]), [recordCells({ NO_SHOWS: 0 })], 0],
    ['SHIFT_ID 0', answer([withRaw('SHIFT_ID', '0')]), [recordCells({ SHIFT_ID: 0 })], 0],
    ['a negative SHIFT_ID', answer([withRaw('SHIFT_ID', '-4')]), [recordCells({ SHIFT_ID: -4 })], 0],
    [
      'the largest exact integer',
      answer([withRaw('SHIFT_ID', '9007199254740991')]),
      [recordCells({ SHIFT_ID: 9_007_199_254_740_991 })],
      0,
    ],
    ['an empty text', answer([withRaw('AREA_NAME', '""')]), [recordCells({ AREA_NAME: '' })], 0],
    [
      'half a surrogate pair',
      answer([withRaw('AREA_NAME', '"\\ud83c!"')]),
      [recordCells({ AREA_NAME: '\ud83c!' })],
      0,
    ],
    ['the same record twice', answer([GOOD, GOOD]), [CELLS, CELLS], 1],
    [
      'one SHIFT_ID for two shifts',
      answer([GOOD, withRaw('VENUE_NAME', '"Pier"')]),
      [CELLS, recordCells({ VENUE_NAME: 'Pier' })],
      1,
    ],
    ['no request', answer([GOOD], { request: '' }), [CELLS], 0],
    ['a request without days', answer([GOOD], { request: `{"employer_id":${EMPLOYER}}` }), [CELLS], 0],
    ['a request that is null', answer([GOOD], { request: 'null' }), [CELLS], 0],
    [
      'a first day that is null',
      answer([GOOD], { request: `{"from_date":null,"to_date":"{to}","employer_id":${EMPLOYER}}` }),
      [CELLS],
      0,
    ],
    ['no metadata', answer([GOOD], { metadata: '' }), [CELLS], 0],
    ['metadata that is null', answer([GOOD], { metadata: 'null' }), [CELLS], 0],
    [
      'records in another order',
      answer([JSON.stringify(OTHER), GOOD]),
      [CELLS, recordCells({ SHIFT_ID: 900_002 })],
      0,
    ],
  ])('%s', async (_title, rule, rows, issues) => {
    expect(await refreshWith(rule)).toEqual({ message: '', rows, issues });
  });

  test('text longer than a cell holds is cut, marked and counted', async () => {
    const long = 'é'.repeat(60_000);

    const result = await refreshWith(answer([withRaw('VENUE_NAME', JSON.stringify(long))]));

    expect(result.issues).toBe(1);
    const text = String(result.rows[0]?.[1]);
    expect(text.endsWith('é…')).toBe(true);
    expect(text.length).toBeLessThanOrEqual(50_000);
    expect(text.length).toBeGreaterThan(49_900);
  });

  test('an empty report empties the table and is no failure', async () => {
    await refreshWith(answer([GOOD]));

    expect(await refreshWith({ name: 'empty' })).toEqual({ message: '', rows: [], issues: 0 });
    expect(opened.scene.book.cell('Shifts!A1').value).toBe('SHIFT_DATE');
  });

  test('a letter in the bytes of Latin-1 shows as unreadable, and is counted', async () => {
    const text = answerText(EMPLOYER, [withRaw('VENUE_NAME', '"Café"')]);
    const base64 = Buffer.from(text, 'latin1').toString('base64');

    expect(await refreshWith({ name: 'body', base64 })).toEqual({
      message: '',
      rows: [recordCells({ VENUE_NAME: 'Caf\ufffd' })],
      issues: 1,
    });
  });
});

const MISSING = 'missing';
const OF_NO_TYPE = ['null', MISSING, '[]', '{}', '[1]'];
const BAD_VALUES: Readonly<Record<SpecType, readonly string[]>> = {
  date: [
    ...OF_NO_TYPE,
    '5',
    '46083',
    'true',
    '""',
    '"2026-3-2"',
    '"2026-02-30"',
    '"2026-03-02T00:00:00Z"',
    '"02/03/2026"',
    '" 2026-03-02"',
    '"2026-03-02 "',
    '"today"',
  ],
  string: [...OF_NO_TYPE, '5', '1.5', 'true', 'false'],
  integer: [...OF_NO_TYPE, '"5"', '""', '1.5', 'true', '9007199254740993', '1e400', '-1e400', '1e16'],
  number: [...OF_NO_TYPE, '"5"', '"5.0"', '""', 'true', '1e400', '-1e400', '"NaN"'],
};

/** One record for each field but the day, and each bad value of its type, with a SHIFT_ID of its own. */
const FAULTS = SPEC_FIELDS.filter(([name]) => name !== 'SHIFT_DATE')
  .flatMap(([name, type]) => BAD_VALUES[type].map((raw) => ({ name, raw })))
  .map((fault, index) => {
    const id = fault.name === 'SHIFT_ID' ? fault.raw : String(1000 + index);
    const text = (fault.name === 'SHIFT_ID' ? GOOD : withRaw('SHIFT_ID', id)).slice(1, -1);
    const members = text.split(/,(?=")/).filter((member) => !member.startsWith(`"${fault.name}":`));
    const record = fault.raw === MISSING ? members : [...members, `"${fault.name}":${fault.raw}`];
    const cells = recordCells({ SHIFT_ID: 1000 + index, [fault.name]: '' });
    return { ...fault, record: `{${record.join(',')}}`, cells };
  });

const inAnyOrder = (rows: readonly (readonly unknown[])[]) => rows.map((row) => JSON.stringify(row)).sort();

describe('a value that is not of the documented type', () => {
  test('becomes an empty cell and an issue, for every field; its neighbours stay', async () => {
    const result = await refreshWith(answer(FAULTS.map(({ record }) => record)));

    expect(result.message).toBe('');
    expect(result.rows.length).toBe(FAULTS.length);
    expect(inAnyOrder(result.rows)).toEqual(inAnyOrder(FAULTS.map(({ cells }) => cells)));
    // A value that the service left empty is no fault of it: the dashboard Data quality counts those.
    const faults = FAULTS.filter(({ raw }) => raw !== 'null').length;
    expect(result.issues).toBe(faults);
    const figure = `${faults} of ${faults}`;
    recordFigure({ requirement: 'D3', what: 'faults emptied and counted', n: faults, figure });
  });

  test('shows as an empty cell in a formula as well', async () => {
    const { server, emulator } = opened.scene;
    await server.clearScenarios();
    await server.setScenario('report', answer(FAULTS.map(({ record }) => record)));
    emulator.clock.advance(16 * 60_000);

    const result = opened.scene.formula('2026-03-02', '2026-03-02');

    if (result.kind === 'error') throw new Error(result.message);
    const shown = result.values.slice(1).map((row) => row.slice(1));
    expect(inAnyOrder(shown)).toEqual(inAnyOrder(FAULTS.map(({ cells }) => cells.slice(1))));
  });

  test('the sidebar and the status sheet say how many', async () => {
    await opened.scene.server.clearScenarios();
    await opened.scene.server.setScenario('report', answer([withRaw('NO_SHOWS', '"1"')]));

    const outcome = opened.scene.refresh(opened.reportId);

    expect(outcome.kind === 'done' && outcome.message).toContain(
      '1 shift from 2 Mar 2026, 1 odd value (the first: record 1, NO_SHOWS is not of the documented type).',
    );
    expect(opened.scene.book.cell('Shift Reports status!C2').value).toContain('1 odd value');
  });
});
