import { describe, expect, test } from '@jest/globals';
import { useEchoWorlds } from './echo-worlds';

const SCRIPT = `
function fetch(url, options) {
  var response = UrlFetchApp.fetch(url, options || {});
  return [response.getResponseCode(), response.getContentText()];
}
function headers(url) { return UrlFetchApp.fetch(url).getAllHeaders(); }
function bytes(url) { return UrlFetchApp.fetch(url).getContent(); }
function sizeOf(url) { return UrlFetchApp.fetch(url).getContentText('UTF-8').length; }
function batch(urls) {
  var requests = urls.map(function (url) { return { url: url, muteHttpExceptions: true }; });
  return UrlFetchApp.fetchAll(requests).map(function (response) { return response.getResponseCode(); });
}
`;

describe('UrlFetchApp hands over answers', () => {
  const world = useEchoWorlds(SCRIPT, {
    hosts: { 'https://closed.example': 'http://127.0.0.1:1' },
    realTimeoutMillis: 300,
  });

  const MUTED = { muteHttpExceptions: true };
  const failure = (message: string) => ({ kind: 'failure', message: `Exception: ${message}` });

  test('[U4 rec] a status of 400 or more throws with scheme and host only (five logs)', () => {
    expect(
      world().ann.callFromSidebar('fetch', 'https://api.example/status/404?body=missing&secret=s'),
    ).toEqual(
      failure(
        'Request failed for https://api.example returned code 404. Truncated server response: missing (use muteHttpExceptions option to examine full response)',
      ),
    );
  });

  test('[U4 rec] a body over 150 characters is cut to 147 and three points (five logs)', () => {
    const shown = (length: number) => {
      const result = world().ann.callFromSidebar(
        'fetch',
        `https://api.example/status/500?body=${'x'.repeat(length)}`,
      );
      return result.kind === 'failure' ? /response: (\S*) \(use/.exec(result.message)?.[1] : undefined;
    };
    expect(shown(150)).toBe('x'.repeat(150));
    expect(shown(151)).toBe(`${'x'.repeat(147)}...`);
  });

  test.each([200, 401, 429, 504])(
    '[U5 doc] muted, the status %i is returned (UrlFetchApp reference)',
    (status) => {
      const url = `https://api.example/status/${status}?body=text`;
      expect(world().ann.callFromSidebar('fetch', url, MUTED)).toEqual({
        kind: 'success',
        value: [status, 'text'],
      });
    },
  );

  test.each([
    { title: 'an unknown host', url: 'https://no.example/x', text: 'DNS error: https://no.example/x' },
    {
      title: 'a closed port',
      url: 'https://closed.example/x',
      text: 'Address unavailable: https://closed.example/x',
    },
    {
      title: 'an answer cut off',
      url: 'https://api.example/cut',
      text: 'Address unavailable: https://api.example/cut',
    },
    { title: 'no answer at all', url: 'https://api.example/hang', text: 'Timeout: https://api.example/hang' },
  ])('[U6 rec] muted, $title throws all the same (several issues)', ({ url, text }) => {
    expect(world().ann.callFromSidebar('fetch', url, { ...MUTED, timeoutSeconds: 20 })).toEqual(
      failure(text),
    );
  });

  test('[U12 rec] in a batch muted statuses come singly, one transport error throws for all (recorded)', () => {
    const { ann } = world();
    const fine = ['https://api.example/status/200', 'https://api.example/status/500'];
    expect(ann.callFromSidebar('batch', fine)).toEqual({ kind: 'success', value: [200, 500] });
    expect(ann.callFromSidebar('batch', [...fine, 'https://closed.example/x'])).toEqual(
      failure('Address unavailable: https://closed.example/x'),
    );
  });

  test('[U13 doc, U14 rec2] repeated headers are an array, names keep their case (HTTPResponse reference)', () => {
    expect(world().ann.callFromSidebar('headers', 'https://api.example/repeat')).toEqual({
      kind: 'success',
      value: expect.objectContaining({ 'X-Two': ['one', 'two'], 'x-MiXed': 'kept' }),
    });
  });

  test('[U15 doc, forwarding asm] redirects are followed with method, headers and body, unless told not to', () => {
    const { ann, emulator } = world();
    const url = 'https://api.example/redirect?to=/echo';
    const options = { method: 'post', payload: 'x=1', headers: { Authorization: 'Bearer t' } };
    const result = ann.callFromSidebar('fetch', url, options);
    const seen = JSON.parse(result.kind === 'success' ? (result.value as [number, string])[1] : '{}');
    expect([seen.method, seen.body, seen.headers.Authorization]).toEqual(['POST', 'x=1', 'Bearer t']);
    expect(emulator.requests.map((request) => request.url)).toEqual([url, 'https://api.example/echo']);
    expect(ann.callFromSidebar('fetch', url, { ...options, followRedirects: false })).toEqual({
      kind: 'success',
      value: [307, ''],
    });
  });

  test.each([
    { title: 'honoured', timeout: 'obeyed', seconds: 20, latency: 19_999, ok: true, passed: 19_999 },
    { title: 'honoured', timeout: 'obeyed', seconds: 20, latency: 20_000, ok: false, passed: 20_000 },
    {
      title: 'ignored: always 60 s',
      timeout: 'fixed60',
      seconds: 20,
      latency: 59_000,
      ok: true,
      passed: 59_000,
    },
    {
      title: 'ignored: always 60 s',
      timeout: 'fixed60',
      seconds: 20,
      latency: 61_000,
      ok: false,
      passed: 60_000,
    },
  ] as const)('[U16 doc; mode 2 rec2] timeoutSeconds is $title ($latency ms)', (row) => {
    const { ann, emulator } = world({ switches: { fetchTimeout: row.timeout } });
    const result = ann.callFromSidebar('fetch', `https://api.example/latency/${row.latency}`, {
      timeoutSeconds: row.seconds,
    });
    expect(result.kind).toBe(row.ok ? 'success' : 'failure');
    expect(emulator.executions[0]?.virtualMillis).toBe(row.passed);
  });

  test('[U16 doc] without timeoutSeconds a fetch waits as long as the run may last', () => {
    const { ann } = world();
    expect(ann.callFromSidebar('fetch', 'https://api.example/latency/359000')).toEqual({
      kind: 'success',
      value: [200, 'late'],
    });
  });

  test('the stated latency is never shown to the script', () => {
    const result = world().ann.callFromSidebar('headers', 'https://api.example/latency/5');
    expect(JSON.stringify(result).toLowerCase()).not.toContain('virtual');
  });

  test('[U20 doc] an answer over 50 MB throws, one of 50 MB does not (Quotas page; text assumed)', () => {
    const { ann } = world({ realTimeoutMillis: 20_000 });
    expect(ann.callFromSidebar('sizeOf', 'https://api.example/large/52428800')).toEqual({
      kind: 'success',
      value: 52_428_800,
    });
    expect(ann.callFromSidebar('sizeOf', 'https://api.example/large/52428801')).toEqual(
      failure('Limit Exceeded: URLFetch Response Size.'),
    );
  });

  test('bytes are signed, also where they are no text', () => {
    expect(world().ann.callFromSidebar('bytes', 'https://api.example/bytes')).toEqual({
      kind: 'success',
      value: [-1, -2, 65],
    });
  });

  test('error texts may come in the language of the user', () => {
    const { ann } = world({ switches: { translatedTexts: true } });
    expect(ann.callFromSidebar('fetch', 'https://no.example/x')).toEqual(
      failure('DNS-Fehler: https://no.example/x'),
    );
  });
});
