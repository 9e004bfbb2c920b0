import { describe, expect, test } from '@jest/globals';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { Done } from '../../src/sidebar/page/session';
import { WEEK_FORM } from '../support/report-form';
import { type Scene, Stage, state } from '../support/scene';

/* What a report would write, before it is saved: on the built bundle. */

const stage = new Stage();

async function connected(): Promise<Scene> {
  const { scene } = await stage.again('connected', async () => {
    const opened = await stage.connected();
    await opened.server.clear();
    return { scene: opened };
  });
  return scene;
}

function previewOf(outcome: SidebarOutcome): NonNullable<Done['preview']> {
  if (outcome.kind === 'failed' || outcome.preview === undefined) throw new Error(outcome.message);
  return outcome.preview;
}

/** Everything that a preview must leave alone: properties, triggers and cells. */
function everythingStored(scene: Scene): string {
  const { properties, triggers } = scene.emulator;
  const stores = [...properties].map(([scope, entries]) => [scope, ...entries]);
  return JSON.stringify([stores, triggers, scene.book.snapshot()]);
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

  test('counts no requests for sample data', async () => {
    const sample = await stage.open();
    state(sample.ask('sidebarUseSampleData', 'UK'));
    expect(previewOf(sample.ask('sidebarPreviewReport', WEEK_FORM)).size).not.toContain('asks');
  });
});

describe('a preview that is refused', () => {
  test.each<[string, unknown, string]>([
    ['a date that is none', { ...WEEK_FORM, from: '2026-02-30' }, 'invalid_option'],
    ['a column that is none', { ...WEEK_FORM, columns: 'NOTHING' }, 'invalid_option'],
    ['the status sheet', { ...WEEK_FORM, sheet: 'Shift Reports status' }, 'invalid_settings'],
    ['a report that is gone', { ...WEEK_FORM, id: 'gone' }, 'invalid_settings'],
    ['criteria longer than a report can keep', { ...WEEK_FORM, venue: 'é'.repeat(2000) }, 'invalid_settings'],
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
