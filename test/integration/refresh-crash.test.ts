import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ExecutionRecord } from '../emulator/execution-record';
import type { Fault } from '../emulator/fault';
import { ANN, type Scene, Stage, state } from '../support/scene';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ allowance: 100_000 });
});
afterAll(() => stage.close());

/** Sheet operations that a refresh leaves unflushed at most: rows added, table, formats, status. */
const MOST_UNFLUSHED = 4;
const SHEETS = ['Sheet1', 'Shifts', 'Shift Reports undo', 'Shift Reports status'];
/** A report whose answer cannot be one that was cut. */
const ONE_DAY = { from: '2026-03-02', to: '2026-03-02' };
/** Longer than a lease lives. */
const UNTIL_THE_LEASE_ENDS = { minutes: 8 };

interface Prepared {
  readonly scene: Scene;
  readonly id: string;
  readonly oldTable: unknown[][];
}

/** A table of `before` rows with cells of the user's beside and below it; the service now has `after` rows. */
async function prepare(before: number, after: number): Promise<Prepared> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport(ONE_DAY);
  await scene.server.setScenario('report', { name: 'rows', rows: before });
  state(scene.refresh(id));
  scene.book.as(ANN).enter('Shifts!T2', 'my note');
  scene.book.as(ANN).enter('Shifts!S3', '=T2');
  scene.book.as(ANN).enter('Shifts!B40', 'below');
  await scene.server.clearScenarios();
  await scene.server.setScenario('report', { name: 'rows', rows: after });
  return { scene, id, oldTable: table(scene) };
}

function table(scene: Scene): unknown[][] {
  return scene.book.values('Shifts!A1:R30');
}

function userCells(scene: Scene): unknown[] {
  return ['T2', 'S3', 'B40'].map((a1) => {
    const { value, formula } = scene.book.cell(`Shifts!${a1}`);
    return { value, formula };
  });
}

/** A refresh that the fault ends; what the sidebar would have been told is of no interest. */
function refreshWith(scene: Scene, id: string, fault: Fault): ExecutionRecord {
  scene.emulator.fault = fault;
  scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
  scene.emulator.fault = null;
  return scene.last;
}

describe.each([
  ['grows', 5, 9],
  ['shrinks', 9, 4],
  ['becomes empty', 6, 0],
])('a table that %s, killed at every service call', (_, before, after) => {
  test('shows the old or the new rows, keeps the user’s cells, and is healed by the next run', async () => {
    const clean = await prepare(before, after);
    state(clean.scene.refresh(clean.id));
    const newTable = table(clean.scene);
    const ours = userCells(clean.scene);
    const calls = clean.scene.last.calls.length;
    expect(clean.oldTable).not.toEqual(newTable);
    let cases = 0;

    for (let killAtCall = 1; killAtCall <= calls; killAtCall += 1) {
      for (let keepUnflushed = 0; keepUnflushed <= MOST_UNFLUSHED; keepUnflushed += 1) {
        const { scene, id, oldTable } = await prepare(before, after);
        const record = refreshWith(scene, id, { killAtCall, keepUnflushed });
        const at = { killAtCall, keepUnflushed };
        expect({ at, outcome: record.outcome.kind }).toEqual({ at, outcome: 'killed' });

        const left = table(scene);
        expect({ at, intact: isEqual(left, oldTable) || isEqual(left, newTable) }).toEqual({
          at,
          intact: true,
        });
        expect({ at, cells: userCells(scene) }).toEqual({ at, cells: ours });

        scene.emulator.advance(UNTIL_THE_LEASE_ENDS);
        state(scene.refresh(id));
        expect({ at, table: table(scene) }).toEqual({ at, table: newTable });
        expect({ at, cells: userCells(scene) }).toEqual({ at, cells: ours });
        expect(state(scene.ask('sidebarState')).running).toBeNull();
        scene.emulator.dispose();
        cases += 1;
        // Without a sheet operation in flight, every prefix is the same.
        if (!writesBefore(record, killAtCall)) break;
      }
    }
    process.stdout.write(`killed ${before} → ${after}: ${cases} of ${cases} intact and healed\n`);
  }, 300_000);

  test('a call that throws once leaves the old or the new rows, and a sentence', async () => {
    const clean = await prepare(before, after);
    state(clean.scene.refresh(clean.id));
    const newTable = table(clean.scene);
    const calls = clean.scene.last.calls.length;

    for (let throwAtCall = 1; throwAtCall <= calls; throwAtCall += 1) {
      const { scene, id, oldTable } = await prepare(before, after);
      scene.emulator.fault = { throwAtCall, message: 'Service error: https://secret.example/?x=1' };
      const result = scene.book.as(ANN).callFromSidebar('sidebarRefreshReport', id, true);
      scene.emulator.fault = null;
      const at = { throwAtCall };

      expect({ at, kind: result.kind }).toEqual({ at, kind: 'success' });
      expect(JSON.stringify(result)).not.toContain('secret.example');
      const left = table(scene);
      expect({ at, intact: isEqual(left, oldTable) || isEqual(left, newTable) }).toEqual({
        at,
        intact: true,
      });
      scene.emulator.advance(UNTIL_THE_LEASE_ENDS);
      state(scene.refresh(id));
      expect({ at, table: table(scene) }).toEqual({ at, table: newTable });
      scene.emulator.dispose();
    }
  }, 300_000);
});

test('a first refresh, killed at every service call, is finished by the next, with no sheet left over', async () => {
  const clean = await prepareFirst();
  state(clean.scene.refresh(clean.id));
  const newTable = table(clean.scene);
  const calls = clean.scene.last.calls.length;
  let cases = 0;

  for (let killAtCall = 1; killAtCall <= calls; killAtCall += 1) {
    for (const keepUnflushed of [0, 1, 2, 3, 100]) {
      const { scene, id } = await prepareFirst();
      const record = refreshWith(scene, id, { killAtCall, keepUnflushed });
      const at = { killAtCall, keepUnflushed };

      scene.emulator.advance(UNTIL_THE_LEASE_ENDS);
      state(scene.refresh(id));

      expect({ at, table: table(scene) }).toEqual({ at, table: newTable });
      const sheets = scene.book.document.workbook.sheets.map(({ name }) => name);
      expect({ at, sheets }).toEqual({ at, sheets: [...SHEETS] });
      scene.emulator.dispose();
      cases += 1;
      if (!writesBefore(record, killAtCall)) break;
    }
  }
  process.stdout.write(`killed first refresh: ${cases} of ${cases} healed\n`);
}, 300_000);

async function prepareFirst(): Promise<{ readonly scene: Scene; readonly id: string }> {
  const scene = await stage.open();
  scene.connect();
  const id = scene.saveReport(ONE_DAY);
  await scene.server.setScenario('report', { name: 'rows', rows: 5 });
  return { scene, id };
}

function writesBefore(record: ExecutionRecord, callIndex: number): boolean {
  return record.calls.some(
    ({ index, method }) => index < callIndex && /set|insert/i.test(method) && isSheetCall(method),
  );
}

function isSheetCall(method: string): boolean {
  return /^(Range|RangeList|Sheet|Spreadsheet)\./.test(method);
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
