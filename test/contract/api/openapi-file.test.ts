import { expect, test } from '@jest/globals';
import type { FieldKind } from '../../../src/contract/fields';
import { SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-report';
import { asNode, OPENAPI_FILE, OpenApiDocument } from './openapi-checker';

const document = new OpenApiDocument(OPENAPI_FILE);

/** Everything under one extension name, wherever it stands. */
function collect(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === name ? [member].flat() : collect(member, name),
  );
}

test('the OpenAPI file has the two operations of the specification, on three servers with their roles', () => {
  const operations = Object.entries(asNode(document.root.paths)).flatMap(([path, item]) =>
    Object.keys(asNode(item)).flatMap((key) =>
      /^(get|put|post|delete|patch)$/.test(key) ? [`${key} ${path}`] : [],
    ),
  );
  expect(operations).toEqual([
    'post /oauth/v2/tokens',
    'post /v1/reporting/{employer}/reports/shift_fulfilment',
  ]);
  expect(collect(document.root, 'x-role')).toEqual(['auth', 'US', 'UK']);
});

test('it documents the statuses of a report, and says in a sentence what is not shown', () => {
  const found = document.findOperation('UK', 'POST', '/v1/reporting/me/reports/shift_fulfilment');
  const statuses = Object.keys(asNode(found?.node.responses));
  expect(statuses).toEqual(expect.arrayContaining(['401', '403', '404', '429', '504']));
  const sentences = collect(document.root, 'x-not-shown');
  expect(sentences.length).toBeGreaterThan(20);
  expect(sentences.filter((text) => typeof text !== 'string' || !/^[A-Z].*\.$/.test(text))).toEqual([]);
});

/** How the OpenAPI file states each kind of field that the product knows. */
const STATED: Readonly<Record<FieldKind, RegExp>> = {
  date: /CalendarDate/,
  text: /^\{"type":"string"\}$/,
  integer: /Count|"integer"/,
  percentage: /Percentage/,
  decimal: /"number"/,
  boolean: /"boolean"/,
};

test('the fields that the product reads are those of the file, in its order and of its types', () => {
  const properties = asNode(asNode(asNode(asNode(document.root.components).schemas).ShiftRecord).properties);
  expect(SHIFT_FULFILMENT_FIELDS.map(({ name }) => name)).toEqual(Object.keys(properties));
  for (const { name, kind } of SHIFT_FULFILMENT_FIELDS)
    expect([name, JSON.stringify(properties[name])]).toEqual([name, expect.stringMatching(STATED[kind])]);
});
