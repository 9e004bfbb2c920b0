import { describe, expect, test } from '@jest/globals';
import { useEchoWorlds } from '../../contract/platform-facts/echo-worlds';
import type { ScriptWorld } from '../../contract/platform-facts/script-world';

const SCRIPT = `
function count() {
  var store = PropertiesService.getDocumentProperties();
  var seen = Number(store.getProperty('count') || 0);
  store.setProperty('count', String(seen + 1));
  return seen;
}
function countInLock() {
  var lock = LockService.getDocumentLock();
  lock.waitLock(60000);
  try { return count(); } finally { lock.releaseLock(); }
}
function sleep(millis) { Utilities.sleep(millis); return Date.now(); }
function late(millis) { UrlFetchApp.fetch('https://api.example/latency/' + millis); return Date.now(); }
function handleAfter() {
  Utilities.sleep(1000);
  SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1').getSheetId();
  return Date.now();
}
function readAfter() {
  Utilities.sleep(1000);
  SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1').getRange('A1').getValues();
  return Date.now();
}
function writeAndRead() {
  SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1').getRange('A1').setValue('written').getValue();
}
function chance() { return [Math.random(), Utilities.getUuid()]; }
`;

describe('Interleaved executions', () => {
  const world = useEchoWorlds(SCRIPT);

  async function values(
    made: ScriptWorld,
    name: string,
    args: readonly (readonly unknown[])[],
    seed: number,
  ) {
    const tasks = args.map((list, index) => {
      const user = index % 2 === 0 ? 'ann@a.example' : 'bob@b.example';
      return { book: made.book, user, kind: 'sidebar', name, args: list } as const;
    });
    const records = await made.emulator.interleave(tasks, { seed });
    return records.map(({ outcome }) => (outcome.kind === 'returned' ? outcome.value : outcome));
  }

  const FIVE = [[], [], [], [], []];

  test('lose updates without a lock, under some seed', async () => {
    const results = [];
    for (let seed = 1; seed <= 5; seed++)
      results.push((await values(world(), 'count', FIVE, seed)).toSorted());
    expect(results).not.toEqual(results.map(() => [0, 1, 2, 3, 4]));
  });

  test('lose none with a lock, under any seed', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      expect({ seed, seen: (await values(world(), 'countInLock', FIVE, seed)).toSorted() }).toEqual({
        seed,
        seen: [0, 1, 2, 3, 4],
      });
    }
  });

  test('the same seed gives the same run, chance included', async () => {
    const run = async (seed: number) => {
      const made = world();
      return [await values(made, 'count', FIVE, seed), await values(made, 'chance', FIVE, seed)];
    };
    expect(await run(4)).toEqual(await run(4));
    expect(await run(4)).not.toEqual(await run(5));
  });

  test('sleep and fetch at the same time: the clock moves by the longest', async () => {
    const made = world();
    const start = made.emulator.clock.now();
    const records = await made.emulator.interleave(
      [
        { book: made.book, user: 'ann@a.example', kind: 'sidebar', name: 'sleep', args: [3_000] },
        { book: made.book, user: 'bob@b.example', kind: 'sidebar', name: 'late', args: [5_000] },
        { book: made.book, user: 'ann@a.example', kind: 'sidebar', name: 'sleep', args: [1_000] },
      ],
      { seed: 1 },
    );
    const ends = records.map(({ outcome }) =>
      outcome.kind === 'returned' ? Number(outcome.value) - start : outcome,
    );
    expect(ends).toEqual([3_000, 5_000, 1_000]);
    expect(made.emulator.clock.now() - start).toBe(5_000);
  });

  test('one task goes first from some step on, and the clock moves for it alone', async () => {
    const made = world();
    const start = made.emulator.clock.now();
    const sidebar = { book: made.book, user: 'ann@a.example', kind: 'sidebar' } as const;
    const tasks = [
      { ...sidebar, name: 'sleep', args: [5_000] },
      ...FIVE.map(() => ({ ...sidebar, name: 'count' })),
    ];
    const played = async (afterSteps: number) => {
      const calls: number[] = [];
      const watched = tasks.map((task, index) => {
        const match = () => {
          calls.push(index);
          return false;
        };
        return { ...task, fault: { match } };
      });
      const began = made.emulator.clock.now();
      const [first] = await made.emulator.interleave(watched, { seed: 3, rush: { task: 0, afterSteps } });
      const woke = first?.outcome.kind === 'returned' ? Number(first.outcome.value) - began : undefined;
      return { before: calls.indexOf(0), after: calls.length - 1 - calls.lastIndexOf(0), woke };
    };

    const soon = await played(0);
    const later = await played(10);

    expect([soon.before, soon.woke, later.woke]).toEqual([0, 5_000, 5_000]);
    expect(soon.after).toBeGreaterThan(0);
    expect(later.before).toBeGreaterThan(0);
    expect(later.before + later.after).toBe(soon.after);
    expect(made.emulator.clock.now() - start).toBe(10_000);
  });

  test('a read of the sheet waits for formulas that calculate, a handle does not', async () => {
    const made = world();
    const start = made.emulator.clock.now();
    const sidebar = { book: made.book, user: 'bob@b.example', kind: 'sidebar' } as const;
    const records = await made.emulator.interleave(
      [
        { book: made.book, user: 'ann@a.example', kind: 'formula', name: 'sleep', args: [17_000] },
        { ...sidebar, name: 'readAfter' },
        { ...sidebar, name: 'handleAfter' },
        { ...sidebar, name: 'readAfter', book: made.bobsBook },
      ],
      { seed: 6 },
    );
    const ends = records.map(({ outcome }) =>
      outcome.kind === 'returned' ? Number(outcome.value) - start : outcome,
    );
    expect(ends).toEqual([17_000, 17_000, 1_000, 1_000]);
  });

  test('a run that would wait for formulas beyond its limit is killed and commits nothing', async () => {
    const made = world();
    made.emulator.world.formulas.begin(made.book.id);
    const [record] = await made.emulator.interleave(
      [{ book: made.book, user: 'ann@a.example', kind: 'sidebar', name: 'writeAndRead' }],
      { seed: 1 },
    );
    expect(record?.outcome.kind).toBe('killed');
    expect(made.book.cell('Sheet1!A1').value).toBe('');
  });

  test('a fault of one task leaves the others alone', async () => {
    const made = world();
    const task = { book: made.book, user: 'ann@a.example', kind: 'sidebar', name: 'countInLock' } as const;
    const records = await made.emulator.interleave([{ ...task, fault: { killAtCall: 4 } }, task, task], {
      seed: 9,
    });
    expect(records.map(({ outcome }) => outcome.kind)).toEqual(['killed', 'returned', 'returned']);
  });

  test('fifty at once end one by one in the record', async () => {
    const made = world();
    made.emulator.switches.simultaneousExecutions = 50;
    const task = { book: made.book, user: 'ann@a.example', kind: 'formula', name: 'countInLock' } as const;
    const records = await made.emulator.interleave(
      Array.from({ length: 50 }, () => task),
      { seed: 2 },
    );
    expect(
      records
        .map(({ outcome }) => (outcome.kind === 'returned' ? Number(outcome.value) : -1))
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 50 }, (_, index) => index));
    expect(made.emulator.world.internalErrors).toEqual([]);
  });

  test('free-running executions share the world and overlap', async () => {
    const made = world();
    const task = { book: made.book, user: 'ann@a.example', kind: 'sidebar', name: 'countInLock' } as const;
    const records = await Promise.all([1, 2, 3].map(() => made.emulator.runInWorker(task)));
    const seen = records.map(({ outcome }) => (outcome.kind === 'returned' ? outcome.value : outcome));
    expect(seen.toSorted()).toEqual([0, 1, 2]);
    expect(made.emulator.executions).toHaveLength(3);
  });

  test('on a real clock time passes by itself, and can be pushed', async () => {
    const made = world({ clock: 'real' });
    const before = Date.now();
    made.emulator.clock.advance(3_600_000);
    const record = await made.emulator.runInWorker({
      book: made.book,
      user: 'ann@a.example',
      kind: 'sidebar',
      name: 'sleep',
      args: [50],
    });
    const woke = record.outcome.kind === 'returned' ? Number(record.outcome.value) : 0;
    expect(woke - before).toBeGreaterThanOrEqual(3_600_050);
    expect(record.virtualMillis).toBeGreaterThanOrEqual(50);
  });
});
