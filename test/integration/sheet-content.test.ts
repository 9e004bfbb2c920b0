import { describe, expect, test } from '@jest/globals';
import { answerText } from '../support/answer-text';
import { HOSTILE_BEGINNINGS } from '../support/hostile-texts';
import { ANN, Stage, state } from '../support/scene';
import { RECORD, RECORD_CELLS, SERIAL_OF_2_MARCH, SPEC_FIELDS, SPEC_NAMES } from '../support/spec-fields';
import { SurfaceScene } from '../support/surface-run';

/* What a refresh leaves in the cells: values, formats, and everything beside the table as it was. */

const stage = new Stage();

/** A table of these records, which differ from the documented one as given. */
async function tableOf(changes: readonly Readonly<Record<string, unknown>>[], surface = 'sidebar' as const) {
  const opened = await SurfaceScene.open(stage, surface, 'kept');
  const records = changes.map((change, index) =>
    JSON.stringify({ ...RECORD, SHIFT_ID: 900_001 + index, ...change }),
  );
  await opened.scene.server.setScenario('report', { name: 'body', text: answerText(20_417, records) });
  expect(opened.run().message).toBe('');
  return opened;
}

const PERCENTAGES = ['G2', 'I2', 'K2', 'M2', 'Q2'];
const INTEGERS = ['E2', 'F2', 'H2', 'J2', 'L2', 'P2', 'R2'];

describe('a written table', () => {
  test('has the heading row, the values as sent, and one frozen row', async () => {
    const opened = await tableOf([{}]);

    expect(opened.scene.book.values('Shifts!A1:R2')).toEqual([[...SPEC_NAMES], [...RECORD_CELLS]]);
    expect(opened.sheet().frozenRows).toBe(1);
    expect(opened.scene.book.values('Shifts!A3:S3')).toEqual([new Array(19).fill('')]);
  });

  test('holds real days and real numbers, on the scale of the service', async () => {
    const opened = await tableOf([{}]);
    const types = opened.scene.book.values('Shifts!A2:R2')[0]?.map((value) => typeof value);

    expect(types).toEqual(SPEC_FIELDS.map(([, type]) => (type === 'string' ? 'string' : 'number')));
    expect(opened.scene.book.cell('Shifts!A2')).toMatchObject({
      value: SERIAL_OF_2_MARCH,
      format: 'd mmm yyyy',
      display: '2 Mar 2026',
    });
    for (const cell of PERCENTAGES) expect(opened.scene.book.cell(`Shifts!${cell}`).format).toBe('0.0"%"');
    for (const cell of INTEGERS) expect(opened.scene.book.cell(`Shifts!${cell}`).format).toBe('0');
    expect(opened.scene.book.cell('Shifts!G2').display).toBe('75.0%');
    expect(opened.scene.book.cell('Shifts!R2').display).toBe('900001');
  });

  test('keeps formats, notes and colours that people gave it', async () => {
    const opened = await tableOf([{}]);
    const { editor } = opened.scene.book;
    editor.setNumberFormat('Shifts!A2:A', 'dd/mm/yyyy');
    editor.setNote('Shifts!C2', 'our bar');

    opened.run();

    expect(opened.scene.book.cell('Shifts!A2').display).toBe('02/03/2026');
    expect(opened.scene.book.cell('Shifts!C2').note).toBe('our bar');
  });

  test('that is refreshed from the menu says so in a message', async () => {
    const opened = await tableOf([{}]);
    opened.scene.book.as(ANN).open();

    opened.scene.book.as(ANN).clickMenu('Refresh all reports');

    expect(opened.scene.emulator.ui.messages.at(-1)).toMatchObject({
      text: '1 report refreshed.',
    });
  });
});

/** Beginnings of texts that Sheets would read as something else. */
const BEGINNINGS = [...HOSTILE_BEGINNINGS, "''", ' =', '=='];
const WHOLE_TEXTS = [
  '7',
  '007',
  '1e3',
  '-5',
  '+44 20',
  'TRUE',
  'FALSE',
  'true',
  '10%',
  '$5',
  '£5',
  '€5',
  '1,000',
  '1.5',
  '1/2',
  '12:30',
  '2024-01-02',
  '2026-03-02T10:00:00Z',
  '3 March 2026',
  '#N/A',
  '#REF!',
  '#ERROR!',
  '=HYPERLINK("https://evil.example","x")',
  '=IMPORTXML(A1,"//a")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  "'",
  "'='",
  'a\nb\r\nc',
  'مرحبا',
  '🎉👩‍🍳',
  'x\u0000y',
  '<b>bold</b>',
  'null',
  'undefined',
  'NaN',
  ' ',
  '  padded  ',
];
/** In the order of a table: by code units. */
const HOSTILE = [
  ...BEGINNINGS.flatMap((start) => [start, `${start}1+1`, `${start}cmd|' /C calc'!A0`]),
  ...WHOLE_TEXTS,
].sort();

describe('hostile texts', () => {
  test('come out of the cells as they went in: no formula, nothing coerced, no apostrophe', async () => {
    const changes = HOSTILE.map((text) => ({ VENUE_NAME: text, AREA_NAME: `${text}x`, JOB_TITLE: text }));
    const opened = await tableOf(changes);

    const written = opened.scene.book.values(`Shifts!B2:D${HOSTILE.length + 1}`);

    expect(written).toEqual(HOSTILE.map((text) => [text, `${text}x`, text]));
    const formulas = Object.values(opened.sheet().cells).filter(({ formula }) => formula !== '');
    expect(formulas).toEqual([]);
  });

  test('in a locale with decimal commas change nothing', async () => {
    const opened = await SurfaceScene.open(stage, 'sidebar', 'kept');
    const { scene } = opened;
    const german = scene.emulator.createSpreadsheet({ owner: ANN, zone: 'Europe/Berlin', locale: 'de_DE' });
    const person = german.as(ANN);
    const text = answerText(
      20_417,
      ['1,5', '1.5', '2.3.2026', '10 %'].map((venue, index) =>
        JSON.stringify({ ...RECORD, VENUE_NAME: venue, SHIFT_ID: index + 1 }),
      ),
    );
    await scene.server.setScenario('report', { name: 'body', text });
    person.callFromSidebar('sidebarConnect', scene.form());
    const form = { id: null, period: 'custom', from: '2026-03-02', to: '2026-03-02', sheet: 'Schichten' };
    person.callFromSidebar('sidebarSaveReport', form);

    person.callFromSidebar('sidebarRefreshAll');

    expect(german.values('Schichten!A2:B5')).toEqual([
      [SERIAL_OF_2_MARCH, '1,5'],
      [SERIAL_OF_2_MARCH, '1.5'],
      [SERIAL_OF_2_MARCH, '10 %'],
      [SERIAL_OF_2_MARCH, '2.3.2026'],
    ]);
    expect(german.values('Schichten!O2')).toEqual([[40.5]]);
  });
});

describe('what is not ours', () => {
  test('columns beside the table, and other sheets, stay as they were', async () => {
    const opened = await tableOf([{}, {}]);
    const { editor } = opened.scene.book;
    editor.paste('Shifts!S1', [
      ['Our notes', 'Cost'],
      ['call them', '=N2*12'],
      ['', '7'],
    ]);
    editor.type('Shifts!T40', 'far below');
    editor.type('Sheet1!A1', '=Shifts!A2');
    const beside = () => {
      const { cells } = opened.sheet();
      return Object.entries(cells).filter(([name]) => /^[S-Z]/.test(name));
    };
    const before = beside();

    opened.run();

    expect(beside()).toEqual(before);
    expect(before.length).toBe(6);
    expect(opened.scene.book.cell('Sheet1!A1').formula).toBe('=Shifts!A2');
  });

  test('two reports on two sheets do not meet', async () => {
    const opened = await tableOf([{}]);
    const { scene } = opened;
    const first = opened.sheet();
    const form = { id: null, period: 'custom', from: '2026-03-02', to: '2026-03-02', sheet: 'Other' };
    const { reports } = state(scene.ask('sidebarSaveReport', form));

    state(scene.ask('sidebarRefreshReport', reports[1]?.id));

    expect(opened.sheet()).toEqual(first);
    expect(scene.book.values('Other!A2:R2')).toEqual([[...RECORD_CELLS]]);
  });

  test('a report that is removed leaves its sheet', async () => {
    const opened = await tableOf([{}]);
    const table = opened.sheet();

    state(opened.scene.ask('sidebarRemoveReport', opened.reportId));

    expect(opened.sheet()).toEqual(table);
  });
});
