import { describe, expect, test } from '@jest/globals';

import { fieldNamed } from '../../src/contract/fields';
import type { RestateOutcome } from '../api-server/local-service';

import { ANN, type Scene, Stage, state } from '../support/scene';
import { SPEC_NAMES } from '../support/spec-fields';

/* What a refresh changed: the counts in its sentence, and the rows in a sheet on request. */

const stage = new Stage();

const SHEET = 'Shift Reports changes';
const HEADINGS = ['Seen', 'Report', 'Date', 'Venue', 'Job title', 'What changed', 'Shift ID'];
const DAYS = { from: '2026-03-01', to: '2026-03-07' };
/** Days between the serial number of a day and 1970. */
const UNIX_EPOCH_DAY = 25_569;

async function opened(changes = {}): Promise<{ scene: Scene; id: string }> {
  const scene = await stage.connected();
  const id = scene.saveReport({ ...DAYS, ...changes });
  return { scene, id };
}

type Row = Readonly<Record<string, unknown>>;

/** What the service changed in the days of the report, as lines of the sheet without time. */
function linesOf({ corrections }: RestateOutcome, employerId: number): string[] {
  const isOurs = (row: Row | null) =>
    row !== null && String(row.SHIFT_DATE) >= DAYS.from && String(row.SHIFT_DATE) <= DAYS.to;
  return corrections
    .filter((one) => one.employerId === employerId)
    .flatMap(({ before, after }) => {
      const [old, now] = [before as Row | null, after as Row | null];
      const row = now ?? old;
      if (row === null || !isOurs(row)) return [];
      const day = Date.parse(String(row.SHIFT_DATE)) / 86_400_000 + UNIX_EPOCH_DAY;
      const shift = ['Shifts', day, row.VENUE_NAME, row.JOB_TITLE];
      const id = row.SHIFT_ID;
      if (old === null) return [JSON.stringify([...shift, 'Shift added', id])];
      if (now === null) return [JSON.stringify([...shift, 'Shift removed', id])];
      const names = SPEC_NAMES.filter((name) => old[name] !== now[name]);
      const counted = names.filter((name) => !name.endsWith('_PERCENTAGE'));
      const words = (counted.length > 0 ? counted : names).map(
        (name) => `${fieldNamed(name)?.heading} ${shown(name, old[name])} → ${shown(name, now[name])}`,
      );
      return words.length === 0 ? [] : [JSON.stringify([...shift, words.join('; '), id])];
    });
}

/** A value as the table shows it. */
function shown(name: string, value: unknown): unknown {
  const kind = fieldNamed(name)?.kind;
  if (value === null || value === undefined) return 'blank';
  if (kind === 'percentage') return `${Number(value).toFixed(1)}%`;
  return kind === 'decimal' ? Number(value).toFixed(2) : value;
}

/** The lines of the sheet without time, from a row on. */
function written(scene: Scene, first = 2): string[] {
  return scene.book
    .values(`${SHEET}!A${first}:G400`)
    .filter(([seen]) => seen !== '')
    .map(([, ...line]) => JSON.stringify(line));
}

const countOf = (lines: readonly string[], what: string) =>
  lines
    .map((line) => String(JSON.parse(line)[4]))
    .filter((said) => (what === 'changed' ? !said.startsWith('Shift ') : said === `Shift ${what}`)).length;

describe('corrections of the service', () => {
  test('are counted in the sentence of the refresh, and listed one by one, old and new, on request', async () => {
    const { scene, id } = await opened();
    state(scene.refresh(id));
    const restated = await scene.server.restate();
    const expected = linesOf(restated, scene.server.demoEmployer.employerId);
    const [added, removed, changed] = ['added', 'removed', 'changed'].map((what) => countOf(expected, what));
    expect(changed).toBeGreaterThan(5);

    const outcome = scene.refresh(id);

    const parts = [
      added && `${added} added`,
      removed && `${removed} removed`,
      changed && `${changed} changed`,
    ];
    const said = parts
      .filter(Boolean)
      .join(', ')
      .replace(/^(\d+)/, added === 1 ? '$1 shift' : '$1 shifts');
    expect(outcome.message).toContain(` ${said}.`);
    expect(state(outcome).activity[0]?.sentence).toContain(` ${said}.`);
    const shown = scene.ask('sidebarShowChanges', id);
    expect([shown.kind, shown.message]).toEqual(['done', `${said}. See the sheet “${SHEET}”.`]);
    expect(scene.last.fetches).toBe(0);
    expect(scene.book.values(`${SHEET}!A1:G1`)).toEqual([HEADINGS]);
    expect(written(scene).sort()).toEqual(expected.sort());
    expect(scene.book.cell(`${SHEET}!A2`).display).toBe('10 Mar 2026, 09:00');
    process.stdout.write(`Changes listed: ${expected.length} of ${expected.length}\n`);
  });

  test('of a later refresh come on top, and what people wrote beside stays', async () => {
    const { scene, id } = await opened();
    state(scene.refresh(id));
    await scene.server.restate();
    state(scene.refresh(id));
    state(scene.ask('sidebarShowChanges', id));
    const earlier = written(scene);
    scene.book.as(ANN).enter(`${SHEET}!K2`, 'ours');
    const expected = linesOf(await scene.server.restate(), scene.server.demoEmployer.employerId);
    scene.emulator.clock.advance(3_600_000);

    state(scene.refresh(id));
    state(scene.ask('sidebarShowChanges', id));

    expect(written(scene, 2 + expected.length)).toEqual(earlier);
    expect(written(scene).slice(0, expected.length).sort()).toEqual(expected.sort());
    expect(scene.book.cell(`${SHEET}!K${2 + expected.length}`).value).toBe('ours');
  });

  test('are listed once, however often it is asked for, and again after the sheet was deleted', async () => {
    const { scene, id } = await opened();
    state(scene.refresh(id));
    await scene.server.restate();
    state(scene.refresh(id));
    const list = () => {
      state(scene.ask('sidebarShowChanges', id));
      return written(scene);
    };
    const once = list();
    expect(list()).toEqual(once);
    scene.book.editor.deleteSheet(SHEET);
    expect(list()).toEqual(once);
  });

  test('are not told where nothing changed', async () => {
    const { scene, id } = await opened();
    for (const _ of [1, 2]) state(scene.refresh(id));

    expect(state(scene.ask('sidebarState')).reports[0]?.lastRun?.message).toMatch(
      /^\d+ shifts from 1–7 Mar 2026\.$/,
    );
    expect(scene.ask('sidebarShowChanges', id)).toMatchObject({
      kind: 'done',
      message: 'Nothing to list: no refresh has changed “Shifts” since its first, or since Disconnect.',
    });
  });
});

describe('a sheet of changes', () => {
  test('is not made before there is a table to compare with', async () => {
    const { scene, id } = await opened();
    state(scene.refresh(id));

    expect(state(scene.ask('sidebarShowChanges', id)).reports).toHaveLength(1);
    expect(scene.book.workbook.sheets.some(({ name }) => name === SHEET)).toBe(false);
  });

  test('is not made where the sheet of the table was deleted, which is not made again either', async () => {
    const { scene, id } = await opened();
    state(scene.refresh(id));
    await scene.server.restate();
    state(scene.refresh(id));
    scene.book.editor.deleteSheet('Shifts');

    expect(scene.ask('sidebarShowChanges', id)).toMatchObject({ kind: 'failed', code: 'sheet_blocked' });
    const names = scene.book.workbook.sheets.map(({ name }) => name);
    expect(names.filter((name) => name === 'Shifts' || name === SHEET)).toEqual([]);
  });

  test('is not made of grouped figures, which have no shifts', async () => {
    const { scene, id } = await opened({ report: 'shift_fulfilment_aggregated', groupBy: 'venue' });
    state(scene.refresh(id));
    await scene.server.restate();
    state(scene.refresh(id));

    expect(scene.ask('sidebarShowChanges', id)).toMatchObject({
      kind: 'done',
      message: 'The table changed.',
    });
  });
});
