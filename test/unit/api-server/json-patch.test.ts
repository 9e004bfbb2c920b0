import { describe, expect, test } from '@jest/globals';
import { patchJson, writeJson } from '../../api-server/scenarios/json-patch';

describe('patchJson', () => {
  test.each<readonly [string, unknown, unknown, unknown]>([
    ['changes a member', { a: 1, b: 2 }, { b: 3 }, { a: 1, b: 3 }],
    ['adds a member', { a: 1 }, { b: { c: 1 } }, { a: 1, b: { c: 1 } }],
    ['sets null', { a: 1 }, { a: null }, { a: null }],
    ['removes a member', { a: 1, b: 2 }, { a: { $remove: true } }, { b: 2 }],
    ['changes one element', { a: [1, 2] }, { a: { '1': 9 } }, { a: [1, 9] }],
    ['changes every element', [{ x: 1 }, { x: 2 }], { '*': { x: 0 } }, [{ x: 0 }, { x: 0 }]],
    ['removes an element', [1, 2, 3], { '1': { $remove: true } }, [1, 3]],
    ['replaces an array by an array', { a: [1, 2] }, { a: [] }, { a: [] }],
    ['replaces an object by a value', { a: { b: 1 } }, { a: 'x' }, { a: 'x' }],
    ['replaces the whole', { a: 1 }, [], []],
    ['ignores elements that are not there', [1], { '5': 2 }, [1]],
  ])('%s', (_, target, patch, expected) => {
    expect(patchJson(target, patch)).toEqual(expected);
  });

  test('makes __proto__ an ordinary member', () => {
    const patched = patchJson({}, JSON.parse('{"__proto__":{"a":1}}'));
    expect(writeJson(patched)).toBe('{"__proto__":{"a":1}}');
  });

  test('leaves the target as it was', () => {
    const target = { a: [{ b: 1 }] };
    patchJson(target, { a: { '*': { b: 2 } } });
    expect(target).toEqual({ a: [{ b: 1 }] });
  });
});

describe('writeJson', () => {
  test('puts raw text in as it is, at any depth', () => {
    const patched = patchJson({ a: [1, 2] }, { a: { '0': { $raw: '1e400' } }, b: { $raw: 'NaN' } });
    expect(writeJson(patched)).toBe('{"a":[1e400,2],"b":NaN}');
  });

  test('writes everything else as JSON does', () => {
    const value = { a: 'é"\n', b: [null, true, -0.5], c: {} };
    expect(writeJson(value)).toBe('{"a":"é\\"\\n","b":[null,true,-0.5],"c":{}}');
  });
});
