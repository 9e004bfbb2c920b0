import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ALL,
  FEW,
  FEWER,
  heldIds as ids,
  MAIL,
  NO_PIER,
  openTwelve,
  heldReport as report,
  shifts,
  WITHOUT_PIER,
} from '../support/held-table';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* New data that lacks much of the old is held back until a person says that it is right. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

const STATUS = 'Shift Reports status';
/** Ours, without those that Google sends about runs that threw. */
const mails = ({ emulator }: Scene) =>
  emulator.mails.filter(({ options }) => options.name === 'Shift Reports');
const table = (scene: Scene) => scene.book.values('Shifts!A1:R20');

describe.each([
  ['less than half of the rows', FEW, FEWER],
  ['no row of a venue', WITHOUT_PIER, NO_PIER],
])('a refresh that brings %s', (_, next, sentence) => {
  test('by the button asks first, with the old table there, and is written when confirmed', async () => {
    const { scene, id } = await openTwelve(stage, next);
    const before = table(scene);

    const outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'held_back', message: sentence });
    expect(table(scene)).toEqual(before);
    expect(report(scene)).toMatchObject({
      confirmation: { sentence, isKept: false },
      lastRun: { outcome: 'held', message: sentence },
    });

    const confirmed = state(scene.refresh(id));

    expect(ids(scene)).toEqual(next.map(({ SHIFT_ID }) => SHIFT_ID).filter(Boolean));
    expect(confirmed.reports[0]).toMatchObject({ confirmation: null, lastRun: { outcome: 'refreshed' } });
  });

  test('and is confirmed asks the service for nothing again', async () => {
    const { scene, id } = await openTwelve(stage, next);
    scene.ask('sidebarRefreshReport', id);
    await scene.server.clearScenarios();
    await scene.server.clear();

    state(scene.refresh(id));

    expect(await scene.requestKinds()).toEqual([]);
    expect(ids(scene)).toEqual(next.map(({ SHIFT_ID }) => SHIFT_ID).filter(Boolean));
  });

  test('on the schedule keeps the old table and says so; the runs end well, with one mail for all of them', async () => {
    const { scene } = await openTwelve(stage, next, true);
    const before = table(scene);

    const runs = scene.emulator.advance({ hours: 5, minutes: 1 });

    expect(runs.map(({ outcome }) => outcome.kind)).toEqual(new Array(5).fill('returned'));
    expect(table(scene)).toEqual(before);
    expect(report(scene)?.confirmation).toEqual({ sentence, isKept: false });
    expect(scene.book.values('Shift Reports status!B2:B2')).toEqual([['HELD']]);
    expect(scene.book.cell('Shift Reports status!L2').value).toBe(sentence);
    const told = state(scene.ask('sidebarState')).activity.filter(({ by }) => by === 'schedule');
    expect(told.map((run) => [run.outcome, run.sentence])).toEqual(new Array(5).fill(['held', sentence]));
    // Google's own about runs that threw would be among them.
    expect(scene.emulator.mails.map(({ to }) => to)).toEqual([MAIL]);
    expect(scene.emulator.mails[0]?.body).toContain(sentence);
  });
});

describe('a table that was held back', () => {
  test('counts as STALE two hours after its last refresh, by the formula in its line', async () => {
    const { scene } = await openTwelve(stage, FEW, true);
    const [before] = scene.book.values(`${STATUS}!C2:I2`);

    scene.emulator.advance({ hours: 3, minutes: 1 });

    expect(scene.book.cell(`${STATUS}!B2`).value).toBe('HELD');
    expect(scene.book.values(`${STATUS}!C2:H2`)).toEqual([before?.slice(0, 6)]);
    expect(scene.book.cell(`${STATUS}!J2`).formula).toBe('=NOW()>I2');
    const [refreshedAt, staleAfter] = ['C2', 'I2'].map((cell) =>
      Number(scene.book.cell(`${STATUS}!${cell}`).value),
    );
    expect(((staleAfter ?? 0) - (refreshedAt ?? 0)) * 24).toBeCloseTo(2, 6);
  });

  test('is FAILED in an hour in which the service fails, and HELD again when it answers', async () => {
    const { scene } = await openTwelve(stage, FEW, true);
    const shown = () => scene.book.cell(`${STATUS}!B2`).value;
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(shown()).toBe('HELD');
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 404 });
    scene.emulator.advance({ hours: 1 });
    expect(shown()).toBe('FAILED');
    await scene.serve(FEW);

    scene.emulator.advance({ hours: 1 });

    expect(shown()).toBe('HELD');
  });

  test('is said to be held, not failed, in the note for whoever helps', async () => {
    const { scene, id } = await openTwelve(stage, FEW);
    const outcome = scene.ask('sidebarRefreshReport', id);
    expect(outcome.kind === 'failed' && outcome.support).toContain(
      'last failed 0, last held 1, never refreshed 0',
    );
  });

  test('is refreshed by the schedule when the service has the rows again, which a second mail tells', async () => {
    const { scene } = await openTwelve(stage, FEW, true);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    const more = [...ALL, ...shifts(['Zoo'], 1).map((shift) => ({ ...shift, SHIFT_ID: 9000 }))];
    await scene.serve(more);

    scene.emulator.advance({ hours: 1 });

    expect(ids(scene).length).toBe(13);
    expect(report(scene)).toMatchObject({ confirmation: null, lastRun: { outcome: 'refreshed' } });
    expect(mails(scene)).toHaveLength(2);
  });

  test('is asked for anew at the next hour, though what came before is kept', async () => {
    const { scene } = await openTwelve(stage, FEW, true);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    await scene.server.clear();

    scene.emulator.advance({ hours: 1 });

    expect((await scene.requestKinds()).filter((kind) => kind === 'report')).toHaveLength(1);
  });

  test('waits for nobody after its report was given other days', async () => {
    const { scene, id } = await openTwelve(stage, FEW);
    scene.ask('sidebarRefreshReport', id);

    scene.saveReport({ id, from: '2026-03-03', to: '2026-03-03' });
    const outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome.kind).toBe('done');
    expect(report(scene)?.confirmation).toBeNull();
  });
});

describe('a loss is asked about', () => {
  test.each<[string, (scene: Scene, id: string) => void]>([
    [
      'after the tab was renamed',
      (scene, id) => {
        scene.book.document.editor.renameSheet('Shifts', 'Ours');
        scene.emulator.clock.advance(1000);
        scene.ask('sidebarRefreshReport', id);
      },
    ],
    ['after the same credentials were saved again', (scene) => scene.connect()],
    [
      'where only other columns are shown',
      (scene, id) =>
        scene.saveReport({ id, from: '2026-03-02', to: '2026-03-02', columns: 'SHIFT_DATE, SHIFT_ID' }),
    ],
  ])('%s', async (_, change) => {
    const { scene, id } = await openTwelve(stage, ALL);
    change(scene, id);
    await scene.serve(FEW);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back', message: FEWER });
  });

  test('again where more is lost by the time a person confirms', async () => {
    const { scene, id } = await openTwelve(stage, FEW);
    scene.ask('sidebarRefreshReport', id);
    scene.emulator.world.caches.clear();
    await scene.serve([]);

    expect(scene.ask('sidebarRefreshReport', id, ANN, true)).toMatchObject({
      kind: 'failed',
      code: 'held_back',
      message: expect.stringContaining('only 0 of 12 rows came'),
    });
    expect(ids(scene)).toHaveLength(12);
    state(scene.refresh(id));
    expect(ids(scene)).toEqual([]);
  });
});

describe('a table that shows no venues', () => {
  test.each([
    ['of shifts', { columns: 'SHIFT_DATE, SHIFT_ID' }],
    ['of weeks', { report: 'shift_fulfilment_aggregated', groupBy: 'week' }],
  ] as const)('%s is held for a venue as well: the shifts count that it is made of', async (_, choices) => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', ...choices });
    await scene.serve(ALL);
    state(scene.ask('sidebarRefreshReport', id));
    await scene.serve(WITHOUT_PIER);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', message: NO_PIER });
  });
});

describe('a table that shows no single shifts', () => {
  test.each([
    ['of venues', ALL, { report: 'shift_fulfilment_aggregated', groupBy: 'venue' }, /came/],
    ['of shifts whose IDs are not shown', ALL, { columns: 'SHIFT_DATE, VENUE_NAME' }, /came/],
    ['of shifts that come without IDs', ALL.map((one) => ({ ...one, SHIFT_ID: null })), {}, /came/],
    ['of shifts whose IDs come twice', ALL.map((one, at) => ({ ...one, SHIFT_ID: at % 6 })), {}, /came/],
    ['of shifts with IDs', ALL, {}, /removed/],
  ] as const)('counts the shifts that no longer came: %s', async (_, records, choices, words) => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', ...choices });
    await scene.serve(records);
    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({
      message: expect.not.stringMatching(/came|removed/),
    });
    await scene.serve(records.slice(1));

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({
      kind: 'done',
      message: expect.stringMatching(words),
    });
    const told = String(scene.book.cell(`${STATUS}!L2`).value);
    expect(/11 shifts came, 12 before\.|1 shift removed\./.exec(told)).toHaveLength(1);
  });

  test('is not said to lack shifts that moved to another day, or that it no longer asks for', async () => {
    const scene = await stage.open();
    scene.connect();
    const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
    const [first, second, third, last] = days as [string, string, string, string];
    const shown = { columns: 'SHIFT_DATE, VENUE_NAME' };
    const records = days.flatMap((SHIFT_DATE, at) =>
      ALL.map((one) => ({ ...one, SHIFT_DATE, SHIFT_ID: one.SHIFT_ID + 100 * at })),
    );
    const moved = records.map((one) => (one.SHIFT_ID === 1100 ? { ...one, SHIFT_DATE: third } : one));
    const told = async (served: readonly unknown[], id: string) => {
      await scene.serve(served);
      return scene.ask('sidebarRefreshReport', id);
    };
    const silent = { kind: 'done', message: expect.not.stringContaining('came') };
    const id = scene.saveReport({ from: first, to: third, ...shown });
    expect(await told(records, id)).toMatchObject(silent);
    expect(await told(moved, id)).toMatchObject(silent);
    scene.saveReport({ id, from: second, to: last, ...shown });
    expect(await told(moved, id)).toMatchObject(silent);
    scene.saveReport({ id, from: second, to: last, ...shown, venue: 'Pier' });
    expect(await told(moved, id)).toMatchObject(silent);

    const fewer = moved.filter((one) => one.SHIFT_ID !== 3101);
    expect(await told(fewer, id)).toMatchObject({
      message: expect.stringContaining('11 shifts came, 12 before.'),
    });
    scene.saveReport({ id, from: third, to: last, ...shown, venue: 'Pier' });
    expect(
      await told(
        fewer.filter((one) => one.SHIFT_ID !== 3201),
        id,
      ),
    ).toMatchObject({
      message: expect.stringContaining('7 shifts came for 2026-03-03 to 2026-03-04, 8 before.'),
    });
  });
});

test('an answer without shifts that says nothing of its employer is held as well', async () => {
  const scene = await stage.open();
  scene.connect({ employer: 'me' });
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  await scene.serve(ALL);
  state(scene.ask('sidebarRefreshReport', id));
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'body', text: '{"report":{"shifts":[]}}' });

  expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', code: 'held_back' });
  expect(ids(scene)).toHaveLength(12);
});

describe('what is no reason to hold back', () => {
  test.each<[string, readonly unknown[], NonNullable<Parameters<Scene['saveReport']>[0]>]>([
    ['just half of the rows', ALL.filter((_, index) => index % 2 === 0), {}],
    ['other days', FEW, { from: '2026-03-03', to: '2026-03-03' }],
    ['another filter', WITHOUT_PIER, { venue: 'Crown' }],
  ])('%s', async (_, next, changes) => {
    const { scene, id } = await openTwelve(stage, next);
    if (Object.keys(changes).length > 0) {
      scene.saveReport({ id, from: '2026-03-02', to: '2026-03-02', ...changes });
    }

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'done' });
  });

  test('three rows that all go', async () => {
    const scene = await stage.open();
    scene.connect();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    await scene.serve(shifts(['Arena'], 3).map((shift) => ({ ...shift, VENUE_NAME: null })));
    state(scene.ask('sidebarRefreshReport', id));
    await scene.serve([]);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'done' });
    expect(ids(scene)).toEqual([]);
  });
});
