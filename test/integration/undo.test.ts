import { describe, expect, test } from '@jest/globals';
import { documentProperties, store } from '../support/document-properties';
import { hostileFields, shownCells } from '../support/hostile-shifts';
import { nodePacker } from '../support/node-text';
import { runs } from '../support/runs';
import { ANN, BOB, prepared, type Scene, state } from '../support/scene';
import { SeededRandom } from '../support/seeded-random';
import { RECORD } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/* The table before the last refresh, put back. */

const SEED = Number(process.env.TEST_SEED ?? 20_260_304);
const [RUNS, HISTORY_RUNS, EDITS] = [runs(4, 50), runs(2, 15), runs(20, 200)];

const made = stagingStage();

/** Shifts with texts that look like something else, and values that are missing. */
function records(
  random: SeededRandom,
  count: number,
  idOf: (at: number) => number,
  days?: readonly string[],
) {
  return Array.from({ length: count }, (_, at) => ({
    ...RECORD,
    SHIFT_ID: idOf(at),
    ...(days && { SHIFT_DATE: days[random.below(days.length)] }),
    ...hostileFields(random),
  }));
}

async function opened(isStaged = false): Promise<{ scene: Scene; id: string }> {
  const scene = await made.open(isStaged);
  scene.connect();
  return { scene, id: scene.saveReport({ from: '2026-03-02', to: '2026-03-02' }) };
}

/** The second refresh changes something. */
async function refreshTwice(scene: Scene, id: string): Promise<void> {
  for (const venue of ['Arena', 'Crown']) {
    await scene.serve([{ ...RECORD, VENUE_NAME: venue }]);
    state(scene.refresh(id));
  }
}

test('a table that is put back shows the time of its own rows', async () => {
  const { scene, id } = await opened();
  await scene.serve([RECORD]);
  const [before] = state(scene.refresh(id)).reports;
  scene.emulator.clock.advance(3_600_000);
  await scene.serve([{ ...RECORD, VENUE_NAME: 'Crown' }]);
  state(scene.refresh(id));
  scene.emulator.clock.advance(3_600_000);

  const [undone] = state(scene.ask('sidebarUndoRefresh', id)).reports;

  expect(undone?.shownFrom).toBe(before?.shownFrom);
});

describe.each([
  ['written at once', false],
  ['staged', true],
])('a table that was %s', (how, isStaged) => {
  test(`comes back exactly, and the newer one when undone again: ${RUNS} tables (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const { scene, id } = await opened(isStaged);
    scene.book.as(ANN).enter('Sheet1!A1', 'mine');
    await scene.serve(records(random, 9, (at) => random.below(1_000_000) * 100 + at));
    state(scene.refresh(id));

    for (let run = 1; run <= RUNS; run += 1) {
      const before = shownCells(scene);
      await scene.serve(records(random, random.below(40), (at) => random.below(1_000_000) * 100 + at));
      state(scene.refresh(id));
      const after = shownCells(scene);

      const undone = state(scene.ask('sidebarUndoRefresh', id));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: before });
      expect(undone.reports[0]?.canUndo).toBe(true);
      state(scene.ask('sidebarUndoRefresh', id));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: after });
      if (random.below(2) === 0) state(scene.ask('sidebarUndoRefresh', id));
    }
    expect(shownCells(scene, 'Sheet1')).toHaveLength(1);
    process.stdout.write(`Undo, ${how}: equal ${RUNS} of ${RUNS}, both ways\n`);
  });
});

describe('undoing', () => {
  test('asks first about what was typed into the table, says what becomes of it, is in the list of activities and needs no request', async () => {
    const { scene, id } = await opened();
    await refreshTwice(scene, id);
    scene.book.as(ANN).enter('Shifts!B2', 'typed over');
    scene.book.as(ANN).enter('Shifts!T2', 'beside');

    const asked = scene.ask('sidebarUndoRefresh', id);
    expect(asked).toMatchObject({
      code: 'held_back',
      message: ASKS,
    });
    expect(scene.book.cell('Shifts!B2').value).toBe('typed over');
    const outcome = scene.ask('sidebarUndoRefresh', id, undefined, true);

    const sentence =
      '“Shifts” shows the table from before its last change. Cells beside the table are unchanged.';
    expect([outcome.kind, outcome.message, scene.last.fetches]).toEqual(['done', sentence, 0]);
    expect(['B2', 'T2'].map((cell) => scene.book.cell(`Shifts!${cell}`).value)).toEqual(['Arena', 'beside']);
    expect(state(outcome).activity[0]).toMatchObject({ sentence, outcome: 'undone', sheet: 'Shifts' });
    expect(scene.book.cell('Shift Reports status!C2').value).toBe(sentence);
  });

  test('is followed by a scheduled refresh that brings the new rows again', async () => {
    const { scene, id } = await opened();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    for (const area of ['Bar', 'Roof']) {
      await scene.serve([{ ...RECORD, AREA_NAME: area }]);
      state(scene.refresh(id));
    }
    state(scene.ask('sidebarUndoRefresh', id));
    expect(scene.book.cell('Shifts!C2').value).toBe('Bar');

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(scene.book.cell('Shifts!C2').value).toBe('Roof');
  });

  test('stays possible when another report is removed, whose kept table leaves the hidden sheet', async () => {
    const { scene, id } = await opened();
    const other = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', sheet: 'Other' });
    await refreshTwice(scene, id);
    // Twice: its newest two tables are kept.
    for (const _ of [1, 2]) await refreshTwice(scene, other);
    const kept = () => scene.book.values('Shift Reports undo!A2:A9').filter(([cell]) => cell !== '').length;
    expect(kept()).toBe(3);

    state(scene.ask('sidebarRemoveReport', other));

    expect(kept()).toBe(1);
    state(scene.ask('sidebarUndoRefresh', id));
    expect(scene.book.cell('Shifts!B2').value).toBe('Arena');
  });

  test('stays possible when another report is removed just before the refresh is recorded', async () => {
    const { scene, id } = await opened();
    const other = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', sheet: 'Other' });
    await refreshTwice(scene, other);
    await scene.serve([{ ...RECORD, VENUE_NAME: 'Arena' }]);
    state(scene.refresh(id));
    await scene.serve([{ ...RECORD, VENUE_NAME: 'Crown' }]);
    // The first lock is for the lease.
    scene.before('Lock.tryLock', () => scene.ask('sidebarRemoveReport', other), 2);
    state(scene.ask('sidebarRefreshReport', id));

    const { reports } = state(scene.ask('sidebarUndoRefresh', id));

    expect(reports.map(({ sheet }) => sheet)).toEqual(['Shifts']);
    expect(scene.book.cell('Shifts!B2').value).toBe('Arena');
  });

  test('of a loss that a person had confirmed lets no schedule bring it again unasked', async () => {
    const { scene, id } = await opened();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const twenty = Array.from({ length: 20 }, (_, index) => ({ ...RECORD, SHIFT_ID: 1 + index }));
    await scene.serve(twenty);
    state(scene.ask('sidebarRefreshReport', id));
    await scene.serve(twenty.slice(0, 3));
    scene.ask('sidebarRefreshReport', id);
    state(scene.refresh(id));
    state(scene.ask('sidebarUndoRefresh', id));

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(scene.book.values('Shifts!R20:R22')).toEqual([[19], [20], ['']]);
    expect(state(scene.ask('sidebarState')).reports[0]?.confirmation?.sentence).toContain(
      'Only 3 shifts came for',
    );
  });
});

/** Another employer is connected. */
function connectOther(scene: Scene): void {
  const { employers, demoEmployer } = scene.server;
  const other = employers.find((one) => one.apiAccess && one.employerId !== demoEmployer.employerId);
  const { region, clientId = '', clientSecret = '' } = other ?? scene.form();
  scene.connect({ region, clientId, clientSecret });
}

const ASKS = 'Confirm first: someone may have typed into or sorted “Shifts”, and Undo replaces its table.';
const GONE =
  'Refresh “Shifts” instead: the table before it, kept on the hidden sheet “Shift Reports undo”, was changed or deleted.';

describe('an Undo changes nothing, and says why,', () => {
  test.each<[string, (scene: Scene, id: string) => unknown, string]>([
    [
      'after another Undo and typing into the table',
      (scene, id) => {
        state(scene.ask('sidebarUndoRefresh', id));
        scene.book.as(ANN).enter('Shifts!B2', 'typed');
      },
      ASKS,
    ],
    [
      'after another employer was connected',
      connectOther,
      'Refresh “Shifts” instead: the table before it came by another connection.',
    ],
    ['without the hidden sheet', ({ book }) => book.editor.deleteSheet('Shift Reports undo'), GONE],
    [
      'after typing into the hidden sheet',
      ({ book }) => book.editor.paste('Shift Reports undo!B2', [['mine'], ['mine']]),
      GONE,
    ],
    [
      'under another heading',
      ({ book }) => book.editor.type('Shifts!B1', 'mine'),
      'Put the heading VENUE_NAME back in B1 of “Shifts” (undo the change), or edit the report and set Columns: VENUE_NAME as …: the cell holds “mine”.',
    ],
  ])('%s', async (_, change, message) => {
    const { scene, id } = await opened();
    await refreshTwice(scene, id);
    change(scene, id);
    const before = scene.book.snapshot();
    const { [`report.${id}`]: record } = documentProperties(scene);

    expect(scene.ask('sidebarUndoRefresh', id)).toMatchObject({ kind: 'failed', message });

    expect(scene.book.snapshot()).toEqual(before);
    expect(documentProperties(scene)).toMatchObject({ lease: '', [`report.${id}`]: record });
  });

  test('before a second refresh', async () => {
    const { scene, id } = await opened();
    await scene.serve([RECORD]);
    state(scene.refresh(id));
    expect(scene.ask('sidebarUndoRefresh', id).message).toBe(
      'Refresh “Shifts” instead: no table before it is kept.',
    );
  });
});

/** What people do to a report while its table is put back or fetched, just before so many locks of that run. */
function meanwhile(scene: Scene, locks: number, act: () => void): void {
  scene.before('Lock.tryLock', act, locks);
}

describe('an Undo that people get ahead of changes nothing', () => {
  test.each<[string, (scene: Scene, id: string) => unknown, string]>([
    [
      'by removing the report',
      (scene, id) => store(scene, { [`report.${id}`]: '' }),
      'Open the sidebar again: this report was removed.',
    ],
    [
      'by giving it other days',
      (scene, id) => change(scene, id, { to: '2026-03-05' }),
      'Try again: this report was changed meanwhile.',
    ],
    [
      'by giving it another venue',
      (scene, id) => change(scene, id, { venue: 'Pier' }),
      'Try again: this report was changed meanwhile.',
    ],
    [
      'by connecting anew',
      (scene) => {
        const connection = JSON.parse(documentProperties(scene).connection ?? '{}');
        store(scene, { connection: JSON.stringify({ ...connection, fingerprint: 'other' }) });
      },
      'Try again: the connection was changed meanwhile.',
    ],
  ])('%s', async (_, act, message) => {
    const { scene, id } = await opened();
    await refreshTwice(scene, id);
    // The first lock is for the lease.
    meanwhile(scene, 2, () => act(scene, id));
    expect(scene.ask('sidebarUndoRefresh', id)).toMatchObject({ kind: 'failed', message });
    expect(scene.book.cell('Shifts!B2').value).toBe('Crown');
    expect(documentProperties(scene).lease).toBe('');
  });

  /** Someone else saves the report. */
  function change(scene: Scene, id: string, changes: object): void {
    const record = JSON.parse(documentProperties(scene)[`report.${id}`] ?? '{}');
    store(scene, {
      [`report.${id}`]: JSON.stringify({ ...record, revision: record.revision + 1, ...changes }),
    });
  }

  test.each<[string, (scene: Scene, id: string) => unknown]>([
    ['Undo', (scene, id) => scene.ask('sidebarUndoRefresh', id, BOB)],
    ['refresh', (scene, id) => scene.refresh(id, BOB)],
  ])('nor does the note of a refused write, in what was chosen since (%s)', async (_, run) => {
    const { scene, id } = await opened();
    await refreshTwice(scene, id);
    scene.book.editor.protect('Shifts!C2:D2');
    await scene.serve([{ ...RECORD, VENUE_NAME: 'Dock' }]);
    // The second lock is for the write.
    meanwhile(scene, 3, () => change(scene, id, { venue: 'Pier', sheet: 'Else' }));
    expect(run(scene, id)).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    const report = JSON.parse(documentProperties(scene)[`report.${id}`] ?? '{}');
    expect([report.venue, report.sheet]).toEqual(['Pier', 'Else']);
    expect(scene.book.cell('Shifts!B2').value).toBe('Crown');
  });
});

/* A table that keeps history. */

/** A day too far back to be read again by itself, and those that are asked for again and again. */
const KEPT_DAY = '2025-12-10';
const DAYS = ['2026-02-12', '2026-02-13'] as const;

/** Six kept shifts, and one of the days that are asked for from now on; the user's notes beside and below. */
const openers = [false, true].map((isStaged) =>
  prepared(
    async () => {
      const scene = await made.open(isStaged);
      scene.connect();
      const form = { from: KEPT_DAY, to: KEPT_DAY, mode: 'history' as const };
      const id = scene.saveReport(form);
      const kept = { ...RECORD, SHIFT_DATE: KEPT_DAY };
      await scene.serve(Array.from({ length: 6 }, (_, index) => ({ ...kept, SHIFT_ID: 1 + index })));
      state(scene.refresh(id));
      scene.saveReport({ ...form, id, from: DAYS[0], to: DAYS[1] });
      await scene.serve([{ ...RECORD, SHIFT_ID: 50, SHIFT_DATE: DAYS[0] }]);
      state(scene.refresh(id));
      scene.book.as(ANN).enter('Shifts!T2', 'beside');
      scene.book.as(ANN).enter('Shifts!B90', 'below');
      return { scene, id };
    },
    ({ scene }) => scene,
  ),
);
const kept = (isStaged = false) => openers[Number(isStaged)]?.() as Promise<{ scene: Scene; id: string }>;

/** So many shifts of these days, by IDs from one on. */
const drawn = (count: number, first: number) =>
  records(new SeededRandom(SEED), count, (at) => first + at, DAYS);
const undo = (scene: Scene, id: string, confirmed = true) =>
  scene.ask('sidebarUndoRefresh', id, undefined, confirmed);
const sortById = (scene: Scene, rows: number) => scene.book.editor.sort(`Shifts!A2:R${1 + rows}`, 18, false);

test('a table that keeps history and whose sheet was deleted gets its kept days with the next refresh', async () => {
  const { scene, id } = await kept();
  await scene.serve([{ ...RECORD, SHIFT_ID: 51, SHIFT_DATE: DAYS[0] }]);
  state(scene.refresh(id));
  const { editor } = scene.book;
  editor.createSheet('Mine');
  editor.deleteSheet('Shifts');

  state(undo(scene, id));
  expect(scene.book.values('Shifts!R2:R3')).toEqual([[50], ['']]);

  const first = { ...RECORD, SHIFT_DATE: KEPT_DAY, SHIFT_ID: 1 };
  await scene.serve([first, { ...RECORD, SHIFT_ID: 51, SHIFT_DATE: DAYS[0] }]);
  state(scene.refresh(id));
  expect(scene.book.values('Shifts!R2:R4')).toEqual([[1], [51], ['']]);

  editor.deleteSheet('Shifts');
  await scene.serve([first, { ...RECORD, SHIFT_ID: 52, SHIFT_DATE: DAYS[0] }]);
  state(scene.refresh(id));
  state(undo(scene, id));
  expect(scene.book.values('Shifts!R2')).not.toEqual([['']]);
});

describe.each([
  ['written at once, in its order', false, false],
  ['staged, in its order', true, false],
  ['written at once, sorted by someone before', false, true],
  ['staged, sorted by someone before', true, true],
])('a table that keeps history and was %s', (how, isStaged, isSorted) => {
  test(`comes back exactly, kept days and all, and the newer one when undone again: ${HISTORY_RUNS} tables (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const { scene, id } = await kept(isStaged);
    let rows = 7;
    for (let run = 1; run <= HISTORY_RUNS; run += 1) {
      if (isSorted) sortById(scene, rows);
      const before = shownCells(scene);
      const count = random.below(30);
      await scene.serve(records(random, count, (at) => 100 * run + at, DAYS));
      state(scene.refresh(id));
      rows = 6 + count;
      const after = shownCells(scene);

      // Nobody has typed into it or sorted it since: nothing is asked.
      const undone = state(undo(scene, id, false));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: before });
      expect(undone.reports[0]?.canUndo).toBe(true);
      state(undo(scene, id, false));
      expect({ run, cells: shownCells(scene) }).toEqual({ run, cells: after });
    }
    process.stdout.write(`Undo with history, ${how}: equal ${HISTORY_RUNS} of ${HISTORY_RUNS}, both ways\n`);
  });
});

describe('undoing the refresh of a table that keeps history', () => {
  test('is possible from the second refresh on, and counts the rows that are there then', async () => {
    const { scene, id } = await kept();
    await scene.serve(drawn(9, 100));
    expect(state(scene.refresh(id)).reports[0]?.lastRun?.message).toContain('15 shifts');

    const undone = state(undo(scene, id));

    expect(scene.book.cell('Shift Reports status!I2').value).toBe(7);
    expect(undone.reports[0]?.canUndo).toBe(true);
  });

  test('is refused where someone moved the rows since, and nothing is written', async () => {
    const { scene, id } = await kept();
    await scene.serve(drawn(9, 100));
    state(scene.refresh(id));
    sortById(scene, 15);
    const before = scene.book.snapshot();

    expect(undo(scene, id)).toMatchObject({
      kind: 'failed',
      message: 'Refresh “Shifts” instead: its rows are in another order than the last refresh left them.',
    });
    expect(scene.book.snapshot()).toEqual(before);
  });

  test('whose columns were changed puts its old columns back', async () => {
    const { scene, id } = await kept();
    const before = shownCells(scene);
    const form = { id, from: DAYS[0], to: DAYS[1], mode: 'history' as const };
    scene.saveReport({ ...form, columns: 'SHIFT_DATE, VENUE_NAME, SHIFT_ID' });

    await scene.serve(drawn(3, 900));
    state(scene.refresh(id));
    expect(scene.book.values('Shifts!C8:C11').flat().sort()).toEqual(['', 900, 901, 902]);

    state(undo(scene, id));

    expect(shownCells(scene)).toEqual(before);
  });

  test('that ended the history puts the kept days back', async () => {
    const { scene, id } = await kept();
    const before = shownCells(scene);
    scene.saveReport({ id, from: DAYS[0], to: DAYS[1], mode: 'replace' });
    await scene.serve(drawn(3, 900));
    state(scene.refresh(id));
    expect(shownCells(scene)).not.toEqual(before);

    state(undo(scene, id));

    expect(shownCells(scene)).toEqual(before);
  });
});

describe('what changed in a table that keeps history', () => {
  test('tells of the days that were fetched, not of those that stayed', async () => {
    const { scene, id } = await kept();
    const shift = { ...RECORD, SHIFT_DATE: DAYS[0] };
    await scene.serve([
      { ...shift, SHIFT_ID: 50, VENUE_NAME: 'Rose' },
      { ...shift, SHIFT_ID: 51 },
    ]);
    const { reports } = state(scene.refresh(id));
    expect(reports[0]?.lastRun?.message).toContain('1 shift added, 1 changed.');

    const outcome = scene.ask('sidebarShowChanges', id);

    expect(outcome.message).toBe('1 shift added, 1 changed. See the sheet “Shift Reports changes”.');
    const lines = scene.book.values('Shift Reports changes!C2:G3');
    expect(lines.map((line) => [line[4], line[3]])).toEqual([
      [51, 'Shift added'],
      [50, expect.stringMatching(/^Venue .+ → Rose$/)],
    ]);
    expect(state(outcome).running).toBeNull();
  });
});

describe('what does not keep a table with history from being put back', () => {
  test('another time zone of the spreadsheet', async () => {
    const { scene, id } = await kept();
    const after = shownCells(scene);
    await scene.serve([{ ...RECORD, SHIFT_ID: 60, SHIFT_DATE: DAYS[1] }]);
    state(scene.refresh(id));
    scene.book.settings.zone = 'America/New_York';

    state(undo(scene, id));

    expect(shownCells(scene)).toEqual(after);
  });

  test.each([
    ['fewer', 2],
    ['more', 9],
  ])(
    'an Undo that was killed where the newer table had %s rows, wherever that was',
    async (_title, count) => {
      for (let kill = 1; ; kill += 1) {
        const { scene, id } = await kept();
        await scene.serve(drawn(5, 100));
        state(scene.refresh(id));
        const before = shownCells(scene);
        await scene.serve(drawn(count, 103));
        state(scene.refresh(id));
        scene.emulator.fault = { killAtCall: kill, match: ({ method }) => /set|flush/.test(method) };
        try {
          undo(scene, id);
        } catch {
          // Killed.
        }
        if (scene.emulator.executions.at(-1)?.outcome.kind !== 'killed') break;
        scene.emulator.clock.advance(8 * 60_000);
        const shown = JSON.stringify(shownCells(scene));
        const again = undo(scene, id);
        expect({ kill, kind: again.kind }).toEqual({ kill, kind: 'done' });
        // One that was done before it was killed is taken back.
        if (shown !== JSON.stringify(before))
          expect({ kill, cells: shownCells(scene) }).toEqual({ kill, cells: before });
      }
    },
    600_000,
  );
});

/* Whoever edits the spreadsheet can unhide and edit the sheet that Undo rests on. */

/** Texts that a person, or a program of his, may put in the place of a kept table. */
const FORGED = [
  '{}',
  'no JSON',
  '{"version":1,"report":"r","slot":"a","stamp":"s","length":0,"hash":""}',
  nodePacker.pack('{"columns":[],"count":30000000,"fields":[],"source":"s","about":"{}"}\n[]'),
  nodePacker.pack('no JSON'),
  'A'.repeat(45_000),
  '=1/0',
  '12',
  'TRUE',
];

function hiddenSheets(scene: Scene): string[] {
  return scene.book
    .snapshot()
    .sheets.map(({ name }) => name)
    .filter((name) => name.startsWith('Shift Reports undo'));
}

/** One edit of a hidden sheet. */
function edit(scene: Scene, random: SeededRandom): string {
  const names = hiddenSheets(scene);
  const name = names[random.below(names.length)];
  if (name === undefined) return 'nothing';
  const { editor } = scene.book;
  const cell = () => `${name}!${'ABC'[random.below(3)]}${1 + random.below(95)}`;
  /** A cell of a kept table. */
  const head = () => `${name}!B${2 + random.below(4)}`;
  switch (random.below(7)) {
    case 0:
      editor.insertRows(name, 1 + random.below(6));
      return 'rows inserted';
    case 1:
      editor.deleteRows(name, 1 + random.below(6));
      return 'a row deleted';
    case 2: {
      const value = scene.book.cell(head()).value;
      editor.type(head(), String(value));
      return 'a cell copied';
    }
    case 3:
      editor.type(head(), '');
      return 'a cell cleared';
    case 4:
      if (random.below(4) === 0) editor.deleteSheet(name);
      return 'perhaps the sheet deleted';
    case 5:
      editor.type(head(), FORGED[random.below(FORGED.length)] ?? '');
      return 'a beginning forged';
    default:
      editor.type(cell(), FORGED[random.below(FORGED.length)] ?? '');
      return 'a cell forged';
  }
}

describe('the hidden sheet that someone edits', () => {
  test(`keeps no refresh from ending well, and Undo puts back the right cells or none: ${EDITS} edits (seed ${SEED})`, async () => {
    const random = new SeededRandom(SEED);
    const scene = await made.open(false);
    scene.connect();
    const days = { from: '2026-03-02', to: '2026-03-02' };
    const ids = [scene.saveReport(days), scene.saveReport({ ...days, sheet: 'Kept', mode: 'history' })];
    const sheets = ['Shifts', 'Kept'];
    const before: (ReturnType<typeof shownCells> | undefined)[] = [undefined, undefined];
    let [undone, refused] = [0, 0];
    for (let run = 1; run <= EDITS; run += 1) {
      const at = random.below(2);
      const [id, sheet] = [ids[at] ?? '', sheets[at] ?? ''];
      const what = random.below(4) === 0 ? 'nothing' : edit(scene, random);
      const known = before[at] === undefined ? undefined : shownCells(scene, sheet);
      await scene.serve(records(random, 1 + random.below(9), (at) => 1 + at + 10 * random.below(3)));
      const refreshed = state(scene.refresh(id));
      expect({ run, what, reports: refreshed.reports.length }).toEqual({ run, what, reports: 2 });
      expect(refreshed.reports.find((report) => report.id === id)?.lastRun?.outcome).toBe('refreshed');
      before[at] = known ?? [];
      if (known === undefined || random.below(2) === 0) continue;
      const again = random.below(4) > 0 ? edit(scene, random) : 'nothing';
      const shown = shownCells(scene, sheet);
      const outcome = scene.ask('sidebarUndoRefresh', id);
      const cells = shownCells(scene, sheet);
      if (outcome.kind === 'done') {
        undone += 1;
        expect({ run, what, again, cells }).toEqual({ run, what, again, cells: known });
      } else {
        refused += 1;
        expect({ run, what, again, cells }).toEqual({ run, what, again, cells: shown });
        expect(outcome).toMatchObject({
          code: 'invalid_settings',
          message: expect.stringMatching(/^Refresh “(Shifts|Kept)” (first|instead): /),
        });
      }
      expect(state(scene.ask('sidebarState')).reports).toHaveLength(2);
    }
    process.stdout.write(`Edits of the hidden sheet: ${EDITS}; undone ${undone}, refused ${refused}\n`);
    expect(Math.min(undone, refused)).toBeGreaterThan(0);
  });
});
