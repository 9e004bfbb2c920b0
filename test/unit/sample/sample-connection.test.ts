import { describe, expect, test } from '@jest/globals';
import {
  isSampleConnection,
  SAMPLE_ADDRESSES,
  SAMPLE_CREDENTIALS,
} from '../../../src/employer-api/connection';
import { connect } from '../../../src/reports/connection/connecting';
import { findConnection, readDocumentState } from '../../../src/reports/saved/document-state';
import { withSample } from '../../../src/sample/sample-service';
import { startBudget } from '../../support/budget';
import { Fetching, failureOf } from '../../support/fetching';
import { MemoryProperties } from '../../support/memory-properties';
import { ADDRESSES, CONNECTION } from '../../support/sample-report';
import { ZonedCalendar } from '../../support/zoned-calendar';

const REAL = JSON.stringify(CONNECTION);
const OLD = JSON.stringify({ ...CONNECTION, authOrigin: 'https://old.example' });
const REFUSAL = /^Press Disconnect first: sample data would take the place of the connection/;

function trying(properties: Record<string, string> = {}, own: Record<string, string> = {}) {
  const fetching = new Fetching([]);
  const { clock, services } = fetching;
  const transport = withSample(fetching.transport, clock);
  const document = new MemoryProperties(properties);
  const user = new MemoryProperties(own);
  const stores = { user, spreadsheetId: () => 'spreadsheet-1', addresses: ADDRESSES };
  const connecting = {
    stores,
    document,
    lock: services.lock,
    fetchingFor: () => ({ ...services, transport, budget: startBudget('sidebar', clock.now()) }),
    calendar: new ZonedCalendar(clock),
  };
  const connector = {
    useSample: (region: 'UK' | 'US') =>
      connect(connecting, { ...SAMPLE_CREDENTIALS, region }, 'everyone', SAMPLE_ADDRESSES),
  };
  return { connector, document, user, stores, fetching };
}

describe('a connection to the sample employer', () => {
  test('is saved with the sample’s addresses, for everyone, without a secret and without a request', () => {
    const { connector, document, user, fetching } = trying();
    const { state } = connector.useSample('US');
    expect(JSON.parse(document.readAll().connection ?? '')).toEqual({
      region: 'US',
      employer: 'me',
      clientId: 'demo',
      clientSecret: 'none',
      fingerprint: 'id-1',
      authOrigin: 'https://auth.sample.invalid',
      regionOrigin: 'https://us.sample.invalid',
      answered: 900001,
    });
    expect([state.connection?.isSample, user.readAll(), fetching.transport.tokenRequests]).toEqual([
      true,
      {},
      [],
    ]);
  });

  test('is found by everyone, and takes the place of another sample', () => {
    const { connector, document, stores } = trying();
    connector.useSample('US');
    connector.useSample('UK');
    const { connection, audience } = findConnection(document.readAll(), stores);
    expect([connection.region, audience, isSampleConnection(connection)]).toEqual(['UK', 'everyone', true]);
  });

  test.each([
    ['the spreadsheet’s', { connection: REAL }, {}],
    ['one’s own', {}, { 'connection.spreadsheet-1': REAL }],
    ['one that was made for another address', { connection: OLD }, {}],
  ])('never takes the place of a real one: %s', (_, properties, own) => {
    const { connector, document, user } = trying(properties, own);
    const before = [document.readAll(), user.readAll()];
    expect(failureOf(() => connector.useSample('UK'))).toMatchObject({
      code: 'invalid_settings',
      message: expect.stringMatching(REFUSAL),
    });
    expect([document.readAll(), user.readAll()]).toEqual(before);
  });
});

describe('a stored connection', () => {
  test('of before there were samples is none', () => {
    expect(readDocumentState({ connection: REAL }).connection).toMatchObject({ isSample: false });
  });

  test.each([
    ['the address for sign-in alone', { authOrigin: SAMPLE_ADDRESSES.auth }],
    ['the address for reports alone', { regionOrigin: SAMPLE_ADDRESSES.regions.UK }],
    [
      'the address of the other region',
      { authOrigin: SAMPLE_ADDRESSES.auth, regionOrigin: SAMPLE_ADDRESSES.regions.US },
    ],
  ])('is no sample by %s, and cannot be used', (_, changes) => {
    const text = JSON.stringify({ ...CONNECTION, ...changes });
    const { stores } = trying();
    expect(readDocumentState({ connection: text }).connection).toMatchObject({ isSample: false });
    expect(failureOf(() => findConnection({ connection: text }, stores)).code).toBe('settings_missing');
  });
});
