import { describe, expect, test } from '@jest/globals';
import { describeFacts } from './describe-facts';
import { scriptWorld } from './script-world';

const TANAIKE = 'Tanaike 2023-05';
const REFERENCE = 'Properties reference';
const SUITE = 'gas-fakes suite';
const store = 'var store = PropertiesService.getUserProperties(); store.deleteAllProperties();';

describeFacts('PropertiesService', [
  {
    no: 'P1',
    mark: 'rec2',
    source: SUITE,
    title: 'values become text, a missing or deleted one is null',
    observe: `${store} store.setProperty('n', 7); store.setProperty('b', true); store.setProperty('gone', 'x');
      store.deleteProperty('gone');
      return [store.getProperty('n'), store.getProperty('b'), store.getProperty('gone'), store.getProperty('no')];`,
    expected: ['7', 'true', null, null],
  },
  {
    no: 'P2',
    mark: 'doc',
    source: REFERENCE,
    title: 'getProperties gives a copy, setters give the store',
    observe: `${store} var copy = store.setProperty('a', '1').setProperties({ b: '2' }).getProperties();
      copy.a = 'changed';
      return [copy, store.getProperties(), store.getKeys()];`,
    expected: [{ a: 'changed', b: '2' }, { a: '1', b: '2' }, ['a', 'b']],
  },
  {
    no: 'P3',
    mark: 'doc',
    source: REFERENCE,
    title: 'setProperties removes the others only when told to',
    observe: `${store} store.setProperty('old', '1'); store.setProperties({ a: '2' });
      var kept = store.getKeys(); store.setProperties({ b: '3' }, true);
      return [kept, store.getProperties()];`,
    expected: [['old', 'a'], { b: '3' }],
  },
  {
    no: 'P4',
    mark: 'doc',
    source: 'Quotas page; text gas-fakes suite',
    title: 'a value of 9,000 bytes works, one of 9,001 is too large',
    observe: `${store} store.setProperty('a', 'v'.repeat(9000));
      return [store.getProperty('a').length, thrown(function () { store.setProperty('a', 'v'.repeat(9001)); })];`,
    expected: [9_000, 'Exception: Argument too large: value'],
  },
  {
    no: 'P5',
    mark: 'doc',
    source: `Quotas page; text ${TANAIKE}`,
    title: 'keys and values of 500,000 bytes fit into a store, one byte more does not',
    observe: `${store} var full = {};
      for (var i = 100; i < 155; i++) full['k' + i] = 'v'.repeat(9000);
      full.rest = 'v'.repeat(500000 - 55 * 9004 - 4);
      store.setProperties(full);
      return [store.getKeys().length, thrown(function () { store.setProperty('rest', full.rest + 'v'); })];`,
    expected: [
      56,
      'Exception: You have exceeded the property storage quota. Please remove some properties and try again.',
    ],
  },
  {
    no: 'P6',
    mark: 'rec',
    source: TANAIKE,
    title: 'a key of 8,066 bytes works, one of 8,067 is a data storage error',
    observe: `${store} store.setProperty('k'.repeat(8066), 'v');
      return [store.getProperty('k'.repeat(8066)), thrown(function () { store.setProperty('k'.repeat(8067), 'v'); })];`,
    expected: ['v', 'Exception: Data storage error'],
  },
  {
    no: 'P7',
    mark: 'rec',
    source: TANAIKE,
    title: 'an empty key is refused by getters and setters',
    observe: `${store}
      return [thrown(function () { store.getProperty(''); }), thrown(function () { store.setProperty('', 'v'); })];`,
    expected: [
      'Exception: When setting or getting a property value, the property name must not be null or empty.',
      'Exception: When setting or getting a property value, the property name must not be null or empty.',
    ],
  },
]);

const KEEPER = `
function storeOf(kind) {
  return kind === 'document' ? PropertiesService.getDocumentProperties()
    : kind === 'user' ? PropertiesService.getUserProperties() : PropertiesService.getScriptProperties();
}
function set(kind, value) { storeOf(kind).setProperty('k', value); }
function get(kind) { var store = storeOf(kind); return store === null ? 'no store' : store.getProperty('k'); }
`;

describe('PropertiesService keeps people and documents apart', () => {
  const success = (value: unknown) => ({ kind: 'success', value });

  test.each([
    { kind: 'document', otherPerson: 'v', otherBook: null },
    { kind: 'user', otherPerson: null, otherBook: 'v' },
    { kind: 'script', otherPerson: 'v', otherBook: 'v' },
  ])('[P8 doc] the $kind store: who else reads a value (PropertiesService reference)', (row) => {
    const { ann, bob, bobsBook, dispose } = scriptWorld(KEEPER);
    ann.callFromSidebar('set', row.kind, 'v');
    expect(bob.callFromSidebar('get', row.kind)).toEqual(success(row.otherPerson));
    expect(bobsBook.as('ann@a.example').callFromSidebar('get', row.kind)).toEqual(success(row.otherBook));
    dispose();
  });

  test('[P8 doc] the document store is null outside a document (PropertiesService reference)', () => {
    const { emulator, dispose } = scriptWorld(KEEPER);
    const request = { functionName: 'get', user: 'ann@a.example', document: null, args: ['document'] };
    const record = emulator.run({ ...request, kind: 'sidebar' });
    expect(record.outcome).toEqual({ kind: 'returned', value: 'no store' });
    dispose();
  });

  test('[P9 rec2] document store and active spreadsheet are there in a timer of an add-on (issue threads, published add-ons)', () => {
    const timer = `function start() { ScriptApp.newTrigger('tick').timeBased().everyHours(1).create(); }
    function tick() { set('document', SpreadsheetApp.getActiveSpreadsheet().getName()); }`;
    const { emulator, ann, book, dispose } = scriptWorld(KEEPER + timer, { installation: 'add-on' });
    ann.callFromSidebar('start');
    emulator.advance({ hours: 2 });
    expect(emulator.executions.at(-1)?.kind).toBe('trigger');
    expect(ann.callFromSidebar('get', 'document')).toEqual(success(book.document.name));
    dispose();
  });

  test('a switch makes the document store null, whatever the kind of execution', () => {
    const { emulator, ann, dispose } = scriptWorld(KEEPER);
    emulator.switches.documentStores = 'null';
    expect(ann.callFromSidebar('get', 'document')).toEqual(success('no store'));
    dispose();
  });

  test('a copied spreadsheet starts without properties, bound or not', () => {
    const { emulator, ann, book, dispose } = scriptWorld(KEEPER, { installation: 'bound' });
    ann.callFromSidebar('set', 'document', 'v');
    ann.callFromSidebar('set', 'script', 'v');
    const copy = emulator.copySpreadsheet(book, { owner: 'bob@b.example' });
    expect(copy.as('bob@b.example').callFromSidebar('get', 'document')).toEqual(success(null));
    expect(copy.as('bob@b.example').callFromSidebar('get', 'script')).toEqual(success(null));
    dispose();
  });

  test('reads and writes over the daily quota are refused until a day after the first', () => {
    const { emulator, ann, dispose } = scriptWorld(KEEPER);
    emulator.switches.quotas.propertyOperations = 1;
    ann.callFromSidebar('set', 'user', 'v');
    expect(ann.callFromSidebar('get', 'user')).toEqual({
      kind: 'failure',
      message: 'Exception: Service invoked too many times for one day: properties.',
    });
    emulator.clock.advance(86_400_000);
    expect(ann.callFromSidebar('get', 'user')).toEqual(success('v'));
    dispose();
  });
});
