import { describe, expect, it } from '@jest/globals';
import { isDateFormat } from '../../workbench/date-format';

describe('a number format', () => {
  it.each(['yyyy-mm-dd', 'dd/mm/yyyy', 'd mmm', 'hh:mm', '[h]:mm', 'yyyy/mm/dd;@', '[Red]dd/mm'])(
    'shows a day or a time: %s',
    (pattern) => expect(isDateFormat(pattern)).toBe(true),
  );

  it.each(['', '0', '0.0"%"', '#,##0.00', 'General', '@', '[Red]0', '0 "days"', '0\\d'])(
    'shows a number: %s',
    (pattern) => expect(isDateFormat(pattern)).toBe(false),
  );
});
