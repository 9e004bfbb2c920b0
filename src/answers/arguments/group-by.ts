import type { GroupKey } from '../../figures/group-keys';
import { refuseOption } from './option-mistakes';

/**
 * What to group by: said in its own place or by the option, not both.
 *
 * @throws {ReportError} `invalid_option`
 */
export function groupKeysGiven(
  by: readonly GroupKey[] | undefined,
  option: readonly GroupKey[] | undefined,
): readonly GroupKey[] | undefined {
  if (by !== undefined && option !== undefined) refuseOption('"group by" is given twice');
  return by ?? option;
}

/** What each function groups by where neither says so. */
export const STANDARD_KEYS = {
  SHIFT_FULFILMENT_AGGREGATED: ['week'],
  SHIFT_TREND: ['week'],
  SHIFT_COMPARE: ['venue'],
} as const satisfies Readonly<Record<string, readonly GroupKey[]>>;
