import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { loadOpenApiChecker } from './openapi-checker';
import { type ServiceUnderTest, startService } from './service-under-test';

/** Specification section 2.1, by hand. */
const FIELDS = [
  ['access_token', 'string'],
  ['token_type', 'string'],
  ['expires_in', 'number'],
  ['scope', 'string'],
] as const;

let service: ServiceUnderTest;
let token: Record<string, unknown>;

beforeAll(async () => {
  service = await startService();
  token = JSON.parse((await service.requestToken()).text) as Record<string, unknown>;
});
afterAll(() => service.close());

describe('section 2.1, the access token', () => {
  test.each(FIELDS)('carries %s as a %s', (name, type) => {
    expect(typeof token[name]).toBe(type);
  });

  test('is always of type Bearer', () => {
    expect(token.token_type).toBe('Bearer');
  });

  test('states its lifetime in whole seconds', () => {
    expect(Number.isInteger(token.expires_in)).toBe(true);
  });

  test('grants the scope that was asked for', () => {
    expect(String(token.scope).split(' ')).toContain('employer_access');
  });

  test('fits the OpenAPI file', async () => {
    const { exchange } = await service.requestToken();
    expect(loadOpenApiChecker().checkAnswer(exchange)).toEqual([]);
  });
});
