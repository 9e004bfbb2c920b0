import { readComparedRanges, readRange } from '../answers/arguments/dates';
import { groupKeysGiven } from '../answers/arguments/group-by';
import { readGroupBy, readMeasure } from '../answers/arguments/option-lists';
import type { OptionName } from '../answers/arguments/option-names';
import { readSpellings } from '../answers/arguments/option-spellings';
import { OPTION_USES } from '../answers/arguments/option-uses';
import { type Options, readOptions } from '../answers/arguments/options';
import { placeArguments } from '../answers/arguments/places';
import { readTrendKeys, trendPeriod } from '../answers/arguments/trend-periods';
import { isDate } from '../calendar/date-cell';
import { type DateRange, describeRange } from '../calendar/date-range';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { toReportError } from '../employer-api/errors';
import type { PeriodKey } from '../figures/group-keys';
import { findMeasure, type Measure, PUBLISHED_MEASURES } from '../figures/measures';
import { linesOf } from './explanation';
import { figuresOfFormula, freshnessLines } from './formula-figures';
import { type ExplainedFunction, FUNCTIONS, type Place } from './formula-functions';
import { type CalledFunction, decimalOf, findCall, readArgument } from './formula-text';
import type { KnownFacts } from './known-facts';
import type { SelectedCell } from './selected-cell';

/** How many service calls the references of a formula may take: two for a cell of another sheet, one for any other. */
const MOST_CALLS = 2;
const STAMP = /^SHIFT_STAMP$/i;
/** A moment of 2026 as the stamp holds it. */
const SOME_STAMP = Date.UTC(2026, 0);

/** What a formula asks, with its references read. */
interface Asked {
  readonly called: CalledFunction;
  readonly about: ExplainedFunction;
  /** In the order of the function's places; `undefined` for one left out. */
  readonly place: (name: Place) => unknown;
  readonly options: readonly unknown[];
  /** Whether the cell shows an error. */
  readonly isError: boolean;
}

const POINT = 'point at the cell to read why.';

/** What an error value in a cell means for one of our formulas. A script cannot read the message behind it. */
const WHY: Readonly<Record<string, string>> = {
  '#ERROR!': 'its last calculation failed. Point at the cell to read why.',
  '#NAME?': 'Google Sheets did not know one of its names. Reload the page.',
  '#REF!': 'its result has no room, or a cell that it names is gone. Point at the cell to read which.',
};

/**
 * Explains a formula of ours: what it asks, in words, and what its figures rest on, from the rows that are kept.
 *
 * @returns `undefined` for any other formula.
 */
export function explainFormula(
  known: KnownFacts,
  cell: SelectedCell,
  formula: string,
): Explanation | undefined {
  const called = findCall(formula, (name) => Object.prototype.hasOwnProperty.call(FUNCTIONS, name));
  const about = called && FUNCTIONS[called.name];
  if (called === undefined || about === undefined) return undefined;
  const error = errorIn(cell.value());
  const first = linesOf({
    'This cell': error && `Shows ${error}: ${WHY[error] ?? POINT}`,
    Function: about.does,
    Formula: called.isPart
      ? 'The cell does more than call this function; this is about its own part.'
      : undefined,
    'Calculated again': called.args.some((text) => STAMP.test(text))
      ? 'After each refresh, since it names SHIFT_STAMP.'
      : undefined,
  });
  const values = readArguments(called, decimalOf(formula), cell);
  if (typeof values === 'string') {
    const value = `Worked out by another calculation (${values}), which is not repeated here.`;
    return { title: called.name, lines: [...first, { label: 'Arguments', value }] };
  }
  try {
    const placed = placeArguments(about.like, values);
    const { title, lines } = explainAsked(known, {
      called,
      about,
      place: (name) => placed[about.places.indexOf(name)],
      options: placed.slice(about.places.length),
      isError: error !== undefined,
    });
    return { title, lines: [...first, ...lines] };
  } catch (error) {
    return {
      title: called.name,
      lines: [...first, { label: 'Problem', value: toReportError(error).message }],
    };
  }
}

/** The code of an error in a cell; `undefined` for any other value. */
function errorIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value) ? value : undefined;
}

/** The arguments as the function gets them, or the one that cannot be told. */
function readArguments(
  { args }: CalledFunction,
  decimal: '.' | ',',
  cell: SelectedCell,
): readonly unknown[] | string {
  const values: unknown[] = [];
  let calls = 0;
  for (const text of args) {
    const argument = readArgument(text, decimal);
    if (argument.kind === 'value') values.push(argument.value);
    // A cell to wait for; its value says nothing.
    else if (STAMP.test(text)) values.push(SOME_STAMP);
    else if (argument.kind === 'reference' && calls + callsFor(argument.text) <= MOST_CALLS) {
      calls += callsFor(argument.text);
      const read = cell.read(argument.text);
      if (read === undefined) return argument.text.slice(0, 60);
      values.push(read.length === 1 && read[0]?.length === 1 ? read[0][0] : read);
    } else return argument.text.slice(0, 60);
  }
  return values;
}

function callsFor(reference: string): number {
  return reference.includes('!') ? 2 : 1;
}

function explainAsked(known: KnownFacts, asked: Asked): Explanation {
  const { called, about, place, options, isError } = asked;
  const given = optionLines(asked);
  if (about.like === 'SHIFT_STATUS' || about.like === 'SHIFT_LIST') {
    return { title: called.name, lines: [...linesOf({ Asks: textOf(place('what')) }), ...given] };
  }
  const dayOf = (date: Date) => known.dayOf(date);
  const uses = new Set<OptionName>(OPTION_USES[about.like]);
  const chosen = readOptions(options, uses, { name: called.name, dayOf });
  const keys = about.places.includes('by') ? keysOf(asked, chosen) : undefined;
  const trended = about.like === 'SHIFT_TREND' && keys ? readTrendKeys(keys, chosen)[0] : undefined;
  const periods = periodsOf(known, asked, chosen, trended);
  const [range] = periods;
  const measures = measuresOf(asked, chosen);
  const word = about.places.includes('metric') ? `: ${measures[0]?.words[0] ?? ''}` : '';
  const words = periods.map(describeRange).reverse();
  return {
    title: `${called.name}${word}`,
    lines: [
      ...linesOf({
        Dates: [textOf(place('from')), textOf(place('to'))].filter(Boolean).join(' to ') || 'Left blank',
        Period: words.join(', compared with '),
        'Grouped by': keys?.join(', '),
      }),
      ...given,
      ...(about.like === 'WORKER_TURNOVER'
        ? []
        : [
            ...figuresOfFormula(known, {
              range,
              measures,
              options: chosen,
              isOne: about.like === 'SHIFT_METRIC',
              hasNotes: about.like !== 'SHIFT_TREND' && chosen.notes,
              isError,
            }),
            ...freshnessLines(known, range),
          ]),
    ],
  };
}

/**
 * The days that a formula asks for; of a comparison the later period, then the earlier one.
 *
 * @param trended What a trend runs over; `undefined` for any other formula.
 */
function periodsOf(
  known: KnownFacts,
  { about, place }: Asked,
  { weekStarts }: Options,
  trended: PeriodKey | undefined,
): readonly [DateRange, ...DateRange[]] {
  const context = {
    today: () => known.today(),
    dayOf: (date: Date) => known.dayOf(date),
    weekStart: () => weekStarts ?? known.weekStart(),
  };
  const [from, to] = [place('from'), place('to')];
  if (about.like === 'SHIFT_COMPARE') {
    const { before, after } = readComparedRanges([place('fromA'), place('toA')], [from, to], context);
    return [after, before];
  }
  return [readRange(from, to, context, trended && trendPeriod(trended))];
}

function keysOf({ about, place }: Asked, { groupBy }: Options) {
  const standard = about.like === 'SHIFT_COMPARE' ? 'venue' : 'week';
  return groupKeysGiven(readGroupBy(place('by')), groupBy) ?? ([standard] as const);
}

function measuresOf({ about, place }: Asked, { measures }: Options): readonly Measure[] {
  if (about.places.includes('metric')) return [readMeasure(place('metric'))];
  if (about.like === 'SHIFT_FULFILMENT' || about.like === 'WORKER_TURNOVER') return [];
  const standard = findMeasure('true fulfilment %');
  return measures ?? (about.like === 'SHIFT_COMPARE' && standard ? [standard] : PUBLISHED_MEASURES);
}

/** The options in words, whatever their spelling. */
function optionLines({ about, options }: Asked): ExplanationLine[] {
  const uses = new Set<OptionName>([...OPTION_USES[about.like], 'refresh']);
  return readSpellings(options, uses)
    .filter(({ known, cells }) => cells.length > 0 && known.option !== 'refresh')
    .map(({ known, cells }) => ({ label: `Option ${known.name}`, value: cells.map(textOf).join('; ') }));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isDate(value) ? 'a date cell' : String(value).slice(0, 200);
}
