import { readChoice } from '../answers/arguments/choices';
import { isBlank } from '../answers/arguments/option-cells';
import { placeArguments } from '../answers/arguments/places';
import type { CellValue } from '../answers/tables/cell-value';
import { inCell } from './formula-run';
import { readStatus } from './read-status';
import { describeStatus, STATUS_WORDS } from './status-words';

/**
 * How fresh and healthy the reports of this spreadsheet are: one sentence, or one value such as "state" or "as of". Example: =SHIFT_STATUS(SHIFT_STAMP)
 *
 * @param {text} what (optional) "state" (ok, stale, failing, never, not set up), "as of", "checked", "changed", "last error", "rows", "window", "checks", "next run", "runs as", "zone", "basis worked %". Blank: one sentence. Example: "state"
 * @param {any} refresh (optional) SHIFT_STAMP: each refresh then calculates the formula again; without it, the cell keeps what it first showed. Example: SHIFT_STAMP
 * @return {any} A word, a number or a date with time; blank where it is not known.
 * @customfunction
 */
export function SHIFT_STATUS(what: unknown, ...refresh: unknown[]): CellValue {
  return inCell((run) => {
    const [word, ...named] = placeArguments('SHIFT_STATUS', [what, ...refresh]);
    run.options('SHIFT_STATUS', named);
    const isFollowing = ![what, ...refresh].every(isBlank);
    const read = readChoice('status', word, STATUS_WORDS);
    return read ? read(readStatus(run)) : describeStatus(readStatus(run), isFollowing);
  });
}
