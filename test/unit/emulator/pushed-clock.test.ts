import { afterEach, describe, expect, test } from '@jest/globals';
import { type ScriptWorld, scriptWorld } from '../../contract/platform-facts/script-world';
import type { TriggerProgress } from '../../emulator/trigger-runner';

/* A real clock that is pushed: what falls due runs in threads, as in the workbench. */

const SCRIPT = `
function nap() { Utilities.sleep(200000); }
function napTwice() { Utilities.sleep(200000); Utilities.sleep(100000); }
`;
const HOUR = 3_600_000;

let world: ScriptWorld;
afterEach(() => world.dispose());

function addHourly(handler: string): void {
  world.emulator.world.triggers.add({
    uniqueId: handler,
    handler,
    owner: 'ann@a.example',
    bookId: world.book.id,
    schedule: { kind: 'interval', millis: HOUR },
    nextRunAt: world.emulator.clock.now() + HOUR,
    enabled: true,
  });
}

describe('a real clock that is pushed', () => {
  test('pushes the pauses of what falls due, too', async () => {
    world = scriptWorld(SCRIPT, { clock: 'real' });
    addHourly('nap');
    const before = world.emulator.clock.offsetMillis();

    const [run] = await world.emulator.advanceInWorkers({ minutes: 61 });

    expect(run?.outcome.kind).toBe('returned');
    // The run began at the hour, and its pause reached beyond the minute after it: nobody waited for either.
    const pushedMillis = world.emulator.clock.offsetMillis() - before;
    expect(run?.virtualMillis).toBeGreaterThanOrEqual(200_000);
    expect(pushedMillis).toBeGreaterThan(HOUR + 190_000);
  });

  test('tells of each run as it begins, and of how many there will be', async () => {
    world = scriptWorld(SCRIPT, { clock: 'real' });
    addHourly('nap');
    addHourly('napTwice');
    const told: TriggerProgress[] = [];

    const runs = await world.emulator.advanceInWorkers({ hours: 3, minutes: 30 }, (progress) =>
      told.push(progress),
    );

    expect(runs).toHaveLength(6);
    expect(told).toEqual(Array.from({ length: 7 }, (_, done) => ({ done, total: 6 })));
  });
});
