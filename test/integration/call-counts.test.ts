import { describe, expect, test } from '@jest/globals';
import { START_OF_REFRESH } from '../support/refresh-calls';
import { ANN, type Scene, Stage, state, wireCalls } from '../support/scene';

const stage = new Stage();

/** The table by its name, and its heading row. */
const FIND = ['Spreadsheet.getRangeByName', 'Range.getValues'];
/** The rows that are replaced, kept for Undo. */
const KEEP = ['Range.getValues', 'Range.setValues'];
/** The name of the stamp. */
const STATUS = ['Spreadsheet.getRangeByName'];
// Under the lock nothing is read: whether the sheet is there, and as large, costs no call.
const LOCKED = ['Range.getMergedRanges', 'Lock.tryLock', 'Properties.getProperties'];
const NAME = ['Spreadsheet.setNamedRange'];
/** The table, and the lines of the status sheet. */
const WRITE = ['Range.setValues', 'Range.setValues'];
const END = ['SpreadsheetApp.flush', 'Properties.setProperties', 'Lock.releaseLock'];
/** Of the status sheet: headings and one report. */
const STATUS_CELLS = 2 * 11;
/** What one table may take in the hidden sheet: 2 MB of packed text, and a head. Its block has three columns. */
const KEPT_CELLS = 47;

async function connected(): Promise<Scene> {
  const { scene } = await stage.again('connected', async () => {
    const opened = await stage.open();
    opened.connect();
    return { scene: opened };
  });
  return scene;
}

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

describe('service calls of a formula', () => {
  test('a warm formula reads the properties and the cache, and makes no request', async () => {
    const scene = await connected();
    scene.formula('2026-03-01', '2026-03-02');

    const result = scene.formula('2026-03-01', '2026-03-02');

    expect(result.kind).toBe('values');
    expect(wireCalls(scene.last)).toEqual(['Properties.getProperties', 'Cache.getAll']);
    expect(scene.last.fetches).toBe(0);
  });

  test('a cold formula with a kept token makes nine calls, one of them a request and one for the time zone', async () => {
    const scene = await connected();

    scene.formula('2026-03-01', '2026-03-02');

    expect(wireCalls(scene.last)).toEqual([
      'Properties.getProperties',
      'Cache.getAll',
      'Lock.tryLock',
      'Cache.getAll',
      'Cache.putAll',
      'Lock.releaseLock',
      'Spreadsheet.getSpreadsheetTimeZone',
      'UrlFetchApp.fetch',
      'Cache.putAll',
    ]);
  });

  test('a cold formula without a token makes one call more', async () => {
    const scene = await connected();
    scene.emulator.clock.advance(4_000_000);

    scene.formula('2026-03-01', '2026-03-02');

    expect(scene.last.wireCalls).toBe(10);
    expect(scene.last.fetches).toBe(2);
  });

  test('a period word costs one read of the time zone', async () => {
    const scene = await connected();
    scene.formula('last week');

    scene.formula('last week');

    expect(wireCalls(scene.last).sort()).toEqual([
      'Cache.getAll',
      'Properties.getProperties',
      'Spreadsheet.getSpreadsheetTimeZone',
    ]);
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
  test('1,000 rows that are there already, with a kept token: 22 calls, one request', async () => {
    const { scene, id } = await withRows(1000);

    state(scene.ask('sidebarRefreshReport', id));

    expect(wireCalls(scene.last)).toEqual([
      ...START_OF_REFRESH,
      ...[...FIND, ...STATUS, ...LOCKED, ...WRITE, ...END],
    ]);
    expect(scene.last.fetches).toBe(1);
  });

  test('the same without a token: 23 calls, two requests', async () => {
    const { scene, id } = await withRows(1000);
    scene.emulator.clock.advance(4_000_000);

    state(scene.ask('sidebarRefreshReport', id));

    expect(scene.last.wireCalls).toBe(23);
    expect(scene.last.fetches).toBe(2);
  });

  test('writes the 18 columns of the rows and the status row, and not a cell more', async () => {
    const { scene, id } = await withRows(1000);

    state(scene.ask('sidebarRefreshReport', id));

    expect(scene.last.cellsWritten).toBe(18 * 1000 + STATUS_CELLS);
    expect(scene.last.cellsRead).toBe(18);
  });

  test('gives a formula over the same days all that it needs: two calls', async () => {
    const { scene } = await withRows(1000);

    scene.formula('2026-03-02', '2026-03-02');

    expect(wireCalls(scene.last)).toEqual(['Properties.getProperties', 'Cache.getAll']);
  });

  test('a table that shrinks costs three calls more: the one before it read and kept, its name set after the write', async () => {
    const { scene, id } = await withRows(1000);
    await serveRows(scene, 990);

    state(scene.ask('sidebarRefreshReport', id));

    expect(wireCalls(scene.last)).toEqual([
      ...[...START_OF_REFRESH, ...FIND, ...KEEP, ...STATUS, ...LOCKED],
      ...['Range.setValues', ...NAME, 'Range.setValues', ...END],
    ]);
    expect(scene.last.wireCalls).toBe(25);
  });

  test('a table that grows costs six calls more: whether the cells below are blank, rows added for all to see, its name set before', async () => {
    const { scene, id } = await withRows(990);
    await serveRows(scene, 1000);

    state(scene.ask('sidebarRefreshReport', id));

    expect(wireCalls(scene.last)).toEqual([
      ...[...START_OF_REFRESH, ...FIND, ...KEEP, ...STATUS],
      ...['Sheet.getLastRow', 'Sheet.insertRowsAfter', 'SpreadsheetApp.flush'],
      ...[...LOCKED, ...NAME, ...WRITE, ...END],
    ]);
    expect(scene.last.wireCalls).toBe(28);
  });
});

describe('service calls of a scheduled refresh', () => {
  async function scheduled() {
    const { scene, id } = await withRows(1000);
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    return { scene, id };
  }

  test('whose rows are unchanged writes no cell of the table and keeps none: 21 calls, with a token request', async () => {
    const { scene } = await scheduled();

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(run?.outcome.kind).toBe('returned');
    // Whether people typed into the table is not read.
    expect([run?.cellsWritten, run?.cellsRead]).toEqual([STATUS_CELLS, 0]);
    // Two to look what is due, one for the right to do it, and the refresh without those of the table.
    expect([run?.wireCalls, run?.fetches]).toEqual([21, 2]);
  });

  test('whose rows changed writes the table and keeps it', async () => {
    const { scene } = await scheduled();
    await serveRows(scene, 990);

    const [run] = scene.emulator.advance({ hours: 1, minutes: 1 });

    expect([run?.cellsWritten, run?.cellsRead]).toEqual([18 * 1000 + STATUS_CELLS + KEPT_CELLS, 18 * 1001]);
  });
});

describe('service calls of formulas about the spreadsheet', () => {
  test('SHIFT_STATUS reads the properties and the cache, after a refresh and before one', async () => {
    const { scene } = await withRows(1000);
    const fresh = await connected();

    scene.call('SHIFT_STATUS', 'state');
    fresh.call('SHIFT_STATUS');

    expect(wireCalls(scene.last)).toEqual(['Properties.getProperties', 'Cache.getAll']);
    expect(wireCalls(fresh.last)).toEqual(['Properties.getProperties', 'Cache.getAll']);
  });

  test('names that a refresh has seen cost one property read; words that formulas know cost nothing', async () => {
    const { scene } = await withRows(1000);

    scene.call('SHIFT_LIST', 'venues');
    const names = wireCalls(scene.last);
    scene.call('SHIFT_LIST', 'options');

    expect([names, wireCalls(scene.last)]).toEqual([['Properties.getProperties'], []]);
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

  test('a scheduled run that finds a refresh at work reads the properties and ends', async () => {
    const scene = await connected();
    const id = scene.saveReport();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const due = scene.emulator.world.triggers[0]?.nextRunAt ?? 0;
    scene.emulator.clock.advance(due - scene.emulator.clock.now() - 60_000);
    scene.emulator.fault = {
      killAtCall: 1,
      match: ({ args }) => JSON.stringify(args).includes('shift_fulfilment'),
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

  test('saving credentials costs nine calls, two of them requests', async () => {
    const scene = await stage.open();

    scene.connect();

    expect(wireCalls(scene.last)).toEqual([...SAVING, 'Cache.putAll', 'Lock.releaseLock']);
  });

  test('saving others in their place costs one call more, which stops who still asks with the former', async () => {
    const scene = await connected();

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
      'Properties.deleteProperty',
      'Properties.deleteProperty',
      'Properties.setProperties',
      'Cache.putAll',
      'Lock.releaseLock',
      'Properties.getProperties',
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
