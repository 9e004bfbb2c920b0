import { describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const REFERENCE = 'Lock reference';
const SUITE = 'gas-fakes suite';
const lock = 'var lock = LockService.getDocumentLock();';

describeFacts('LockService', [
  {
    no: 'L1',
    mark: 'doc',
    source: REFERENCE,
    title: 'hasLock is false before tryLock and after releaseLock',
    observe: `${lock} var before = lock.hasLock(); lock.tryLock(0); var held = lock.hasLock(); lock.releaseLock();
      return [before, held, lock.hasLock()];`,
    expected: [false, true, false],
  },
  {
    no: 'L2',
    mark: 'rec2',
    source: SUITE,
    title: 'a free lock is had at once, again while holding it',
    observe: `${lock} return [lock.tryLock(0), lock.tryLock(0)];`,
    expected: [true, true],
  },
  {
    no: 'L3',
    mark: 'rec2',
    source: SUITE,
    title: 'a time below zero is refused even when the lock is free',
    observe: `${lock} return [lock.tryLock(-100), thrown(function () { lock.waitLock(-100); })];`,
    expected: [false, 'Exception: Lock timeout: another process was holding the lock for too long.'],
  },
  {
    no: 'L6',
    mark: 'doc',
    source: 'Ui reference',
    title: 'the lock is lost when an alert opens',
    observe: `${lock} lock.tryLock(0); SpreadsheetApp.getUi().alert('Hello'); return lock.hasLock();`,
    expected: false,
  },
]);

const HOLDER = `
function hold() { return LockService.getDocumentLock().tryLock(0); }
function tryFor(millis) { return LockService.getDocumentLock().tryLock(millis); }
function waitFor(millis) { LockService.getDocumentLock().waitLock(millis); }
function holdAndSleep(millis) { LockService.getDocumentLock().tryLock(0); Utilities.sleep(millis); }
function sleepThenTry(millis) {
  Utilities.sleep(1000);
  var got = LockService.getDocumentLock().tryLock(millis);
  return [got, Date.now()];
}
`;

describe('LockService lets one execution in at a time', () => {
  const SOMEBODY_ELSE = -1;

  test('[L4 doc] tryLock is false after the wait when someone else holds the lock (Lock reference)', () => {
    const { emulator, ann, book, dispose } = scriptWorld(HOLDER);
    emulator.world.locks.take(`document:add-on-script:${book.id}`, SOMEBODY_ELSE);
    expect(ann.callFromSidebar('tryFor', 5_000)).toEqual({ kind: 'success', value: false });
    expect(emulator.executions[0]?.virtualMillis).toBe(5_000);
    dispose();
  });

  test('[L4 rec] waitLock throws after the wait (recorded in logs)', () => {
    const { emulator, ann, book, dispose } = scriptWorld(HOLDER);
    emulator.world.locks.take(`document:add-on-script:${book.id}`, SOMEBODY_ELSE);
    expect(ann.callFromSidebar('waitFor', 5_000)).toEqual({
      kind: 'failure',
      message: 'Exception: Lock timeout: another process was holding the lock for too long.',
    });
    dispose();
  });

  test('[L4 doc] a waiting execution gets the lock as soon as the other one ends (Lock reference)', async () => {
    const { emulator, book, dispose } = scriptWorld(HOLDER);
    const start = emulator.clock.now();
    const [, second] = await emulator.interleave(
      [
        { book, user: 'ann@a.example', kind: 'sidebar', name: 'holdAndSleep', args: [4_000] },
        { book, user: 'bob@b.example', kind: 'sidebar', name: 'sleepThenTry', args: [30_000] },
      ],
      { seed: 1 },
    );
    expect(second?.outcome).toEqual({ kind: 'returned', value: [true, start + 4_000] });
    dispose();
  });

  test('[L5 doc] the lock is free when its execution has ended (Lock reference)', () => {
    const { ann, bob, dispose } = scriptWorld(HOLDER);
    ann.callFromSidebar('hold');
    expect(bob.callFromSidebar('hold')).toEqual({ kind: 'success', value: true });
    dispose();
  });

  test('the lock is free when its execution was killed', () => {
    const { emulator, ann, bob, dispose } = scriptWorld(HOLDER);
    ann.callFromSidebar('holdAndSleep', 300_000);
    emulator.fault = { killAtCall: 3 };
    ann.callFromSidebar('holdAndSleep', 1);
    expect(emulator.executions[1]?.outcome.kind).toBe('killed');
    expect(bob.callFromSidebar('hold')).toEqual({ kind: 'success', value: true });
    dispose();
  });

  test('two documents have two locks', () => {
    const { emulator, book, bobsBook, dispose } = scriptWorld(HOLDER);
    emulator.world.locks.take(`document:add-on-script:${book.id}`, SOMEBODY_ELSE);
    expect(bobsBook.as('bob@b.example').callFromSidebar('tryFor', 0)).toEqual({
      kind: 'success',
      value: true,
    });
    dispose();
  });

  test('[L7 doc] the document lock is null outside a document (LockService reference)', () => {
    const { emulator, dispose } = scriptWorld(
      'function look() { return LockService.getDocumentLock() === null; }',
    );
    const request = { functionName: 'look', user: 'ann@a.example', document: null, args: [] };
    expect(emulator.run({ ...request, kind: 'sidebar' }).outcome).toEqual({ kind: 'returned', value: true });
    dispose();
  });
});
