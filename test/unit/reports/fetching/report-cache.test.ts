import { describe, expect, test } from '@jest/globals';
import { SHIFT_FULFILMENT_FIELDS } from '../../../../src/employer-api/shift-records';
import {
  decodeReport,
  encodeReport,
  type KeptReport,
  reportKeys,
} from '../../../../src/reports/fetching/report-cache';
import { nodePacker } from '../../../support/node-text';
import { manyRows, RANGE, ROW } from '../../../support/sample-report';

/** A packer that packs nothing, so that a report of known size makes a known number of parts. */
const NO_PACKING = { pack: (text: string) => `z${text}`, unpack: (packed: string) => packed.slice(1) };
const MOST_BYTES = 102_400;

function report(rows: KeptReport['rows'] = [ROW], correlationId = 'correlation-1'): KeptReport {
  const generatedAt = '2026-03-10T11:59:58Z';
  return {
    range: RANGE,
    fields: SHIFT_FULFILMENT_FIELDS,
    rows,
    generatedAt,
    fetchedAt: 1_773_144_000_000,
    issueCount: 0,
    emptyCount: 0,
    issues: [],
    correlationId,
    zone: 'Europe/London',
  };
}

/** Reads as the product does: first the known keys, then what it asks for. */
function read(entries: Record<string, string>, packer = nodePacker) {
  const asked: number[] = [];
  const found = (keys: readonly string[]) =>
    Object.fromEntries(
      keys.flatMap((key) => (entries[key] === undefined ? [] : [[key, entries[key] ?? '']])),
    );
  const first = found(reportKeys('k'));
  const kept = decodeReport(
    'k',
    first,
    (keys) => {
      asked.push(keys.length);
      return found(keys);
    },
    packer,
  );
  return { kept, asked };
}

describe('a report in the cache', () => {
  test('comes back as it was', () => {
    expect(read(encodeReport('k', report(), nodePacker)).kept).toEqual(report());
  });

  test('of another kind comes back with its fields', () => {
    const fields = [{ name: 'WORKER', kind: 'text' as const }];
    const other = { ...report([['Ada']]), fields };
    expect(read(encodeReport('k', other, nodePacker)).kept).toEqual(other);
  });

  test('of the documented fields does not repeat them', () => {
    expect(encodeReport('k', report(), nodePacker).k).not.toContain('SHIFT_DATE');
  });

  test('is stored by position: who changes the fields raises the format, and drops stored summaries of columns', () => {
    const { format } = JSON.parse(encodeReport('k', report(), nodePacker).k ?? '');
    const names = SHIFT_FULFILMENT_FIELDS.map(({ name }) => name).join(' ');
    expect({ format, names }).toEqual({
      format: 1,
      names:
        'SHIFT_DATE VENUE_NAME AREA_NAME JOB_TITLE SHIFTS_POSTED SHIFTS_BOOKED SHIFTS_BOOKED_PERCENTAGE SHIFTS_UNFILLED ' +
        'SHIFTS_UNFILLED_PERCENTAGE SHIFTS_WORKED SHIFTS_WORKED_PERCENTAGE NO_SHOWS NO_SHOWS_PERCENTAGE HOURS_SCHEDULED ' +
        'HOURS_WORKED TRUE_DEMAND TRUE_FULFILMENT_PERCENTAGE SHIFT_ID',
    });
  });

  test('comes back when it is empty', () => {
    expect(read(encodeReport('k', report([]), nodePacker)).kept).toEqual(report([]));
  });

  test('comes back when its names are not ASCII', () => {
    const rows = [[46_083, 'Zürich “Café” 😀 \u2028', '日本', '\u0000\ud800', ...ROW.slice(4)]];
    expect(read(encodeReport('k', report(rows), nodePacker)).kept).toEqual(report(rows));
  });

  test('is asked for with its head and four parts at once', () => {
    expect(reportKeys('k')).toEqual(['k', 'k.1', 'k.2', 'k.3', 'k.4']);
  });

  test('of 1,500 rows is one plain part', () => {
    const entries = encodeReport('k', report(manyRows(1500)), nodePacker);
    expect(Object.keys(entries)).toEqual(['k', 'k.1']);
    expect(entries['k.1']).toContain('Venue 1');
  });

  test('of 10,000 rows takes two parts and at most 18 bytes a row', () => {
    const entries = encodeReport('k', report(manyRows(10_000)), nodePacker);
    const bytes = Object.values(entries).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
    expect(Object.keys(entries).length).toBeLessThanOrEqual(3);
    expect(bytes / 10_000).toBeLessThanOrEqual(18);
    expect(JSON.stringify(read(entries).kept?.rows)).toBe(JSON.stringify(manyRows(10_000)));
  });

  test('is cut into parts of 100,000 characters, each within what a cache value holds', () => {
    const entries = encodeReport('k', report(manyRows(8000)), NO_PACKING);
    const sizes = Object.values(entries).map((value) => Buffer.byteLength(value));
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES);
    expect(new Set(sizes.slice(1, -1)).size).toBe(1);
  });

  test('whose names grow when they are escaped stays within what a cache value holds', () => {
    const rows = Array.from({ length: 1500 }, (_, index) => [
      46_083,
      `日本${index}`.repeat(9),
      ...ROW.slice(2),
    ]);
    const entries = encodeReport('k', report(rows), nodePacker);
    expect(Math.max(...Object.values(entries).map((value) => Buffer.byteLength(value)))).toBeLessThanOrEqual(
      MOST_BYTES,
    );
    expect(JSON.stringify(read(entries).kept?.rows)).toBe(JSON.stringify(rows));
  });

  test('of more than four parts takes one more read', () => {
    const entries = encodeReport('k', report(manyRows(15_000)), NO_PACKING);
    const parts = Object.keys(entries).length - 1;
    const { kept, asked } = read(entries, NO_PACKING);
    expect([kept?.rows.length, asked]).toEqual([15_000, [parts - 4]]);
  });

  test('of more than 20 parts is not kept', () => {
    const hash = (index: number) => `${(index * 2_654_435_761) % 4_294_967_296}`;
    const rows = Array.from({ length: 20_000 }, (_, index) => [
      46_083,
      hash(index).repeat(12),
      ...ROW.slice(2),
    ]);
    expect(encodeReport('k', report(rows), NO_PACKING)).toEqual({});
  });
});

describe('a report in the cache is missed', () => {
  const whole = encodeReport('k', report(manyRows(15_000)), NO_PACKING);

  test.each(Object.keys(whole))('when %s is gone', (key) => {
    const { [key]: _, ...rest } = whole;
    expect(read(rest, NO_PACKING).kept).toBeUndefined();
  });

  test.each(['k.1', 'k.3', 'k.5'])('when %s is of another writing', (key) => {
    const other = encodeReport('k', report(manyRows(15_000), 'correlation-2'), NO_PACKING);
    expect(read({ ...whole, [key]: other[key] ?? '' }, NO_PACKING).kept).toBeUndefined();
  });

  test('when its head is of another writing', () => {
    const other = encodeReport('k', { ...report(manyRows(15_000)), fetchedAt: 1 }, NO_PACKING);
    expect(read({ ...whole, k: other.k ?? '' }, NO_PACKING).kept).toBeUndefined();
  });

  test.each([
    ['an older format', (head: object) => ({ ...head, format: 0 })],
    ['a format without number', (head: object) => ({ ...head, format: undefined })],
    ['a count of parts that is none', (head: object) => ({ ...head, parts: 'many' })],
    ['a count of parts beyond all sense', (head: object) => ({ ...head, parts: 1e9 })],
    ['null', () => null],
    ['a number', () => 5],
  ])('when its head is %s', (_, change) => {
    const entries = encodeReport('k', report(), nodePacker);
    const head = JSON.stringify(change(JSON.parse(entries.k ?? '')));
    expect(read({ ...entries, k: head }).kept).toBeUndefined();
  });

  test.each(['', 'not JSON', '{'])('when its head is the text %j', (head) => {
    expect(read({ ...encodeReport('k', report(), nodePacker), k: head }).kept).toBeUndefined();
  });

  test('when its rows cannot be read', () => {
    const entries = encodeReport('k', report(), nodePacker);
    expect(read({ ...entries, 'k.1': (entries['k.1'] ?? '').slice(0, -5) }).kept).toBeUndefined();
  });

  test('when its packed rows cannot be unpacked', () => {
    const entries = encodeReport('k', report(manyRows(10_000)), nodePacker);
    const damaged = (entries['k.1'] ?? '').slice(0, -2000);
    expect(read({ ...entries, 'k.1': damaged }).kept).toBeUndefined();
  });

  test('when there is nothing', () => {
    expect(read({}).kept).toBeUndefined();
  });
});
