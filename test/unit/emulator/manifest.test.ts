import { describe, expect, test } from '@jest/globals';
import { asksForScope, isWhitelisted } from '../../emulator/manifest';

const manifest = (entries: readonly string[] | null) => ({
  timeZone: 'Etc/UTC',
  oauthScopes: null,
  urlFetchWhitelist: entries,
});

describe('The whitelist of addresses', () => {
  test.each([
    { entry: 'https://api.example/', url: 'https://api.example/anything?q=1', fits: true },
    { entry: 'https://api.example/', url: 'https://API.example', fits: true },
    { entry: 'https://api.example/', url: 'https://api.example.evil/', fits: false },
    { entry: 'https://api.example/', url: 'http://api.example/', fits: false },
    { entry: 'https://api.example/', url: 'https://api.example@evil.example/', fits: false },
    { entry: 'https://api.example/v1/', url: 'https://api.example/V1/x', fits: false },
    { entry: 'https://*.api.example/', url: 'https://eu.api.example/x', fits: true },
    { entry: 'https://*.api.example/', url: 'https://api.example/x', fits: false },
    { entry: 'https://api.example', url: 'https://api.example/', fits: false },
  ])('$entry and $url: $fits', ({ entry, url, fits }) => {
    expect(isWhitelisted(manifest([entry]), url)).toBe(fits);
  });

  test('none at all allows every address', () => {
    expect(isWhitelisted(manifest(null), 'https://anything.example/')).toBe(true);
  });
});

describe('Scopes', () => {
  const AUTH = 'https://www.googleapis.com/auth/';
  test.each([
    { oauthScopes: null, scope: 'script.send_mail', asked: true },
    { oauthScopes: [], scope: 'script.send_mail', asked: false },
    { oauthScopes: [`${AUTH}spreadsheets`], scope: 'spreadsheets.currentonly', asked: true },
    { oauthScopes: [`${AUTH}bigquery`], scope: 'bigquery.readonly', asked: true },
    { oauthScopes: [`${AUTH}bigquery.readonly`], scope: 'bigquery', asked: false },
    { oauthScopes: [`${AUTH}spreadsheets.currentonly`], scope: 'spreadsheets.currentonly', asked: true },
  ])('$oauthScopes asks for $scope: $asked', ({ oauthScopes, scope, asked }) => {
    expect(asksForScope({ ...manifest(null), oauthScopes }, AUTH + scope)).toBe(asked);
  });
});
