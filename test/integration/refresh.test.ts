import { describe, expect, test } from '@jest/globals';
import { documentProperties, store } from '../support/document-properties';
import { rowsOf } from '../support/formula-answers';
import { ANN, BOB, type Scene, Stage, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';

/* What a refresh does beside writing its table, and what happens where others get in its way. */

const stage = new Stage({ allowance: 100_000 });

const MINUTE = 60_000;
const DAY = { from: '2026-03-02', to: '2026-03-02' };
const reportsOf = (scene: Scene) => state(scene.ask('sidebarState')).reports;
const sheetsOf = ({ book }: Scene) => book.snapshot().sheets.map(({ name }) => name);

async function connected(): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.connected();
  await scene.serve([RECORD]);
  return { scene, id: scene.saveReport(DAY) };
}

/** Does something while the service works for the next execution. */
function meanwhile(scene: Scene, act: () => void): void {
  scene.before('UrlFetchApp.fetch', act);
}

/** From now on the service answers so. */
async function answerWith(scene: Scene, rule: Parameters<Scene['server']['setScenario']>[1]): Promise<void> {
  scene.emulator.caches.clear();
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', rule);
}

describe('a refresh', () => {
  test('brings a new table to the front, and one that is there not again', async () => {
    const { scene, id } = await connected();
    const front = () => {
      const { sheets, activeSheetId } = scene.book.snapshot();
      return sheets.find((one) => one.id === activeSheetId)?.name;
    };
    state(scene.refresh(id));
    const first = front();
    scene.book.as(ANN).select('Sheet1!A1');
    state(scene.refresh(id));
    expect([first, front()]).toEqual(['Shifts', 'Sheet1']);
  });

  test('gives the page the state that is stored afterwards', async () => {
    const { scene, id } = await connected();
    expect(state(scene.refresh(id))).toEqual(state(scene.ask('sidebarState')));
  });

  test('takes a period word for the days that they are in the zone of the spreadsheet', async () => {
    // One hour after midnight in Auckland.
    const scene = await stage.connected({ zone: 'Pacific/Auckland', startAt: '2026-03-10T12:00:00Z' });
    await scene.serve(['2026-03-09', '2026-03-10'].map((day) => ({ ...RECORD, SHIFT_DATE: day })));
    state(scene.refresh(scene.saveReport({ period: 'yesterday', from: '', to: '' })));
    expect(scene.book.values('Shifts!A2:A3')).toEqual([[46_091], ['']]);
  });

  test.each<[string, readonly (readonly object[] | number)[], number]>([
    ['not when the service sends the same again', [[RECORD], [RECORD]], 0],
    ['not when a refresh fails in between', [[RECORD], 404, [RECORD]], 0],
    ['when a value was corrected', [[RECORD], [{ ...RECORD, HOURS_WORKED: 60 }]], 1],
    ['when a value is null now', [[RECORD], [{ ...RECORD, HOURS_WORKED: null }]], 1],
    ['when there is a record more', [[RECORD], [RECORD, { ...RECORD, SHIFT_ID: 7 }]], 1],
    ['when there is no record any more', [[RECORD], []], 1],
  ])('notes when rows changed: %s', async (_, answers, hours) => {
    const { scene, id } = await connected();
    const start = scene.emulator.clock.now();
    for (const [at, records] of answers.entries()) {
      if (at > 0) scene.emulator.clock.advance(start + at * 60 * MINUTE - scene.emulator.clock.now());
      if (typeof records === 'object') await scene.serve(records);
      else await answerWith(scene, { name: 'status', status: records });
      scene.refresh(id);
    }
    const { changedAt } = JSON.parse(documentProperties(scene)[`report.${id}`] ?? '{}').content;
    expect(Math.floor((changedAt - start) / (60 * MINUTE))).toBe(hours);
  });
});

describe('a refresh that fails', () => {
  test('before anything was fetched is noted too, though the status sheet is refused', async () => {
    const { scene } = await connected();
    const id = scene.saveReport({ ...DAY, sheet: 'Kept', mode: 'history' });
    state(scene.refresh(id));
    scene.book.editor.deleteRows('Kept', 1, 1);
    scene.book.editor.protectSheet('Shift Reports status');
    const outcome = scene.refresh(id, BOB);
    expect(outcome).toMatchObject({ code: 'sheet_blocked' });
    expect([scene.last.fetches, reportsOf(scene)[1]?.lastRun]).toMatchObject([
      0,
      { outcome: 'failed', message: outcome.message },
    ]);
  });

  test('leaves what formulas know of names and percentages', async () => {
    const { scene, id } = await connected();
    await scene.serve(Array.from({ length: 30 }, (_, at) => ({ ...RECORD, SHIFT_ID: 1 + at })));
    state(scene.refresh(id));
    const { learned } = documentProperties(scene);
    expect(learned).not.toBe('');
    await answerWith(scene, { name: 'status', status: 404 });
    expect(scene.refresh(id).kind).toBe('failed');
    expect(documentProperties(scene)).toMatchObject({ learned });
    expect(rowsOf(scene.call('SHIFT_LIST', 'venues'))).toEqual([[RECORD.VENUE_NAME]]);
  });
});

describe('a refresh beside another', () => {
  const lease = (scene: Scene, millis: number) => {
    const now = scene.emulator.clock.now();
    store(scene, {
      lease: JSON.stringify({ id: 'other', by: 'schedule', since: now, until: now + millis }),
    });
  };

  test('changes nothing, and asks the service nothing', async () => {
    const { scene, id } = await connected();
    lease(scene, 1000);
    const stored = documentProperties(scene);
    expect(scene.refresh(id)).toMatchObject({ code: 'busy' });
    expect([documentProperties(scene), scene.last.fetches, sheetsOf(scene)]).toEqual([stored, 0, ['Sheet1']]);
  });

  test('that took its lease over writes nothing and notes nothing', async () => {
    const { scene, id } = await connected();
    meanwhile(scene, () => lease(scene, 7 * MINUTE));
    expect(scene.refresh(id)).toMatchObject({ code: 'busy' });
    expect([sheetsOf(scene), reportsOf(scene)[0]?.lastRun]).toEqual([['Sheet1'], null]);
    expect(JSON.parse(documentProperties(scene).lease ?? '{}').id).toBe('other');
  });

  test('waits 15 seconds for the lock at most', async () => {
    const { scene, id } = await connected();
    scene.holdLock();
    expect(scene.refresh(id)).toMatchObject({ code: 'busy' });
    expect(Math.floor(scene.last.virtualMillis / 1000)).toBe(15);
  });
});

describe('a report that was removed', () => {
  test('before its refresh is not refreshed', async () => {
    const { scene } = await connected();
    const message = 'Open the sidebar again: this report was removed.';
    expect(scene.refresh('gone')).toMatchObject({ code: 'invalid_settings', message });
  });

  test('during its refresh writes nothing, comes not back and keeps nobody waiting', async () => {
    const { scene, id } = await connected();
    const other = scene.saveReport({ ...DAY, sheet: 'Other' });
    meanwhile(scene, () => store(scene, { [`report.${id}`]: '' }));
    expect(scene.refresh(id)).toMatchObject({ code: 'invalid_settings' });
    expect([sheetsOf(scene), reportsOf(scene).map(({ sheet }) => sheet)]).toEqual([['Sheet1'], ['Other']]);
    state(scene.refresh(other));
    expect(scene.book.values('Other!R2:R2')).toEqual([[RECORD.SHIFT_ID]]);
  });
});

test('rows that were written without their day are kept where a report keeps history from now on', async () => {
  const { scene, id } = await connected();
  const form = { ...DAY, id, columns: 'NO_SHOWS' };
  scene.saveReport(form);
  state(scene.refresh(id));
  const rows = scene.book.values('Shifts!A1:C3');
  scene.saveReport({ ...form, mode: 'history', columns: 'SHIFT_DATE, NO_SHOWS' });
  expect(scene.refresh(id)).toMatchObject({
    code: 'sheet_blocked',
    message: 'Choose another sheet: the rows on “Shifts” have no SHIFT_DATE, so their days are unknown.',
  });
  expect(scene.book.values('Shifts!A1:C3')).toEqual(rows);
});

/* Sheets that take their time for each cell. Google ends a run after six minutes. */

/** From now on each cell that is written costs so many milliseconds. */
function slowDown(scene: Scene, cellMillis: number): void {
  scene.emulator.on('call', ({ method, args }) => {
    const [cells] = args as [readonly (readonly unknown[])[]];
    if (method === 'Range.setValues')
      scene.emulator.clock.advance(cells.length * (cells[0]?.length ?? 0) * cellMillis);
  });
}

async function large(rows: number): Promise<{ scene: Scene; id: string }> {
  const { scene, id } = await connected();
  await answerWith(scene, { name: 'rows', rows });
  return { scene, id };
}

describe('a large table', () => {
  test('that takes a minute to write is written in the sidebar', async () => {
    const { scene, id } = await large(1991);
    slowDown(scene, 1.45);
    state(scene.refresh(id));
    expect(scene.book.values('Shifts!R1992:R1993').map(([cell]) => typeof cell)).toEqual([
      'number',
      'string',
    ]);
  });

  test('that takes longer than a run says so, and keeps no other report from the schedule', async () => {
    const { scene } = await large(9991);
    scene.saveReport({ ...DAY, sheet: 'Small', report: 'shift_fulfilment_aggregated', groupBy: 'venue' });
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    slowDown(scene, 1.9);
    scene.emulator.advance({ minutes: 61 });
    expect(scene.last.virtualMillis).toBeLessThan(6 * MINUTE);
    expect(reportsOf(scene).map(({ lastRun }) => [lastRun?.outcome, lastRun?.message])).toEqual([
      ['failed', 'Choose fewer days or columns: Google Sheets takes too long to write so many rows.'],
      ['refreshed', expect.any(String)],
    ]);
  });
});

describe('refreshing all reports', () => {
  async function three() {
    const scene = await stage.connected();
    await scene.serve([RECORD]);
    return { scene, ids: saved(scene, 'One', 'Two', 'Three') };
  }
  /** Reports for these sheets, each made a moment after the other. */
  const saved = (scene: Scene, ...sheets: readonly string[]) =>
    sheets.map((sheet) => {
      scene.emulator.clock.advance(1);
      return scene.saveReport({ ...DAY, sheet });
    });
  const made = (scene: Scene) => sheetsOf(scene).filter((name) => /^(One|Two|Three)$/.test(name));

  test('refreshes one after the other, as they were made', async () => {
    const { scene } = await three();
    expect(scene.ask('sidebarRefreshAll').message).toBe('3 reports refreshed.');
    expect(made(scene)).toEqual(['One', 'Two', 'Three']);
  });

  test('begins with the one that was tried longest ago', async () => {
    const { scene, ids } = await three();
    for (const id of [...ids].reverse()) {
      state(scene.refresh(id));
      scene.emulator.clock.advance(MINUTE);
    }
    for (const name of made(scene)) scene.book.editor.deleteSheet(name);
    state(scene.ask('sidebarRefreshAll'));
    expect(made(scene)).toEqual(['Three', 'Two', 'One']);
  });

  test('goes on after one that fails, and tells of each', async () => {
    const { scene } = await three();
    scene.book.editor.createSheet('Two');
    scene.book.as(ANN).enter('Two!A1', 'mine');
    const outcome = scene.ask('sidebarRefreshAll');
    const [, two] = reportsOf(scene);
    expect(outcome.message).toBe(`2 reports refreshed. “Two”: ${two?.lastRun?.message}`);
    expect(two?.lastRun?.message).toMatch(/^Choose an empty sheet/);
    const { activity } = state(scene.ask('sidebarState'));
    expect(activity.map(({ sheet }) => sheet).sort()).toEqual(['One', 'Three', 'Two']);
  });

  test('stops where another refresh runs', async () => {
    const { scene } = await three();
    const now = scene.emulator.clock.now();
    const other = { id: 'other', by: 'schedule', since: now, until: now + MINUTE };
    store(scene, { lease: JSON.stringify(other) });
    expect(scene.ask('sidebarRefreshAll').message).toMatch(
      /^“One”: Wait until .* 2 reports left as before: refresh again\.$/,
    );
  });

  test('names three failures and counts the others', async () => {
    const scene = await stage.connected();
    await scene.server.setScenario('report', { name: 'status', status: 404 });
    saved(scene, '1', '2', '3', '4', '5');
    expect(scene.ask('sidebarRefreshAll').message).toMatch(
      /^“1”: .* “2”: .* “3”: .* 2 reports more: see the list of reports\.$/,
    );
  });
});

test('a report of five years that never comes further while its rows are kept is told to choose fewer days', async () => {
  const scene = await stage.connected();
  const id = scene.saveReport({ from: '2021-01-01', to: '2025-12-31' });
  await scene.server.setScenario('report', { name: 'slow', millis: 8000 });
  expect(scene.refresh(id)).toMatchObject({ kind: 'done', more: true });
  scene.emulator.clock.advance(7 * 60 * MINUTE);
  scene.refresh(id);
  expect(reportsOf(scene)[0]?.lastRun?.message).toBe(
    'Choose fewer days: the service answers too slowly for 1,826 days.',
  );
});
