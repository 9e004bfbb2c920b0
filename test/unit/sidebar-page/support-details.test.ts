import { describe, expect, test } from '@jest/globals';
import { supportOf } from '../../../src/sidebar/page/sidebar-model';
import { CONNECTED, sampleReport } from './sample-state';

const FAILED = { kind: 'failed', code: 'wrong_employer', state: null } as const;

describe('details for support', () => {
  test('are the note of the script where it made one', () => {
    expect(supportOf({ ...FAILED, message: 'Wait.', support: 'Code: busy\nHTTP: 429' }, null)).toBe(
      'Code: busy\nHTTP: 429',
    );
  });

  test('are else what the page knows, without names and without the sentence', () => {
    const message = 'Choose another sheet than \u201cPay of Ann\u201d. (HTTP 403, ref 7f3a2b10-9c41)';
    const state = { ...CONNECTED, reports: [sampleReport({ sheet: 'Pay of Ann', venue: 'Secret Club' })] };
    expect(supportOf({ ...FAILED, message }, state)).toBe(
      [
        'Shift Reports',
        'Code: wrong_employer',
        'Reference: 7f3a2b10-9c41',
        'Region: UK',
        'Installation: add-on',
        'Time zone: Europe/London',
        'Reports: 1',
        'Schedule: off',
      ].join('\n'),
    );
  });

  test('are the code alone where nothing was ever loaded', () => {
    expect(supportOf({ ...FAILED, message: 'Reload.' }, null)).toBe('Shift Reports\nCode: wrong_employer');
  });
});
