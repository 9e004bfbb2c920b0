import { describe, expect, it } from '@jest/globals';
import { readFunctionHelp } from '../../workbench/function-help';

const FULFILMENT = `
/**
 * Shift fulfilment for a range of days,
 * one row per shift.
 *
 * @param {Date|string} from First day, or a period
 *   such as "last week".
 * @param {Date} to (optional) Last day, included. Example: DATE(2026, 3, 31)
 * @return {Array<Array<string|number>>} A heading row, then one row per shift.
 * @customfunction
 */
function SHIFT_FULFILMENT(from, to) {}
`;

describe('formula help', () => {
  it('takes description and parameters from the docblock, each on one line', () => {
    expect(readFunctionHelp(FULFILMENT)).toEqual([
      {
        name: 'SHIFT_FULFILMENT',
        description: 'Shift fulfilment for a range of days, one row per shift.',
        parameters: [
          {
            name: 'from',
            type: 'Date|string',
            description: 'First day, or a period such as "last week".',
            example: '',
            optional: false,
            repeated: false,
          },
          {
            name: 'to',
            type: 'Date',
            description: '(optional) Last day, included. Example: DATE(2026, 3, 31)',
            example: 'DATE(2026, 3, 31)',
            optional: true,
            repeated: false,
          },
        ],
      },
    ]);
  });

  it('takes a name in brackets for optional', () => {
    const [help] = readFunctionHelp(
      '/** F.\n * @param {number} [n] Count.\n * @customfunction */ function F(n) {}',
    );
    expect(help?.parameters).toMatchObject([{ name: 'n', type: 'number', optional: true }]);
  });

  it('says that the last pair of option and value may come again', () => {
    const [help] = readFunctionHelp(`/** F.
      * @param {text} metric What. Example: "worked %".
      * @param {text} option (optional) A name.
      * @param {any} value (optional) What goes with it.
      * @customfunction */ function F(metric, option, value) {}`);
    expect(help?.parameters).toMatchObject([
      { name: 'metric', example: '"worked %"', repeated: false },
      { name: 'option', repeated: true },
      { name: 'value', repeated: true },
    ]);
  });

  it('spreads an example of the whole formula over the parameters, the last one taking what is left', () => {
    const [help] = readFunctionHelp(`/**
      * One figure. Example: =F("worked %", , "venue", "Grand, London", "refresh", STAMP)
      * @param {text} metric What. Example: "posted"
      * @param {date} from (optional) First day. Example: "MTD"
      * @param {text} option (optional) A name.
      * @param {any} value (optional) What goes with it.
      * @customfunction */ function F(metric, from, option, value) {}`);
    expect(help?.parameters.map(({ example }) => example)).toEqual([
      '"worked %"',
      '',
      '"venue"',
      '"Grand, London", "refresh", STAMP',
    ]);
  });

  it.each([
    ['a function without the tag', '/** Opens. */ function showSidebar() {}'],
    ['a function without a docblock', 'function F() {}'],
    ['a name that ends in an underscore', '/** Hidden.\n * @customfunction */ function F_() {}'],
    ['a tag in a line comment', '// @customfunction\nfunction F() {}'],
    ['a function inside another', 'function g() { /** F.\n * @customfunction */ function F() {} }'],
  ])('knows nothing of %s', (_what, code) => {
    expect(readFunctionHelp(code)).toEqual([]);
  });
});
