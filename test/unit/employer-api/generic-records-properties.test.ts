import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { configuredReport, readGenericRecords } from '../../../src/employer-api/report-kind';
import { CONNECTION, RANGE } from '../../support/sample-report';
import { answer } from '../../support/stub-transport';

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const RUNS = Number(process.env.TEST_RUNS ?? 500);
const settings = { seed: SEED, numRuns: RUNS };

const name = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    'a',
    'b',
    'a.b',
    'a.b (2)',
    '',
    '__proto__',
    'constructor',
    'request',
    'metadata',
    'employer_id',
  ),
);
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, '2026-01-01', '2026-02-30', '', '7', 0, -0, 1.5, 1e300),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
/** Any JSON, names and values such as answers may hold. */
const { json } = fc.letrec<{ json: unknown; object: unknown }>((tie) => ({
  object: fc.array(fc.tuple(name, tie('json')), { maxLength: 5 }).map(toObject),
  json: fc.oneof({ maxDepth: 5 }, scalar, fc.array(tie('json'), { maxLength: 5 }), tie('object')),
}));
/** A record of few names, so that records share them, with nothing that must be left out. */
const { record } = fc.letrec<{ record: Record<string, unknown>; value: unknown }>((tie) => ({
  record: fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(toObject),
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(null, true, false, '2026-01-01', '2026-02-30', '', 0, 1.5),
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.maxSafeInteger(),
    ),
    fc.array(fc.nat(), { maxLength: 2 }),
    tie('record'),
  ),
}));

/** As JSON.parse makes it: `__proto__` is a name like any other. */
function toObject(pairs: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of pairs) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Every value in a record, in words that do not depend on the kind of its column; empty ones left out. */
function valuesIn(value: unknown): string[] {
  if (value === null) return [];
  if (Array.isArray(value)) return [JSON.stringify(value)];
  if (typeof value !== 'object') return [String(value)];
  return Object.values(value).flatMap(valuesIn);
}

/** A cell in the same words. */
function wordOf(cell: number | string | null, kind: string): string[] {
  if (cell === null) return [];
  if (kind === 'boolean') return [cell === 1 ? 'true' : 'false'];
  if (kind === 'date') return [new Date((Number(cell) - 25_569) * 86_400_000).toISOString().slice(0, 10)];
  return [String(cell)];
}

/** The names of a record's values as they stand in it, in order. */
function namesIn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) =>
    namesIn(member, path === '' ? key : `${path}.${key}`),
  );
}

describe(`any answer (seed ${SEED}, ${RUNS} runs)`, () => {
  test('is read or refused, never a failure of another kind', () => {
    const report = configuredReport('worker_turnover', { path: 'x', parameters: {} });
    fc.assert(
      fc.property(json, fc.boolean(), (body, isNumbered) => {
        const connection = isNumbered ? { ...CONNECTION, employer: '20417' } : CONNECTION;
        let code = 'read';
        try {
          report.read(answer(200, JSON.stringify(body)), connection, RANGE);
        } catch (error) {
          code = String((error as { code?: unknown }).code);
        }
        expect(['read', 'invalid_response']).toContain(code);
      }),
      settings,
    );
  });

  test('gives rows of one length, under headings that differ', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 8 }), (records) => {
        const read = readGenericRecords(records);
        const headings = read?.fields.map(({ name: heading }) => heading) ?? [];
        expect(new Set(headings).size).toBe(headings.length);
        expect(headings).not.toContain('');
        expect(new Set(read?.rows.map((row) => row.length) ?? [])).toEqual(
          new Set(read === undefined || read.rows.length === 0 ? [] : [headings.length]),
        );
      }),
      settings,
    );
  });
});

describe(`records (seed ${SEED}, ${RUNS} runs)`, () => {
  test('give back every value in its row', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), (records) => {
        const read = readGenericRecords(records);
        const rows = (read?.rows ?? records.map(() => [])).map((row) =>
          row.flatMap((cell, index) => wordOf(cell, read?.fields[index]?.kind ?? '')).sort(),
        );
        expect(rows).toEqual(records.map((one) => valuesIn(one).sort()));
      }),
      settings,
    );
  });

  test('have columns in the order first seen', () => {
    const plain = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(plain, (lists) => {
        const records = lists.map((names) => toObject(names.map((one) => [one, { x: 1, y: [2] }])));
        const expected = [...new Set(records.flatMap((one) => namesIn(one, '')))];
        expect(readGenericRecords(records)?.fields.map(({ name: heading }) => heading) ?? []).toEqual(
          expected,
        );
      }),
      settings,
    );
  });
});
