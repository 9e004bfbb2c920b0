import { describe, expect, test } from '@jest/globals';
import {
  ALL,
  FEW,
  FEWER,
  heldIds as ids,
  MAIL,
  onCard,
  openHeld,
  heldReport as report,
  shifts,
} from '../support/held-table';
import { REPORT_FORM } from '../support/report-form';
import { ANN, type Scene, Stage, state, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { SPEC_FIELDS } from '../support/spec-fields';

/* New data that lacks much of the old is held back until a person says that it is right. */

const stage = new Stage();

const STATUS = 'Shift Reports status';
/** Ours, without those that Google sends about runs that threw. */
const mails = ({ emulator }: Scene) =>
  emulator.mails.filter(({ options }) => options.name === 'Shift Reports');
const table = (scene: Scene) => scene.book.values('Shifts!A1:R40');

type Sent = Readonly<Record<string, unknown>>;
const NUMBERS = SPEC_FIELDS.filter(
  ([name, type]) => ['integer', 'number'].includes(type) && name !== 'SHIFT_ID',
).map(([name]) => name);
/** Records whose numbers are sent otherwise. */
const withNumbers = (records: readonly Sent[], as: (value: unknown) => unknown): Sent[] =>
  records.map((record) => ({
    ...record,
    ...Object.fromEntries(NUMBERS.map((name) => [name, as(record[name])])),
  }));
const THREE = 'SHIFTS_POSTED, SHIFTS_BOOKED, SHIFTS_BOOKED_PERCENTAGE';
const held = (why: string) => `Keep or replace the table in the sidebar: ${why}, so the old table stays.`;

describe.each<[string, readonly Sent[], string]>([
  ['less than half of the shifts', FEW, FEWER],
  ['numbers as texts', withNumbers(ALL, String), held(`no values came for ${THREE} and 10 more columns`)],
])('a refresh that brings %s', (_, next, sentence) => {
  test('by the button asks first, with the old table there, and is written when confirmed', async () => {
    const { scene, id } = await openHeld(stage, next);
    const before = table(scene);

    const outcome = scene.ask('sidebarRefreshReport', id);

    expect(outcome).toMatchObject({ kind: 'failed', code: 'held_back', message: sentence });
    expect(table(scene)).toEqual(before);
    expect(report(scene)).toMatchObject({
      confirmation: { sentence: onCard(sentence), isKept: false },
      lastRun: { outcome: 'held', message: sentence },
    });

    const confirmed = state(scene.refresh(id));

    expect(ids(scene)).toEqual(next.map(({ SHIFT_ID }) => SHIFT_ID));
    expect(confirmed.reports[0]).toMatchObject({ confirmation: null, lastRun: { outcome: 'refreshed' } });
  });

  test('and is confirmed asks the service for nothing again', async () => {
    const { scene, id } = await openHeld(stage, next);
    scene.ask('sidebarRefreshReport', id);
    await scene.server.clearScenarios();
    await scene.server.clear();

    state(scene.refresh(id));

    expect(await scene.requestKinds()).toEqual([]);
    expect(ids(scene)).toEqual(next.map(({ SHIFT_ID }) => SHIFT_ID));
  });

  test('on the schedule keeps the old table and says so; the runs end well, with one mail for all of them', async () => {
    const { scene } = await openHeld(stage, next, true);
    const before = table(scene);

    const runs = scene.emulator.advance({ hours: 5, minutes: 1 });

    expect(runs.map(({ outcome }) => outcome.kind)).toEqual(new Array(5).fill('returned'));
    expect(table(scene)).toEqual(before);
    expect(report(scene)?.confirmation).toEqual({ sentence: onCard(sentence), isKept: false });
    expect(scene.book.values('Shift Reports status!B2:B2')).toEqual([['Waiting for you']]);
    expect(scene.book.cell('Shift Reports status!C2').value).toBe(sentence);
    const told = state(scene.ask('sidebarState')).activity.filter(({ by }) => by === 'schedule');
    const all = `5 runs in a row: ${onCard(sentence)}`;
    expect(told.map((run) => [run.outcome, run.sentence])).toEqual([['held', all]]);
    // Google's own about runs that threw would be among them.
    expect(scene.emulator.mails.map(({ to }) => to)).toEqual([MAIL]);
    expect(scene.emulator.mails[0]?.body).toMatch(/came for/);
  });
});

describe('a table that was held back', () => {
  test('has failed in an hour in which the service fails, and waits again when it answers', async () => {
    const { scene } = await openHeld(stage, FEW, true);
    const shown = () => scene.book.cell(`${STATUS}!B2`).value;
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(shown()).toBe('Waiting for you');
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'status', status: 404 });
    scene.emulator.advance({ hours: 1 });
    expect(shown()).toBe('Failed');
    await scene.serve(FEW);

    scene.emulator.advance({ hours: 1 });

    expect(shown()).toBe('Waiting for you');
  });

  test('is refreshed by the schedule when the service has the rows again, which the mail of the next day tells', async () => {
    const { scene } = await openHeld(stage, FEW, true);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    const more = [...ALL, ...shifts(['Zoo'], 1).map((shift) => ({ ...shift, SHIFT_ID: 9000 }))];
    await scene.serve(more);

    scene.emulator.advance({ hours: 1 });

    expect(ids(scene).length).toBe(25);
    expect(report(scene)).toMatchObject({ confirmation: null, lastRun: { outcome: 'refreshed' } });
    expect(mails(scene)).toHaveLength(1);

    scene.emulator.advance({ hours: 24 });

    expect(mails(scene).map(({ subject }) => subject)).toEqual([
      'Shift Reports: 1 report not refreshed in “Untitled spreadsheet”',
      'Shift Reports: 1 report refreshed again in “Untitled spreadsheet”',
    ]);
  });

  test('is asked for anew at the next hour, though what came before is kept', async () => {
    const { scene } = await openHeld(stage, FEW, true);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    await scene.server.clear();

    scene.emulator.advance({ hours: 1 });

    expect((await scene.requestKinds()).filter((kind) => kind === 'report')).toHaveLength(1);
  });

  test('waits for nobody after its report was given other days', async () => {
    const { scene, id } = await openHeld(stage, FEW);
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
        scene.book.editor.renameSheet('Shifts', 'Ours');
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
    const { scene, id } = await openHeld(stage, ALL);
    change(scene, id);
    await scene.serve(FEW);

    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back', message: FEWER });
  });

  test('again where more is lost by the time a person confirms', async () => {
    const { scene, id } = await openHeld(stage, FEW);
    scene.ask('sidebarRefreshReport', id);
    scene.emulator.caches.clear();
    await scene.serve([]);

    expect(scene.ask('sidebarRefreshReport', id, ANN, true)).toMatchObject({
      kind: 'failed',
      code: 'held_back',
      message: expect.stringContaining('no shifts came for 2 Mar 2026 (24 before)'),
    });
    expect(ids(scene)).toHaveLength(24);
    state(scene.refresh(id));
    expect(ids(scene)).toEqual([]);
  });
});

test('a table of weeks is held as well: the shifts count that it is made of', async () => {
  const scene = await stage.connected();
  const choices = { report: 'shift_fulfilment_aggregated', groupBy: 'week' } as const;
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', ...choices });
  await scene.serve(ALL);
  state(scene.ask('sidebarRefreshReport', id));
  await scene.serve(FEW);

  expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', message: FEWER });
});

test('an answer without shifts that says nothing of its employer is held as well', async () => {
  const scene = await stage.connected();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  await scene.serve(ALL);
  state(scene.ask('sidebarRefreshReport', id));
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'body', text: '{"report":{"shifts":[]}}' });

  expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', code: 'held_back' });
  expect(ids(scene)).toHaveLength(24);
});

describe('a column without values', () => {
  const blank = ALL.map((record) => ({ ...record, SHIFTS_WORKED: null }));
  const days = { from: '2026-03-02', to: '2026-03-02' };
  const preview = (scene: Scene, id: string) => {
    scene.emulator.caches.clear();
    return JSON.stringify(
      scene.ask('sidebarPreviewReport', { ...REPORT_FORM, ...days, period: 'custom', id }),
    );
  };

  test('that a refresh would ask about is asked about by the preview', async () => {
    const { scene, id } = await openHeld(stage, blank);
    expect(preview(scene, id)).toContain(held('no values came for SHIFTS_WORKED'));
  });
});

test('what waits for an answer is in no dashboard and in no summary email', async () => {
  const { scene, id } = await openHeld(stage, FEW);
  expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ kind: 'failed', message: FEWER });
  const message = 'Keep or replace the table of “Shifts” first: newer rows wait for your answer.';
  const summary = {
    id: null,
    report: id,
    to: 'boss@employer.example',
    every: 'week',
    day: 1,
    hour: 6,
    split: 'all',
  };

  expect(scene.ask('sidebarBuildDashboard', id, ANN, 'overview')).toMatchObject({ kind: 'failed', message });
  for (const entry of ['sidebarPreviewSummary', 'sidebarTestSummary'])
    expect(scene.ask(entry, summary)).toMatchObject({ kind: 'failed', message });
  expect(scene.emulator.mails).toEqual([]);
  state(scene.ask('sidebarKeepTable', id));
  expect(scene.ask('sidebarBuildDashboard', id, ANN, 'overview')).toMatchObject({
    message: 'Refresh “Shifts” first: someone chose to keep its old table.',
  });
});

/* Reports of periods that move on every day, on a daily schedule. */

const scheduled = async (scene: Scene, records: readonly unknown[], mode: 'replace' | 'history') => {
  scene.connect();
  await scene.serve(records);
  state(scene.refresh(scene.saveReport({ period: 'last 7 days', from: '', to: '', mode })));
  state(scene.ask('sidebarSaveSchedule', { every: 'day', hour: 6 }));
};

test.each(['replace', 'history'] as const)(
  'a service that sends nothing from some day on has a table held, also when none of its days is asked for: %s',
  async (mode) => {
    const days = ['03', '04', '05', '06', '07', '08', '09'];
    const records = days.flatMap((day) =>
      [1, 2].map(() => sentRecord({ day: `2026-03-${day}`, venue: 'Inn', posted: 1, booked: 1, worked: 1 })),
    );
    const scene = await stage.open();
    await scheduled(scene, records, mode);
    await scene.serve([]);
    const outcomes: unknown[] = [];
    for (let day = 0; day < 12; day += 1) {
      scene.emulator.advance({ hours: 24 });
      outcomes.push(report(scene)?.lastRun?.outcome);
    }

    expect(new Set(outcomes)).toEqual(new Set(['held']));
    expect(report(scene)?.confirmation?.sentence).toContain('No shifts came for');
    expect(scene.book.values('Shifts!A2:A15').flat()).not.toContain('');
  },
);

/* A person who is asked about a table that lacks much, and keeps the old one. */

/** A table that is held back for want of these rows, and kept. */
async function kept(next: readonly unknown[], schedule = true) {
  const opened = await openHeld(stage, next, schedule);
  opened.scene.ask('sidebarRefreshReport', opened.id);
  state(opened.scene.ask('sidebarKeepTable', opened.id));
  return opened;
}

const KEPT = 'Old table kept: only 9 shifts came for 2 Mar 2026 (24 before). Refresh asks again.';
const IDS = ALL.map(({ SHIFT_ID }) => SHIFT_ID);

describe('a table that a person keeps', () => {
  test('is not asked about when the sidebar opens again, and costs five service calls and no request', async () => {
    const { scene } = await openHeld(stage, FEW);
    const { id = '' } = report(scene) ?? {};
    scene.ask('sidebarRefreshReport', id);
    const before = scene.emulator.requests.length;

    expect(scene.ask('sidebarKeepTable', id)).toMatchObject({
      kind: 'done',
      message: 'Your answer is saved.',
    });

    expect(wireCalls(scene.last)).toEqual([
      'Lock.tryLock',
      'Properties.getProperties',
      // The status sheet.
      'Range.setValues',
      'Properties.setProperties',
      'Lock.releaseLock',
    ]);
    expect(scene.emulator.requests.length).toBe(before);
    expect(scene.book.values(`${STATUS}!B2:C2`)).toEqual([['Old table kept', KEPT]]);
    const confirmation = { sentence: onCard(FEWER), isKept: true };
    expect(report(scene)).toMatchObject({ confirmation, remark: KEPT });
    expect(ids(scene)).toEqual(IDS);
  });

  test('is not asked about for all the hours in which the schedule brings the same, and the status says why', async () => {
    const { scene } = await kept(FEW);

    scene.emulator.advance({ hours: 30, minutes: 1 });

    expect(report(scene)?.confirmation).toEqual({ sentence: onCard(FEWER), isKept: true });
    expect(ids(scene)).toEqual(IDS);
    expect(scene.book.values(`${STATUS}!B2:C2`)).toEqual([['Old table kept', KEPT]]);
    expect(mails(scene)).toEqual([]);
    // Nothing fails, but the table grows old.
    expect(scene.call('SHIFT_STATUS', 'state')).toMatchObject({ values: [['stale']] });
  });

  test('is not asked about after an hour in which the service failed', async () => {
    const { scene } = await kept(FEW);
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'html' });
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(report(scene)?.confirmation).toBeNull();
    await scene.serve(FEW);

    scene.emulator.advance({ hours: 1 });

    expect(report(scene)?.confirmation).toEqual({ sentence: onCard(FEWER), isKept: true });
  });

  test('is not asked about when still less comes', async () => {
    const { scene } = await kept(FEW);
    await scene.serve(FEW.slice(1));

    scene.emulator.advance({ hours: 1, minutes: 1 });

    expect(report(scene)?.confirmation).toMatchObject({ isKept: true });
    expect(ids(scene)).toEqual(IDS);
  });

  test('is asked about again by whoever presses Refresh', async () => {
    const { scene, id } = await kept(FEW);

    const outcome = scene.ask('sidebarRefreshReport', id);
    expect(outcome).toMatchObject({ code: 'held_back', message: FEWER });
    // In the note for whoever helps it is held, not failed.
    expect(outcome.kind === 'failed' && outcome.support).toMatch(/sidebar, held/);
    expect(report(scene)?.confirmation).toMatchObject({ isKept: false });
  });

  test('is written by the schedule when enough comes; the next loss is asked about anew', async () => {
    const { scene } = await kept(FEW);
    const enough = ALL.slice(0, 12);
    await scene.serve(enough);
    scene.emulator.advance({ hours: 1, minutes: 1 });
    expect(ids(scene)).toEqual(enough.map(({ SHIFT_ID }) => SHIFT_ID));

    await scene.serve(FEW);
    scene.emulator.advance({ hours: 1 });

    expect(report(scene)?.confirmation).toEqual({ sentence: onCard(FEWER), isKept: false });
  });

  test('about which nothing was asked stays as it is', async () => {
    const { scene, id } = await openHeld(stage, ALL);
    const before = JSON.stringify(state(scene.ask('sidebarState')));

    expect(JSON.stringify(state(scene.ask('sidebarKeepTable', id)))).toBe(before);
    expect(wireCalls(scene.last)).not.toContain('Properties.setProperties');
  });
});
