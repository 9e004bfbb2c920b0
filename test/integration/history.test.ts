import { describe, expect, test } from '@jest/globals';
import { formatIsoDate } from '../../src/calendar/calendar-date';
import { onCard } from '../support/held-table';
import { ANN, BOB, mails, type Scene, Stage, state } from '../support/scene';
import { daysFrom, sentRecord, serialOf } from '../support/shift-records';

/* A table that keeps history: days outside the fetched ones stay, those inside are replaced. */

const stage = new Stage({ allowance: 100_000 });

const DAY_MILLIS = 86_400_000;
const isoOf = (cell: unknown) => formatIsoDate(Number(cell));
const held = (why: string) => `Keep or replace the table in the sidebar: ${why}, so the old table stays.`;

type Cells = readonly (string | number | boolean)[];
const rows = (scene: Scene, sheet = 'Shifts'): Cells[] =>
  scene.book.values(`${sheet}!A2:R9000`).filter((row) => row.some((cell) => cell !== ''));
const daysOf = (table: readonly Cells[]) => [...new Set(table.map(([day]) => isoOf(day)))];
const within = (table: readonly Cells[], from: string, to: string) =>
  table.filter(([day]) => Number(day) >= serialOf(from) && Number(day) <= serialOf(to));
const report = (scene: Scene) => state(scene.ask('sidebarState')).reports[0];
const told = (scene: Scene) => report(scene)?.lastRun?.message ?? '';
const statusDays = (scene: Scene) => scene.book.cell('Shift Reports status!H2').value;

const daysBetween = (from: string, to: string) => daysFrom(from, serialOf(to) - serialOf(from) + 1);

/** Both clocks go on: what the service changes of its own accord is by its own. */
async function pass(scene: Scene, days: number): Promise<void> {
  scene.emulator.clock.advance(days * DAY_MILLIS);
  await scene.server.setClock(new Date(scene.emulator.clock.now()).toISOString());
}

/** A report that was refreshed once. */
async function opened(choices: Parameters<Scene['saveReport']>[0]): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.connected();
  const id = scene.saveReport(choices);
  state(scene.ask('sidebarRefreshReport', id));
  return { scene, id };
}

/** Last week's shifts, kept, as of 10 March 2026: from Monday, 2 March to Sunday, 8 March. */
const lastWeek = () => opened({ period: 'last week', from: '', to: '', mode: 'history' });
const byId = (table: readonly Cells[]) =>
  [...table].sort((one, other) => Number(one[17]) - Number(other[17]));

/** What the service says of some days now, by a report of its own that replaces its table. */
function asked(scene: Scene, from: string, to: string): Cells[] {
  const id = scene.saveReport({ sheet: `From ${from} to ${to}`, from, to });
  state(scene.refresh(id));
  return rows(scene, `From ${from} to ${to}`);
}

describe('a table that keeps history', () => {
  test('gets its months and the month before again, with all days since the last run', async () => {
    const { scene, id } = await lastWeek();
    const before = rows(scene);
    expect(daysOf(before)).toEqual(daysBetween('2026-03-02', '2026-03-08'));
    await pass(scene, 14);
    await scene.server.restate();

    const outcome = scene.ask('sidebarRefreshReport', id);

    const after = rows(scene);
    expect(outcome.kind).toBe('done');
    // On 24 March: last week’s month back to the first day that was ever fetched.
    expect(byId(after)).toEqual(byId(asked(scene, '2026-03-02', '2026-03-22')));
    expect(daysOf(after)).toEqual(daysBetween('2026-03-02', '2026-03-22'));
  });

  test('keeps the days of earlier months as they are', async () => {
    const { scene, id } = await lastWeek();
    // Last week of 30 April is in April, so March is read once more; last week of 14 May is in May.
    await pass(scene, 51);
    await scene.server.restate(60);
    state(scene.ask('sidebarRefreshReport', id));
    const march = within(rows(scene), '2026-03-02', '2026-03-31');
    expect(byId(march)).toEqual(byId(asked(scene, '2026-03-02', '2026-03-31')));
    await pass(scene, 14);
    await scene.server.restate(90);

    state(scene.ask('sidebarRefreshReport', id));

    const after = rows(scene);
    expect(within(after, '2026-03-02', '2026-03-31')).toEqual(march);
    expect(byId(within(after, '2026-04-01', '2026-05-10'))).toEqual(
      byId(asked(scene, '2026-04-01', '2026-05-10')),
    );
    expect(daysOf(after)).toEqual(daysBetween('2026-03-02', '2026-05-10'));
  });
});

const STAY =
  'Choose another sheet to start over: days that the report no longer asks for stay as they were before it was changed.';

describe('a report that replaced its table, and keeps history from now on', () => {
  test('tells the days that its table holds, and which of them it does not read again', async () => {
    const { scene, id } = await opened({ from: '2026-02-01', to: '2026-02-05' });
    const before = rows(scene);
    scene.saveReport({ id, from: '2026-03-01', to: '2026-03-02', mode: 'history' });

    state(scene.ask('sidebarRefreshReport', id));

    expect(rows(scene).slice(0, before.length)).toEqual(before);
    expect(daysOf(rows(scene)).slice(-2)).toEqual(['2026-03-01', '2026-03-02']);
    expect(told(scene)).toContain(`${rows(scene).length} shifts from 1 Feb–2 Mar 2026`);
    expect(told(scene)).toContain(STAY);
    expect(statusDays(scene)).toBe('1 Feb–2 Mar 2026');
  });

  test('tells it as long as those rows are there', async () => {
    const { scene, id } = await opened({ from: '2026-02-01', to: '2026-02-05' });
    scene.saveReport({ id, from: '2026-03-01', to: '2026-03-02', mode: 'history' });
    state(scene.ask('sidebarRefreshReport', id));
    state(scene.ask('sidebarRefreshReport', id));
    expect(told(scene)).toContain(STAY);
    scene.book.editor.deleteSheet('Shifts');

    state(scene.ask('sidebarRefreshReport', id));

    expect(daysOf(rows(scene))).toEqual(['2026-03-01', '2026-03-02']);
    expect(told(scene)).toMatch(/ from 1–2 Mar 2026/);
    expect(told(scene)).not.toContain('Choose another sheet');
  });
});

describe('a report that keeps history and gets a filter', () => {
  test('loses no row of other days, neither now nor when all is read again in the next month, and says so', async () => {
    const { scene, id } = await opened({ from: '2026-03-01', to: '2026-03-05', mode: 'history' });
    const before = rows(scene);
    const venue = String(before[before.length - 1]?.[1]);
    const edited = { id, from: '2026-03-04', to: '2026-03-05', mode: 'history', venue } as const;
    scene.saveReport(edited);

    state(scene.refresh(id));
    const older = () => rows(scene).filter(([day]) => isoOf(day) < '2026-03-04');
    const first = before.filter(([day]) => isoOf(day) < '2026-03-04');

    expect(older()).toEqual(first);
    expect(
      new Set(
        rows(scene)
          .slice(first.length)
          .map((row) => row[1]),
      ),
    ).toEqual(new Set([venue]));
    expect(told(scene)).toContain(STAY);

    await pass(scene, 30);
    state(scene.refresh(id));

    expect(older()).toEqual(first);
  });

  test('says nothing where only days or columns changed', async () => {
    const { scene, id } = await opened({ from: '2026-03-01', to: '2026-03-05', mode: 'history' });
    scene.saveReport({
      id,
      from: '2026-03-04',
      to: '2026-03-06',
      mode: 'history',
      columns: 'SHIFT_DATE, SHIFT_ID',
    });

    state(scene.refresh(id));

    expect(told(scene)).not.toContain('Choose another sheet');
    expect(told(scene)).toMatch(/ from 1–6 Mar 2026/);
  });
});

/* Another employer's credentials: never rows of both. */

const OTHER_EMPLOYER = held('the kept days of another employer would be deleted for good');
const ids = (scene: Scene) => rows(scene).map((row) => Number(row[17]));

/** Two days kept of the demo employer; then another employer of its region is connected, and three weeks go by. */
async function switched(): Promise<{ scene: Scene; id: string; before: number[] }> {
  const { scene, id } = await lastWeek();
  const before = ids(scene);
  const { employers, demoEmployer } = scene.server;
  const other = employers.find(
    ({ apiAccess, region, employerId }) =>
      apiAccess && region === demoEmployer.region && employerId !== demoEmployer.employerId,
  );
  if (other === undefined) throw new Error('The service has one employer of the region only.');
  await pass(scene, 21);
  scene.connect({ clientId: other.clientId, clientSecret: other.clientSecret });
  return { scene, id, before };
}

describe('days that are kept of one employer', () => {
  test('stay as they are until a person says that they may go', async () => {
    const { scene, id, before } = await switched();

    const held = scene.ask('sidebarRefreshReport', id);

    expect(held).toMatchObject({ kind: 'failed', code: 'held_back', message: OTHER_EMPLOYER });
    expect(ids(scene)).toEqual(before);
    expect(told(scene)).toBe(OTHER_EMPLOYER);
  });

  test('go all at once, and never come back beside the other’s', async () => {
    const { scene, id, before } = await switched();

    state(scene.refresh(id));

    const after = ids(scene);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter((shift) => before.includes(shift))).toEqual([]);
    expect(scene.ask('sidebarUndoRefresh', id).kind).toBe('failed');
    state(scene.refresh(id));
    expect(ids(scene)).toEqual(after);
  });
});

describe('one employer by another name', () => {
  type Form = Parameters<Scene['connect']>[0];

  test.each<[string, (number: Form) => readonly [Form, Form]]>([
    ['“me” and its number', (number) => [{}, number]],
    ['its number and “me”', (number) => [number, {}]],
    ['the same credentials saved again', () => [{}, {}]],
  ])('(%s) keeps its days, and nobody is asked', async (_title, formsOf) => {
    const scene = await stage.open();
    const [first, then] = formsOf({ employer: String(scene.server.demoEmployer.employerId) });
    scene.connect(first);
    const id = scene.saveReport({ from: '2026-03-01', to: '2026-03-02', mode: 'history' });
    state(scene.refresh(id));
    const before = ids(scene);
    scene.connect(then);
    scene.saveReport({ id, from: '2026-03-03', to: '2026-03-03', mode: 'history' });

    state(scene.ask('sidebarRefreshReport', id));

    expect(ids(scene).slice(0, before.length)).toEqual(before);
    expect(ids(scene).length).toBeGreaterThan(before.length);
  });
});

/* Kept days that are read again: gone from the service, gone from the sheet, moved. */

const COLUMNS = 'SHIFT_DATE, VENUE_NAME, SHIFT_ID';

/** A shift a day, at a venue, of every day from one to the other. */
function daily(from: string, to: string, venue = 'Inn') {
  return daysBetween(from, to).map((day) => sentRecord({ day, venue, posted: 1, booked: 1, worked: 1 }));
}

/** 1 January to 19 March 2026, kept on the 20th; from now on of “yesterday”, refreshed once. */
const kept = () =>
  stage.again('kept', async () => {
    const scene = await stage.connected({ startAt: '2026-03-20T09:00:00Z' });
    await scene.serve(ALL);
    const form = { mode: 'history', columns: COLUMNS } as const;
    const id = scene.saveReport({ ...form, from: '2026-01-01', to: '2026-03-19' });
    state(scene.ask('sidebarRefreshReport', id));
    scene.saveReport({ ...form, id, period: 'yesterday', from: '', to: '' });
    state(scene.ask('sidebarRefreshReport', id));
    return { scene, id };
  });

const ALL = daily('2026-01-01', '2026-04-10');
const FROM_MARCH = ALL.slice(59);

describe('kept days that the service has no more, when their month is read again', () => {
  const NO_MONTHS = held('only 19 shifts came for 1 Feb–19 Mar 2026 (47 before)');

  test('are held when a person refreshes', async () => {
    const { scene, id } = await kept();
    await scene.serve(FROM_MARCH);
    await pass(scene, 12);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ message: NO_MONTHS });

    expect(report(scene)?.confirmation).toEqual({ sentence: onCard(NO_MONTHS), isKept: false });
    expect(daysOf(rows(scene))[0]).toBe('2026-01-01');
  });

  test.each<[string, (scene: Scene, id: string) => unknown]>([
    [
      'the answer comes in other columns',
      (scene, id) => {
        const columns = `${COLUMNS}, AREA_NAME`;
        scene.saveReport({ mode: 'history', columns, id, period: 'yesterday', from: '', to: '' });
      },
    ],
    ['someone emptied the heading row', (scene) => scene.book.editor.clear('Shifts!A1:C1')],
  ])('are held as well when %s', async (_, change) => {
    const { scene, id } = await kept();
    change(scene, id);
    await scene.serve(FROM_MARCH);
    await pass(scene, 12);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ message: NO_MONTHS });
    expect([rows(scene).length, daysOf(rows(scene))[0]]).toEqual([78, '2026-01-01']);
  });

  test('go where a person says so, and those of months before stay', async () => {
    const { scene, id } = await kept();
    await scene.serve(FROM_MARCH);
    await pass(scene, 12);
    scene.ask('sidebarRefreshReport', id);

    state(scene.refresh(id));

    expect([rows(scene).length, daysOf(rows(scene))[0]]).toEqual([62, '2026-01-01']);
  });
});

describe('kept days that are gone from the sheet', () => {
  test.each<[string, (scene: Scene) => void]>([
    ['deleted', (scene) => scene.book.editor.deleteSheet('Shifts')],
    ['emptied', (scene) => scene.book.editor.clear('Shifts!A1:Z400')],
    ['cleared below its heading', (scene) => scene.book.editor.clear('Shifts!A2:Z400')],
    ['left with its heading alone', (scene) => scene.book.editor.deleteRows('Shifts', 2, 78)],
  ])('which was %s, come back with the next refresh', async (_, clear) => {
    const { scene, id } = await kept();
    clear(scene);

    state(scene.ask('sidebarRefreshReport', id));

    expect([rows(scene).length, statusDays(scene)]).toEqual([78, '1 Jan–19 Mar 2026']);
  });

  test('come back when their month is read no more, though a scheduled refresh that changed nothing came between', async () => {
    const { scene, id } = await kept();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    // A row of February, which every refresh in March reads.
    scene.book.editor.deleteRows('Shifts', 50, 1);
    scene.emulator.advance({ hours: 2 });
    expect(rows(scene)).toHaveLength(77);
    await pass(scene, 20);

    state(scene.ask('sidebarRefreshReport', id));

    expect(daysOf(rows(scene))).toEqual(daysBetween('2026-01-01', '2026-04-08'));
  });
});

describe('rows that are kept', () => {
  test('never stand under a heading that now shows another field', async () => {
    const scene = await stage.connected();
    await scene.serve(ALL);
    const form = { mode: 'history', columns: 'SHIFT_DATE, SHIFTS_BOOKED as Shifts, SHIFT_ID' } as const;
    const id = scene.saveReport({ ...form, from: '2026-02-01', to: '2026-02-02' });
    state(scene.ask('sidebarRefreshReport', id));
    const before = rows(scene);
    const columns = 'SHIFT_DATE, SHIFTS_POSTED as Shifts, SHIFT_ID';
    scene.saveReport({ ...form, id, columns, from: '2026-02-03', to: '2026-02-04' });

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({
      kind: 'failed',
      code: 'sheet_blocked',
      message: expect.stringContaining('take the new columns and names back'),
    });
    expect(rows(scene)).toEqual(before);
  });

  test('get other headings with the rows that are fetched', async () => {
    const { scene, id } = await kept();
    const form = { mode: 'history', columns: COLUMNS, period: 'yesterday', from: '', to: '' } as const;
    scene.saveReport({ ...form, id, readableHeadings: true });

    state(scene.ask('sidebarRefreshReport', id));

    expect([scene.book.values('Shifts!A1:C1')[0], rows(scene).length]).toEqual([
      ['Date', 'Venue', 'Shift ID'],
      78,
    ]);
  });

  test.each<[string, (scene: Scene) => void]>([
    ['in their order', () => undefined],
    ['that people sorted', ({ book }) => book.editor.sort('Shifts!A2:C79', 3, false)],
    ['that people moved down', ({ book }) => book.editor.insertRows('Shifts', 1, 3)],
  ])('before and after the days that are fetched stay as people left them, %s', async (_, change) => {
    const { scene, id } = await kept();
    scene.book.editor.type('Shifts!B71', 'edited');
    change(scene);
    await scene.serve(daily('2025-12-01', '2026-01-31', 'Pier'));
    scene.saveReport({ mode: 'history', columns: COLUMNS, id, from: '2026-01-30', to: '2026-01-30' });

    state(scene.refresh(id));

    const heading = scene.book.values('Shifts!A1:A4').findIndex(([cell]) => cell === 'SHIFT_DATE') + 1;
    const table = scene.book.values(`Shifts!A${heading + 1}:B${heading + 78}`);
    expect(table.map(([day]) => isoOf(day))).toEqual(daysBetween('2026-01-01', '2026-03-19'));
    const venues = table.map(([, venue]) => venue);
    expect([venues.slice(0, 31), venues.slice(31).filter((venue) => venue !== 'Inn')]).toEqual([
      new Array(31).fill('Pier'),
      ['edited'],
    ]);
  });

  test('go where their shift has moved into the days that are fetched', async () => {
    const { scene, id } = await kept();
    const moved = ALL.find(({ SHIFT_DATE }) => SHIFT_DATE === '2026-02-10');
    const others = ALL.filter((one) => one !== moved);
    await scene.serve([...others, { ...moved, SHIFT_DATE: '2026-03-15' }]);

    state(scene.ask('sidebarRefreshReport', id));

    const days = rows(scene).filter(([, , shift]) => shift === moved?.SHIFT_ID);
    expect(days.map(([day]) => isoOf(day))).toEqual(['2026-03-15']);
    expect(rows(scene)).toHaveLength(78);
  });
});

/* The hours in which kept days are read again, and the service, or the sheet, refuses. */

/** Half a year until 30 March is kept; from now on of “yesterday”, in the morning of the 31st. */
function halfYear(): Promise<{ scene: Scene; id: string }> {
  return stage.again('half a year', async () => {
    const scene = await stage.connected({ startAt: '2026-03-31T09:00:00Z' });
    const id = scene.saveReport({ from: '2025-10-01', to: '2026-03-30', mode: 'history' });
    state(scene.refresh(id));
    scene.saveReport({ id, period: 'yesterday', from: '', to: '', mode: 'history' });
    state(scene.refresh(id));
    return { scene, id };
  });
}

/** From now on the service never answers a window with one day of January. */
async function neverGivesJanuary(scene: Scene, code = 504): Promise<void> {
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', {
    name: 'status',
    status: code,
    when: { includes: '2026-01-15' },
  });
}

/** The days that the service was asked for since the last call. */
async function askedDays(scene: Scene): Promise<string[]> {
  const requests = await scene.server.requests();
  await scene.server.clear();
  return requests.flatMap(({ url }) => {
    const dates = /from_date=([\d-]+)&to_date=([\d-]+)/.exec(url);
    return dates ? [`${dates[1]} to ${dates[2]}`] : [];
  });
}

const isJanuary = ([day]: Cells) => isoOf(day).startsWith('2026-01');

describe.each([504, 429])('rows of a month that someone deleted, in an outage with HTTP %i', (code) => {
  test('are missed by each run, in one mail, and come back with the service', async () => {
    const { scene } = await halfYear();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 6, email: ANN }));
    const before = rows(scene);
    const first = before.findIndex(isJanuary);
    scene.book.editor.deleteRows('Shifts', 2 + first, before.filter(isJanuary).length);
    expect(rows(scene).filter(isJanuary)).toEqual([]);
    await neverGivesJanuary(scene, code);

    scene.emulator.advance({ hours: 4 });

    expect([report(scene)?.lastRun?.outcome, scene.book.cell('Shift Reports status!B2').value]).not.toEqual([
      'refreshed',
      'OK',
    ]);
    expect(mails(scene)).toHaveLength(1);
    await scene.server.clearScenarios();

    scene.emulator.advance({ hours: 2 });

    expect([report(scene)?.lastRun?.outcome, scene.book.cell('Shift Reports status!B2').value]).toEqual([
      'refreshed',
      'OK',
    ]);
    const found = rows(scene);
    expect(found.filter(isJanuary).sort()).toEqual(before.filter(isJanuary).sort());
    expect(new Set(found.map((row) => row[17])).size).toBe(found.length);
  });
});

describe('a sheet that refuses the table', () => {
  test('gets rows as they are by then, once it is mended', async () => {
    const scene = await stage.connected();
    const id = scene.saveReport();
    state(scene.refresh(id));
    scene.saveReport({ id, from: '2025-12-01', to: '2026-03-07' });
    await neverGivesJanuary(scene);
    state(scene.refresh(id));
    expect(report(scene)?.lastRun?.outcome).toBe('unfinished');
    await scene.server.clearScenarios();
    scene.emulator.clock.advance(60_000);
    scene.book.editor.protectSheet('Shifts');
    expect(scene.refresh(id, BOB)).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    await askedDays(scene);

    state(scene.refresh(id));

    const days = await askedDays(scene);
    // In parts, because January was too much.
    expect(days[0]).toMatch(/^2025-11-30 to 2025-12-/);
    expect(days).toContainEqual(expect.stringMatching(/^2026-02-\d\d to 2026-02-/));
  });
});
