import { describe, expect, test } from '@jest/globals';
import { isParameterName, isParameterValue, isReportPath } from '../../build/addresses';

describe('the path of a report', () => {
  test.each(['worker_turnover', 'reports/worker_turnover', 'a/b/c', 'Reports-2/x_1', 'x'.repeat(200)])(
    'may be %s',
    (path) => {
      expect(isReportPath(path)).toBe(true);
    },
  );

  test.each([
    ['empty', ''],
    ['a slash', '/'],
    ['absolute', '/reports/x'],
    ['ended by a slash', 'reports/x/'],
    ['with an empty segment', 'reports//x'],
    ['a host', '//evil.test/x'],
    ['an address', 'https://evil.test'],
    ['the folder above', '..'],
    ['a way out', 'reports/../../../x'],
    ['with a dot', 'reports/x.json'],
    ['with an escape', 'reports/%2e%2e/x'],
    ['with a query', 'reports/x?all=1'],
    ['with a fragment', 'reports/x#y'],
    ['with a backslash', 'reports\\x'],
    ['with a space', 'reports/x y'],
    ['ended by a line break', 'reports/x\n'],
    ['with user information', 'me@evil'],
    ['with a port', 'x:443'],
    ['in other letters', 'réports'],
    ['too long', 'x'.repeat(201)],
  ])('is not %s', (_, path) => {
    expect(isReportPath(path)).toBe(false);
  });
});

describe('the name of a parameter', () => {
  test.each(['from_date', 'FROM', 'x1', 'constructor'])('may be %s', (name) => {
    expect(isParameterName(name)).toBe(true);
  });

  test.each(['', 'from-date', 'a b', 'a=b', 'a&b', 'a[]', 'é', '__proto__', 'x\n', 'x'.repeat(101)])(
    'is not %j',
    (name) => {
      expect(isParameterName(name)).toBe(false);
    },
  );
});

describe('the value of a parameter', () => {
  test.each(['{from}', '{to}', '{by}', '', 'all', 'a b&c=d#?/', '~|', 'x'.repeat(100)])(
    'may be %j',
    (value) => {
      expect(isParameterValue(value)).toBe(true);
    },
  );

  test.each([
    '{from',
    '{FROM}',
    'x{to}',
    '{employer}',
    '{}',
    'é',
    '\ud800',
    'a\nb',
    '\u007f',
    'x'.repeat(101),
  ])('is not %j', (value) => {
    expect(isParameterValue(value)).toBe(false);
  });
});
