import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SHIFT_FULFILMENT_REPORT } from '../../../src/employer-api/shift-report';
import { CONNECTION, RANGE, RECORD, reportBody } from '../../support/sample-report';
import { SPEC_FIELDS } from '../../support/spec-fields';
import { answer } from '../../support/stub-transport';

/** The answers are of one day more at both ends. */
const DAYS = { from: RANGE.from + 1, to: RANGE.to - 1 };

/* Texts that are nearly, or not at all, an answer. FUZZ_TEXTS=1000000 runs more. */

const SEED = Number(process.env.TEST_SEED ?? Date.now() % 2_147_483_647);
const TEXTS = Number(process.env.FUZZ_TEXTS ?? 2000);

const WORDS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  'null',
  'true',
  '-',
  '1e400',
  'NaN',
  '\\u0000',
  '\ufeff',
  '/**/',
];
const NAMES = [...SPEC_FIELDS.map(([name]) => name), '__proto__', 'constructor', 'toString', 'length', ''];
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, -0, 1e308, 2 ** 53, '', '2026-02-30', '5', [], {}, [[]], '__proto__'),
);
const record = fc.oneof(
  fc.constant(RECORD),
  fc.dictionary(fc.constantFrom(...NAMES), strange),
  fc.tuple(fc.constantFrom(...NAMES), strange).map(([name, value]) => ({ ...RECORD, [name]: value })),
  strange,
);
const member = fc.constantFrom('request', 'report', 'metadata', '__proto__', 'shifts');
const body = fc.oneof(
  fc.array(record, { maxLength: 4 }).map((shifts) => reportBody(shifts)),
  fc.tuple(member, strange).map(([name, value]) => reportBody([RECORD], { [name]: value })),
  fc.record({ shifts: strange }).map((report) => reportBody([], { report })),
  strange,
);
/** A change of the text itself: at a place, so many characters are replaced. */
const change = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom('', ...WORDS));
const text = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: body.map((value) => JSON.stringify(value)) }, fc.string()),
    fc.array(change, { maxLength: 2 }),
  )
  .map(([start, changes]) =>
    changes.reduce((so, [at, length, word]) => {
      const place = at % (so.length + 1);
      return so.slice(0, place) + word + so.slice(place + length);
    }, start),
  );

/** What an accepted answer may hold, by the types of the specification: a day is the serial number of a cell. */
const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  date: Number.isSafeInteger,
  string: (value) => typeof value === 'string',
  integer: Number.isSafeInteger,
  number: Number.isFinite,
};

/** @returns Whether the text is accepted. @throws what is neither `invalid_response` nor rows of the documented types. */
function isAccepted(given: string): boolean {
  let rows: readonly (readonly unknown[])[];
  try {
    rows = SHIFT_FULFILMENT_REPORT.read(answer(200, given), CONNECTION, DAYS).rows;
  } catch (error) {
    expect(error).toMatchObject({ name: 'ReportError', code: 'invalid_response' });
    return false;
  }
  const odd = rows.filter(
    (row) =>
      row.length !== SPEC_FIELDS.length ||
      row.some((value, index) => value !== null && !FITS[SPEC_FIELDS[index]?.[1] ?? '']?.(value)),
  );
  expect(odd).toEqual([]);
  expect(rows.length).toBeLessThanOrEqual(JSON.parse(given.replace(/^\ufeff/, '')).report.shifts.length);
  return true;
}

describe('a text in the place of an answer', () => {
  test(`is refused as invalid_response, or has rows of the documented types (${TEXTS} texts, seed ${SEED})`, () => {
    let accepted = 0;

    fc.assert(
      fc.property(text, (given) => {
        if (isAccepted(given)) accepted += 1;
      }),
      { seed: SEED, numRuns: TEXTS },
    );

    // Both ways are taken, so neither is checked in vain.
    expect(accepted).toBeGreaterThan(TEXTS / 100);
    expect(accepted).toBeLessThan(TEXTS);
  });
});

describe('an answer cut at a byte', () => {
  test('is refused at every one, and accepted when only the line break at its end is missing', () => {
    const shifts = [1, 2, 3, 4, 5, 6].map((id) => ({
      ...RECORD,
      SHIFT_ID: id,
      VENUE_NAME: `Café ${id} 中 🎉`,
    }));
    const bytes = Buffer.from(`${JSON.stringify(reportBody(shifts))}\n`);
    const accepted: number[] = [];

    for (let end = 0; end < bytes.length; end += 1) {
      if (isAccepted(bytes.subarray(0, end).toString())) accepted.push(end);
    }

    expect(bytes.length).toBeGreaterThanOrEqual(2000);
    expect(accepted).toEqual([bytes.length - 1]);
  });
});
