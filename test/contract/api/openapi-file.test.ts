import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { ASSUMED_REPORTS_FILE } from './openapi-checker';
import { asNode, OpenApiDocument } from './openapi-document';

const FILE = 'docs/employer-reporting-api.openapi.yaml';
const document = OpenApiDocument.read(resolve(process.cwd(), FILE));

/** Everything under one extension name, wherever it stands. */
function collect(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name ? [member].flat() : collect(member, name),
  );
}

test.each([FILE, ASSUMED_REPORTS_FILE])('%s is valid for the linter of the trade', async (file) => {
  const run = promisify(execFile)(
    process.execPath,
    ['node_modules/@redocly/cli/bin/cli.js', 'lint', file, '--config', 'docs/redocly.yaml'],
    { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } },
  );
  await expect(run).resolves.toMatchObject({ stderr: expect.stringContaining('is valid') });
});

describe('the OpenAPI file', () => {
  test('has the two operations of the specification and no other', () => {
    const operations = Object.entries(asNode(document.root.paths)).flatMap(([path, item]) =>
      Object.keys(asNode(item))
        .filter((key) => ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'].includes(key))
        .map((method) => `${method} ${path}`),
    );
    expect(operations).toEqual([
      'post /oauth/v2/tokens',
      'post /v1/reporting/{employer}/reports/shift_fulfilment',
    ]);
  });

  test('names three servers, each with its role', () => {
    expect(collect(document.root, 'x-role')).toEqual(['auth', 'US', 'UK']);
  });

  test.each([401, 403, 404, 429, 504])('documents status %i of a report', (status) => {
    const found = document.findOperation('UK', 'POST', '/v1/reporting/me/reports/shift_fulfilment');
    expect(Object.keys(asNode(found?.operation.responses))).toContain(String(status));
  });

  test('says in a sentence what is not shown', () => {
    const sentences = collect(document.root, 'x-not-shown');
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((text) => typeof text !== 'string' || !/^[A-Z].*\.$/.test(text))).toEqual([]);
  });
});
