import { expect, test } from '@jest/globals';
import { nameInMail, oneLine, withoutLinks } from '../../../../src/reports/mail/outbox';

test.each([
  ['Rotas', 'Rotas'],
  ['Rota v1.2, 10:30', 'Rota v1.2, 10:30'],
  ['St. John’s & Sons', 'St. John’s & Sons'],
  ['St.John', 'St. John'],
  ['a\r\n b\t', 'a b'],
  ['“quoted” „name”', '"quoted" "name"'],
  ['http://evil.example/x', 'http: //evil. example/x'],
  ['www.evil.example', 'www. evil. example'],
  ['me@evil.example', 'me@ evil. example'],
  ['mailto:me', 'mailto: me'],
  ['evil。example', 'evil。 example'],
  ['xn--a.xn--p1ai', 'xn--a. xn--p1ai'],
  ['a\u202eb\u200bc\u0000', 'abc'],
  ['x'.repeat(61), `${'x'.repeat(59)}…`],
])('the name %j stands in mail as %j', (name, expected) => {
  expect(nameInMail(name)).toBe(expected);
});

test('a text of several lines is one', () => {
  expect(oneLine(' a\n\u2028b ')).toBe('a b');
});

test('text keeps the signs that make no address', () => {
  const text = 'Try again in 3.5 minutes: 1.000 rows. (HTTP 504, ref 0a1b-2c)';
  expect(withoutLinks(text)).toBe(text);
});
