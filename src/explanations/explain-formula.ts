import { type PlacedArguments, placeArguments } from '../answers/arguments/arguments';
import { readComparedRanges, readRange } from '../answers/arguments/dates';
import { type FunctionName, OPTION_USES, type OptionName } from '../answers/arguments/option-table';
import {
  groupKeysGiven,
  type Options,
  readGroupBy,
  readMeasure,
  readOptions,
  readPairs,
  readTrendKeys,
  STANDARD_KEYS,
  trendPeriod,
} from '../answers/arguments/options';
import { blankNote, checkBasis, factsOf, listNotes } from '../answers/tables/notes';
import {
  type CalendarDate,
  type DateRange,
  describeRange,
  formatIsoDate,
  isDate,
} from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { toReportError } from '../employer-api/errors';
import type { ShiftRow } from '../employer-api/shift-records';
import { shownCount, shownPercent } from '../employer-api/text';
import type { Figure } from '../figures/figure';
import { type FigureSet, figuresBy, prepareFigures } from '../figures/figure-set';
import { isPeriodKey, type PeriodKey } from '../figures/group-keys';
import { findMeasure, type Measure, PUBLISHED_MEASURES } from '../figures/measures';
import { groupName } from '../figures/weeks';
import { rowNotes } from '../reports/fetching/kept-rows';
import { refuseUnknownNames } from '../reports/saved/learned';
import { linesOf } from './explanation';
import { basisLines, figureBehind, figureTitle, shownSum } from './figure-behind';
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
  readonly placed: PlacedArguments;
  /** Whether the cell shows an error. */
  readonly isError: boolean;
}

/** For how many lines of a trend notes are shown (our choice). */
const MOST_LINES = 3;

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
  const called = findCall(formula, isOurs);
  const about = called && FUNCTIONS[called.name];
  if (called === undefined || about === undefined) return undefined;
  const error = errorIn(cell.value());
  const first = linesOf({
    'This cell': error && `Shows ${error}: ${WHY[error] ?? POINT}`,
    Function: about.does,
    Formula: called.isPart
      ? 'The cell does more than call this function; this is about its own part.'
      : undefined,
    Recalculates: called.args.some((text) => STAMP.test(text))
      ? 'After each refresh, because it names SHIFT_STAMP.'
      : undefined,
  });
  const values = readArguments(called, decimalOf(formula), cell);
  if (typeof values === 'string') {
    return { title: called.name, lines: [...first, { label: 'Arguments', value: values }] };
  }
  try {
    const placed = placeArguments(about.like, values);
    const { title, lines } = explainAsked(known, {
      called,
      about,
      placed,
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

/** Whether a formula calls a function of ours. */
export function isOurFormula(formula: string): boolean {
  return findCall(formula, isOurs) !== undefined;
}

function isOurs(name: string): boolean {
  return Object.prototype.hasOwnProperty.call(FUNCTIONS, name);
}

/** The code of an error in a cell; `undefined` for any other value. */
function errorIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value) ? value : undefined;
}

/** The arguments as the function gets them, or a sentence that names the one that cannot be determined. */
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
    else if (argument.kind === 'reference') {
      calls += callsFor(argument.text);
      if (calls > MOST_CALLS) return `Refers to more cells than are read here (${shortened(argument.text)}).`;
      const read = cell.read(argument.text);
      if (read === undefined) return calculatedElsewhere(argument.text);
      values.push(read.length === 1 && read[0]?.length === 1 ? read[0][0] : read);
    } else return calculatedElsewhere(argument.text);
  }
  return values;
}

function calculatedElsewhere(argument: string): string {
  return `Calculated by another formula (${shortened(argument)}), which is not repeated here.`;
}

function shortened(argument: string): string {
  return argument.slice(0, 60);
}

function callsFor(reference: string): number {
  return reference.includes('!') ? 2 : 1;
}

function explainAsked(known: KnownFacts, asked: Asked): Explanation {
  const { called, about, placed, isError } = asked;
  const given = optionLines(asked);
  if (about.like === 'SHIFT_STATUS' || about.like === 'SHIFT_LIST') {
    return { title: called.name, lines: [...linesOf({ Asks: textOf(placed.what) }), ...given] };
  }
  const dayOf = (date: Date) => known.dayAt(date.getTime());
  const uses = new Set<OptionName>(OPTION_USES[about.like]);
  const chosen = readOptions(placed.options, uses, { name: called.name, dayOf });
  const keys = keysOf(asked, chosen);
  const trended = about.like === 'SHIFT_TREND' && keys ? readTrendKeys(keys, chosen)[0] : undefined;
  const periods = periodsOf(known, asked, chosen, trended);
  const [range] = periods;
  const measures = measuresOf(asked, chosen);
  checkBasis(measures, chosen.basis);
  const word = 'metric' in placed ? `: ${(measures[0] as Measure).words[0]}` : '';
  const words = periods.map(describeRange).reverse();
  return {
    title: `${called.name}${word}`,
    lines: [
      ...linesOf({
        Dates: [textOf(placed.from), textOf(placed.to)].filter(Boolean).join(' to ') || 'Left blank',
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
              trendKeys: trended === undefined || chosen.evidence ? [] : (keys ?? []),
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
  { about, placed: { from, to, fromA, toA } }: Asked,
  { weekStarts }: Options,
  trended: PeriodKey | undefined,
): readonly [DateRange, ...DateRange[]] {
  const context = {
    today: () => known.today(),
    dayOf: (date: Date) => known.dayAt(date.getTime()),
    weekStart: () => weekStarts ?? known.weekStart(),
  };
  if (about.like === 'SHIFT_COMPARE') {
    const { before, after } = readComparedRanges([fromA, toA], [from, to], context);
    return [after, before];
  }
  return [readRange(from, to, context, trended && trendPeriod(trended))];
}

function keysOf({ about, placed }: Asked, { groupBy }: Options): readonly GroupKey[] | undefined {
  if (!(about.like in STANDARD_KEYS)) return undefined;
  const standard = STANDARD_KEYS[about.like as keyof typeof STANDARD_KEYS];
  return groupKeysGiven(readGroupBy(placed.by), groupBy) ?? standard;
}

function measuresOf({ about, placed }: Asked, { measures }: Options): readonly Measure[] {
  if ('metric' in placed) return [readMeasure(placed.metric)];
  if (about.like === 'SHIFT_FULFILMENT' || about.like === 'WORKER_TURNOVER') return [];
  const standard = findMeasure('true fulfilment %');
  return measures ?? (about.like === 'SHIFT_COMPARE' && standard ? [standard] : PUBLISHED_MEASURES);
}

/** The options in words. */
function optionLines({ about, placed }: Asked): ExplanationLine[] {
  const uses = new Set<OptionName>([...OPTION_USES[about.like], 'refresh']);
  return readPairs(placed.options, uses)
    .filter(({ known, cells }) => cells.length > 0 && known.option !== 'refresh')
    .map(({ known, cells }) => ({ label: `Option ${known.name}`, value: cells.map(textOf).join('; ') }));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isDate(value) ? 'a date cell' : String(value).slice(0, 200);
}

/** What a formula computes. */
interface FormulaFigures {
  readonly range: DateRange;
  /** None for a list of shifts. */
  readonly measures: readonly Measure[];
  readonly options: Options;
  /** Whether it is one figure over all rows. */
  readonly isOne: boolean;
  /** What a trend without evidence has a line for, and a column; it has no room for their notes. */
  readonly trendKeys: readonly GroupKey[];
  /** Whether the formula has NOTES of its own. */
  readonly hasNotes: boolean;
  /** Whether the cell shows an error in place of them. */
  readonly isError: boolean;
}

const AGAIN = 'Recalculated';

/** What the figures of a formula rest on, from the rows that are kept; nothing where they are not. */
function figuresOfFormula(
  known: KnownFacts,
  { range, measures, options, isOne, trendKeys, hasNotes, isError }: FormulaFigures,
): ExplanationLine[] {
  const kept = known.rowsOf(range);
  if (kept === undefined) return [];
  const today = known.today();
  // A new calculation refuses an unknown name again.
  const filters = (all: readonly ShiftRow[]) => {
    if (isError) refuseUnknownNames(known, all, options.filters);
    return options.filters;
  };
  const figures = prepareFigures(
    kept.rows,
    { measures, basis: options.basis, filters, hasIntervals: true },
    known.tableFacts(range, today),
  );
  const { requests } = figures;
  const [only] = requests;
  const toKnow = (notes: readonly string[]) =>
    notes.length === 0 ? [] : [{ label: 'Note', value: `${notes.join('. ')}.` }];
  if (isOne && only) {
    const leftOut = toKnow(rowNotes(kept));
    const { figure, lines, whyBlank } = figureBehind(only, figures.rows, today, range.from >= today);
    const { value } = figure;
    const shown = only.measure.kind === 'rate' ? shownPercent : shownSum;
    if (value === null) {
      return [...lines, ...leftOut, { label: AGAIN, value: `No figure: ${whyBlank('value')}.` }];
    }
    const now = isError ? ', from the rows that are kept now: a new calculation gives this' : '';
    return [...lines, ...leftOut, { label: AGAIN, value: `${shown(value)}${now}.` }];
  }
  if (requests.length === 0) return toKnow(rowNotes(kept));
  // One line for each percentage: the rows say the same of a figure in every group.
  const bases = requests
    .filter(({ measure }) => measure.kind === 'rate')
    .map((request) => ({
      label: figureTitle(request.measure),
      value: basisSentences(basisLines(request, null, today)),
    }));
  const facts = factsOf(figures, kept.generatedAt, false);
  const notes = hasNotes ? [] : listNotes(figuresBy(figures, []).total, facts);
  const ofLines = trendKeys.length === 0 ? [] : notesOfLines(figures, trendKeys);
  return [...bases, ...toKnow([...notes, ...ofLines, ...rowNotes(kept)])];
}

/** Why percentages of the newest lines are blank: `2026-03-13: no shows % = no shows ÷ booked: 0 of 2 rows agree`. */
function notesOfLines(figures: FigureSet, keys: readonly GroupKey[]): string[] {
  const { requests } = figures;
  const noted = figuresBy(figures, keys).groups.flatMap((group) => {
    const notes = requests.flatMap((request, at) => blankNote(request, group.figures[at] as Figure));
    const name = groupName(
      group.keys.map((key, at) =>
        isPeriodKey(keys[at] as GroupKey) ? formatIsoDate(key as CalendarDate) : key,
      ),
    );
    return notes.length === 0 ? [] : [`${name}: ${notes.join('; ')}`];
  });
  const more = noted.length - MOST_LINES;
  const earlier = more > 0 ? [`${shownCount(more, 'earlier line')} with notes`] : [];
  return [...earlier, ...noted.slice(-MOST_LINES)];
}

/** `100 × worked ÷ booked, sums over the rows. Worked ÷ booked: 412 of 413 rows agree.` */
function basisSentences(lines: readonly ExplanationLine[]): string {
  return lines
    .map(({ label, value }) =>
      label === 'Basis' ? `${value.charAt(0).toUpperCase()}${value.slice(1)}.` : value,
    )
    .join(' ');
}

/** How old the rows are that the formula shows, or that none are kept. */
function freshnessLines(known: KnownFacts, range: DateRange): ExplanationLine[] {
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

/** A function of ours, as explanations need it. */
interface ExplainedFunction {
  /** What it does, in one sentence. */
  readonly does: string;
  /** Whose options it takes. */
  readonly like: FunctionName;
}

const SHIFTS: ExplainedFunction = {
  does: 'Lists shifts, one row each; percentages are as published by the service.',
  like: 'SHIFT_FULFILMENT',
};
const GROUPS: ExplainedFunction = {
  does: 'Groups shifts: counts are added up, percentages are ratios of sums.',
  like: 'SHIFT_FULFILMENT_AGGREGATED',
};

/** Every custom function by its name. */
const FUNCTIONS: Readonly<Record<string, ExplainedFunction>> = {
  SHIFT_FULFILMENT: SHIFTS,
  SHIFT_FULFILLMENT: SHIFTS,
  SHIFT_FULFILMENT_AGGREGATED: GROUPS,
  SHIFT_FULFILLMENT_AGGREGATED: GROUPS,
  SHIFT_METRIC: { does: 'One figure for a period.', like: 'SHIFT_METRIC' },
  SHIFT_TREND: {
    does: 'One figure over time, a row per period.',
    like: 'SHIFT_TREND',
  },
  SHIFT_COMPARE: {
    does: 'Why a figure moved from one period to another.',
    like: 'SHIFT_COMPARE',
  },
  SHIFT_LIST: { does: 'A list for drop-downs.', like: 'SHIFT_LIST' },
  SHIFT_STATUS: {
    does: 'How fresh and healthy the reports of this spreadsheet are.',
    like: 'SHIFT_STATUS',
  },
  WORKER_TURNOVER: {
    does: 'Headcount and turnover, as the service sends them.',
    like: 'WORKER_TURNOVER',
  },
};

/** A function of ours as a formula calls it. */
interface CalledFunction {
  /** In capitals. */
  readonly name: string;
  /** Its arguments as written, without the spaces around them. */
  readonly args: readonly string[];
  /** Whether the formula does more than call it. */
  readonly isPart: boolean;
}

/** What an argument is written as. */
type Argument =
  | { readonly kind: 'value'; readonly value: string | number | boolean | undefined }
  | { readonly kind: 'reference'; readonly text: string }
  | { readonly kind: 'calculated'; readonly text: string };

/** `B2`, `$A$1:B4`, `Settings!A1`, `'My sheet'!B2`. */
const REFERENCE =
  /^(?:(?:'(?:[^']|'')+'|[A-Za-z_]\w*)!)?\$?[A-Za-z]{1,3}\$?\d{1,7}(?::\$?[A-Za-z]{1,3}\$?\d{1,7})?$/;
const LONGEST_FORMULA = 50_000;

/**
 * Finds the first of our functions in a formula.
 *
 * Arguments are apart by commas, or by semicolons where the spreadsheet's locale writes so.
 *
 * @returns `undefined` where there is none, or its brackets do not close.
 */
export function findCall(formula: string, isOurs: (name: string) => boolean): CalledFunction | undefined {
  const text = formula.slice(0, LONGEST_FORMULA);
  for (const { index, name } of namesIn(text)) {
    if (!isOurs(name)) continue;
    const end = closingOf(text, index);
    if (end === undefined) return undefined;
    const before = text.slice(0, index).replace(/[A-Za-z_0-9]+\s*\($/, '');
    const isPart = before.trim() !== '=' || text.slice(end + 1).trim() !== '';
    return { name, args: splitArguments(text.slice(index, end)), isPart };
  }
  return undefined;
}

/** Reads an argument that stands for itself. @param decimal How the formula writes decimals. */
export function readArgument(text: string, decimal: '.' | ','): Argument {
  if (text === '') return { kind: 'value', value: undefined };
  if (/^"(?:[^"]|"")*"$/.test(text)) return { kind: 'value', value: text.slice(1, -1).replace(/""/g, '"') };
  if (/^true$/i.test(text)) return { kind: 'value', value: true };
  if (/^false$/i.test(text)) return { kind: 'value', value: false };
  const number = decimal === ',' ? text.replace(',', '.') : text;
  if (/^[+-]?\d+(?:\.\d+)?$/.test(number)) return { kind: 'value', value: Number(number) };
  return REFERENCE.test(text) ? { kind: 'reference', text } : { kind: 'calculated', text };
}

/** How the formula writes decimals: with a comma where semicolons stand between its arguments. */
export function decimalOf(formula: string): '.' | ',' {
  return splitterOf(formula) === ';' ? ',' : '.';
}

/** Every name that an opening bracket follows, outside of quotes, and where its arguments begin. */
function namesIn(text: string): { readonly index: number; readonly name: string }[] {
  const found: { index: number; name: string }[] = [];
  forEachPlain(text, (character, at) => {
    if (character !== '(') return;
    const name = /([A-Za-z_][\w.]*)\s*$/.exec(text.slice(Math.max(0, at - 64), at))?.[1];
    if (name !== undefined) found.push({ index: at + 1, name: name.toUpperCase() });
  });
  return found;
}

function closingOf(text: string, from: number): number | undefined {
  let depth = 1;
  let end: number | undefined;
  forEachPlain(text.slice(from), (character, at) => {
    if (end !== undefined) return;
    if (character === '(' || character === '{') depth += 1;
    if (character === ')' || character === '}') depth -= 1;
    if (depth === 0) end = from + at;
  });
  return end;
}

function splitArguments(text: string): string[] {
  if (text.trim() === '') return [];
  const splitter = splitterOf(text);
  const parts: string[] = [];
  let start = 0;
  forEachTop(text, (character, at) => {
    if (character !== splitter) return;
    parts.push(text.slice(start, at));
    start = at + 1;
  });
  return [...parts, text.slice(start)].map((part) => part.trim());
}

/** A semicolon between arguments stands only where commas do not. */
function splitterOf(text: string): ',' | ';' {
  let hasSemicolon = false;
  let depth = 0;
  forEachPlain(text, (character) => {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (character === ';' && depth === 0) hasSemicolon = true;
  });
  return hasSemicolon ? ';' : ',';
}

function forEachTop(text: string, visit: (character: string, at: number) => void): void {
  let depth = 0;
  forEachPlain(text, (character, at) => {
    if (character === '(' || character === '{') depth += 1;
    else if (character === ')' || character === '}') depth -= 1;
    else if (depth === 0) visit(character, at);
  });
}

/** Visits what is neither inside a text nor inside the name of a sheet. */
function forEachPlain(text: string, visit: (character: string, at: number) => void): void {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote === '' && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = '';
    else if (quote === '') visit(character, at);
  }
}
