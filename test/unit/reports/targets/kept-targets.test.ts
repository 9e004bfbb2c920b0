import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { utf8Length } from '../../../../src/employer-api/text';
import type { TargetLine } from '../../../../src/figures/targets';
import { formatTargets, parseTargets } from '../../../../src/reports/targets/kept-targets';
import { nodePacker } from '../../../support/node-text';

const BLANK = {
  ...{ venue: null, area: null, role: null, from: null, to: null, measure: 'TRUE_FULFILMENT_PERCENTAGE' },
  ...{ target: null, planPositions: null, planHours: null, ratePerHour: null },
  ...{ creditPerMissing: null, creditPerNoShow: null },
};
const KEPT = {
  sheetId: 7,
  seen: 'abc',
  moneyFormat: '£#,##0.00',
  mistakes: ['Line 9: write a percentage from 0 to 100 into TARGET. (9200)'],
};
describe('the property targets', () => {
  test('gives back what was kept', () => {
    const name = fc.option(fc.string({ unit: 'binary', maxLength: 40 }));
    const number = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }).map((value) => value + 0));
    const line: fc.Arbitrary<TargetLine> = fc.record({
      ...{
        line: fc.nat(),
        venue: name,
        area: name,
        role: name,
        from: fc.option(fc.nat()),
        to: fc.option(fc.nat()),
      },
      ...{
        measure: fc.constant('NO_SHOWS_PERCENTAGE'),
        target: number,
        planPositions: number,
        planHours: number,
      },
      ...{ ratePerHour: number, creditPerMissing: number, creditPerNoShow: number },
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        expect(parseTargets(formatTargets({ ...KEPT, lines }, nodePacker), nodePacker)).toEqual({
          ...KEPT,
          lines,
        });
      }),
    );
    const long = Array.from({ length: 200 }, (_, at) => ({
      ...BLANK,
      line: at + 2,
      venue: 'x'.repeat(100),
      target: 92,
    }));
    const text = formatTargets({ ...KEPT, lines: long }, nodePacker);
    expect(utf8Length(text)).toBeLessThanOrEqual(8000);
    expect(parseTargets(text, nodePacker)).toEqual({ ...KEPT, lines: long });
  });

  test('says so where the lines take too much room', () => {
    const lines = Array.from({ length: 200 }, (_, at) => ({
      ...BLANK,
      line: at + 2,
      venue: `${at}`.repeat(60),
    }));
    const poor = { pack: (text: string) => text, unpack: (text: string) => text };
    expect(parseTargets(formatTargets({ ...KEPT, lines }, poor), poor)).toMatchObject({
      lines: [],
      mistakes: [
        'Shorten the names in the targets sheet, or use fewer lines: they take too much room to be kept.',
      ],
    });
  });

  test.each([
    [21, '1 more mistake is not listed.'],
    [23, '3 more mistakes are not listed.'],
  ])('lists at most 20 of %i mistakes and counts the others', (length, sentence) => {
    const mistakes = Array.from({ length }, (_, at) => `Line ${at + 2}: FROM is after TO.`);
    const kept = parseTargets(formatTargets({ ...KEPT, lines: [], mistakes }, nodePacker), nodePacker);
    expect(kept?.mistakes).toHaveLength(21);
    expect(kept?.mistakes[20]).toBe(sentence);
  });

  test.each(['', '{}', '{"version":2}', 'H4sI', '[]'])('is not set where it holds %p', (text) => {
    expect(parseTargets(text, nodePacker)).toBeUndefined();
  });
});
