import { describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const POEHNELT = 'Poehnelt, cache limits 2025-12';
const REFERENCE = 'CacheService reference';
const SUITE = 'gas-fakes suite';
const cache = 'var cache = CacheService.getDocumentCache();';

describeFacts('CacheService', [
  {
    no: 'C1',
    mark: 'rec',
    source: POEHNELT,
    title: 'a key of 250 characters works, one of 251 is too large',
    observe: `${cache} cache.put('k'.repeat(250), 'v');
      return [cache.get('k'.repeat(250)), thrown(function () { cache.put('k'.repeat(251), 'v'); })];`,
    expected: ['v', 'Exception: Argument too large: key'],
  },
  {
    no: 'C2',
    mark: 'rec',
    source: POEHNELT,
    title: 'a value of 102,400 bytes works, one of 102,401 is too large',
    observe: `${cache} cache.put('big', 'v'.repeat(102400));
      return [cache.get('big').length, thrown(function () { cache.put('big', 'v'.repeat(102401)); })];`,
    expected: [102_400, 'Exception: Argument too large: value'],
  },
  {
    no: 'C2',
    mark: 'rec',
    source: POEHNELT,
    title: 'the value is measured in bytes, not characters',
    observe: `${cache} return thrown(function () { cache.put('big', '\\u20ac'.repeat(34134)); });`,
    expected: 'Exception: Argument too large: value',
  },
  {
    no: 'C3',
    mark: 'rec',
    source: POEHNELT,
    title: 'a key that is null or empty is an invalid argument',
    observe: `${cache}
      return [thrown(function () { cache.get(null); }), thrown(function () { cache.put('', 'v'); })];`,
    expected: ['Exception: Invalid argument: key', 'Exception: Invalid argument: key'],
  },
  {
    no: 'C4',
    mark: 'rec',
    source: POEHNELT,
    title: 'a number as key becomes text',
    observe: `${cache} cache.put(7, 'seven'); return cache.get('7');`,
    expected: 'seven',
  },
  {
    no: 'C5',
    mark: 'rec',
    source: POEHNELT,
    title: 'an object as value becomes [object Object]',
    observe: `${cache} cache.put('o', {}); return cache.get('o');`,
    expected: '[object Object]',
  },
  {
    no: 'C6',
    mark: 'rec',
    source: POEHNELT,
    title: 'null as value becomes the text null',
    observe: `${cache} cache.put('n', null); return cache.get('n');`,
    expected: 'null',
  },
  {
    no: 'C7',
    mark: 'rec',
    source: POEHNELT,
    title: 'a negative expiry is accepted and the entry is readable',
    observe: `${cache} cache.put('past', 'v', -5); return cache.get('past');`,
    expected: 'v',
  },
  {
    no: 'C8',
    mark: 'rec',
    source: POEHNELT,
    title: 'fifty entries over a thousand lose the 101 oldest, whatever was read since',
    observe: `var cache = CacheService.getScriptCache();
      for (var i = 0; i < 1000; i++) cache.put('e' + i, 'v', 600);
      for (var r = 0; r < 10; r++) cache.get('e0');
      for (i = 1000; i < 1050; i++) cache.put('e' + i, 'v', 600);
      var lost = [];
      for (i = 0; i < 1050; i++) if (cache.get('e' + i) === null) lost.push(i);
      return [lost.length, lost[0], lost[100]];`,
    expected: [101, 0, 100],
  },
  {
    no: 'C9',
    mark: 'doc',
    source: REFERENCE,
    title: 'over a thousand entries the 900 farthest from their expiry stay',
    observe: `var cache = CacheService.getUserCache();
      for (var i = 0; i < 1001; i++) cache.put('e' + i, 'v', 2001 - i);
      var kept = 0;
      for (i = 0; i < 1001; i++) if (cache.get('e' + i) !== null) kept++;
      return [kept, cache.get('e0'), cache.get('e899'), cache.get('e900')];`,
    expected: [900, 'v', 'v', null],
  },
  {
    no: 'C11',
    mark: 'rec2',
    source: SUITE,
    title: 'put and remove give null, a missing entry is null, getAll leaves it out',
    observe: `${cache}
      return [cache.put('a', '1'), cache.get('b'), cache.getAll(['a', 'b']), cache.remove('a'), cache.get('a')];`,
    expected: [null, null, { a: '1' }, null, null],
  },
]);

const KEEPER = `
function cacheOf(kind) {
  return kind === 'document' ? CacheService.getDocumentCache()
    : kind === 'user' ? CacheService.getUserCache() : CacheService.getScriptCache();
}
function put(kind, key, value, seconds) {
  if (seconds === null) cacheOf(kind).put(key, value); else cacheOf(kind).put(key, value, seconds);
}
function get(kind, key) { return cacheOf(kind).get(key); }
`;

describe('CacheService keeps its entries apart and for a time', () => {
  const success = (value: unknown) => ({ kind: 'success', value });

  test.each([
    { title: 'no expiry given', seconds: null, minutesKept: 10 },
    { title: 'a minute', seconds: 60, minutesKept: 1 },
    { title: 'six hours', seconds: 21_600, minutesKept: 360 },
    { title: 'a day, which is clamped to six hours', seconds: 86_400, minutesKept: 360 },
  ])('[C10 doc, clamp rec2] $title: $minutesKept minutes (CacheService reference)', (row) => {
    const { emulator, ann, dispose } = scriptWorld(KEEPER);
    ann.callFromSidebar('put', 'document', 'k', 'v', row.seconds);
    emulator.clock.advance(row.minutesKept * 60_000 - 1);
    expect(ann.callFromSidebar('get', 'document', 'k')).toEqual(success('v'));
    emulator.clock.advance(1);
    expect(ann.callFromSidebar('get', 'document', 'k')).toEqual(success(null));
    dispose();
  });

  test.each([
    { title: 'an empty cache', cache: 'empty' as const, expected: null },
    { title: 'one lost entry', cache: { loseKeys: ['k'] }, expected: null },
    { title: 'another lost entry', cache: { loseKeys: [/^other/] }, expected: 'v' },
    { title: 'reads that always miss by chance', cache: { randomNull: 1, seed: 5 }, expected: null },
  ])('[C12 doc] any read may be null: $title (CacheService reference)', ({ cache, expected }) => {
    const { emulator, ann, dispose } = scriptWorld(KEEPER);
    emulator.switches.cache = cache;
    ann.callFromSidebar('put', 'document', 'k', 'v', 60);
    expect(ann.callFromSidebar('get', 'document', 'k')).toEqual(success(expected));
    dispose();
  });

  test.each([
    { kind: 'document', otherPerson: 'v', otherBook: null },
    { kind: 'user', otherPerson: null, otherBook: 'v' },
    { kind: 'script', otherPerson: 'v', otherBook: 'v' },
  ])('[C13 doc] the $kind cache: who else reads an entry (CacheService reference)', (row) => {
    const { ann, bob, bobsBook, dispose } = scriptWorld(KEEPER);
    ann.callFromSidebar('put', row.kind, 'k', 'v', 60);
    expect(bob.callFromSidebar('get', row.kind, 'k')).toEqual(success(row.otherPerson));
    expect(bobsBook.as('ann@a.example').callFromSidebar('get', row.kind, 'k')).toEqual(
      success(row.otherBook),
    );
    dispose();
  });

  test('[C13 doc] outside a document the document cache is null (CacheService reference)', () => {
    const { emulator, dispose } = scriptWorld(
      'function look() { return CacheService.getDocumentCache() === null; }',
    );
    const request = { functionName: 'look', user: 'ann@a.example', document: null, args: [] };
    const record = emulator.run({ ...request, kind: 'sidebar' });
    expect(record.outcome).toEqual({ kind: 'returned', value: true });
    dispose();
  });
});
