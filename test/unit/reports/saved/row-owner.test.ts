import { describe, expect, test } from '@jest/globals';
import { type Connection, SAMPLE_ADDRESSES } from '../../../../src/employer-api/connection';
import {
  holdsOtherEmployer,
  holdsOthersRows,
  ownerOf,
  withEmployerNumber,
} from '../../../../src/reports/saved/saved-connection';
import type { SavedReport } from '../../../../src/reports/saved/saved-report';

const CONNECTION: Connection = {
  region: 'UK',
  employer: '20417',
  clientId: 'client',
  clientSecret: 'secret',
  fingerprint: 'first',
  authOrigin: 'https://auth.example',
  regionOrigin: 'https://uk.example',
};
const SAMPLE: Connection = {
  ...CONNECTION,
  authOrigin: SAMPLE_ADDRESSES.auth,
  regionOrigin: SAMPLE_ADDRESSES.regions.UK,
};

/** A table that was refreshed by a connection. */
const tableOf = (connection: Connection) => ({ content: ownerOf(connection) as SavedReport['content'] });
const isOthers = (before: Connection, now: Connection) => holdsOthersRows(tableOf(before), ownerOf(now));

describe('whose rows a table holds', () => {
  test.each<[string, Partial<Connection>]>([
    ['another secret', { clientSecret: 'other', fingerprint: 'second' }],
    ['another client of the same employer', { clientId: 'other', fingerprint: 'second' }],
  ])('stays the same with %s', (_, change) => {
    expect(isOthers(CONNECTION, { ...CONNECTION, ...change })).toBe(false);
  });

  test.each<[string, Connection, Connection]>([
    ['another employer', CONNECTION, { ...CONNECTION, employer: '20533' }],
    ['another region', CONNECTION, { ...CONNECTION, region: 'US' }],
    [
      'another client, where it is named by “me”',
      { ...CONNECTION, employer: 'me' },
      { ...CONNECTION, employer: 'me', clientId: 'other' },
    ],
    ['a sample that was left', SAMPLE, CONNECTION],
    ['a sample that was made anew', SAMPLE, { ...SAMPLE, fingerprint: 'second' }],
  ])('is somebody else’s with %s', (_, before, now) => {
    expect(isOthers(before, now)).toBe(true);
  });

  test('stays the same by “me” and another client, once answers told that it is', () => {
    const me = { ...CONNECTION, employer: 'me' };
    const told = (connection: Connection, employer: number) =>
      withEmployerNumber(ownerOf(connection), 'UK', employer);
    const table = { content: told(me, 20_417) as SavedReport['content'] };
    const other = { ...me, clientId: 'other' };
    expect(holdsOthersRows(table, told(other, 20_417))).toBe(false);
    expect(holdsOthersRows(table, told(other, 20_533))).toBe(true);
    expect(holdsOthersRows(table, told(me, 20_533))).toBe(true);
    expect(holdsOthersRows(table, ownerOf(CONNECTION))).toBe(false);
  });

  test('is not known of tables that were written before it was noted', () => {
    const content = {} as SavedReport['content'];
    expect(holdsOtherEmployer({ content }, ownerOf(CONNECTION))).toBe(false);
    expect(holdsOtherEmployer({ content: null }, ownerOf(CONNECTION))).toBe(false);
  });

  test('tells nobody who it is', () => {
    const noted = JSON.stringify(ownerOf({ ...CONNECTION, employer: 'me' }));
    expect(noted).not.toMatch(/client|20417|secret/);
    expect(noted.length).toBeLessThan(30);
  });
});
