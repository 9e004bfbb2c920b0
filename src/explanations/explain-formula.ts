import { cellOf, refuseOption, textOf } from '../answers/arguments/cells';
import { optionsOf, readPairs } from '../answers/arguments/options';
import { daysOf, type FunctionName, PLACES, type Question, readQuestion } from '../answers/question';
import { blankNote, listNotes, repetitionNotes } from '../answers/tables/figure-columns';
import { isDate, shortDays } from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import { toReportError } from '../employer-api/errors';
import { capital, shownCount, shownPercent } from '../employer-api/text';
import { type FigureSet, figuresBy } from '../figures/figure-set';
import type { Figure } from '../figures/figures';
import { type KeptReport, rowNotes } from '../reports/fetching/kept-rows';
import {
  basisLines,
  type Explained,
  type Explanation,
  type ExplanationLine,
  figureLines,
  keysInTitle,
  linesOf,
  shownSum,
  whyBlank,
} from './figure-lines';
import { type CalledFunction, findCall } from './formula-text';
import type { KnownFacts } from './known-facts';
import type { SelectedCell } from './selected-cell';

/** What an error value in a cell means for one of our formulas. A script cannot read the message behind it. */
const WHY: Readonly<Record<string, string>> = {
  '#ERROR!': 'its last calculation failed. Point at the cell to read why.',
  '#NAME?': 'Google Sheets did not know one of its names. Put quotation marks around words.',
  '#REF!': 'its result has no room, or a cell that it names is gone. Point at the cell to read which.',
};

/** How many service calls the references of a formula may take: two for a cell of another sheet, one for any other. */
const MOST_CALLS = 2;

/** A moment of 2026 as the stamp holds it. */
const SOME_STAMP = Date.UTC(2026, 0);

/**
 * Explains a formula of ours: it asks the same question as the formula, and calls the same figures over the rows that are
 * kept.
 *
 * @returns `undefined` for any other formula.
 */
export function explainFormula(
  known: KnownFacts,
  cell: SelectedCell,
  formula: string,
): Explanation | undefined {
  const called = findCall(formula, isOurs);
  if (called === undefined) return undefined;
  const { name, args, isPart } = called;
  const value = cell.value();
  const isError = typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value);
  const error = isError ? `Shows ${value}: ${WHY[value] ?? 'point at the cell to read why.'}` : undefined;
  const first = linesOf({ 'This cell': error });
  const about = linesOf({ Formula: isPart ? 'The cell does more than call this function.' : undefined });
  try {
    const { title, lines, more } = explainQuestion(known, name, readArguments(args, cell), isError);
    return { title, lines: [...first, ...lines], more: [...about, ...more] };
  } catch (error) {
    const refusal = linesOf({ Arguments: toReportError(error).message });
    return { title: name, lines: [...first, ...refusal], more: about };
  }
}

/** Whether a formula calls a function of ours. */
export function isOurFormula(formula: string): boolean {
  return findCall(formula, isOurs) !== undefined;
}

function isOurs(name: string): boolean {
  return Object.keys(PLACES).includes(likeOf(name));
}

/** The function that it is, or is the American twin of. */
function likeOf(name: string): FunctionName {
  return name.replace('FULFILLMENT', 'FULFILMENT') as FunctionName;
}

/** The arguments as the function gets them. @throws {ReportError} One sentence that names the one that cannot be determined. */
function readArguments(args: CalledFunction['args'], cell: SelectedCell): readonly unknown[] {
  let calls = 0;
  return args.map((argument) => {
    if (argument.kind === 'value') return argument.value;
    const { kind, text } = argument;
    // A cell to wait for; its value says nothing.
    if (/^SHIFT_STAMP$/i.test(text)) return SOME_STAMP;
    const start = text.slice(0, 60);
    if (kind === 'unquoted') refuseOption(`Put quotation marks around it: "${start}"`);
    calls += text.includes('!') ? 2 : 1;
    const isReference = kind === 'reference';
    if (isReference && calls > MOST_CALLS) refuseOption(`Refers to more cells than are read here (${start})`);
    const read = isReference ? cell.read(text) : undefined;
    if (read !== undefined) return cellOf(read);
    return refuseOption(`Calculated by another formula (${start}), which is not repeated here`);
  });
}

function explainQuestion(known: KnownFacts, name: string, args: readonly unknown[], isError: boolean) {
  const dayOf = (date: Date) => known.dayAt(date.getTime());
  const question = readQuestion(likeOf(name), args, { name, dayOf });
  const { like, placed, keys, measures, options } = question;
  const given = readPairs(placed.options, optionsOf(like))
    .filter(({ known: { option } }) => option !== 'refresh')
    .map((one) => ({ label: `Option ${one.known.name}`, value: one.cells.map(textOfValue).join('; ') }));
  if (like === 'SHIFT_STATUS' || like === 'SHIFT_LIST') {
    return { title: name, lines: linesOf({ Asks: textOfValue(placed.what) }), more: given };
  }
  const weekStart = () => known.weekStart(options.weekStarts);
  const { range, before } = daysOf(question, { today: () => known.today(), dayOf, weekStart });
  const isOfShifts = like !== 'WORKER_TURNOVER';
  const kept = isOfShifts ? known.keptRows(range) : undefined;
  const figures = kept && explainFigures(known, question, kept, range, isError);
  const unread = known.isConnected()
    ? 'No rows are kept of these days: the next calculation asks the service.'
    : 'Connect first: nothing can be read.';
  const days = [...(before ? [before] : []), range];
  return {
    title: 'metric' in placed ? `${name}: ${measures[0]?.words[0]}` : name,
    lines: [...linesOf({ Period: days.map(shortDays).join(', compared with ') }), ...(figures?.lines ?? [])],
    more: [
      ...(figures?.more ?? []),
      ...linesOf({
        Dates: [placed.from, placed.to].map(textOfValue).filter(Boolean).join(' to ') || 'Left blank',
        'Grouped by': keys.join(', '),
      }),
      ...given,
      ...linesOf({
        Freshness: isOfShifts && !kept ? unread : undefined,
        Fetched: kept && known.time(kept.fetchedAt),
      }),
      ...(kept ? known.sourceLines(kept.generatedAt, kept.correlationId) : []),
    ],
  };
}

function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return isDate(value) ? 'a date cell' : textOf(value as string).slice(0, 200);
}

/** What the figures of a formula rest on, from the rows that are kept. */
function explainFigures(
  known: KnownFacts,
  question: Question,
  kept: KeptReport,
  range: FigureSet['range'],
  isError: boolean,
): Explained {
  const { like, keys, options } = question;
  const today = known.today();
  // A shown answer had its names; only a new calculation refuses one.
  const figures = known.figuresOf(question, kept.rows, { range, today }, isError);
  const { requests } = figures;
  const { total } = figuresBy(figures, []);
  const ofRows = [...rowNotes(kept), ...repetitionNotes(figures)];
  const [only] = requests;
  if (like === 'SHIFT_METRIC' && only) {
    const figure = total.figures[0] as Figure;
    const { lines, more } = figureLines(only, figure, total, today);
    const say = only.measure.kind === 'rate' ? shownPercent : shownSum;
    const now = isError ? ', from the rows that are kept now: a new calculation gives this' : '';
    const again =
      figure.value === null ? `No figure: ${whyBlank(only, figure)}.` : `${say(figure.value)}${now}.`;
    return { lines: [...lines, ...linesOf({ Recalculated: again })], more: [...more, ...noteLines(ofRows)] };
  }
  // One line for each percentage: the rows say the same of a figure in every group.
  const bases = requests.flatMap((request) => {
    const [basis] = request.measure.kind === 'rate' ? basisLines(request).slice(-1) : [];
    if (basis === undefined) return [];
    const value = `${capital(basis.value.replace(/\.$/, ''))}.`;
    return [{ label: capital(request.measure.words[0]), value }];
  });
  const isTrend = like === 'SHIFT_TREND';
  const facts = { requests, marksIncomplete: false, hiddenPeriods: 0 };
  const ofAll = options.notes && !isTrend ? [] : listNotes(total, facts);
  const ofLines = isTrend && !options.evidence ? notesOfLines(figures, keys) : [];
  return {
    lines: bases,
    more: noteLines([...ofAll, ...ofLines, ...ofRows]),
  };
}

function noteLines(notes: readonly string[]): ExplanationLine[] {
  return notes.length === 0 ? [] : linesOf({ Note: `${notes.join('. ')}.` });
}

/** For how many lines of a trend notes are shown (our choice). */
const MOST_LINES = 3;

/** Why percentages of the newest lines are blank: `13 Mar 2026: no shows % = no shows ÷ booked: 0 of 2 rows agree`. */
function notesOfLines(figures: FigureSet, keys: readonly GroupKey[]): string[] {
  const noted = figuresBy(figures, keys).groups.flatMap((group) => {
    const notes = figures.requests.flatMap((request, at) => blankNote(request, group.figures[at] as Figure));
    return notes.length === 0 ? [] : [`${keysInTitle(keys, group.keys)}: ${notes.join('; ')}`];
  });
  const more = noted.length - MOST_LINES;
  const earlier = more > 0 ? [`${shownCount(more, 'earlier line')} with notes`] : [];
  return [...earlier, ...noted.slice(-MOST_LINES)];
}
