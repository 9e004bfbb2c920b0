import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../src/employer-api/errors';
import { readDocumentState } from '../../../src/reports/saved/document-state';
import { describeForSupport } from '../../../src/sidebar/support-note';

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

  const status = { status: 504, correlationId: 'id-7', waitSeconds: 60 };
  test.each<[string, Partial<SupportFacts>, string]>([
    ['a bound script', { installation: 'bound' }, 'Shift Reports 1.2.3 (script bound to the spreadsheet)'],
    ['a number', { connection: CONNECTION }, 'Connection: region UK, employer by number, for everyone'],
    [
      'a sample',
      { connection: { ...CONNECTION, employer: 'me', isSample: true } },
      'Connection: region UK, employer me, for everyone, sample data',
    ],
    [
      'a failure, without its sentence',
      { failure: new ReportError('upstream_timeout', status) },
      'Failure: upstream_timeout, HTTP 504, ref id-7',
    ],
    ['a failure of ours', { failure: new ReportError('busy') }, 'Failure: busy'],
    [
      'a time zone, letters, digits and the signs of one',
      { zone: 'Europe/London\nsecret: <x>' },
      'Made: 10 Mar 2026, 12:00 (Europe/Londonsecretx)',
    ],
  ])('says of %s no more than is needed', (_, facts, line) => {
    expect(linesOf(facts)).toContain(line);
    expect(linesOf(facts).join()).not.toContain(CONNECTION.employer);
  });
});
