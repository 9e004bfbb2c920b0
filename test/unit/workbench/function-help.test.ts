import { describe, expect, it } from '@jest/globals';
import { readFunctionHelp } from '../../workbench/function-help';

const FULFILMENT = `
/**
 * Shift fulfilment for a range of days,
 * one row per shift.
 *
 * @param {Date|string} from First day, or a period
 *   such as "last week".
 * @param {Date} to (optional) Last day, included.
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
            optional: false,
          },
          { name: 'to', type: 'Date', description: '(optional) Last day, included.', optional: true },
        ],
      },
    ]);
  });

  it('takes a name in brackets for optional', () => {
    const [help] = readFunctionHelp(
      '/** F.\n * @param {number} [n] Count.\n * @customfunction */ function F(n) {}',
    );
    expect(help?.parameters).toEqual([{ name: 'n', type: 'number', description: 'Count.', optional: true }]);
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
