import { describe, expect, test } from '@jest/globals';
import { ANN, prepared, type Scene, Stage, state } from '../support/scene';
import { RECORD, SPEC_NAMES } from '../support/spec-fields';
import { RECORDS } from '../support/two-weeks';

/* What a saved report may ask for besides days: filters, columns with headings of their own, groups. */

const stage = new Stage();

const TWO_WEEKS = { from: '2026-02-23', to: '2026-03-08' };

const connected = prepared(
  () => stage.connected(),
  (scene) => scene,
);

async function refreshed(changes: Parameters<Scene['saveReport']>[0]): Promise<{ scene: Scene; id: string }> {
  const scene = await connected();
  await scene.serve(RECORDS);
  const id = scene.saveReport({ ...TWO_WEEKS, ...changes });
  state(scene.refresh(id));
  return { scene, id };
}

/** The block at the top left of a sheet, as far as it is filled. */
function block(scene: Scene, sheet: string) {
  const rows = scene.book.values(`${sheet}!A1:Z60`);
  const height = rows.findIndex((row) => row.every((cell) => cell === ''));
  const width = (rows[0] ?? []).indexOf('');
  return rows.slice(0, height).map((row) => row.slice(0, width));
}

describe('groups', () => {
  test.each([['week, venue'], ['venue'], ['month'], ['weekday, area'], ['role, venue, week'], ['']])(
    'by “%s” are those that the formula gives',
    async (groupBy) => {
      const { scene } = await refreshed({ report: 'shift_fulfilment_aggregated', groupBy });
      scene.book.editor.createSheet('Formula');
      const by = groupBy === '' ? 'week' : groupBy;
      const options = `"${by}", "percent", "0-100", "decimals", 10`;

      scene.book
        .as(ANN)
        .enter('Formula!A1', `=SHIFT_FULFILMENT_AGGREGATED("2026-02-23", "2026-03-08", ${options})`);

      const expected = block(scene, 'Formula');
      expect(expected.length).toBeGreaterThan(1);
      const rounded = block(scene, 'Shifts').map((row) =>
        row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(10)) : cell)),
      );
      expect(rounded).toEqual(expected);
    },
  );

  test('of filtered shifts have the chosen columns under their headings', async () => {
    const { scene } = await refreshed({
      report: 'shift_fulfilment_aggregated',
      groupBy: 'venue',
      venue: 'Grand*; Pier',
      role: 'Chef',
      columns: 'VENUE_NAME as Where, SHIFTS_WORKED as Worked',
    });

    const worked = RECORDS.filter(({ VENUE_NAME }) => VENUE_NAME === 'Pier').reduce(
      (sum, { SHIFTS_WORKED }) => sum + Number(SHIFTS_WORKED),
      0,
    );
    expect(block(scene, 'Shifts')).toEqual([
      ['Where', 'Worked'],
      ['Pier', worked],
    ]);
  });
});

describe('filters', () => {
  test.each<[string, Parameters<Scene['saveReport']>[0], (record: (typeof RECORDS)[number]) => boolean]>([
    ['a pattern', { venue: 'grand*' }, (one) => String(one.VENUE_NAME).startsWith('Grand')],
    ['several', { venue: "Pier; O'Neill's" }, (one) => !String(one.VENUE_NAME).startsWith('Grand')],
    ['all but one', { venue: '<>Pier' }, (one) => one.VENUE_NAME !== 'Pier'],
    ['an area and a job', { area: 'Bar', role: 'Chef' }, (one) => one.VENUE_NAME === 'Pier'],
  ])('%s', async (_, changes, keeps) => {
    const { scene } = await refreshed(changes);

    const ids = block(scene, 'Shifts')
      .slice(1)
      .map((row) => row[17]);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids).toEqual(RECORDS.filter(keeps).map(({ SHIFT_ID }) => SHIFT_ID));
  });

  test.each([
    ['a column that is none', { columns: 'VENUE_NAMES_X' }],
    ['a heading without a column', { columns: 'as Venue' }],
  ])('%s is refused when it is saved', async (_, changes) => {
    const scene = await connected();

    expect(() => scene.saveReport({ ...TWO_WEEKS, ...changes })).toThrow(/column/i);
    // Those of Connect: a token, and one day of the report.
    expect(scene.emulator.requests).toHaveLength(2);
  });
});

describe('columns', () => {
  const DAY_AND_ID = 'SHIFT_DATE as Day, SHIFT_ID';

  test('stand in the order asked for, under headings of their own, with formats of their kind', async () => {
    const { scene } = await refreshed({ columns: 'SHIFT_ID as No., SHIFT_DATE as Day, VENUE_NAME' });

    const [headings, first] = block(scene, 'Shifts');
    expect([headings, first?.[0], first?.[2]]).toEqual([
      ['No.', 'Day', 'VENUE_NAME'],
      RECORDS[0]?.SHIFT_ID,
      RECORDS[0]?.VENUE_NAME,
    ]);
    expect(scene.book.cell('Shifts!B2').display).toBe('23 Feb 2026');
  });

  test.each([
    ['more', DAY_AND_ID, 'SHIFT_ID, VENUE_NAME, SHIFTS_WORKED, SHIFT_DATE'],
    ['fewer', 'SHIFT_ID, VENUE_NAME, SHIFTS_WORKED, SHIFT_DATE', DAY_AND_ID],
    ['all', DAY_AND_ID, ''],
  ])('that become %s rewrite the table, and nothing of the old ones is left', async (_, columns, others) => {
    const { scene, id } = await refreshed({ columns });
    const again = await refreshed({ columns: others });

    scene.saveReport({ id, ...TWO_WEEKS, columns: others });
    state(scene.refresh(id));

    expect(scene.book.values('Shifts!A1:Z60')).toEqual(again.scene.book.values('Shifts!A1:Z60'));
    const formats = (book: Scene['book']) =>
      ['A2', 'B2', 'C2', 'D2'].map((cell) => book.cell(`Shifts!${cell}`).display);
    expect(formats(scene.book)).toEqual(formats(again.scene.book));
  });

  test('that would take columns in use are refused, and no cell is changed', async () => {
    const { scene, id } = await refreshed({ columns: DAY_AND_ID });
    scene.book.as(ANN).enter('Shifts!D30', 'mine');
    const before = scene.book.snapshot().sheets.find(({ name }) => name === 'Shifts');

    scene.saveReport({ id, ...TWO_WEEKS, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID, SHIFTS_WORKED' });
    const outcome = scene.refresh(id);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    expect(outcome.message).toMatch(/^Clear /);
    expect(scene.book.snapshot().sheets.find(({ name }) => name === 'Shifts')).toEqual(before);
  });

  test('in long headings of three bytes a letter are kept with a service that breaks every relation', async () => {
    const scene = await connected();
    const broken = Array.from({ length: 120 }, (_, at) => ({
      ...RECORD,
      SHIFT_ID: 9_007_199_254_740_000 + at,
      VENUE_NAME: `“東京駅の食堂” "${'北'.repeat(30)}" ${at}`,
      AREA_NAME: `"厨房" ${'南'.repeat(30)} ${at}`,
      SHIFTS_POSTED: -1,
      SHIFTS_BOOKED: -2,
      SHIFTS_BOOKED_PERCENTAGE: -900.123_456_789,
      SHIFTS_UNFILLED: -4,
      SHIFTS_UNFILLED_PERCENTAGE: 1e15,
      SHIFTS_WORKED: -1,
      SHIFTS_WORKED_PERCENTAGE: -6.5,
      NO_SHOWS: -7,
      NO_SHOWS_PERCENTAGE: 100.1,
      HOURS_SCHEDULED: -8,
      HOURS_WORKED: -7,
      TRUE_DEMAND: 5,
      TRUE_FULFILMENT_PERCENTAGE: -9,
    }));
    await scene.serve(broken);
    const headed = (letter: string) => ({
      from: '2026-03-02',
      to: '2026-03-02',
      sheet: '表'.repeat(100),
      columns: SPEC_NAMES.map((name, at) => `${name} as ${letter.repeat(20)}${at}`).join(', '),
    });
    const id = scene.saveReport(headed('列'));

    for (const letter of ['列', '列', '行', '欄']) {
      scene.saveReport({ id, ...headed(letter) });
      expect(state(scene.refresh(id)).reports[0]?.lastRun?.outcome).toBe('refreshed');
      const shown = scene.book.values(`${'表'.repeat(100)}!A1:A3`).flat();
      expect(shown).toEqual([`${letter.repeat(20)}0`, 46_083, 46_083]);
    }

    expect(state(scene.ask('sidebarState')).reports).toHaveLength(1);
  });

  test('longer than a report can keep are refused when it is saved', async () => {
    const scene = await connected();
    const columns = SPEC_NAMES.map((name, at) => `${name} as ${'列'.repeat(24)}${at}`).join(', ');
    expect(() => scene.saveReport({ ...TWO_WEEKS, columns })).toThrow(
      'Enter less: venue, area, job title and columns together are longer than a report can keep.',
    );
  });
});
