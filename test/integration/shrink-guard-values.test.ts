import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ALL, MAIL, openTwelve, heldReport as report } from '../support/held-table';
import { REPORT_FORM } from '../support/report-form';
import { ANN, type Scene, Stage, state } from '../support/scene';
import { SPEC_FIELDS } from '../support/spec-fields';
import { alertOf, mails, nextRun, watch, week } from './alerts-scene';

/* A service that changes what it sends: the rows come as before, their values do not. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

type Sent = Readonly<Record<string, unknown>>;
const isMetric = (name: string) =>
  SPEC_FIELDS.some(([field, type]) => field === name && ['integer', 'number'].includes(type)) &&
  name !== 'SHIFT_ID';
/** Records whose numbers are sent otherwise. */
const withMetrics = (records: readonly Sent[], as: (value: unknown) => unknown): Sent[] =>
  records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, isMetric(name) ? as(value) : value]),
    ),
  );
const renamed = (records: readonly Sent[]) =>
  records.map(({ SHIFTS_WORKED, ...record }) => ({ ...record, SHIFTS_ATTENDED: SHIFTS_WORKED }));

const table = (scene: Scene) => scene.book.values('Shifts!A1:R20');
const THREE =
  'SHIFTS_POSTED (12 values before), SHIFTS_BOOKED (12 values before), SHIFTS_BOOKED_PERCENTAGE (12 values before)';

describe.each<[string, readonly Sent[], string]>([
  ['numbers as texts', withMetrics(ALL, String), `no values came for ${THREE} and 10 more columns`],
  ['no numbers', withMetrics(ALL, () => null), `no values came for ${THREE} and 10 more columns`],
  [
    'only zeros',
    withMetrics(ALL, () => 0),
    `only zeros came for ${THREE.replaceAll('values', 'other values')} and 10 more columns`,
  ],
  ['a field under another name', renamed(ALL), 'no values came for SHIFTS_WORKED (12 values before)'],
])('a service that sends %s', (_, next, why) => {
  const sentence = `Press Refresh and confirm if this is right: ${why}, so the old table stays.`;

  test('changes no cell by the schedule: it is held, and told once by mail', async () => {
    const { scene } = await openTwelve(stage, next, true);
    const before = table(scene);

    scene.emulator.advance({ hours: 5, minutes: 1 });

    expect(table(scene)).toEqual(before);
    expect(report(scene)?.confirmation).toEqual({ sentence, isKept: false });
    expect(scene.book.cell('Shift Reports status!B2').value).toBe('HELD');
    expect(scene.emulator.mails.map(({ to }) => to)).toEqual([MAIL]);
    expect(scene.emulator.mails[0]?.body).toContain(sentence);
  });

  test('has its table written when a person confirms, and is not asked about again', async () => {
    const { scene, id } = await openTwelve(stage, next, true);
    expect(scene.ask('sidebarRefreshReport', id)).toMatchObject({ code: 'held_back', message: sentence });

    state(scene.refresh(id));
    scene.emulator.advance({ hours: 2, minutes: 1 });

    expect(report(scene)).toMatchObject({ confirmation: null, lastRun: { outcome: 'refreshed' } });
    expect(scene.emulator.mails).toEqual([]);
  });
});

describe('a column that was empty from the first', () => {
  test('is named by the refresh, and by the preview', async () => {
    const scene = await stage.open();
    scene.connect();
    await scene.serve(renamed(ALL));
    const days = { from: '2026-03-02', to: '2026-03-02' };
    const id = scene.saveReport(days);
    const told = 'Check with the service: no row has a value for SHIFTS_WORKED.';

    const message = state(scene.refresh(id)).reports[0]?.lastRun?.message;
    const preview = scene.ask('sidebarPreviewReport', { ...REPORT_FORM, ...days, period: 'custom', id });

    expect(message).toContain(told);
    expect(JSON.stringify(preview)).toContain(told);
  });
});

describe('a preview', () => {
  test('says what a refresh would ask about', async () => {
    const { scene, id } = await openTwelve(stage, renamed(ALL));
    const days = { from: '2026-03-02', to: '2026-03-02' };
    scene.emulator.world.caches.clear();
    const preview = scene.ask('sidebarPreviewReport', { ...REPORT_FORM, ...days, period: 'custom', id });
    expect(JSON.stringify(preview)).toContain(
      'Press Refresh and confirm if this is right: no values came for SHIFTS_WORKED (12 values before), so the old table stays.',
    );
  });
});

describe('a formula', () => {
  test.each([
    ['groups', '=SHIFT_FULFILMENT_AGGREGATED("2026-03-02", "2026-03-02", "venue")'],
    ['weeks', '=SHIFT_FULFILMENT_AGGREGATED("2026-03-02", "2026-03-02", "week")'],
  ])('of %s says in NOTES that all values are blank', async (_, formula) => {
    const scene = await stage.open();
    scene.connect();
    await scene.serve(withMetrics(ALL, String));
    scene.book.as(ANN).enter('Sheet1!A1', formula);
    const [headings = [], ...rows] = scene.book.values('Sheet1!A1:AZ9');
    const notes = headings.indexOf('NOTES');
    const shown = rows.filter(([first]) => first !== '');
    expect({ headings, shown: shown.length }).not.toMatchObject({ shown: 0 });
    for (const row of shown) expect(String(row[notes])).toMatch(/\d+ records without a value left out of/);
  });
});

describe('an alert', () => {
  test.each([
    ['in the same week', 1],
    ['in a week that begins', 6],
  ])('is sent of no zeros that a service sends for everything %s', async (_, days) => {
    const scene = await watch(stage, 'day');
    nextRun(scene);
    const before = alertOf(scene);
    for (let day = 2; day < days; day += 1) nextRun(scene);
    await scene.serve(withMetrics(days === 1 ? week('2026-03-02', 10) : week('2026-03-09', 10), () => 0));

    nextRun(scene);

    expect(state(scene.ask('sidebarState')).reports[0]?.confirmation?.sentence).toContain(
      'only zeros came for',
    );
    expect(mails(scene)).toEqual([]);
    expect(alertOf(scene)).toEqual(before);
  });
});
