import type { ExplanationLine } from '../../src/contract/sidebar';

/** The number in a line of an explanation, such as `12,809`; NaN where there is no line. */
export function shownSum(line: Pick<ExplanationLine, 'value'> | undefined): number {
  return Number(line?.value.replace(/,/g, ''));
}
