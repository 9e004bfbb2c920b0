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
