import { beforeEach, describe, expect, test } from '@jest/globals';
import { connectedSheets, UrlFetchWarehouse } from '../../../src/platform/warehouse-services';

const ORIGIN = 'https://bigquery.googleapis.com';

describe('requests to BigQuery', () => {
  /** The addresses that got a request, by the member that sent it. */
  let sent: [member: string, ...urls: string[]][];
  let tokens: number;
  let failure: Error | undefined;
  beforeEach(() => {
    sent = [];
    tokens = 0;
    failure = undefined;
    const answer = {
      getAllHeaders: () => ({ Location: 'x' }),
      getResponseCode: () => 200,
      getContentText: () => '{}',
    };
    const note = (member: string, urls: string[]) => {
      sent.push([member, ...urls]);
      if (failure) throw failure;
      return urls.map(() => answer);
    };
    Object.assign(globalThis, {
      ScriptApp: {
        getOAuthToken: () => {
          tokens += 1;
          return 'token-1';
        },
      },
      UrlFetchApp: {
        fetch: (url: string) => note('fetch', [url])[0],
        fetchAll: (all: readonly { url: string }[]) =>
          note(
            'fetchAll',
            all.map(({ url }) => url),
          ),
      },
    });
  });
  const get = (target: string) => ({ method: 'get' as const, target });

  test('go one by one or together, with one token for the whole execution', () => {
    const warehouse = new UrlFetchWarehouse(ORIGIN);
    expect(warehouse.sendAll([get('/a')])).toEqual([{ status: 200, headers: { location: 'x' }, text: '{}' }]);
    expect(warehouse.sendAll([get('/b'), get(`${ORIGIN}/upload/c`)])).toHaveLength(2);
    expect(sent).toEqual([
      ['fetch', `${ORIGIN}/a`],
      ['fetchAll', `${ORIGIN}/b`, `${ORIGIN}/upload/c`],
    ]);
    expect(tokens).toBe(1);
  });

  test('go nowhere, and no token is asked for, if one of them would go to another origin', () => {
    const warehouse = new UrlFetchWarehouse(ORIGIN);
    expect(warehouse.sendAll([get('https://evil.example/upload')])).toEqual([undefined]);
    expect(warehouse.sendAll([get('/a'), get('https://evil.example/upload')])).toEqual([
      undefined,
      undefined,
    ]);
    expect([sent, tokens]).toEqual([[], 0]);
  });

  test('without an answer are all unanswered', () => {
    failure = new Error('Address unavailable');
    expect(new UrlFetchWarehouse(ORIGIN).sendAll([get('/a'), get('/b')])).toEqual([undefined, undefined]);
  });

  test('beyond the daily allowance say so', () => {
    failure = new Error('Service invoked too many times for one day: urlfetch.');
    expect(() => new UrlFetchWarehouse(ORIGIN).sendAll([get('/a')])).toThrow(
      expect.objectContaining({ code: 'quota_spent' }),
    );
  });
});

describe('a connected table that is to be read again', () => {
  /** The sheet of ID 7; null where it is gone. */
  const install = (sheet: object | null) =>
    Object.assign(globalThis, {
      SpreadsheetApp: {
        enableBigQueryExecution: () => undefined,
        getActive: () => ({ getSheetById: (id: number) => (id === 7 ? sheet : null) }),
      },
    });
  const source = (...members: readonly string[]) => {
    const called: string[] = [];
    const call = (member: string) => () => {
      called.push(member);
      if (!members.includes(member)) throw new Error('Access Denied: project acme-shifts, auth missing');
    };
    install({
      asDataSourceSheet: () => ({
        refreshData: call('refreshData'),
        forceRefreshData: call('forceRefreshData'),
      }),
    });
    return called;
  };

  test('is read by refreshData; after a failure by forceRefreshData', () => {
    const called = source('refreshData');
    connectedSheets.refresh(7);
    expect(called).toEqual(['refreshData']);
    const again = source('forceRefreshData');
    connectedSheets.refresh(7);
    expect(again).toEqual(['refreshData', 'forceRefreshData']);
  });

  test.each([
    ['was deleted', null],
    ['became an ordinary sheet', { asDataSourceSheet: () => null }],
  ])('is left out if its sheet %s', (_, sheet) => {
    install(sheet);
    expect(() => connectedSheets.refresh(7)).not.toThrow();
  });

  test('that Google Sheets refuses to read is one sentence without Google’s own text', () => {
    source();
    expect(() => connectedSheets.refresh(7)).toThrow(
      'Press Refresh on the connected table: Google Sheets did not refresh it.',
    );
  });
});
