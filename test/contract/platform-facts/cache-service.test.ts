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
    no: 'C10',
    mark: 'doc',
    source: `${REFERENCE}; clamp ${SUITE}`,
    title: 'an entry lives 600 seconds by default, six hours at most',
    observe: `${cache} cache.put('usual', 'v'); cache.put('long', 'v', 999999);
      Utilities.sleep(299000); Utilities.sleep(300000);
      var before = cache.get('usual');
      Utilities.sleep(2000);
      return [before, cache.get('usual'), cache.get('long')];`,
    expected: { kind: 'failure', message: 'Exceeded maximum execution time' },
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
