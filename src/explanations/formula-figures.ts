import type { Options } from '../answers/arguments/options';
import { requestFigures } from '../answers/tables/figure-requests';
import { listNotes } from '../answers/tables/notes';
import { isDoubtful } from '../answers/tables/settled';
import type { DateRange } from '../calendar/date-range';
import type { ExplanationLine } from '../contract/sidebar';
import { SHIFT_FULFILMENT_REPORT } from '../employer-api/shift-fulfilment';
import { distinctRows } from '../figures/distinct-rows';
import { groupFigures } from '../figures/group-figures';
import type { Measure } from '../figures/measures';
import { filterRows } from '../figures/row-filter';
import { doubtfulAnswers } from '../reports/fetching/cut-answers';
import { leftOutWords, withUndated } from '../reports/fetching/left-out';
import { nameFilters } from '../reports/saved/seen-names';
import { linesOf } from './explanation';
import { basisLines, figureBehind, figureTitle, plainNumber, shownPercent } from './figure-behind';
import type { KnownFacts } from './known-facts';

/** What a formula computes. */
export interface FormulaFigures {
  readonly range: DateRange;
  /** None for a list of shifts. */
  readonly measures: readonly Measure[];
  readonly options: Options;
  /** Whether it is one figure over all rows. */
  readonly isOne: boolean;
  /** Whether the formula has NOTES of its own. */
  readonly hasNotes: boolean;
  /** Whether the cell shows an error in place of them. */
  readonly isError: boolean;
}

const AGAIN = 'Worked out again';

/** What the figures of a formula rest on, from the rows that are kept; nothing where they are not. */
export function figuresOfFormula(
  known: KnownFacts,
  { range, measures, options, isOne, hasNotes, isError }: FormulaFigures,
): ExplanationLine[] {
  const kept = measures.length === 0 ? undefined : known.rowsOf(range);
  if (kept === undefined) return [];
  const { rows, repeats, undated } = distinctRows(withUndated(kept));
  const today = known.today();
  const requests = requestFigures(measures, options.basis, { rows, today, kept: known.bases() });
  const [only] = requests;
  const filters = nameFilters(rows.concat(undated), options.filters, () => known.seenNames());
  const cut = doubtfulAnswers(SHIFT_FULFILMENT_REPORT, kept.parts, known.pace(), today - 1);
  const told = leftOutWords({ undated, outside: kept.outside, cut }, () => filters);
  const toKnow = (notes: readonly string[]) =>
    notes.length === 0 ? [] : [{ label: 'To know', value: `${notes.join('. ')}.` }];
  const chosen = filterRows(rows, filters);
  if (isOne && only) {
    const leftOut = toKnow(told);
    const { figure, lines, whyBlank } = figureBehind(only, chosen, today, range.from >= today);
    const { value } = figure;
    // Evidence shows how far apart the definitions lie, and how many records agree, so the figure stands.
    const isWithheld = isDoubtful(figure) && !options.evidence;
    const shown = only.measure.kind === 'rate' ? shownPercent : plainNumber;
    if (value === null || isWithheld) {
      return [...lines, ...leftOut, { label: AGAIN, value: `No figure: ${whyBlank('value')}.` }];
    }
    const now = isError ? ', from the rows that are kept now: a new calculation gives this' : '';
    return [...lines, ...leftOut, { label: AGAIN, value: `${shown(value)}${now}.` }];
  }
  // One line for each percentage: the rows say the same of a figure in every group.
  const bases = requests
    .filter(({ measure }) => measure.kind === 'rate')
    .map((request) => ({
      label: figureTitle(request.measure),
      value: basisSentences(basisLines(request, null, today)),
    }));
  const grouping = { keys: [], range, today, weekStart: known.weekStart(), repeats };
  const notes = hasNotes
    ? []
    : listNotes(
        groupFigures(chosen, grouping, requests).total,
        { requests, marksIncomplete: false, hiddenPeriods: 0 },
        options,
      );
  return [...bases, ...toKnow([...notes, ...told])];
}

/** `100 × worked ÷ booked, sums over the rows. Settled, of booked: 412 of 413 rows agree.` */
function basisSentences(lines: readonly ExplanationLine[]): string {
  const of = (label: string) => lines.find((line) => line.label === label)?.value;
  const basis = [of('Basis'), of('Support')].filter(Boolean).join(': ');
  const sentence = basis === '' ? '' : `${basis.charAt(0).toUpperCase()}${basis.slice(1)}.`;
  return [of('Definition'), sentence].filter(Boolean).join(' ');
}

/** How old the rows are that the formula shows, or that none are kept. */
export function freshnessLines(known: KnownFacts, range: DateRange): ExplanationLine[] {
  const kept = known.rowsOf(range);
  if (kept === undefined) {
    const value = known.isConnected()
      ? 'No rows are kept of these days: the next calculation asks the service.'
      : 'Connect first: nothing can be read.';
    return [{ label: 'Freshness', value }];
  }
  return [
    ...linesOf({ Fetched: known.time(kept.fetchedAt) }),
    ...known.sourceLines(kept.generatedAt, kept.correlationId),
  ];
}
