import { describe, expect, test } from '@jest/globals';
import { ALERT_FORM, type AlertFields } from '../../../src/contract/alerts';
import { checkForm } from '../../../src/contract/form';
import { alertFields, checkAlert } from '../../../src/sidebar/page/forms';
import { sampleAlert, sampleReport } from './sample-state';

const FIELDS: AlertFields = {
  report: 'r1',
  measure: 'true_fulfilment_percentage',
  scope: 'venue',
  target: '90',
  strictness: 'likely_real',
  to: '',
};

const problemsOf = (more: Partial<Record<keyof AlertFields, string>>) =>
  checkAlert({ ...FIELDS, ...more } as AlertFields, null).problems;

describe('the form of an alert', () => {
  test('is sent as the script has it', () => {
    expect(checkAlert({ ...FIELDS, target: ' 92,5 % ', to: ' ann@employer.example ' }, null).form).toEqual({
      id: null,
      report: 'r1',
      measure: 'true_fulfilment_percentage',
      scope: 'venue',
      target: 92.5,
      strictness: 'likely_real',
      to: ['ann@employer.example'],
    });
  });

  test('begins with what the alert is', () => {
    expect(
      alertFields(sampleAlert({ target: 92.5, to: ['a\u2026@x.example'] }), [sampleReport({ id: 'r2' })]),
    ).toEqual({
      report: 'r1',
      measure: 'true_fulfilment_percentage',
      scope: 'venue',
      target: '92.5',
      strictness: 'likely_real',
      to: 'a\u2026@x.example',
      revision: 1,
    });
  });

  test('of a new one begins with 90 % true fulfilment of each venue, and no mail', () => {
    expect(alertFields(null, [sampleReport({ id: 'r2' })])).toEqual({ ...FIELDS, report: 'r2' });
  });

  test('sends its addresses as they stand, and the revision with which it began', () => {
    const alert = sampleAlert({ to: ['a\u2026@x.example'], revision: 7 });
    const { form } = checkAlert(
      { ...alertFields(alert, [sampleReport({ id: 'r2' })]), to: 'a\u2026@x.example; bob@x.example' },
      alert,
    );
    expect([form?.id, form?.revision, form?.to]).toEqual(['l1', 7, ['a\u2026@x.example', 'bob@x.example']]);
    expect(checkForm(ALERT_FORM, form).problems).toEqual({});
  });

  test.each(['0', '100', '99.5', '7'])('takes the target %p', (target) => {
    expect(problemsOf({ target })).toEqual({});
  });

  test.each(['', ' ', '-1', '100.1', '1e1', 'ninety', '0x10', 'Infinity', '9 0'])(
    'refuses the target %p',
    (target) => {
      expect(problemsOf({ target })).toEqual({ target: 'Enter a number from 0 to 100.' });
    },
  );

  test.each([
    ['report', '', 'Choose a report.'],
    ['measure', 'fill_rate', 'Choose a measure.'],
    ['scope', 'constructor', 'Choose what to look at.'],
    ['strictness', 'toString', 'Choose a sensitivity.'],
    ['to', 'ann@a.example, bob', 'Enter complete email addresses, separated by commas.'],
  ])('marks a %s that is %p', (field, value, sentence) => {
    expect(problemsOf({ [field]: value })).toEqual({ [field]: sentence });
  });
});
