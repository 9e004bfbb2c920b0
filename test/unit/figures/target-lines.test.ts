import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ShiftRow } from '../../../src/employer-api/shift-records';
import { lineValueReader, type TargetLine } from '../../../src/figures/targets';

const NAMES = ['Grand Hotel', ' grand  HOTEL', 'Bar', '', null];
const name = fc.constantFrom(...NAMES);
const key = fc.constantFrom('Grand Hotel', 'GRAND HOTEL', 'Bar', null);
const day = fc.integer({ min: 46_000, max: 46_006 });
const lines: fc.Arbitrary<TargetLine[]> = fc
  .array(
    fc.record({
      ...{ venue: key, area: key, role: key, from: fc.option(day), to: fc.option(day) },
      measure: fc.constantFrom('TRUE_FULFILMENT_PERCENTAGE', 'NO_SHOWS_PERCENTAGE'),
      target: fc.option(fc.integer({ min: 0, max: 100 })),
    }),
    { maxLength: 12 },
  )
  .map((all) =>
    all.map((line, at) => ({
      ...line,
      line: at + 2,
      ...{ planPositions: null, planHours: null, creditPerMissing: null, creditPerNoShow: null },
      ratePerHour: at,
    })),
  );

/** The rule as people read it: try every line, keep the one with more filled keys, or as many and lower on the sheet. */
function byHand(
  all: readonly TargetLine[],
  [on, venue, area, role]: ShiftRow,
  value: 'target' | 'ratePerHour',
) {
  const fold = (text: unknown) => String(text).trim().replace(/\s+/g, ' ').toLowerCase();
  let best: TargetLine | undefined;
  const keys = (line: TargetLine) =>
    Number(line.venue !== null) +
    Number(line.area !== null) +
    Number(line.role !== null) +
    Number(line.from !== null) +
    Number(line.to !== null);
  for (const line of all) {
    if (line[value] === null) continue;
    if (value === 'target' && line.measure !== 'TRUE_FULFILMENT_PERCENTAGE') continue;
    if (line.venue !== null && (venue === null || fold(line.venue) !== fold(venue))) continue;
    if (line.area !== null && (area === null || fold(line.area) !== fold(area))) continue;
    if (line.role !== null && (role === null || fold(line.role) !== fold(role))) continue;
    if (line.from !== null && Number(on) < line.from) continue;
    if (line.to !== null && Number(on) > line.to) continue;
    if (best === undefined || keys(line) >= keys(best)) best = line;
  }
  return best?.[value] ?? null;
}

test('the line with the most filled keys counts, of several the lowest', () => {
  const row = fc.tuple(day, name, name, name);
  fc.assert(
    fc.property(lines, fc.array(row, { maxLength: 20 }), (all, rows) => {
      const [target, rate] = [
        lineValueReader(all, 'target', 'TRUE_FULFILMENT_PERCENTAGE'),
        lineValueReader(all, 'ratePerHour'),
      ];
      for (const shift of rows) {
        expect(target(shift)).toBe(byHand(all, shift, 'target'));
        expect(rate(shift)).toBe(byHand(all, shift, 'ratePerHour'));
      }
    }),
  );
});
