import { describe, expect, test } from '@jest/globals';
import { sheetOf } from '../support/dashboard-scene';
import { explain, lineOf } from '../support/explained';
import { ANN, BOB, COLD_FORMULA, type Scene, Stage, state, WARM_FORMULA, wireCalls } from '../support/scene';

const stage = new Stage();

/** What a person has who pressed `Use sample data` and let the page refresh the first report. */
async function tried(region: 'US' | 'UK' = 'UK', refreshed = true): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.open();
  const { reports } = state(scene.ask('sidebarUseSampleData', region));
  const id = reports[0]?.id ?? '';
  if (refreshed) state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

type Table = readonly (readonly unknown[])[];

function tableIn(scene: Scene, sheet = 'Sample shifts'): Table {
  return scene.book.values(`'${sheet}'!A1:R6000`).filter((row) => row.some((cell) => cell !== ''));
}

function valuesOf(scene: Scene, name: string, ...args: string[]): Table {
  const result = scene.call(name, ...args);
  if (result.kind === 'error') throw new Error(result.message);
  return result.values;
}

const sheetNames = (scene: Scene) => scene.book.snapshot().sheets.map(({ name }) => name);

/** The sum of a column of the table, over the rows that a test picks. */
function sum(table: Table, field: string, pick: (value: (name: string) => unknown) => boolean): number {
  const [headings = [], ...rows] = table;
  const at = (name: string) => headings.indexOf(name);
  return rows
    .filter((row) => pick((name) => row[at(name)]))
    .reduce((total, row) => total + Number(row[at(field)] ?? 0), 0);
}

const fetches = (scene: Scene) =>
  scene.emulator.executions.reduce((count, execution) => count + execution.fetches, 0);

describe('Use sample data', () => {
  test('connects everyone, says that it is a sample, and saves a first report, without a request or a sheet', async () => {
    const scene = await stage.open();
    const sheets = sheetNames(scene);

    const outcome = scene.ask('sidebarUseSampleData', 'UK');

    expect(outcome.message).toContain('Sample data is on');
    const { connection, reports } = state(outcome);
    expect(connection).toEqual({
      region: 'UK',
      employer: 'me',
      answered: 900_002,
      clientIdTail: 'demo',
      audience: 'everyone',
      isSample: true,
      failing: null,
      isRefused: false,
    });
    expect(reports).toEqual([
      expect.objectContaining({ sheet: 'Sample shifts', period: 'last 13 weeks', lastRun: null }),
    ]);
    expect([sheetNames(scene), fetches(scene)]).toEqual([sheets, 0]);
  });

  test('takes the next free name where there is such a sheet already', async () => {
    const scene = await stage.open();
    scene.book.editor.createSheet('Sample shifts');
    const { reports } = state(scene.ask('sidebarUseSampleData', 'US'));
    expect(reports.map(({ sheet }) => sheet)).toEqual(['Sample shifts 2']);
  });

  test('saves no report where there are some, and none again', async () => {
    const { scene } = await tried('UK', false);
    const { connection, reports } = state(scene.ask('sidebarUseSampleData', 'US'));
    expect([connection?.region, reports.length]).toEqual(['US', 1]);
  });

  test.each([['XX'], [null], [{ region: 'UK' }]])('refuses the region %j', async (region) => {
    const scene = await stage.open();
    expect(scene.ask('sidebarUseSampleData', region)).toMatchObject({
      kind: 'failed',
      code: 'invalid_settings',
      message: expect.stringContaining('is not one of the choices'),
    });
  });

  test.each(['everyone', 'me'] as const)(
    'is refused where there is a connection for %s, which stays as it was',
    async (audience) => {
      const scene = await stage.open();
      const { connection } = scene.connect({ audience });
      const outcome = scene.ask('sidebarUseSampleData', 'UK');
      expect(outcome).toMatchObject({
        kind: 'failed',
        message: expect.stringMatching(/^Press Disconnect first/),
      });
      expect(state(scene.ask('sidebarState')).connection).toEqual(connection);
    },
  );
});

describe('with sample data', () => {
  test.each(['UK', 'US'] as const)(
    'a refresh in the region %s fills the sheet with 13 weeks of sample venues, with no request',
    async (region) => {
      const { scene } = await tried(region);
      const [headings = [], ...rows] = tableIn(scene);
      const venues = new Set(rows.map((row) => String(row[headings.indexOf('Venue')])));
      expect(rows.length).toBeGreaterThan(3000);
      expect([venues.size, [...venues].every((name) => name.startsWith('Sample '))]).toEqual([12, true]);
      expect([fetches(scene), await scene.requestKinds()]).toEqual([0, []]);
    },
  );

  test('formulas give what an independent sum over the table gives', async () => {
    const { scene } = await tried();
    const table = tableIn(scene);
    const venue = 'Sample Rooftop Bar London';
    const [answer] = valuesOf(scene, 'SHIFT_METRIC', 'worked %', 'last 13 weeks', '', 'venue', venue);
    const isThere = (value: (name: string) => unknown) => value('Venue') === venue;
    const expected = (100 * sum(table, 'Worked', isThere)) / sum(table, 'Booked', isThere);
    expect(answer?.[0]).toBe(Number(expected.toFixed(1)));

    const grouped = valuesOf(scene, 'SHIFT_FULFILMENT_AGGREGATED', 'last 13 weeks', '', 'venue');
    const [headings = [], ...groups] = grouped;
    const posted = groups.map((row) => [row[0], row[headings.indexOf('SHIFTS_POSTED')]]);
    expect(posted).toHaveLength(12);
    expect(posted).toEqual(
      posted.map(([name]) => [name, sum(table, 'Posted', (value) => value('Venue') === name)]),
    );
    expect(fetches(scene)).toBe(0);
  });

  test('a colleague’s formulas work', async () => {
    const { scene } = await tried('US', false);
    const result = scene.book.as(BOB).runFormula('SHIFT_FULFILMENT', ['2026-03-02', '2026-03-02']);
    expect(result.kind === 'values' && result.values.length).toBeGreaterThan(20);
  });

  test('the status sheet, the sidebar, Explain and SHIFT_STATUS say SAMPLE', async () => {
    const { scene } = await tried();
    const [headings = [], status = []] = scene.book.values("'Shift Reports status'!A1:I2");
    expect(status[headings.indexOf('State')]).toBe('Sample: OK');
    // Coloured as any that is well: rules look at the end of a text.
    const [fine] = sheetOf(scene, 'Shift Reports status').conditionalFormats;
    expect('Sample: OK'.endsWith(String(fine?.value))).toBe(true);
    expect(status[headings.indexOf('Message')]).toMatch(/^3,\d{3} sample shifts from /);
    const { connection, reports } = state(scene.ask('sidebarState'));
    expect([connection?.isSample, reports[0]?.lastRun?.message]).toEqual([
      true,
      expect.stringMatching(/^3,\d{3} sample shifts /),
    ]);
    expect(lineOf(explain(scene, 'Sample shifts!G2'), 'As sent')).toMatch(/matches the cell/);
    expect(valuesOf(scene, 'SHIFT_STATUS')).toEqual([[expect.stringMatching(/^SAMPLE data\. OK: 1 report/)]]);
  });

  test('the first refresh settles what every percentage is of', async () => {
    const { scene } = await tried();
    for (const measure of ['booked %', 'unfilled %', 'worked %', 'no-show %', 'true fulfilment %']) {
      const [[basis] = []] = valuesOf(scene, 'SHIFT_STATUS', `basis ${measure}`);
      expect([measure, basis]).toEqual([measure, expect.stringContaining('agree')]);
    }
  });

  test('a schedule runs, with no request', async () => {
    const { scene } = await tried();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });
    expect([run?.outcome.kind, run?.fetches]).toEqual(['returned', 0]);
  });

  test('the connection can be checked, with no request', async () => {
    const { scene } = await tried('UK', false);
    const outcome = scene.ask('sidebarCheckConnection');
    expect([outcome.kind, scene.last.fetches]).toEqual(['done', 0]);
  });

  test('a service that is down does not matter, and a sample does not make it seem well', async () => {
    const scene = await stage.connected();
    await scene.server.setScenario('report', { name: 'status', status: 503 });
    scene.formula('2026-03-01', '2026-03-02');
    scene.formula('2026-03-03', '2026-03-04');
    state(scene.ask('sidebarDisconnect'));
    state(scene.ask('sidebarUseSampleData', 'UK'));
    expect(scene.formula('2026-03-01', '2026-03-02').kind).toBe('values');
  });
});

describe('service calls with sample data', () => {
  test('a warm formula makes the two it always makes', async () => {
    const { scene } = await tried('UK', false);
    scene.formula('2026-03-01', '2026-03-02');
    scene.formula('2026-03-01', '2026-03-02');
    expect(wireCalls(scene.last)).toEqual(WARM_FORMULA);
  });

  test('a cold one makes those of a real connection but the requests, and never pauses', async () => {
    const { scene } = await tried('UK', false);
    scene.formula('2026-03-01', '2026-03-02');
    expect(wireCalls(scene.last)).toEqual([...COLD_FORMULA, 'Cache.putAll']);
    expect(scene.last.calls.filter(({ method }) => method === 'Utilities.sleep')).toEqual([]);
  });

  test('someone else may press the button as well', async () => {
    const scene = await stage.open();
    expect(scene.ask('sidebarUseSampleData', 'US', BOB).kind).toBe('done');
    expect(state(scene.ask('sidebarState', undefined, ANN)).connection?.isSample).toBe(true);
  });
});
