import { describe, expect, test } from '@jest/globals';
import { useEchoWorlds } from './echo-worlds';

const SCRIPT = `
function fetch(url, options) {
  var response = UrlFetchApp.fetch(url, options || {});
  return [response.getResponseCode(), response.getContentText()];
}
function fetchWithNull(url) { return UrlFetchApp.fetch(url, { headers: { 'X-Nothing': null } }).getResponseCode(); }
function fetchMany(url, count) {
  var headers = {};
  for (var i = 0; i < count; i++) headers['X-' + i] = 'v';
  return UrlFetchApp.fetch(url, { headers: headers }).getResponseCode();
}
function post(url, bytes) { return UrlFetchApp.fetch(url, { method: 'post', payload: 'x'.repeat(bytes) }).getResponseCode(); }
function putBytes(url, bytes) {
  var blob = Utilities.newBlob(bytes, 'application/octet-stream');
  var options = { method: 'put', payload: blob, contentType: 'application/octet-stream',
    headers: { 'Content-Range': 'bytes 0-' + (bytes.length - 1) + '/' + bytes.length } };
  return JSON.parse(UrlFetchApp.fetch(url, options).getContentText());
}
function putZipped(url, text) {
  var bytes = Utilities.gzip(Utilities.newBlob(text)).getBytes();
  return JSON.parse(UrlFetchApp.fetch(url, { method: 'put', payload: bytes.slice(0, 10) }).getContentText());
}
function fetchAll(urls, options) {
  return UrlFetchApp.fetchAll(urls.map(function (url) { return Object.assign({ url: url }, options); }))
    .map(function (response) { return response.getContentText(); });
}
`;

describe('UrlFetchApp sends and refuses requests', () => {
  const world = useEchoWorlds(SCRIPT);

  function echoed(options: object): { method: string; headers: Record<string, string>; body: string } {
    const result = world().ann.callFromSidebar('fetch', 'https://api.example/echo', options);
    if (result.kind === 'failure') throw new Error(result.message);
    return JSON.parse((result.value as [number, string])[1]);
  }

  function refusal(name: string, ...args: unknown[]): string {
    const result = world().ann.callFromSidebar(name, ...args);
    return result.kind === 'failure' ? result.message : 'not refused';
  }

  test('[U1 doc] an object payload is a form, also by its content type (UrlFetchApp reference)', () => {
    const seen = echoed({ method: 'post', payload: { grant_type: 'client_credentials', secret: 'a b&c=é' } });
    expect(seen.method).toBe('POST');
    expect(seen.headers['Content-Type']).toBe('application/x-www-form-urlencoded');
    expect(seen.body).toBe('grant_type=client_credentials&secret=a+b%26c%3D%C3%A9');
  });

  test('[U1 doc] a text payload is a form too, unless said otherwise (UrlFetchApp reference)', () => {
    expect(echoed({ method: 'post', payload: '[]' }).headers['Content-Type']).toBe(
      'application/x-www-form-urlencoded',
    );
    const json = echoed({ method: 'post', payload: '[]', contentType: 'application/json' });
    expect([json.headers['Content-Type'], json.body]).toEqual(['application/json', '[]']);
  });

  test('[U2 doc] an array payload is bytes, so an empty one sends nothing (UrlFetchApp reference)', () => {
    expect(echoed({ method: 'post', payload: [72, 105] }).body).toBe('Hi');
    const empty = echoed({ method: 'post', payload: [] });
    expect([empty.body, empty.headers['Content-Length']]).toEqual(['', '0']);
  });

  test('[U21 doc] a blob is put byte for byte, beside the header Content-Range (UrlFetchApp reference)', () => {
    const bytes = Array.from({ length: 512 }, (_, index) => ((index * 7) % 256) - 128);

    expect(world().ann.callFromSidebar('putBytes', 'https://api.example/bytes-sent', bytes)).toEqual({
      kind: 'success',
      value: {
        method: 'PUT',
        range: 'bytes 0-511/512',
        type: 'application/octet-stream',
        base64: Buffer.from(bytes).toString('base64'),
      },
    });
  });

  test('[U21 doc] a part of zipped bytes, which are no text, stays as it is (UrlFetchApp reference)', () => {
    const sent = world().ann.callFromSidebar('putZipped', 'https://api.example/bytes-sent', 'é'.repeat(50));
    const { base64 } = sent.kind === 'success' ? (sent.value as { base64: string }) : { base64: '' };

    expect(Buffer.from(base64, 'base64')).toHaveLength(10);
    // RFC 1952: ID1, ID2, deflate.
    expect([...Buffer.from(base64, 'base64').subarray(0, 3)]).toEqual([0x1f, 0x8b, 8]);
  });

  test('[U3 doc] the user agent names Apps Script and the script (UrlFetchApp reference)', () => {
    expect(echoed({}).headers['User-Agent']).toBe(
      'Mozilla/5.0 (compatible; Google-Apps-Script; beanserver; +https://script.google.com; id: add-on-script)',
    );
  });

  test.each(['https://localhost/x', 'https://elsewhere.example/x'])(
    '[U7 rec] %s is a DNS error: nothing leaves the machine (two logs)',
    (url) => {
      expect(refusal('fetch', url)).toBe(`Exception: DNS error: ${url}`);
    },
  );

  test('[U8 rec] an address of 2,082 characters works, one of 2,083 does not (recorded)', () => {
    const address = `https://api.example/echo?${'q'.repeat(2_057)}`;
    expect(address.length).toBe(2_082);
    expect(world().ann.callFromSidebar('fetch', address).kind).toBe('success');
    expect(refusal('fetch', `${address}q`)).toBe('Exception: Limit Exceeded: URLFetch URL Length.');
  });

  test.each(['Host', 'Content-Length', 'content-length'])(
    '[U9 rec] the header %s is refused (three logs)',
    (name) => {
      expect(refusal('fetch', 'https://api.example/echo', { headers: { [name]: '1' } })).toBe(
        `Exception: Attribute provided with invalid value: Header:${name}`,
      );
    },
  );

  test('[U9 rec] a header that is null is refused (three logs)', () => {
    expect(refusal('fetchWithNull', 'https://api.example/echo')).toBe(
      'Exception: Attribute provided with invalid value: Header:null',
    );
  });

  test('a header value that no header can carry is refused', () => {
    expect(refusal('fetch', 'https://api.example/echo', { headers: { Authorization: 'Bearer a\nb' } })).toBe(
      'Exception: Attribute provided with invalid value: Header:Authorization',
    );
  });

  test('[U10 asm] contentType beats a Content-Type header', () => {
    const options = {
      method: 'post',
      payload: 'x',
      contentType: 'application/json',
      headers: { 'content-type': 'text/x' },
    };
    const names = Object.entries(echoed(options).headers).filter(
      ([name]) => name.toLowerCase() === 'content-type',
    );
    expect(names).toEqual([['Content-Type', 'application/json']]);
  });

  test('[U11 rec] fetchAll sends side by side and answers in the order of the requests (Tanaike 2018)', () => {
    const urls = ['a', 'b', 'c'].map((name) => `https://api.example/together/${name}`);
    const result = world().ann.callFromSidebar('fetchAll', urls, {});
    expect(result).toEqual({
      kind: 'success',
      value: expect.arrayContaining([expect.stringMatching(/^[abc] of at most 3$/)]),
    });
    expect(result.kind === 'success' && (result.value as string[]).map((text) => text[0])).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('[U17 doc] outside the whitelist a fetch throws (Manifest reference; text assumed)', () => {
    const manifest = { urlFetchWhitelist: ['https://api.example/v1/'] };
    const { ann } = world({ manifest });
    const outcome = (path: string) =>
      ann.callFromSidebar('fetch', `https://api.example${path}`, { muteHttpExceptions: true });
    expect(outcome('/v1/x').kind).toBe('success');
    expect(outcome('/V1/x').kind).toBe('failure');
    expect(outcome('/v2/x').kind).toBe('failure');
  });

  test('[U18 asm] a missing scope is refused with its address', () => {
    const { emulator, ann } = world();
    emulator.switches.missingScopes = ['https://www.googleapis.com/auth/script.external_request'];
    expect(ann.callFromSidebar('fetch', 'https://api.example/echo')).toEqual({
      kind: 'failure',
      message:
        'Exception: Specified permissions are not sufficient to call UrlFetchApp.fetch. Required permissions: https://www.googleapis.com/auth/script.external_request',
    });
  });

  test('[U19 doc] the call over the daily quota is refused; items of a batch count singly (Quotas page)', () => {
    const { emulator, ann } = world();
    emulator.switches.quotas.fetchCalls = 3;
    ann.callFromSidebar(
      'fetchAll',
      ['https://api.example/echo', 'https://api.example/echo', 'https://api.example/echo'],
      {},
    );
    expect(ann.callFromSidebar('fetch', 'https://api.example/echo')).toEqual({
      kind: 'failure',
      message: 'Exception: Service invoked too many times for one day: urlfetch.',
    });
  });

  test('[U20 doc] over 100 headers, 8 KB of a header or 50 MB of body a fetch throws (Quotas page; texts assumed)', () => {
    expect(world().ann.callFromSidebar('fetchMany', 'https://api.example/echo', 100).kind).toBe('success');
    expect(refusal('fetchMany', 'https://api.example/echo', 101)).toContain('Limit Exceeded');
    expect(
      refusal('fetch', 'https://api.example/echo', { headers: { 'X-Long': 'v'.repeat(8_192) } }),
    ).toContain('Limit Exceeded');
    expect(refusal('post', 'https://api.example/echo', 52_428_801)).toBe(
      'Exception: Limit Exceeded: URLFetch POST Size.',
    );
  });

  test('keeps tokens of Google’s from other hosts, though the platform would send them: no script of ours may', () => {
    const { ann, emulator } = world();
    const { requests, internalErrors } = emulator.world;
    const before = requests.length;
    const token = ann.oauthToken();
    for (const options of [
      { headers: { Authorization: `Bearer ${token}` } },
      { method: 'post', payload: token },
    ])
      expect(ann.callFromSidebar('fetch', 'https://api.example/echo', options)).toMatchObject({
        kind: 'failure',
        message: expect.stringContaining('A token of Google’s would go to api.example.'),
      });
    expect([requests.length, internalErrors.splice(0).length]).toEqual([before, 2]);
  });
});
