import { describe, expect, test } from '@jest/globals';
import { formatIsoDate, parseIsoDate } from '../../src/calendar/calendar-date';
import type { SidebarOutcome } from '../../src/sidebar/answer';
import type { ExecutionRecord } from '../emulator/execution';
import { documentProperties } from '../support/document-properties';
import { runs } from '../support/runs';
import { ANN, BOB, type Scene, state } from '../support/scene';
import { RECORD } from '../support/spec-fields';
import { stagingStage } from '../support/staging-stage';

/* Refreshes side by side, halted at every service call in an order that a seed decides. */

const SEEDS = runs(2, 50);
const FIRST_SEED = Number(process.env.TEST_SEED ?? 1);
const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);
const CELLS = 20;
const CELL_SEEDS = Math.ceil(SEEDS / 50);
/** How many different days the cells ask for, none of them fetched before, and what is refreshed meanwhile. */
const ASKED_DAYS = [
  [1, 'fixed days'],
  [5, 'fixed days'],
  [CELLS, 'fixed days'],
  [5, 'a period'],
  [5, 'its first refresh, fixed days'],
  [5, 'its first refresh, a period'],
  [5, 'kept history'],
] as const;
const FORMS = {
  'fixed days': { from: '2026-03-02', to: '2026-03-02' },
  'a period': { period: 'last week', from: '', to: '' },
  'its first refresh, fixed days': { from: '2026-03-02', to: '2026-03-02' },
  'its first refresh, a period': { period: 'last week', from: '', to: '' },
  'kept history': { period: 'last week', from: '', to: '', mode: 'history' },
} as const;

const made = stagingStage();

/** So many shifts of one venue, whose IDs no other answer has. */
function shiftsOf(venue: string, count: number, firstId: number) {
  return Array.from({ length: count }, (_, index) => ({
    ...RECORD,
    VENUE_NAME: venue,
    SHIFT_ID: firstId + index,
  }));
}

const OLD = shiftsOf('Old', 9, 100);
const FIRST = shiftsOf('First', 14, 200);
const SECOND = shiftsOf('Second', 6, 300);
const venuesOf = (scene: Scene) =>
  scene.book
    .values('Shifts!A2:R40')
    .map((row) => [row[1], row[17]])
    .filter(([venue, id]) => venue !== '' || id !== '');
const rowsOf = (records: typeof OLD) => records.map((record) => [record.VENUE_NAME, record.SHIFT_ID]);

async function opened(seed: number, isStaged: boolean): Promise<{ scene: Scene; id: string }> {
  const scene = await made.open(isStaged, { seed });
  scene.connect();
  const id = scene.saveReport({ from: '2026-03-02', to: '2026-03-02' });
  await scene.server.setScenario('report', { name: 'replace-rows', rows: OLD, times: 1 });
  await scene.server.setScenario('report', { name: 'replace-rows', rows: FIRST, times: 1 });
  await scene.server.setScenario('report', { name: 'replace-rows', rows: SECOND });
  state(scene.refresh(id));
  return { scene, id };
}

function outcomeOf({ outcome }: ExecutionRecord): SidebarOutcome {
  if (outcome.kind !== 'returned') throw new Error(outcome.message);
  return outcome.value as unknown as SidebarOutcome;
}

describe.each([
  ['written at once', false],
  ['staged', true],
])('two refreshes of one table that is %s', (_how, isStaged) => {
  test(`leave one result whole, and tell the second of the first (${SEEDS} seeds from ${FIRST_SEED})`, async () => {
    for (const seed of seeds) {
      const { scene, id } = await opened(seed, isStaged);
      const task = { book: scene.book, kind: 'sidebar' as const, name: 'sidebarRefreshReport' };
      const args = [id, true];

      const records = scene.emulator.interleave(
        [
          { ...task, args, user: ANN },
          { ...task, args, user: BOB },
        ],
        { seed },
      );

      const table = venuesOf(scene);
      const wanted = [rowsOf(FIRST), rowsOf(SECOND)];
      const isOne = wanted.some((rows) => JSON.stringify(rows) === JSON.stringify(table));
      expect({ seed, table: isOne ? 'one of the two' : table }).toEqual({ seed, table: 'one of the two' });
      const outcomes = records.map(outcomeOf);
      const busy = outcomes.filter((one) => one.kind === 'failed');
      for (const one of busy) {
        expect({ seed, message: one.message }).toEqual({ seed, message: expect.stringMatching(OTHER) });
      }
      expect(busy.length).toBeLessThanOrEqual(1);
      const { lease, ...others } = documentProperties(scene);
      const staged = Object.entries(others).filter(([name, text]) => name.startsWith('staging.') && text);
      const sheets = scene.book.workbook.sheets.length;
      expect({ seed, lease: lease ?? '', staged, sheets }).toEqual({
        seed,
        lease: '',
        staged: [],
        // What a large table is staged on is kept.
        sheets: isStaged ? 5 : 4,
      });
    }
  });
});

test(`refreshes of two reports write both tables, or say which run was in the way (${SEEDS} seeds from ${FIRST_SEED})`, async () => {
  for (const seed of seeds) {
    const { scene, id } = await opened(seed, false);
    const other = scene.saveReport({ from: '2026-03-02', to: '2026-03-02', sheet: 'Other' });
    state(scene.refresh(other));
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'replace-rows', rows: SECOND });
    const task = { book: scene.book, kind: 'sidebar' as const, name: 'sidebarRefreshReport' };

    const records = scene.emulator.interleave(
      [
        { ...task, args: [id, true], user: ANN },
        { ...task, args: [other, true], user: BOB },
      ],
      { seed },
    );

    for (const [at, sheet] of ['Shifts', 'Other'].entries()) {
      const outcome = records[at] && outcomeOf(records[at]);
      const venues = scene.book.values(`${sheet}!B2:B40`).flat();
      const rows = venues.filter((venue) => venue === 'Second').length;
      const isWritten = outcome?.kind === 'done';
      expect({ seed, sheet, rows }).toEqual({ seed, sheet, rows: isWritten ? SECOND.length : 0 });
      if (!isWritten)
        expect({ seed, said: outcome?.message }).toEqual({ seed, said: expect.stringMatching(OTHER) });
    }
    const stored = documentProperties(scene);
    const undo = [id, other].map((one) => JSON.parse(stored[`report.${one}`] ?? '{}').undo?.row);
    expect({ seed, lease: stored.lease, rows: new Set(undo).size }).toEqual({ seed, lease: '', rows: 2 });
  }
});

test(`a scheduled run beside a refresh leaves one table whole, and its record says which (${SEEDS} seeds from ${FIRST_SEED})`, async () => {
  for (const seed of seeds) {
    const { scene, id } = await opened(seed, false);
    state(scene.ask('sidebarSaveSchedule', { every: 'hour', hour: 0 }));
    const [trigger] = scene.emulator.triggers;
    await scene.server.clearScenarios();
    await scene.server.setScenario('report', { name: 'replace-rows', rows: OLD, times: 1 });
    await scene.server.setScenario('report', { name: 'replace-rows', rows: SECOND });
    scene.emulator.clock.advance(3_700_000);
    const task = { book: scene.book, kind: 'sidebar' as const };

    scene.emulator.interleave(
      [
        { ...task, name: 'refreshOnSchedule', args: [{ triggerUid: trigger?.uniqueId ?? '' }], user: ANN },
        { ...task, name: 'sidebarRefreshReport', args: [id, true], user: BOB },
      ],
      { seed },
    );

    const table = venuesOf(scene);
    const stored = documentProperties(scene);
    const { content, lastRun } = JSON.parse(stored[`report.${id}`] ?? '{}');
    const shown = [OLD, SECOND].find((rows) => rows.length === content.rows) ?? [];
    expect({ seed, table, lease: stored.lease, outcome: lastRun.outcome }).toEqual({
      ...{ seed, table: rowsOf(shown), lease: '', outcome: 'refreshed' },
    });
  }
});

test.each(ASKED_DAYS)(
  `no cell fails because of a refresh: ${CELLS} cells of %d days, %s (${CELL_SEEDS} seeds)`,
  async (days, what) => {
    for (const seed of seeds.slice(0, CELL_SEEDS)) {
      const scene = await made.open(false, { seed });
      scene.connect();
      const id = scene.saveReport(FORMS[what]);
      if (!what.startsWith('its first')) state(scene.refresh(id));
      const firstDay = parseIsoDate('2026-01-01') ?? 0;
      const cells = Array.from({ length: CELLS }, (_, index) => {
        const day = formatIsoDate(firstDay + (index % days));
        const call = { kind: 'formula' as const, name: 'SHIFT_FULFILMENT', args: [day, day] };
        return { book: scene.book, user: ANN, ...call };
      });
      const refresh = { kind: 'sidebar' as const, name: 'sidebarRefreshReport', args: [id, true] };

      const [first, ...records] = scene.emulator.interleave(
        [{ book: scene.book, user: BOB, ...refresh }, ...cells],
        { seed },
      );

      const failed = records.map(({ outcome }) => outcome).filter(({ kind }) => kind !== 'returned');
      expect({ seed, failed }).toEqual({ seed, failed: [] });
      expect(first && outcomeOf(first)).toMatchObject({ kind: 'done' });
    }
  },
);

const OTHER =
  /^(Wait until it has ended: a refresh has been running since 09:0\d|Try again: the table on “Shifts” was changed meanwhile)\.$/;
