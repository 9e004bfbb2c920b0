import { describe, expect, test } from '@jest/globals';
import { SAMPLE_ADDRESSES, SAMPLE_CREDENTIALS } from '../../../src/employer-api/connection';
import { readShiftRecords } from '../../../src/employer-api/shift-records';
import { nameConnection, nameRows, ndjson, recordLines } from '../../../src/warehouse/record-lines';
import { CONNECTION } from '../../support/sample-report';
import { type Crew, sentRecord, serialOf, shiftRow } from '../../support/shift-records';

const RANGE = { from: serialOf('2026-03-01'), to: serialOf('2026-03-07') };
const FRAME = {
  connection: 'UK 1234',
  employer: 1234,
  generatedAt: '2026-03-08T05:00:00.000Z',
  refreshedAt: '2026-03-08T06:00:00.000Z',
};
const crew = (day: string, changes: Partial<Crew> = {}): Crew => ({
  day,
  posted: 4,
  booked: 3,
  worked: 2,
  ...changes,
});
const written = (crews: readonly Crew[]) => {
  const found = recordLines(crews.map(shiftRow), RANGE);
  const text = ndjson(found.lines, FRAME);
  return {
    ...found,
    text,
    records: text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  };
};

describe('shift records on the way to the warehouse', () => {
  test('are one JSON object a line with the names of the service, days as text and blanks left out', () => {
    const { records, text } = written([
      crew('2026-03-02', { hours: null, sent: { SHIFT_ID: 9_007_199_254_740_991 } }),
    ]);
    expect(text.endsWith('}\n')).toBe(true);
    expect(records).toEqual([
      {
        CONNECTION: 'UK 1234',
        EMPLOYER_ID: 1234,
        GENERATED_AT: '2026-03-08T05:00:00.000Z',
        REFRESHED_AT: '2026-03-08T06:00:00.000Z',
        SHIFT_DATE: '2026-03-02',
        VENUE_NAME: 'Grand Hotel',
        AREA_NAME: 'Kitchen',
        JOB_TITLE: 'Chef',
        SHIFTS_POSTED: 4,
        SHIFTS_BOOKED: 3,
        SHIFTS_BOOKED_PERCENTAGE: 75,
        SHIFTS_UNFILLED: 1,
        SHIFTS_UNFILLED_PERCENTAGE: 25,
        SHIFTS_WORKED: 2,
        SHIFTS_WORKED_PERCENTAGE: 66.7,
        NO_SHOWS: 0,
        NO_SHOWS_PERCENTAGE: 0,
        HOURS_SCHEDULED: 24,
        TRUE_DEMAND: 4,
        TRUE_FULFILMENT_PERCENTAGE: 50,
        SHIFT_ID: 9_007_199_254_740_991,
      },
    ]);
  });

  test('come in order of days; other days and records without a day stay behind, these counted', () => {
    const found = written([crew('2026-03-07'), crew('2026-03-01'), crew('2026-02-28'), crew('2026-03-08')]);
    expect(found.records.map(({ SHIFT_DATE }) => SHIFT_DATE)).toEqual(['2026-03-01', '2026-03-07']);
    const undated = shiftRow(crew('2026-03-02')).map((value, column) => (column === 0 ? null : value));
    expect(recordLines([undated], RANGE)).toMatchObject({ lines: [], undated: 1 });
  });

  test('have no value that its column could not hold: the reader of answers leaves it blank', () => {
    const odd = {
      SHIFTS_POSTED: 2.5,
      SHIFTS_BOOKED: 2 ** 60,
      HOURS_WORKED: Number.POSITIVE_INFINITY,
      VENUE_NAME: 7,
    };
    const { rows } = readShiftRecords([sentRecord(crew('2026-03-02', { sent: odd }))]);
    const [record] = ndjson(recordLines(rows, RANGE).lines, FRAME).split('\n');
    const sent = JSON.parse(record ?? '');
    expect(sent).toMatchObject({ SHIFT_DATE: '2026-03-02', SHIFTS_WORKED: 2 });
    for (const name of Object.keys(odd)) expect(sent).not.toHaveProperty(name);
  });

  test('have a record that came twice once, as formulas count it; records without an ID each time', () => {
    const [twice, other, nameless] = [
      crew('2026-03-02', { sent: { SHIFT_ID: 7 } }),
      crew('2026-03-02', { venue: 'Harbour', sent: { SHIFT_ID: 7 } }),
      crew('2026-03-02', { sent: { SHIFT_ID: null } }),
    ];
    const { records } = written([twice, twice, other, nameless, nameless]);
    expect(records.map(({ SHIFT_ID, VENUE_NAME }) => [SHIFT_ID, VENUE_NAME])).toEqual([
      [7, 'Grand Hotel'],
      [7, 'Harbour'],
      [undefined, 'Grand Hotel'],
      [undefined, 'Grand Hotel'],
    ]);
  });

  test.each(['=1+1', 'Café "Zum Löwen"', 'two\nlines\u2028three', '\u0000', '😀', ''])(
    'keep the text %j',
    (venue) => {
      const { records, text } = written([crew('2026-03-02', { venue })]);
      expect(records[0].VENUE_NAME).toBe(venue);
      expect(text.trimEnd().split('\n')).toHaveLength(1);
    },
  );

  test('hold no half of a character, which UTF-8 cannot hold', () => {
    expect(written([crew('2026-03-02', { venue: 'a\ud83db' })]).records[0].VENUE_NAME).toBe('a\ufffdb');
  });

  test('say nothing of an employer or a time that is not known', () => {
    const { lines } = written([crew('2026-03-02')]);
    const [record] = ndjson(lines, { ...FRAME, employer: null, generatedAt: null })
      .split('\n')
      .filter(Boolean);
    expect(JSON.parse(record ?? '')).not.toHaveProperty('EMPLOYER_ID');
    expect(JSON.parse(record ?? '')).not.toHaveProperty('GENERATED_AT');
  });
});

describe('the name of an employer', () => {
  const SAMPLE = {
    ...CONNECTION,
    ...SAMPLE_CREDENTIALS,
    authOrigin: SAMPLE_ADDRESSES.auth,
    regionOrigin: SAMPLE_ADDRESSES.regions.UK,
  };
  /** Region and a hash: no number, and nothing of the credentials. */
  const HASHED = { name: expect.stringMatching(/^UK [0-9a-z]{1,7}$/), employer: null };

  test('is the region and the number, of the answer first, then of the connection', () => {
    expect(nameConnection(CONNECTION, 1042)).toEqual({ name: 'UK 1042', employer: 1042 });
    expect(nameConnection({ ...CONNECTION, employer: '87' }, undefined)).toEqual({
      name: 'UK 87',
      employer: 87,
    });
  });

  test('is a hash where no answer says the number, the same for new secrets of the same client', () => {
    const named = nameConnection(CONNECTION, undefined);
    expect(named).toEqual(HASHED);
    expect(nameConnection({ ...CONNECTION, clientSecret: 'new', fingerprint: 'f-2' }, undefined)).toEqual(
      named,
    );
    expect(nameConnection({ ...CONNECTION, clientId: 'other' }, undefined)).not.toEqual(named);
  });

  test('is a hash where the number has more digits than a number of the table holds exactly', () => {
    const [one, other] = ['900719925474099267', '900719925474099268'].map((employer) =>
      nameConnection({ ...CONNECTION, employer }, undefined),
    );
    expect([one, other]).toEqual([HASHED, HASHED]);
  });

  test('says of the sample employer that it is one, also where days are fetched again', () => {
    const sample = { name: 'SAMPLE UK', employer: null };
    expect(nameConnection(SAMPLE, 1042)).toEqual(sample);
    const rows = { region: 'UK', fingerprint: 'f-1', isSample: true } as const;
    expect(nameRows({ ...rows, properties: {}, report: { employer: 1042 } })).toEqual(sample);
  });

  describe('of rows that a refresh fetched', () => {
    const refreshed = (employer: number | undefined, fingerprint: string) =>
      nameRows({
        properties: { connection: JSON.stringify(CONNECTION) },
        report: { employer },
        region: 'UK',
        fingerprint,
        isSample: false,
      });

    test('with the connection of the spreadsheet is the name of that connection', () => {
      expect(refreshed(1042, CONNECTION.fingerprint)).toEqual({ name: 'UK 1042', employer: 1042 });
      expect(refreshed(undefined, CONNECTION.fingerprint)).toEqual(nameConnection(CONNECTION, undefined));
    });

    test('with a person’s own connection is the number of the answer, else a hash of the connection', () => {
      expect(refreshed(87, 'own-1')).toEqual({ name: 'UK 87', employer: 87 });
      expect(refreshed(undefined, 'own-1')).toEqual(HASHED);
      expect(refreshed(undefined, 'own-1')).not.toEqual(refreshed(undefined, 'own-2'));
    });
  });
});
