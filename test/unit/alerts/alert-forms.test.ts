import { describe, expect, test } from '@jest/globals';
import { ALERT_FORM } from '../../../src/contract/alerts';
import { checkForm } from '../../../src/contract/form';
import { ReportError } from '../../../src/employer-api/errors';
import { failureOf } from '../../support/fetching';
import { HOSTILE_STARTS } from '../../support/hostile-texts';

function readAlertForm(input: unknown) {
  const { form, problems } = checkForm(ALERT_FORM, input);
  if (form !== null) return form;
  throw new ReportError('invalid_settings', { sentence: Object.values(problems)[0] ?? '' });
}

const FORM = {
  id: null,
  report: 'r-1',
  measure: 'worked_percentage',
  scope: 'venue',
  target: 90,
  strictness: 'likely_real',
  to: ['ann@employer.example', 'b…@employer.example'],
};

const ADDRESSES = 'Enter complete email addresses, separated by commas.';

describe('an alert form', () => {
  test('is read as it is', () => {
    expect(readAlertForm(FORM)).toEqual(FORM);
  });

  test('may name up to five addresses, or none', () => {
    const to = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@employer.example`);
    expect(readAlertForm({ ...FORM, to }).to).toEqual(to);
    expect(readAlertForm({ ...FORM, to: [] }).to).toEqual([]);
    const { message } = failureOf(() => readAlertForm({ ...FORM, to: [...to, 'f@employer.example'] }));
    expect(message).toBe('Enter at most 5 email addresses.');
  });

  test.each([0, 100, 92.75])('takes a target of %d', (target) => {
    expect(readAlertForm({ ...FORM, target }).target).toBe(target);
  });

  test.each([-1, 100.01, Number.NaN, Number.POSITIVE_INFINITY, '90', null, [90]])(
    'refuses a target of %p',
    (target) => {
      expect(failureOf(() => readAlertForm({ ...FORM, target })).message).toBe(
        'Enter a number from 0 to 100.',
      );
    },
  );

  test.each([
    ['measure', 'fill_rate', 'Choose a measure.'],
    ['measure', '__proto__', 'Choose a measure.'],
    ['scope', 'weekday', 'Choose what to look at.'],
    ['strictness', 'maybe', 'Choose a sensitivity.'],
    ['to', ['ann@employer.example, bob@employer.example'], ADDRESSES],
    ['to', ['ann@employer.example\nBcc: bob@employer.example'], ADDRESSES],
    ['to', [`${'a'.repeat(250)}@employer.example`], ADDRESSES],
    ['to', 'ann@employer.example', undefined],
    ['revision', -1, undefined],
  ])('refuses %s %j', (field, value, sentence) => {
    const { code, message } = failureOf(() => readAlertForm({ ...FORM, [field]: value }));
    expect([code, message]).toEqual(['invalid_settings', sentence ?? message]);
  });

  test.each([
    undefined,
    null,
    1,
    'x',
    [],
    {},
    { ...FORM, more: 1 },
    { ...FORM, id: {} },
    { ...FORM, report: 'a b' },
  ])('refuses %j', (form) => {
    expect(failureOf(() => readAlertForm(form)).code).toBe('invalid_settings');
  });

  test.each(Object.keys(FORM))('refuses hostile texts for %s, and never repeats them', (field) => {
    for (const start of HOSTILE_STARTS) {
      const text = `${start}<img src=x onerror=alert(1)>`;
      const { code, message } = failureOf(() => readAlertForm({ ...FORM, [field]: text }));
      expect([code, message.includes('onerror')]).toEqual(['invalid_settings', false]);
    }
  });
});
