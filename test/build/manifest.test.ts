import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildManifest } from '../../build/manifest';
import { parseServiceAddresses } from '../../build/service-addresses';

const ADDRESSES = parseServiceAddresses({
  auth: 'https://login.company.com',
  regions: { US: 'https://us.company.com', UK: 'https://gb.company.com' },
  reports: {},
});

describe('the manifest', () => {
  test('allows the three hosts, each with a path, in alphabetical order', () => {
    expect(JSON.parse(buildManifest('{}', ADDRESSES))).toEqual({
      urlFetchWhitelist: ['https://gb.company.com/', 'https://login.company.com/', 'https://us.company.com/'],
    });
  });

  test('refuses a list written by hand', () => {
    expect(() => buildManifest('{ "urlFetchWhitelist": [] }', ADDRESSES)).toThrow(
      'appsscript.json must not hold urlFetchWhitelist; the build makes it.',
    );
  });

  test('asks for these five scopes and no card add-on', () => {
    const source = readFileSync(resolve(process.cwd(), 'appsscript.json'), 'utf8');
    const manifest = JSON.parse(buildManifest(source, ADDRESSES)) as { oauthScopes: string[] };
    expect(Object.keys(manifest).sort()).toEqual([
      'exceptionLogging',
      'oauthScopes',
      'runtimeVersion',
      'timeZone',
      'urlFetchWhitelist',
    ]);
    expect(manifest.oauthScopes).toEqual([
      'https://www.googleapis.com/auth/script.container.ui',
      'https://www.googleapis.com/auth/script.external_request',
      'https://www.googleapis.com/auth/script.scriptapp',
      'https://www.googleapis.com/auth/script.send_mail',
      'https://www.googleapis.com/auth/spreadsheets.currentonly',
    ]);
    expect(manifest).toMatchObject({
      timeZone: 'Etc/UTC',
      runtimeVersion: 'V8',
      exceptionLogging: 'STACKDRIVER',
    });
  });
});
