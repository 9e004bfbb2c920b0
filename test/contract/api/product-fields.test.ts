import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type FieldKind, SHIFT_FULFILMENT_FIELDS } from '../../../src/employer-api/shift-records';
import { asNode, OpenApiDocument } from './openapi-document';

const document = OpenApiDocument.read(resolve(process.cwd(), 'docs/employer-reporting-api.openapi.yaml'));
const schemas = asNode(asNode(document.root.components).schemas);
const properties = asNode(asNode(schemas.ShiftRecord).properties);

/** How the OpenAPI file states each kind of field that the product knows. */
const STATED: Readonly<Record<FieldKind, RegExp>> = {
  date: /CalendarDate/,
  text: /^\{"type":"string"\}$/,
  integer: /Count|"integer"/,
  percentage: /Percentage/,
  decimal: /"number"/,
  boolean: /"boolean"/,
};

describe('the fields that the product reads', () => {
  test('are those of the OpenAPI file, in its order', () => {
    expect(SHIFT_FULFILMENT_FIELDS.map(({ name }) => name)).toEqual(Object.keys(properties));
  });

  test.each(SHIFT_FULFILMENT_FIELDS.map(({ name, kind }) => [name, kind] as const))(
    '%s is stated as %s',
    (name, kind) => {
      expect(JSON.stringify(properties[name])).toMatch(STATED[kind]);
    },
  );
});
