import type { ExplanationLine } from '../contract/sidebar';
import { fitText } from '../employer-api/text';

/** Why nothing is known of the rows behind a cell. */
export const NOT_KEPT =
  'No longer available: refresh the report, then ask again. Rows are kept for up to six hours after a refresh.';

/** Lines of those values that are known. */
export function linesOf(values: Readonly<Record<string, string | null | undefined>>): ExplanationLine[] {
  return Object.keys(values).flatMap((label) => {
    const value = values[label];
    return value ? [{ label, value }] : [];
  });
}

/** The longest name of a venue or a sheet that a title repeats. */
const LONGEST_NAME = 80;

/** A name as a title repeats it. */
export function nameInTitle(text: string): string {
  return fitText(text, LONGEST_NAME);
}
