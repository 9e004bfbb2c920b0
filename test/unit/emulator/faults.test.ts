import { describe, expect, test } from '@jest/globals';
import { scriptWorld } from '../../contract/platform-facts/script-world';

const SCRIPT = `
function fill() {
  var sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName('Sheet1');
  sheet.getRange('A1').setValue(1);
  sheet.getRange('A2').setValue(2);
  sheet.getRange('A3').setValue(3);
  SpreadsheetApp.flush();
  sheet.getRange('A4').setValue(4);
}
function stubborn() {
  var caught = 0;
  for (var i = 0; i < 5; i++) {
    try { CacheService.getDocumentCache().put('k' + i, 'v'); } catch (error) { caught++; }
  }
  return caught;
}
function read() { return CacheService.getDocumentCache().getAll(['k0', 'k1', 'k2', 'k3', 'k4']); }
function loop() { for (;;) {} }
`;

describe('A kill', () => {
  const WRITES = { match: ({ method }: { method: string }) => /setValue$|flush$/.test(method) };

  test.each([
    { killAtCall: 1, keepUnflushed: 0, left: ['', '', '', ''] },
    { killAtCall: 3, keepUnflushed: 0, left: ['', '', '', ''] },
    { killAtCall: 3, keepUnflushed: 1, left: [1, '', '', ''] },
    { killAtCall: 3, keepUnflushed: 2, left: [1, 2, '', ''] },
    { killAtCall: 4, keepUnflushed: 2, left: [1, 2, '', ''] },
    { killAtCall: 5, keepUnflushed: 0, left: [1, 2, 3, ''] },
    { killAtCall: 6, keepUnflushed: 0, left: [1, 2, 3, 4] },
  ])('at write $killAtCall keeping $keepUnflushed leaves $left', ({ left, ...fault }) => {
    const { emulator, ann, book, dispose } = scriptWorld(SCRIPT);
    emulator.fault = { ...WRITES, ...fault };
    ann.callFromSidebar('fill');
    expect(book.values('Sheet1!A1:A4').flat()).toEqual(left);
    dispose();
  });

  test('cannot be caught: later calls have no effect and the result is dropped', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    emulator.fault = { killAtCall: 4 };
    expect(ann.callFromSidebar('stubborn')).toEqual({
      kind: 'failure',
      message: 'Exceeded maximum execution time',
    });
    expect(emulator.executions[0]?.calls).toHaveLength(4);
    expect(ann.callFromSidebar('read')).toEqual({ kind: 'success', value: { k0: 'v' } });
    dispose();
  });

  test('ends a script that never calls a service', async () => {
    const { emulator, ann, book, dispose } = scriptWorld(SCRIPT, { loopTimeoutMillis: 600 });
    expect(ann.callFromSidebar('loop')).toEqual({
      kind: 'failure',
      message: 'Exceeded maximum execution time',
    });
    const record = await emulator.runInWorker({ book, user: 'ann@a.example', kind: 'sidebar', name: 'loop' });
    expect(record.outcome.kind).toBe('killed');
    const next = await emulator.runInWorker({ book, user: 'ann@a.example', kind: 'sidebar', name: 'read' });
    expect(next.outcome.kind).toBe('returned');
    dispose();
  });
});

describe('A throw', () => {
  const PUTS = { match: ({ method }: { method: string }) => method === 'Cache.put' };
  const outcome = (fault: object) => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    emulator.fault = { ...PUTS, ...fault };
    const caught = ann.callFromSidebar('stubborn');
    emulator.fault = null;
    const found = ann.callFromSidebar('read');
    dispose();
    return [caught, found].map((result) => (result.kind === 'success' ? result.value : result.message));
  };

  test('once: the call has no effect, the others do', () => {
    expect(outcome({ throwAtCall: 2 })).toEqual([1, { k0: 'v', k2: 'v', k3: 'v', k4: 'v' }]);
  });

  test('for ever: neither has any later call', () => {
    expect(outcome({ throwAtCall: 2, forever: true })).toEqual([4, { k0: 'v' }]);
  });

  test('after the effect: the answer alone is lost', () => {
    expect(outcome({ throwAtCall: 2, afterEffect: true })).toEqual([
      1,
      { k0: 'v', k1: 'v', k2: 'v', k3: 'v', k4: 'v' },
    ]);
  });

  test("has the platform's text, or the one asked for", () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    emulator.fault = { throwAtCall: 1 };
    expect(ann.callFromSidebar('read')).toEqual({
      kind: 'failure',
      message: "Exception: We're sorry, a server error occurred. Please wait a bit and try again.",
    });
    emulator.fault = { throwAtCall: 1, message: 'Service error: Spreadsheets' };
    expect(ann.callFromSidebar('read')).toEqual({
      kind: 'failure',
      message: 'Exception: Service error: Spreadsheets',
    });
    dispose();
  });

  test('meets the next execution only, unless it is for ever', () => {
    const { emulator, ann, dispose } = scriptWorld(SCRIPT);
    emulator.fault = { throwAtCall: 1 };
    const kinds = [ann.callFromSidebar('read').kind, ann.callFromSidebar('read').kind];
    emulator.fault = { throwAtCall: 1, forever: true };
    kinds.push(ann.callFromSidebar('read').kind, ann.callFromSidebar('read').kind);
    expect(kinds).toEqual(['failure', 'success', 'failure', 'failure']);
    dispose();
  });
});
