import { describe, expect, test } from '@jest/globals';
import { ALERT_FORM } from '../../../src/contract/alerts';
import { checkForm } from '../../../src/contract/form';
import { HOSTILE_STARTS } from '../../support/hostile-texts';

const FORM = {
  id: null,
  report: 'r-1',
  measure: 'worked_percentage',
  scope: 'venue',
  target: 90,
  strictness: 'likely_real',
  to: ['ann@employer.example', 'b…@employer.example'],
};
const FIVE = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@employer.example`);
const TARGET = 'Enter a number from 0 to 100.';
const OTHER = 'Check what you entered: a field is missing or is not one of the choices.';
const ADDRESSES = 'Enter complete email addresses, separated by commas.';

describe('an alert form', () => {
  test.each([{}, { to: FIVE }, { to: [] }, { target: 0 }, { target: 100 }, { target: 92.75 }])(
    'is read as it is, with %j',
    (changes) => {
      expect(checkForm(ALERT_FORM, { ...FORM, ...changes }).form).toEqual({ ...FORM, ...changes });
    },
  );

  test.each<[keyof typeof FORM | 'revision', unknown, string]>([
    ...[-1, 100.01, Number.NaN, Number.POSITIVE_INFINITY, '90', null].map(
      (target) => ['target', target, TARGET] as ['target', unknown, string],
    ),
    ['measure', '__proto__', 'Choose a measure.'],
    ['scope', 'weekday', 'Choose what to look at.'],
    ['strictness', 'maybe', 'Choose a sensitivity.'],
    ['to', [...FIVE, 'f@employer.example'], 'Enter at most 5 email addresses.'],
    ['to', ['ann@employer.example, bob@employer.example'], ADDRESSES],
    ['to', ['ann@employer.example\nBcc: bob@employer.example'], ADDRESSES],
    ['to', [`${'a'.repeat(250)}@employer.example`], ADDRESSES],
    ['to', 'ann@employer.example', OTHER],
    ['revision', -1, OTHER],
    ['id', {}, OTHER],
    ['report', 'a b', 'Choose a report.'],
  ])('refuses %s %j', (field, value, sentence) => {
    const { form, problems } = checkForm(ALERT_FORM, { ...FORM, [field]: value });
    expect(form).toBeNull();
    expect(Object.values(problems)).toEqual([sentence]);
  });

  test('refuses everything else, and never repeats a hostile text', () => {
    for (const other of [undefined, null, 1, 'x', [], {}, { ...FORM, more: 1 }])
      expect(checkForm(ALERT_FORM, other).form).toBeNull();
    for (const field of Object.keys(FORM))
      for (const start of HOSTILE_STARTS) {
        const text = `${start}<img src=x onerror=alert(1)>`;
        const { form, problems } = checkForm(ALERT_FORM, { ...FORM, [field]: text });
        expect([form, JSON.stringify(problems).includes('onerror')]).toEqual([null, false]);
      }
  });
});
