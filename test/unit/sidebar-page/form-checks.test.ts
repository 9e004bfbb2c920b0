import { describe, expect, test } from '@jest/globals';
import { CONNECTION_FORM, type ConnectionForm, trimPasted } from '../../../src/contract/connection';
import { checkForm } from '../../../src/contract/form';
import { checkConnection } from '../../../src/sidebar/page/forms';

const CONNECTION: ConnectionForm = {
  region: 'UK',
  clientId: 'employer-4821',
  clientSecret: 'correct horse',
  employer: 'me',
  audience: 'everyone',
};

const checkConnectionForm = (form: ConnectionForm) => checkForm(CONNECTION_FORM, form).problems;
const tidyConnectionForm = (form: ConnectionForm) => checkConnection(form).form;

describe('a connection form', () => {
  test('that is filled in has no problems', () => {
    expect(checkConnectionForm(CONNECTION)).toEqual({});
  });

  test('that is empty names every missing field', () => {
    expect(checkConnectionForm({ ...CONNECTION, clientId: '', clientSecret: '', employer: '' })).toEqual({
      clientId: 'Enter the client ID.',
      clientSecret: 'Enter the client secret.',
      employer: 'Enter me, or a numeric employer ID such as 4821.',
    });
  });

  test('asks for what no choice of the page can be: another region, nobody to use it', () => {
    const form = { ...CONNECTION, region: 'FR', audience: 'nobody' } as unknown as ConnectionForm;
    expect(checkConnectionForm(form)).toEqual({
      region: 'Choose a region.',
      audience: 'Choose who can use this connection.',
    });
    expect(checkConnectionForm({ ...CONNECTION, region: 'US', audience: 'me' })).toEqual({});
  });

  test.each(['me', '1', '4821', '999999999999999999'])('takes employer %s', (employer) => {
    expect(checkConnectionForm({ ...CONNECTION, employer })).toEqual({});
  });

  test.each(['0', '007', '1000000000000000000', '-5', '4821/..', '4 821', 'ME', '\u0664'])(
    'refuses employer %j',
    (employer) => {
      expect(Object.keys(checkConnectionForm({ ...CONNECTION, employer }))).toEqual(['employer']);
    },
  );

  test.each([
    ['one character', 'a'],
    ['200 characters', 'a'.repeat(200)],
    ['every printable sign', ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
  ])('takes a client ID of %s', (_, clientId) => {
    expect(checkConnectionForm({ ...CONNECTION, clientId })).toEqual({});
  });

  test.each([
    ['201 characters', 'a'.repeat(201)],
    ['an accent', 'caf\u00e9'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\u007f'],
  ])('refuses a client ID with %s', (_, clientId) => {
    expect(Object.keys(checkConnectionForm({ ...CONNECTION, clientId }))).toEqual(['clientId']);
  });

  test.each([
    ['500 characters', 's'.repeat(500)],
    ['spaces at its ends', ' s '],
    ['letters of any script', 'p\u00e4ss\u4e2d'],
  ])('takes a secret of %s', (_, clientSecret) => {
    expect(checkConnectionForm({ ...CONNECTION, clientSecret })).toEqual({});
  });

  test.each([
    ['501 characters', 's'.repeat(501)],
    ['a line break', 'a\nb'],
    ['NUL', 'a\u0000'],
    ['a C1 control', 'a\u0085'],
  ])('refuses a secret with %s', (_, clientSecret) => {
    expect(Object.keys(checkConnectionForm({ ...CONNECTION, clientSecret }))).toEqual(['clientSecret']);
  });

  test('says what to enter in place of an ID or a secret that is too long', () => {
    const form = { ...CONNECTION, clientId: 'a'.repeat(201), clientSecret: 's'.repeat(501) };
    expect(checkConnectionForm(form)).toEqual({
      clientId: 'Enter the client ID with at most 200 letters, digits and signs, without accents.',
      clientSecret: 'Enter the client secret with at most 500 characters, none of them a control character.',
    });
  });

  test.each([
    ['spaces', '  ', ' '],
    ['a tab and a line break', '\t', '\r\n'],
    ['no-break spaces', '\u00a0', '\u202f'],
    ['characters without width', '\u200b\ufeff', '\u2060\u200d'],
    ['marks of direction', '\u200e', '\u202c'],
  ])('loses %s that were pasted around ID, secret and employer, and nothing inside', (_, before, after) => {
    const around = (text: string) => before + text + after;
    const inside = `a${before}b`;
    expect([around('id 1'), around(inside), around('4821')].map(trimPasted)).toEqual([
      'id 1',
      inside,
      '4821',
    ]);
  });

  test('whose secret is nothing but spaces has none', () => {
    const { problems } = checkConnection({ ...CONNECTION, clientSecret: ' \u00a0\u200b ' });
    expect(problems).toEqual({ clientSecret: 'Enter the client secret.' });
  });

  test('is tidied without changing what it means', () => {
    const typed = { ...CONNECTION, clientId: ' abc\t', clientSecret: ' s ', employer: ' Me ' };
    expect(tidyConnectionForm(typed)).toEqual({
      ...CONNECTION,
      clientId: 'abc',
      clientSecret: 's',
      employer: 'me',
    });
  });
});
