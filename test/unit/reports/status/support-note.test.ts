import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../../src/employer-api/errors';
import { readDocumentState } from '../../../../src/reports/saved/document-state';
import { describeForSupport } from '../../../../src/reports/status/support-note';

type SupportFacts = Parameters<typeof describeForSupport>[0];

/* The note that a person copies for whoever helps. */

const FACTS: SupportFacts = {
  version: '1.2.3',
  installation: 'add-on',
  now: 0,
  zone: 'Europe/London',
  connection: null,
  time: () => '10 Mar 2026, 12:00',
  state: readDocumentState({}),
};
const CONNECTION = {
  region: 'UK',
  employer: '1042',
  audience: 'everyone',
  isSample: false,
} as NonNullable<SupportFacts['connection']>;
const linesOf = (changes: Partial<SupportFacts> = {}) =>
  describeForSupport({ ...FACTS, ...changes }).split('\n');

describe('a note for support', () => {
  test('of a new spreadsheet says what is not there', () => {
    expect(linesOf()).toEqual([
      'Shift Reports 1.2.3 (add-on)',
      'Made: 10 Mar 2026, 12:00 (Europe/London)',
      'Connection: none',
      'Reports: none',
      'Schedule: off',
      'Latest runs: none',
    ]);
  });

  test('says of a script that is bound to its spreadsheet that it is', () => {
    expect(linesOf({ installation: 'bound' })[0]).toBe(
      'Shift Reports 1.2.3 (script bound to the spreadsheet)',
    );
  });

  test('never holds the number of an employer', () => {
    const text = linesOf({ connection: CONNECTION }).join('\n');
    expect(text).toContain('Connection: region UK, employer by number, for everyone');
    expect(text).not.toContain('1042');
  });

  test('says of a sample that it is one', () => {
    const connection = { ...CONNECTION, employer: 'me', isSample: true };
    expect(linesOf({ connection })[2]).toBe('Connection: region UK, employer me, for everyone, sample data');
  });

  test('holds the code of a failure, its status and its reference, and not its sentence', () => {
    const status = { status: 504, correlationId: 'id-7', waitSeconds: 60 };
    const lines = linesOf({ failure: new ReportError('upstream_timeout', status) });
    expect(lines).toContain('Failure: upstream_timeout, HTTP 504, ref id-7');
    expect(linesOf({ failure: new ReportError('busy') })).toContain('Failure: busy');
  });

  test('lets nothing through a time zone but letters, digits and the signs of one', () => {
    expect(linesOf({ zone: 'Europe/London\nsecret: <x>' })[1]).toBe(
      'Made: 10 Mar 2026, 12:00 (Europe/Londonsecretx)',
    );
  });
});
