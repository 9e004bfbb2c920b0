import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReportPreview } from '../../src/contract/reports';
import type { SidebarOutcome } from '../../src/contract/sidebar';
import { WEEK_FORM } from '../support/report-form';
import { ANN, type Scene, Stage, state } from '../support/scene';

/* What a report would write, before it is saved: on the built bundle. */

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.close());

async function connected(): Promise<Scene> {
  const { scene } = await stage.again('connected', async () => {
    const opened = await stage.open();
    opened.connect();
    await opened.server.clear();
    return { scene: opened };
  });
  return scene;
}

function previewOf(outcome: SidebarOutcome): ReportPreview {
  if (outcome.kind === 'failed' || outcome.preview === undefined) throw new Error(outcome.message);
  return outcome.preview;
}

/** Everything that a preview must leave alone: properties, triggers and cells. */
function everythingStored(scene: Scene): string {
  const { properties, triggers } = scene.emulator.world;
  const stores = [...properties.scopes].map(([scope, entries]) => [scope, ...entries]);
  return JSON.stringify([stores, triggers.triggers, scene.book.document.snapshot()]);
}

/** The first rows of a sheet, as the person sees them. */
function shownRows(scene: Scene, sheet: string, rows: number, columns: number): string[][] {
  const letter = (column: number) => String.fromCharCode(65 + column);
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) =>
      String(scene.book.cell(`${sheet}!${letter(column)}${row + 1}`).display),
    ),
  );
}

describe('a preview', () => {
  test('shows the rows that saving and refreshing then write, and leaves everything as it was', async () => {
    const scene = await connected();
    const before = everythingStored(scene);

    const preview = previewOf(scene.ask('sidebarPreviewReport', WEEK_FORM));

    expect(everythingStored(scene)).toBe(before);
    const id = scene.saveReport();
    state(scene.refresh(id));
    const written = shownRows(scene, 'Shifts', 6, 18);
    expect([preview.headings, ...preview.rows]).toEqual(written);
    expect(scene.last.fetches).toBe(1);
  });

  test('of groups shows them as the sheet would', async () => {
    const scene = await connected();
    const grouped = { ...WEEK_FORM, report: 'shift_fulfilment_aggregated', groupBy: 'venue' };

    const preview = previewOf(scene.ask('sidebarPreviewReport', grouped));

    state(scene.refresh(scene.saveReport({ report: 'shift_fulfilment_aggregated', groupBy: 'venue' })));
    const written = shownRows(scene, 'Shifts', 1 + preview.rows.length, preview.headings.length);
    expect([preview.headings, ...preview.rows]).toEqual(written);
  });

  test('uses rows again that are kept', async () => {
    const scene = await connected();
    previewOf(scene.ask('sidebarPreviewReport', WEEK_FORM));

    previewOf(scene.ask('sidebarPreviewReport', { ...WEEK_FORM, venue: '*e*', columns: 'SHIFT_DATE' }));

    expect(scene.last.fetches).toBe(0);
  });

  test('counts rows, columns, shifts and empty values', async () => {
    const scene = await connected();
    await scene.server.setScenario('report', { name: 'rows', rows: 25 });

    const { facts, rows } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, from: '2026-03-02', to: '2026-03-02' }),
    );

    expect(rows.length).toBe(5);
    expect(facts[0]).toBe('25 rows and 18 columns, from 25 shifts of 2026-03-02.');
    expect(facts[1]).toMatch(/^(No value is empty|\d+ values? (is|are) empty)\.$/);
    expect(facts).toContain('It will be written to a new sheet, “Shifts”.');
    expect(facts[3]).toBe(
      'A refresh makes about 2 requests, the sign-in included, and takes about 4 seconds.',
    );
    expect(facts[4]).toBe('The schedule is off: it is refreshed only when someone presses Refresh.');
  });

  test('counts no requests for sample data', async () => {
    const scene = await stage.open();
    state(scene.ask('sidebarUseSampleData', 'UK'));
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));

    const { facts } = previewOf(scene.ask('sidebarPreviewReport', WEEK_FORM));

    expect(facts[3]).toMatch(/^A refresh takes about \d seconds\.$/);
    expect(facts[4]).toMatch(/^Refreshed every hour, it takes about \d minutes? a day\.$/);
  });

  test('says what the schedule now chosen will make a day', async () => {
    const scene = await connected();
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));

    const { facts } = previewOf(scene.ask('sidebarPreviewReport', WEEK_FORM));

    expect(facts[4]).toMatch(
      /^Refreshed every hour, it makes about 48 requests and takes about 2 minutes a day\.$/,
    );
  });

  test('of a long range reads one group of its newest months, and says what it concludes for the rest', async () => {
    const scene = await connected();

    const { facts } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, from: '2025-03-01', to: '2026-02-28' }),
    );

    expect((await scene.requestKinds()).filter((kind) => kind === 'report').length).toBe(5);
    expect(facts[0]).toMatch(/ of 2025-10-01 to 2026-02-28\.$/);
    expect(facts[1]).toMatch(/^Only these newest days were read .* has about [\d,]+ shifts\.$/);
    expect(facts).toContainEqual(expect.stringMatching(/^A refresh makes about 13 requests/));
  });

  test('of 21 years says what it supposes, that fetching takes several runs, and what to choose instead', async () => {
    const scene = await connected();

    const { facts, warnings } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, from: '2010-01-01', to: '2030-12-31' }),
    );

    expect(facts[0]).toMatch(/ of 2025-11-01 to 2026-03-31\.$/);
    expect(facts[1]).toMatch(
      /^Only these newest days were read for the preview\. If the earlier days have as many, the whole report has about \d{3},000 shifts, besides those of days to come\.$/,
    );
    // 252 months and the sign-in: 51 groups of 1.36 s, with 0.18 s between two.
    expect(facts).toContainEqual(expect.stringMatching(/^A refresh makes about 253 requests/));
    expect(facts).toContain(
      'Fetching takes about 2 runs in the sidebar, one after the other while it stays open: each continues where the last one stopped.',
    );
    // April 2026 to December 2030.
    expect(warnings).toEqual([
      'Choose an earlier last day: 57 of these months are still to come, and each takes a request.',
      'Choose fewer days: writing so many rows may take longer than Google lets one run last.',
    ]);
  });

  test('of years that are all to come says that it read the first of them', async () => {
    const scene = await connected();

    const { facts } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, from: '2026-04-01', to: '2027-03-31' }),
    );

    expect(facts[0]).toMatch(/ of 2026-04-01 to 2026-08-31\.$/);
    expect(facts[1]).toBe(
      'Only the first of these days were read for the preview: the others are still to come.',
    );
  });

  test('of 13 months says nothing of several runs', async () => {
    const scene = await connected();

    const { facts, warnings } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, from: '2025-03-01', to: '2026-03-31' }),
    );

    expect([facts.join(' '), warnings]).toEqual([expect.not.stringMatching(/ runs |to come/), []]);
  });

  test('of a range that is mostly to come reads what has begun', async () => {
    const scene = await connected();

    const { facts } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, from: '2025-11-01', to: '2026-12-31' }),
    );

    expect(facts[0]).toMatch(/ of 2025-11-01 to 2026-03-31\.$/);
  });
});

describe('where it would be written', () => {
  test('to a sheet that is someone’s: warns, and the rows are shown all the same', async () => {
    const scene = await connected();
    scene.book.as(ANN).enter('Sheet1!B2', 'mine');

    const { rows, warnings } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, sheet: 'Sheet1' }),
    );

    expect(rows.length).toBe(5);
    expect(warnings).toEqual(['Choose an empty sheet or a new name: “Sheet1” already holds something.']);
  });

  test('to an empty sheet', async () => {
    const scene = await connected();
    const { facts, warnings } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, sheet: 'Sheet1' }),
    );
    expect([facts[2], warnings]).toEqual(['It will be written to the sheet “Sheet1”.', []]);
  });

  test('to its own table: says that it is replaced, and what is in the way below it', async () => {
    const scene = await connected();
    const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
    state(scene.refresh(id));
    const rows = scene.book.values('Shifts!A1:A400').filter(([cell]) => cell !== '').length;
    const own = { ...WEEK_FORM, id, from: '2026-03-01', to: '2026-03-07' };
    const free = previewOf(scene.ask('sidebarPreviewReport', own));
    scene.book.as(ANN).enter(`Shifts!B${rows + 3}`, 'mine');

    const blocked = previewOf(scene.ask('sidebarPreviewReport', own));

    expect(free.facts).toContain(`It will replace the table of ${rows - 1} shifts on “Shifts”.`);
    expect(free.warnings).toEqual([]);
    expect(blocked.warnings).toEqual([
      'Clear the cells below the table on “Shifts”: the new rows need the space.',
    ]);
  });

  test('to its own table whose heading row was changed', async () => {
    const scene = await connected();
    const id = scene.saveReport();
    state(scene.refresh(id));
    scene.book.as(ANN).enter('Shifts!A1', 'Day');

    const { warnings } = previewOf(scene.ask('sidebarPreviewReport', { ...WEEK_FORM, id }));

    expect(warnings).toEqual([
      expect.stringMatching(/^Edit the report and set Columns: SHIFT_DATE as Day, or put the heading/),
    ]);
  });

  test('nowhere yet where no shift fits', async () => {
    const scene = await connected();
    const { rows, warnings } = previewOf(
      scene.ask('sidebarPreviewReport', { ...WEEK_FORM, venue: 'Nowhere at all' }),
    );
    expect([rows, warnings]).toEqual([
      [],
      ['Check the venue, area and job title: no shift of these days fits.'],
    ]);
  });
});

describe('a preview that is refused', () => {
  test.each<[string, unknown, string]>([
    ['a date that is none', { ...WEEK_FORM, from: '2026-02-30' }, 'invalid_range'],
    ['days backwards', { ...WEEK_FORM, from: '2026-03-08' }, 'invalid_range'],
    ['a column that is none', { ...WEEK_FORM, columns: 'NOTHING' }, 'invalid_option'],
    ['the status sheet', { ...WEEK_FORM, sheet: 'Shift Reports status' }, 'invalid_settings'],
    ['a report that is gone', { ...WEEK_FORM, id: 'gone' }, 'invalid_settings'],
    ['criteria longer than a report can keep', { ...WEEK_FORM, venue: 'é'.repeat(950) }, 'invalid_settings'],
    [
      'history of groups',
      { ...WEEK_FORM, report: 'shift_fulfilment_aggregated', mode: 'history' },
      'invalid_settings',
    ],
    ['nothing', null, 'invalid_settings'],
    ['a list', [WEEK_FORM], 'invalid_settings'],
    ['a member too many', { ...WEEK_FORM, secret: 'x' }, 'invalid_settings'],
    ['a prototype', JSON.parse('{"__proto__": {"sheet": "x"}}'), 'invalid_settings'],
    ['a sheet name with a line break', { ...WEEK_FORM, sheet: 'a\nb' }, 'invalid_settings'],
    ['a huge text', { ...WEEK_FORM, sheet: 'x'.repeat(100_000) }, 'invalid_settings'],
  ])('%s: with no request and nothing stored', async (_, form, code) => {
    const scene = await connected();
    const before = everythingStored(scene);

    const outcome = scene.ask('sidebarPreviewReport', form);

    expect(outcome).toMatchObject({ kind: 'failed', code });
    expect(scene.last.fetches).toBe(0);
    expect(everythingStored(scene)).toBe(before);
  });

  test('without a connection, or by the service', async () => {
    const fresh = await stage.open();
    expect(fresh.ask('sidebarPreviewReport', WEEK_FORM)).toMatchObject({ code: 'settings_missing' });
    const scene = await connected();
    await scene.server.setScenario('report', { name: 'status', status: 404 });
    expect(scene.ask('sidebarPreviewReport', WEEK_FORM)).toMatchObject({
      kind: 'failed',
      code: 'not_available',
    });
  });
});
