import { describe, expect, test } from '@jest/globals';
import { TEMPLATES } from '../../src/contract/reports';
import { choose, chosenIn, noticeIn, offeredIn } from '../support/choosing';
import { build, openDashboard, openReport, sheetOf, shown } from '../support/dashboard-scene';
import { documentProperties } from '../support/document-properties';
import { ANN, BOB, type Scene, Stage, state, wireCalls } from '../support/scene';
import { sentRecord } from '../support/shift-records';
import { CREWS, RECORDS } from '../support/two-weeks';

/* Dashboards that are made anew for what someone chooses on the sheet. */

const stage = new Stage();
const GRAND = 'Grand Hotel, London';
const SCOPES = 'https://www.googleapis.com/auth/';

/** The tile of missing people. */
const missing = (scene: Scene) => scene.book.cell('Overview!H7').value;
const missingAt = (...venues: string[]) =>
  CREWS.filter(({ venue }) => venues.includes(String(venue))).reduce(
    (sum, { demand = 0, worked }) => sum + Math.max(0, demand - worked),
    0,
  );
const ALL = missingAt(GRAND, "O'Neill's", 'Pier');
const triggers = (scene: Scene) => scene.emulator.triggers.filter(({ on }) => on === 'edit');

describe.each(TEMPLATES)('in row 2 of %s', (template) => {
  test('a venue and a period are offered, and choosing one makes the dashboard of a report that is filtered so', async () => {
    const { scene, id, sheet } = await openDashboard(stage, template);
    expect(chosenIn(scene, sheet)).toEqual(['All venues', 'Whole report']);
    expect(offeredIn(scene, 1, sheet)).toEqual(['All venues', GRAND, "O'Neill's", 'Pier']);
    expect(offeredIn(scene, 2, sheet)).toEqual([
      ...['Whole report', 'Last 4 weeks', 'Last week', 'This month', 'Mar 2026', 'Feb 2026'],
    ]);
    const requests = await scene.requestKinds();
    choose(scene, { name: 'Pier' }, sheet);
    expect(scene.last.outcome.kind).toBe('returned');
    expect(await scene.requestKinds()).toEqual(requests);
    const chosen = shown(scene, sheet).slice(3);

    const other = scene.saveReport({ from: '2026-02-23', to: '2026-03-08', venue: 'Pier', sheet: 'Only' });
    state(scene.refresh(other));
    const [, second] = build(scene, other, template).reports;
    const filtered = shown(scene, second?.dashboards[0]?.sheet).slice(3);
    expect(chosen).toEqual(filtered);
    state(scene.refresh(id));
    expect(shown(scene, sheet).slice(3)).toEqual(chosen);

    choose(scene, { name: 'All venues', period: 'Last week' }, sheet);
    expect(String(shown(scene, sheet)[1]?.[3])).toContain('2–8 Mar 2026');
    choose(scene, { period: 'Whole report' }, sheet);
    expect(chosenIn(scene, sheet)).toEqual(['All venues', 'Whole report']);
  });
});

describe('a choice', () => {
  test('on a table that keeps history shows what the next refresh shows', async () => {
    const scene = await stage.connected();
    const days = { from: '2026-01-05', to: '2026-02-28', mode: 'history' } as const;
    const id = scene.saveReport(days);
    state(scene.refresh(id));
    scene.saveReport({ ...days, id, from: '2026-02-23', to: '2026-03-08' });
    state(scene.refresh(id));
    build(scene, id);
    const [, , venue = ''] = offeredIn(scene, 1);
    choose(scene, { name: venue, period: 'Last week' });
    const [, row] = shown(scene);
    expect(row?.slice(0, 2)).toEqual([venue, 'Last week']);
    const chosen = shown(scene).slice(3);
    state(scene.refresh(id));
    expect([shown(scene)[1], noticeIn(scene)]).toEqual([row, '']);
    expect(shown(scene).slice(3)).toEqual(chosen);
  });

  test('is kept by refreshes; a venue that is gone gives way to all, which row 3 says, until it is back', async () => {
    const { scene, id } = await openDashboard(stage);
    choose(scene, { name: 'pier' });
    expect([missing(scene), ...chosenIn(scene)]).toEqual([missingAt('Pier'), 'Pier', 'Whole report']);
    state(scene.refresh(id));
    expect(missing(scene)).toBe(missingAt('Pier'));
    await scene.serve(CREWS.map((crew) => sentRecord({ ...crew, venue: `New ${crew.venue}` })));
    state(scene.refresh(id));
    expect([missing(scene), chosenIn(scene)[0]]).toEqual([ALL, 'All venues']);
    expect(noticeIn(scene)).toBe('“Pier” is no venue of these rows: all are shown.');
    expect(offeredIn(scene, 1)).toContain('New Pier');
    await scene.serve(RECORDS);
    state(scene.refresh(id));
    expect([missing(scene), noticeIn(scene)]).toEqual([missingAt('Pier'), '']);
  });

  test('that is typed over a drop-down and is nothing goes back to all and says so', async () => {
    const { scene, id } = await openDashboard(stage);
    choose(scene, { name: 'Pier' });
    choose(scene, { name: 'Peer', period: 'Last decade' });
    expect(chosenIn(scene)).toEqual(['All venues', 'Whole report']);
    expect(noticeIn(scene)).toBe('“Last decade” has no day of the report: all are shown.');
    scene.book.editor.paste('Overview!A2', [['Pier', 'Last week']]);
    for (const task of scene.book.answersTo('Overview!A2:B2')) scene.emulator.runTask(task);
    expect(chosenIn(scene)).toEqual(['Pier', 'Last week']);
    scene.book.editor.clear('Overview!A2:B2');
    for (const task of scene.book.answersTo('Overview!A2:B2')) scene.emulator.runTask(task);
    expect([missing(scene), ...chosenIn(scene)]).toEqual([ALL, 'All venues', 'Whole report']);
    state(scene.refresh(id));
    expect(noticeIn(scene)).toBe('');
  });

  test('may be a venue whatever it is called', async () => {
    const names = ['<>Pier', '*', '?', '=1+1', '=HYPERLINK("https://x.example")', '+1', 'TRUE', '1/2', '123'];
    const own = [...names, 'Mar 2026', 'a"b;c'].map((venue, at) => {
      return { day: '2026-03-02', venue, posted: 30, booked: 20, worked: 20 - at, demand: 20 };
    });
    const { scene } = await openDashboard(stage, 'overview', [...CREWS, ...own].map(sentRecord));
    for (const { venue, worked } of own) {
      choose(scene, { name: venue });
      expect([missing(scene), chosenIn(scene)[0], noticeIn(scene)]).toEqual([20 - worked, venue, '']);
      expect(scene.book.cell('Overview!A2').formula).toBe('');
    }
  });

  test.each([null, ''])(
    'is of a table that no one has edited where the service sends the name %j',
    async (area) => {
      const { scene } = await openDashboard(
        stage,
        'overview',
        CREWS.map((crew) => sentRecord({ ...crew, area })),
      );
      choose(scene, { name: 'Pier' });
      expect([missing(scene), noticeIn(scene)]).toEqual([missingAt('Pier'), '']);
    },
  );

  test('says while it is made, by a formula of the sheet, that it is: also in a copy, where no trigger runs', async () => {
    const { scene } = await openDashboard(stage);
    const copy = scene.emulator.copySpreadsheet(scene.book, { owner: BOB });
    const before = scene.emulator.executions.length;
    copy.as(BOB).enter('Overview!A2', 'Pier');
    expect(scene.emulator.executions).toHaveLength(before);
    const { formula } = copy.cell('Overview!A3');
    expect(formula).toContain('INDIRECT(CHAR(72+SIGN((A2<>"All venues")+(B2<>"Whole report")))&');
    const last = /&"(\d+)"\)\)$/.exec(formula)?.[1];
    expect(copy.values(`Overview!H${last}:I${last}`)).toEqual([
      ['', 'Working on your choice. If this stays for a minute, build the dashboard again in the sidebar.'],
    ]);
  });

  test('is what explanations are of', async () => {
    const { scene } = await openDashboard(stage);
    choose(scene, { name: 'Pier', period: 'Last week' });
    scene.book.as(ANN).select('Overview!H7');
    const outcome = scene.ask('sidebarExplainCell');
    if (outcome.kind === 'failed') throw new Error(outcome.message);
    const { lines = [] } = outcome.explanation ?? {};
    const told = Object.fromEntries(lines.map(({ label, value }) => [label, value]));
    expect(told).toMatchObject({
      Recalculated: `${missing(scene)}, matches the cell.`,
      'Rows behind it': '7 shift records',
      Period: '2–8 Mar 2026',
    });
  });

  test('may be typed where Google refuses the drop-downs', async () => {
    const { scene, id } = await openReport(stage);
    const match = ({ method }: { readonly method: string }) => method === 'Range.setDataValidations';
    scene.emulator.fault = { throwAtCall: 1, forever: true, match };
    build(scene, id);
    scene.emulator.fault = null;
    expect(offeredIn(scene, 1)).toEqual([]);
    choose(scene, { name: 'Pier' });
    expect(missing(scene)).toBe(missingAt('Pier'));
  });

  test('over more venues than a drop-down takes may be typed', async () => {
    const crews = Array.from({ length: 600 }, (_, at) => ({
      ...{
        day: '2026-03-02',
        venue: `Venue ${String(at).padStart(3, '0')}`,
        posted: 9,
        booked: 8,
        worked: 5,
      },
    }));
    const { scene } = await openDashboard(stage, 'overview', crews.map(sentRecord));
    expect(offeredIn(scene, 1)).toHaveLength(500);
    choose(scene, { name: 'Venue 599' });
    expect([missing(scene), chosenIn(scene)[0]]).toEqual([4, 'Venue 599']);
  });

  test('of a list of days to come needs them, which are kept for six hours', async () => {
    const { scene, sheet } = await openDashboard(stage, 'unfilled_list');
    const before = shown(scene, sheet).slice(3);
    scene.emulator.caches.clear();
    choose(scene, { name: 'Pier' }, sheet);
    expect(noticeIn(scene, sheet)).toBe(
      'These are the figures of before your choice. Refresh “Shifts” first: days to come are kept for six hours.',
    );
    expect(shown(scene, sheet).slice(3)).toEqual(before);
  });
});

describe('what people did to the table', () => {
  const EDITED =
    '“Shifts” was edited since its last refresh: these are the figures of its table as it is. Refresh it to have the service’s.';

  test.each<[string, (scene: Scene) => void, string]>([
    ['sorted', ({ book }) => book.editor.sort('Shifts!A2:R43', 2, false), ''],
    ['typed into a note beside it', ({ book }) => book.as(ANN).enter('Shifts!T4', 'mine'), ''],
    ['changed a figure', ({ book }) => book.as(ANN).enter('Shifts!J2', '0'), EDITED],
    ['deleted rows', ({ book }) => book.editor.deleteRows('Shifts', 5, 3), EDITED],
    ['wrote a word in the place of a number', ({ book }) => book.as(ANN).enter('Shifts!J2', 'many'), EDITED],
  ])('%s: row 3 says it, and the figures are those of the table', async (_, edit, said) => {
    const { scene } = await openDashboard(stage);
    edit(scene);
    choose(scene, { name: GRAND });
    expect([noticeIn(scene), chosenIn(scene)[0]]).toEqual([said, GRAND]);
  });

  test.each<[string, (scene: Scene, id: string) => void, RegExp]>([
    [
      'a heading was changed',
      ({ book }) => book.as(ANN).enter('Shifts!B1', 'Place'),
      /^Put the heading VENUE_NAME back in B1 of “Shifts” .* the cell holds “Place”\.$/,
    ],
    [
      'a column was left out',
      (scene, id) => {
        scene.saveReport({ id, from: '2026-02-23', to: '2026-03-08', columns: 'SHIFT_DATE, VENUE_NAME' });
        state(scene.refresh(id));
      },
      /which has no column AREA_NAME\.$/,
    ],
    [
      'the name of its cells is gone',
      ({ book }) => book.editor.deleteName('Shifts_Shifts'),
      /^Give the table on “Shifts” its name Shifts_Shifts back .* and A1 is in use\.$/,
    ],
    [
      'the report was removed',
      (scene, id) => void state(scene.ask('sidebarRemoveReport', id)),
      /^Open the sidebar again: this report was removed\.$/,
    ],
    [
      'nothing is connected',
      (scene) => void state(scene.ask('sidebarDisconnect')),
      /^Connect in the sidebar/,
    ],
  ])('%s: the figures stay, and row 3 says what to do in one sentence', async (_, edit, said) => {
    const { scene, id } = await openDashboard(stage);
    edit(scene, id);
    const before = shown(scene).slice(3);
    choose(scene, { name: 'Pier' });
    const [stay, ...sentence] = noticeIn(scene).split('. ');
    expect(stay).toBe('These are the figures of before your choice');
    expect(sentence.join('. ')).toMatch(said);
    expect(shown(scene).slice(3)).toEqual(before);
  });
});

describe('the edit trigger', () => {
  test('is made with the first dashboard, ends in a call or none for any other edit, and goes with the last', async () => {
    const { scene, id } = await openDashboard(stage);
    build(scene, id, 'scorecard');
    expect(triggers(scene)).toHaveLength(1);
    for (const [cell, calls] of [
      ['Overview!A3', 0],
      ['Shifts!C9', 0],
      ['Overview!D2', 0],
      ['Shifts!A2', 1],
      ['Sheet1!B2', 1],
    ] as const) {
      scene.book.as(ANN).enter(cell, 'x');
      expect([cell, wireCalls(scene.last).length]).toEqual([cell, calls]);
    }
    scene.book.editor.deleteSheet('Overview');
    state(scene.refresh(id));
    expect(triggers(scene)).toHaveLength(1);
    scene.book.editor.deleteSheet('Scorecard');
    state(scene.refresh(id));
    expect([triggers(scene), documentProperties(scene).editTrigger]).toEqual([[], '']);
  });

  test('of whoever built one again last answers, and the one before ends itself', async () => {
    const { scene, id } = await openDashboard(stage);
    state(scene.ask('sidebarBuildDashboard', id, BOB, 'scorecard'));
    expect([triggers(scene).map(({ owner }) => owner), chosenIn(scene, 'Scorecard')[0]]).toEqual([
      [ANN],
      'All venues',
    ]);
    state(scene.ask('sidebarBuildDashboard', id, BOB, 'overview'));
    expect(triggers(scene).map(({ owner }) => owner)).toEqual([ANN, BOB]);
    choose(scene, { name: 'Pier' });
    expect(triggers(scene).map(({ owner }) => owner)).toEqual([BOB]);
    expect(missing(scene)).toBe(missingAt('Pier'));
  });

  test('needs permissions: without them there are no drop-downs, and nothing else changes', async () => {
    const { scene, id } = await openReport(stage);
    scene.book
      .as(ANN)
      .consent(
        [
          'spreadsheets.currentonly',
          'script.external_request',
          'script.container.ui',
          'script.send_mail',
        ].map((one) => SCOPES + one),
      );
    build(scene, id);
    expect(String(shown(scene)[1]?.[0])).toMatch(/^23 Feb–8 Mar 2026 · as of /);
    expect([triggers(scene), sheetOf(scene).validations, missing(scene)]).toEqual([[], [], ALL]);
  });
});
