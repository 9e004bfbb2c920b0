import { describe, expect, test } from '@jest/globals';
import {
  ANN,
  COLD_FORMULA,
  prepared,
  type Scene,
  Stage,
  state,
  WARM_FORMULA,
  wireCalls,
} from '../support/scene';

const stage = new Stage();

/** The service calls that count with which a refresh asks the service, with a kept token. */
const ASK = [
  'Properties.getProperties',
  'Spreadsheet.getSpreadsheetTimeZone',
  'Cache.getAll',
  'Cache.putAll',
  'UrlFetchApp.fetch',
  'Cache.putAll',
];
/** The lease, for a table that is going to be written. */
const LEASE = ['Lock.tryLock', 'Properties.getProperties', 'Properties.setProperties', 'Lock.releaseLock'];
const START_OF_REFRESH = [...ASK, ...LEASE];
/** The table by its name, and its heading row. */
const FIND = ['Spreadsheet.getRangeByName', 'Range.getValues'];
/** The rows that are replaced, kept for Undo. */
const KEEP = ['Range.getValues', 'Range.setValues'];
/** The name of the stamp. */
const STATUS = ['Spreadsheet.getRangeByName'];
// Then, under the lock: whether the sheet is there, and as large, costs no call.
const LOCKED = ['Range.getMergedRanges', 'Lock.tryLock', 'Properties.getProperties'];
const NAME = ['Spreadsheet.setNamedRange'];
/** The table, and the lines of the status sheet. */
const WRITE = ['Range.setValues', 'Range.setValues'];
const END = ['SpreadsheetApp.flush', 'Properties.setProperties', 'Lock.releaseLock'];
/** Of the status sheet: headings, one report and twenty blank lines. */
const STATUS_CELLS = 22 * 11;
/** What one table may take in the hidden sheet, in one row: 2 MB of packed text. */
const KEPT_CELLS = 46;

const connected = prepared(
  () => stage.connected(),
  (scene) => scene,
);

async function serveRows(scene: Scene, rows: number): Promise<void> {
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'rows', rows });
}

/** A report of exactly so many rows that has been refreshed before, with a table kept for Undo. */
async function withRows(rows: number): Promise<{ scene: Scene; id: string }> {
  const scene = await connected();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  for (const count of [rows + 1, rows]) {
    await serveRows(scene, count);
    state(scene.ask('sidebarRefreshReport', id));
  }
  return { scene, id };
}

const DAYS = ['2026-03-01', '2026-03-02'] as const;

describe('service calls of a formula', () => {
  test.each<[string, (scene: Scene) => void, readonly string[], number]>([
    ['that is warm: two', (scene) => scene.formula(...DAYS), WARM_FORMULA, 0],
    [
      'that is cold, with a kept token: nine',
      () => undefined,
      [...COLD_FORMULA, 'UrlFetchApp.fetch', 'Cache.putAll'],
      1,
    ],
    [
      'that is cold, without a token: ten',
      (scene) => scene.emulator.clock.advance(4_000_000),
      [...COLD_FORMULA, 'UrlFetchApp.fetch', 'UrlFetchApp.fetch', 'Cache.putAll'],
      2,
    ],
  ])('%s', async (_, before, calls, fetches) => {
    const scene = await connected();
    before(scene);

    expect(scene.formula(...DAYS).kind).toBe('values');

    expect([wireCalls(scene.last), scene.last.fetches]).toEqual([calls, fetches]);
  });

  test('a period word costs one read of the time zone', async () => {
    const scene = await connected();
    scene.formula('last week');

    scene.formula('last week');

    expect(wireCalls(scene.last).sort()).toEqual(
      [...WARM_FORMULA, 'Spreadsheet.getSpreadsheetTimeZone'].sort(),
    );
  });
});

describe('service calls of a formula with a connection of one’s own', () => {
  test('a period in weeks, which needs the region, costs one property read more and no second one', async () => {
    const scene = await stage.open({ switches: { userCacheInFormulas: 'shared' } });
    scene.connect({ audience: 'me' });
    scene.formula('last week');

    scene.formula('last week');

    expect(wireCalls(scene.last).filter((method) => method === 'Properties.getProperties')).toHaveLength(2);
    expect(scene.last.fetches).toBe(0);
  });

  test('costs a token and a report each time where formulas have no cache of one’s own', async () => {
    const scene = await stage.open({ switches: { userCacheInFormulas: 'null' } });
    scene.connect({ audience: 'me' });
    scene.formula('2026-03-01', '2026-03-02');

    scene.formula('2026-03-01', '2026-03-02');

    expect(scene.last.fetches).toBe(2);
  });
});

describe('service calls of a refresh', () => {
  const same = [...START_OF_REFRESH, ...FIND, ...STATUS, ...LOCKED, ...WRITE, ...END];

  test('1,000 rows that are there already, with a kept token: 21 calls, one request, and not a cell more than those', async () => {
    const { scene, id } = await withRows(1000);

    state(scene.ask('sidebarRefreshReport', id));

    expect([wireCalls(scene.last), scene.last.fetches]).toEqual([same, 1]);
    expect([scene.last.cellsWritten, scene.last.cellsRead]).toEqual([18 * 1000 + STATUS_CELLS, 18]);
    // A formula over the same days has all that it needs.
    scene.formula('2026-03-02', '2026-03-02');
    expect(wireCalls(scene.last)).toEqual(WARM_FORMULA);

    scene.emulator.clock.advance(4_000_000);
    state(scene.ask('sidebarRefreshReport', id));
    expect([scene.last.wireCalls, scene.last.fetches]).toEqual([22, 2]);
  });

  test.each<[string, number, number, string[]]>([
    [
      'shrinks costs three calls more: the one before it read and kept, its name set after the write',
      1000,
      990,
      [
        ...[...START_OF_REFRESH, ...FIND, ...KEEP, ...STATUS, ...LOCKED],
        ...['Range.setValues', ...NAME, 'Range.setValues', ...END],
      ],
    ],
    [
      'grows costs six calls more: whether the cells below are blank, rows added for all to see, its name set before',
      990,
      1000,
      [
        ...[...START_OF_REFRESH, ...FIND, ...KEEP, ...STATUS],
        ...['Sheet.getLastRow', 'Sheet.insertRowsAfter', 'SpreadsheetApp.flush'],
        ...[...LOCKED, ...NAME, ...WRITE, ...END],
      ],
    ],
  ])('a table that %s', async (_, before, after, calls) => {
    const { scene, id } = await withRows(before);
    await serveRows(scene, after);

    state(scene.ask('sidebarRefreshReport', id));

    expect(wireCalls(scene.last)).toEqual(calls);
  });
});

/* A refresh that is too large for one write. TEST_ROWS sets how large. */

const ROWS = Number(process.env.TEST_ROWS ?? 10_000);
/** One `setValues` takes 90,000 cells: 5,000 rows of 18. */
const CHUNKS = Math.ceil(ROWS / 5000);
const READY = [...FIND, ...STATUS, 'Range.getMergedRanges'];
const STAGING = [
  // Whether a filter may hide rows from the copy.
  'Sheet.getFilter',
  // The mark of the hidden sheet, which is cleared, and gets its mark and the rows.
  'Range.getValues',
  'Range.clearContent',
  'Range.setValues',
  ...new Array<string>(CHUNKS).fill('Range.setValues'),
  'SpreadsheetApp.flush',
];
const COPY = [
  'Lock.tryLock',
  'Properties.getProperties',
  'Range.copyTo',
  // Whether a slicer hid rows from the copy.
  'Range.getValues',
  'Range.setValues',
  ...END,
];
const FRONT = ['Spreadsheet.getActiveSheet', 'Spreadsheet.setActiveSheet'];

describe('a refresh of more than 1,000 rows', () => {
  test(`of ${ROWS} rows in the sidebar: 27 calls and one for every 5,000 rows, one of them a request`, async () => {
    const { scene, id } = await withRows(ROWS);

    state(scene.ask('sidebarRefreshReport', id));

    const calls = wireCalls(scene.last);
    expect(calls).toEqual([...START_OF_REFRESH, ...READY, ...STAGING, ...COPY]);
    expect([scene.last.wireCalls, scene.last.fetches]).toEqual([27 + CHUNKS, 1]);
  });

  test('on the schedule nobody’s sheet is put in front', async () => {
    const { scene } = await withRows(1200);
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'rows', rows: 1190 });

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    if (run === undefined) throw new Error('Nothing ran.');
    const calls = wireCalls(run);
    expect(calls).toContain('Range.copyTo');
    expect(calls.filter((call) => FRONT.includes(call))).toEqual([]);
    expect(scene.book.values('Shifts!R2:R1202').filter(([id]) => id !== '')).toHaveLength(1190);
  });

  test('writes each cell of its rows once into staging and once into the table', async () => {
    const { scene, id } = await withRows(1200);

    state(scene.ask('sidebarRefreshReport', id));

    const cells = (method: string) =>
      scene.last.calls.filter((call) => call.method === method).map((call) => call.cells);
    expect(cells('Range.setValues')).toEqual([1, 18 * 1200, STATUS_CELLS]);
    expect(scene.book.snapshot().sheets.map(({ name }) => name)).toEqual([
      'Sheet1',
      'Shifts',
      'Shift Reports status',
      'Shift Reports staging',
      'Shift Reports undo',
    ]);
  });
});

describe('service calls of a scheduled refresh', () => {
  async function scheduled() {
    const { scene, id } = await withRows(1000);
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    return { scene, id };
  }

  test('whose rows are unchanged takes no lease and writes no cell of the table: 14 calls, with a token request', async () => {
    const { scene } = await scheduled();

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(run?.outcome.kind).toBe('returned');
    // Whether people typed into the table is not read.
    expect([run?.cellsWritten, run?.cellsRead]).toEqual([STATUS_CELLS, 0]);
    const [read, ...ask] = ASK;
    expect(run && wireCalls(run)).toEqual([
      ...[read, 'ScriptApp.getAuthorizationInfo', ...ask.slice(0, -1), 'UrlFetchApp.fetch', 'Cache.putAll'],
      ...[...STATUS, 'Lock.tryLock', 'Properties.getProperties', 'Range.setValues'],
      ...['Properties.setProperties', 'Lock.releaseLock'],
    ]);
  });

  test('whose rows changed writes the table and keeps it', async () => {
    const { scene } = await scheduled();
    await serveRows(scene, 990);

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect([run?.cellsWritten, run?.cellsRead]).toEqual([18 * 1000 + STATUS_CELLS + KEPT_CELLS, 18 * 1001]);
  });
});

describe('service calls of formulas about the spreadsheet', () => {
  test('SHIFT_STATUS reads the properties and the cache; names that a refresh has seen the properties; words that formulas know nothing', async () => {
    const { scene } = await withRows(1000);
    const calls = (name: string, ...args: string[]) => {
      scene.call(name, ...args);
      return wireCalls(scene.last);
    };

    expect([
      calls('SHIFT_STATUS', 'state'),
      calls('SHIFT_LIST', 'venues'),
      calls('SHIFT_LIST', 'options'),
    ]).toEqual([WARM_FORMULA, ['Properties.getProperties'], []]);
  });
});

describe('service calls of everything else', () => {
  test('onOpen calls nothing but the menu', async () => {
    const scene = await stage.open();

    scene.book.as(ANN).open();

    expect(scene.last.wireCalls).toBe(0);
    expect(scene.last.calls.every((call) => /^(SpreadsheetApp\.getUi|Ui\.|Menu\.)/.test(call.method))).toBe(
      true,
    );
  });

  test('opening the sidebar costs three calls: the window, the properties, the cache', async () => {
    const scene = await connected();
    scene.book.as(ANN).open();
    scene.book.as(ANN).clickMenu('Open sidebar');
    const opening = scene.last.wireCalls;

    state(scene.ask('sidebarState'));

    expect(opening + scene.last.wireCalls).toBe(3);
    expect(scene.last.fetches).toBe(0);
  });

  test('a scheduled run that finds a refresh writing reads the properties and ends', async () => {
    const scene = await connected();
    const id = scene.saveReport();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const due = scene.emulator.triggers[0]?.nextRunAt ?? 0;
    scene.emulator.clock.advance(due - scene.emulator.clock.now() - 60_000);
    scene.emulator.fault = {
      killAtCall: 1,
      match: ({ method }) => method === 'Spreadsheet.insertSheet',
    };
    expect(() => scene.ask('sidebarRefreshReport', id)).toThrow('Exceeded maximum execution time');

    const [run] = scene.emulator.advance({ minutes: 2 });

    expect(run && wireCalls(run)).toEqual(['Properties.getProperties']);
  });

  const SAVING = [
    // A token, and one day of the report: what may not read it is not saved.
    'Spreadsheet.getSpreadsheetTimeZone',
    'UrlFetchApp.fetch',
    'UrlFetchApp.fetch',
    'Lock.tryLock',
    'Properties.getProperties',
    'Properties.getProperties',
    'Properties.setProperties',
  ];

  test('saving credentials costs nine calls, two of them requests; others in their place one more, which stops who still asks with the former', async () => {
    const scene = await stage.open();

    scene.connect();
    expect(wireCalls(scene.last)).toEqual([...SAVING, 'Cache.putAll', 'Lock.releaseLock']);

    scene.connect();
    expect(wireCalls(scene.last)).toEqual([...SAVING, 'Cache.putAll', 'Cache.putAll', 'Lock.releaseLock']);
  });

  test('disconnecting costs one call of the cache, which stops who still asks', async () => {
    const scene = await connected();

    scene.ask('sidebarDisconnect');

    expect(wireCalls(scene.last)).toEqual([
      'Lock.tryLock',
      'Properties.getProperties',
      'Properties.getProperties',
      'Properties.setProperties',
      'Properties.setProperties',
      'Cache.putAll',
      'Lock.releaseLock',
      'Lock.tryLock',
      'Properties.getProperties',
      'Lock.releaseLock',
      'Properties.getProperties',
      'Properties.getProperties',
    ]);
  });

  test('checking the connection costs five calls, two of them requests', async () => {
    const scene = await connected();

    scene.ask('sidebarCheckConnection');

    expect(wireCalls(scene.last)).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
      'UrlFetchApp.fetch',
      'UrlFetchApp.fetch',
      'Cache.putAll',
    ]);
    expect(scene.last.fetches).toBe(2);
  });
});
