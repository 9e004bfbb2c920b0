import { isBlank, isLeftOut, refuseOption } from '../answers/arguments/cells';
import { OPTION_NAMES } from '../answers/arguments/options';
import { daysOf, readChoice } from '../answers/question';
import type { CellValue } from '../answers/tables/answer-table';
import { PERIODS } from '../calendar/period-words';
import { MEASURES, needsTargets } from '../figures/measures';
import { listNames, type NameKind } from '../reports/saved/names';
import { type FormulaRun, inCell } from './formula-run';

/** What is listed: names of a kind that occur in reports, or words that the formulas know. */
const LISTS = new Map<string, NameKind | ((run: FormulaRun) => readonly string[])>([
  ['venues', 'venue'],
  ['areas', 'area'],
  ['roles', 'role'],
  ['job titles', 'role'],
  [
    // What is listed can be asked for: figures that rest on targets only where there are any.
    'metrics',
    (run) =>
      MEASURES.filter((measure) => !needsTargets(measure) || run.targets()).map(({ words }) => words[0]),
  ],
  ['periods', () => PERIODS.map(([word]) => word)],
  // Fields are options under their own names: every word of the list can be picked and used.
  ['options', () => OPTION_NAMES],
]);

/**
 * One sorted column without a heading, for drop-downs: venues, areas, roles, metrics, periods or options. Example: =SHIFT_LIST("venues")
 *
 * @param {text} what "venues", "areas", "roles", "metrics", "periods" or "options". Example: "venues"
 * @param {date|text} from (optional) First day, or a period. Blank: every name that a refresh has seen, else those of the last 7 days. Example: "last 3 months"
 * @param {date|text} to (optional) Last day, included, such as "2026-03-31". Not needed when "from" is a period. Example: "yesterday"
 * @param {any} refresh (optional) SHIFT_STAMP: each refresh then recalculates the formula. Example: SHIFT_STAMP
 * @return {text[][]} One column.
 * @customfunction
 */
export function SHIFT_LIST(what: unknown, from: unknown, to: unknown, ...refresh: unknown[]): CellValue[][] {
  return inCell((run) => {
    const question = run.ask('SHIFT_LIST', [what, from, to, ...refresh]);
    const { placed } = question;
    const listed =
      readChoice('list', placed.what, LISTS) ??
      refuseOption(`Say what to list: ${Array.from(LISTS.keys()).join(', ')}`);
    const areLeft = isLeftOut(placed.from) && isLeftOut(placed.to);
    // The words are the same on all days; days that cannot be read are a mistake nevertheless.
    if (!areLeft) daysOf(question, run.dateContext(1));
    const namesOf = (kind: NameKind) => {
      const seen = areLeft ? run.seenNames() : undefined;
      if (seen !== undefined) return listNames([], kind, seen[kind]);
      return listNames(run.read([run.range(question)], question.options).first.rows, kind);
    };
    const found = typeof listed === 'string' ? namesOf(listed) : [...listed(run)].sort();
    // A name of nothing but blanks cannot be picked. A list of nothing still needs a cell.
    const shown = found.filter((name) => !isBlank(name));
    return shown.length === 0 ? [[null]] : shown.map((name) => [name]);
  });
}
