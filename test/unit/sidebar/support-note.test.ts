import '../../support/build-constants';
import { describe, expect, test } from '@jest/globals';
import { ReportError } from '../../../src/employer-api/errors';
import { describeForSupport } from '../../../src/sidebar/support-note';
import { CONNECTED, UNCONNECTED } from '../sidebar-page/sample-state';

/* The note that a person copies for whoever helps. */

const EMPLOYER = '1042';

describe('a note for support', () => {
  test('of a new spreadsheet says what is not there', () => {
    expect(describeForSupport(UNCONNECTED, {}).split('\n')).toEqual([
      'Shift Reports 0.0.0 (add-on)',
      'Connection: none',
      'Reports: 0',
      'Schedule: off',
      'Latest runs (Europe/London):',
    ]);
  });

  const { connection } = CONNECTED;
  const byNumber = {
    ...CONNECTED,
    connection: connection && { ...connection, employer: EMPLOYER },
    schedule: { ...CONNECTED.schedule, email: 'ann@employer.example' },
  };
  const sample = { ...CONNECTED, connection: connection && { ...connection, isSample: true } };
  const status = { status: 504, correlationId: 'id-7', waitSeconds: 60 };
  test.each<[string, ...Parameters<typeof describeForSupport>, string]>([
    ['a bound script', { ...CONNECTED, installation: 'bound' }, {}, 'Shift Reports 0.0.0 (bound)'],
    ['a number', byNumber, {}, 'Connection: region UK, employer by number, for everyone'],
    ['a sample', sample, {}, 'Connection: region UK, employer me, for everyone, sample data'],
    [
      'a failure, without its sentence',
      byNumber,
      { error: new ReportError('upstream_timeout', status) },
      'Failure: upstream_timeout, HTTP\u00a0504, ref id-7',
    ],
    ['a failure of ours', byNumber, { error: new ReportError('busy') }, 'Failure: busy'],
  ])('says of %s no more than is needed', (_, state, found, line) => {
    const note = describeForSupport(state, found);
    expect(note.split('\n')).toContain(line);
    expect(note).not.toContain(EMPLOYER);
    expect(note).not.toContain('@');
  });
});
