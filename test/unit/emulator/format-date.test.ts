import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { formatDate } from '../../emulator/services/utilities/format-date';
import { parseDate } from '../../emulator/services/utilities/parse-date';

type Row = readonly [pattern: string, zone: string, instant: string, printed: string];

function oracleRows(): readonly Row[] {
  const path = resolve(process.cwd(), 'test/fixtures/format-date/simple-date-format.json');
  return JSON.parse(readFileSync(path, 'utf8')).rows;
}

describe('formatDate', () => {
  test('prints all 3,120 rows as Java does', () => {
    const rows = oracleRows();
    const different = rows.filter(
      ([pattern, zone, instant, printed]) => formatDate(Date.parse(instant), zone, pattern) !== printed,
    );

    expect(rows).toHaveLength(3120);
    expect(different).toEqual([]);
  });

  test.each([
    ['Europe/Dublin', '2026-07-01T12:00:00Z', 'IST', 'Irish Standard Time'],
    ['Europe/Paris', '2026-01-01T12:00:00Z', 'CET', 'Central European Standard Time'],
    ['America/Los_Angeles', '2026-07-01T12:00:00Z', 'PDT', 'Pacific Daylight Time'],
    ['Australia/Sydney', '2026-01-01T12:00:00Z', 'AEDT', 'Australian Eastern Daylight Time'],
    ['Asia/Tokyo', '2026-07-01T12:00:00Z', 'JST', 'Japan Standard Time'],
  ])('names %s on %s %s', (zone, instant, short, long) => {
    expect(formatDate(Date.parse(instant), zone, 'z')).toBe(short);
    expect(formatDate(Date.parse(instant), zone, 'zzzz')).toBe(long);
  });

  test.each([
    ['b', "Illegal pattern character 'b'"],
    ["yyyy 'open", 'Unterminated quote'],
    ['XXXX', 'invalid ISO 8601 format: length=4'],
  ])('refuses the pattern %s as Java does', (pattern, message) => {
    expect(() => formatDate(0, 'UTC', pattern)).toThrow(message);
  });
});

describe('parseDate', () => {
  test.each([
    ['2026-07-01', 'Europe/London', 'yyyy-MM-dd', '2026-06-30T23:00:00.000Z'],
    ['2026-07-01', 'Pacific/Kiritimati', 'yyyy-MM-dd', '2026-06-30T10:00:00.000Z'],
    ['2026-01-31', 'America/New_York', 'yyyy-MM-dd', '2026-01-31T05:00:00.000Z'],
    ['20260131', 'UTC', 'yyyyMMdd', '2026-01-31T00:00:00.000Z'],
    ['31/1/26 6:05 pm', 'UTC', 'd/M/yy h:mm a', '2026-01-31T18:05:00.000Z'],
    ['Sat, 31 Jan 2026 10:00:00 +0530', 'UTC', 'EEE, d MMM yyyy HH:mm:ss Z', '2026-01-31T04:30:00.000Z'],
    [
      '2026-01-31T10:00:00.250Z',
      'America/New_York',
      "yyyy-MM-dd'T'HH:mm:ss.SSSX",
      '2026-01-31T10:00:00.250Z',
    ],
    ['2026-02-30', 'UTC', 'yyyy-MM-dd', '2026-03-02T00:00:00.000Z'],
    ['2026-01-31 and more', 'UTC', 'yyyy-MM-dd', '2026-01-31T00:00:00.000Z'],
  ])('reads %j in %s by %s', (text, zone, pattern, instant) => {
    expect(new Date(parseDate(text, zone, pattern)).toISOString()).toBe(instant);
  });

  test.each([
    ['31.01.2026', 'yyyy-MM-dd'],
    ['', 'yyyy'],
    ['2026-Foo', 'yyyy-MMM'],
  ])('refuses %j by %s', (text, pattern) => {
    expect(() => parseDate(text, 'UTC', pattern)).toThrow(`Unparseable date: "${text}"`);
  });

  test('reads back every day of a year that it printed, in zones that change their clocks', () => {
    const zones = [
      'Europe/London',
      'America/New_York',
      'Asia/Kolkata',
      'Pacific/Kiritimati',
      'America/Santiago',
    ];
    const wrong: string[] = [];
    for (const zone of zones) {
      for (let day = 0; day < 365; day++) {
        const date = new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
        if (formatDate(parseDate(date, zone, 'yyyy-MM-dd'), zone, 'yyyy-MM-dd') !== date)
          wrong.push(`${date} ${zone}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
