import { describe, expect, test } from '@jest/globals';
import { ALERT_FORM, type AlertFields } from '../../../src/contract/alerts';
import { checkForm } from '../../../src/contract/form';
import { alertFields, checkAlert } from '../../../src/sidebar/page/forms';
import { sampleAlert, sampleReport } from './sample-state';

const FIELDS: AlertFields = {
  report: 'r1',
  measure: 'worked_percentage',
  scope: 'venue',
  target: '90',
  strictness: 'likely_real',
  email: '',
};

const problemsOf = (more: Partial<Record<keyof AlertFields, string>>) =>
  checkAlert({ ...FIELDS, ...more } as AlertFields, null).problems;

describe('the form of an alert', () => {
  test('is sent as the script has it', () => {
    expect(checkAlert({ ...FIELDS, target: ' 92,5 % ', email: ' ann@employer.example ' }, null).form).toEqual(
      {
        id: null,
        report: 'r1',
        measure: 'worked_percentage',
        scope: 'venue',
        target: 92.5,
        strictness: 'likely_real',
        email: 'ann@employer.example',
      },
    );
  });

  test('begins with what the alert is', () => {
    expect(
      alertFields(sampleAlert({ target: 92.5, mailTo: 'a\u2026@x.example' }), [sampleReport({ id: 'r2' })]),
    ).toEqual({
      report: 'r1',
      measure: 'true_fulfilment_percentage',
      scope: 'venue',
      target: '92.5',
      strictness: 'likely_real',
      email: 'a\u2026@x.example',
    });
  });

  test('of a new one begins with 90 % true fulfilment of each venue, and no mail', () => {
    const measure = 'true_fulfilment_percentage';
    expect(alertFields(null, [sampleReport({ id: 'r2' })])).toEqual({ ...FIELDS, measure, report: 'r2' });
  });

  test.each([
    ['a\u2026@x.example', 'a\u2026@x.example', undefined],
    ['a\u2026@x.example', ' ', ''],
    ['a\u2026@x.example', 'bob@x.example', 'bob@x.example'],
    ['', '', undefined],
    ['', 'bob@x.example', 'bob@x.example'],
  ])('of an alert with mail to %p, left at %p, sends the address %p', (mailTo, typed, sent) => {
    const alert = sampleAlert({ mailTo });
    const { form } = checkAlert({ ...alertFields(alert, [sampleReport({ id: 'r2' })]), email: typed }, alert);
    expect([form?.id, form?.email, 'email' in (form ?? {})]).toEqual(['l1', sent, sent !== undefined]);
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
    ['email', 'ann@a.example, bob@a.example', 'Enter one complete email address, or leave this blank.'],
  ])('marks a %s that is %p', (field, value, sentence) => {
    expect(problemsOf({ [field]: value })).toEqual({ [field]: sentence });
  });
});
