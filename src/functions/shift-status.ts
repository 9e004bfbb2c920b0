import { isBlank } from '../answers/arguments/cells';
import { readChoice } from '../answers/question';
import type { CellValue } from '../answers/tables/answer-table';
import { lookAt } from '../reports/fetching/fetch-days';
import { describeSchedule } from '../reports/schedule/schedule';
import { type FormulaRun, inCell } from './formula-run';
import { describeStatus, type StatusFacts, statusWords } from './status-words';

/**
 * How fresh and healthy the reports of this spreadsheet are: one sentence, or one value such as "state" or "as of". Example: =SHIFT_STATUS(SHIFT_STAMP)
 *
 * @param {text} what (optional) "state" (ok, stale, failing, never, not set up), "as of", "checked", "changed", "last error", "rows", "window", "checks", "next run", "runs as", "zone", "basis worked %". Blank: one sentence. Example: "state"
 * @param {any} refresh (optional) SHIFT_STAMP: each refresh then recalculates the formula; without it, the cell keeps what it first showed. Example: SHIFT_STAMP
 * @return {any} A word, a number or a date with time; blank where it is not known.
 * @customfunction
 */
export function SHIFT_STATUS(what: unknown, ...refresh: unknown[]): CellValue {
  return inCell((run) => {
    const { placed } = run.ask('SHIFT_STATUS', [what, ...refresh]);
    const isFollowing = ![what, ...refresh].every(isBlank);
    const facts = readStatus(run);
    const words = new Map<string, CellValue>(Object.entries(statusWords(facts)));
    const value = readChoice('status', placed.what, words);
    return value === undefined ? describeStatus(facts, isFollowing) : value;
  });
}

/** Reads what is known: one property read and one cache read, no request. */
function readStatus(run: FormulaRun): StatusFacts {
  const document = run.state();
  const { calendar, clock, fetchingFor } = run.reading;
  const zone = document.zone ?? run.zone();
  const isConnected = run.isConnected();
  const now = clock.now();
  return {
    document,
    schedule: describeSchedule(document, now, zone, calendar),
    isConnected,
    failing: isConnected
      ? lookAt(fetchingFor(run.connected().audience), run.connection()).failing
      : undefined,
    keptDefinitions: run.keptDefinitions(),
    now,
    zone,
    time: (millis) => calendar.text(millis, zone),
  };
}
