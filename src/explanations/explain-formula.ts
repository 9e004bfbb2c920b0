import { cellOf, textOf } from '../answers/arguments/cells';
import { type FunctionName, OPTION_USES, readPairs } from '../answers/arguments/options';
import { daysOf, type Question, readQuestion } from '../answers/question';
import { blankNote, factsOf, listNotes, repetitionNotes } from '../answers/tables/figure-columns';
import { isDate, shortDay, shortDays } from '../calendar/calendar-date';
import type { GroupKey } from '../contract/fields';
import type { Explanation, ExplanationLine } from '../contract/sidebar';
import { toReportError } from '../employer-api/errors';
import { shownCount, shownPercent } from '../employer-api/text';
import { type FigureSet, figuresBy } from '../figures/figure-set';
import type { Figure } from '../figures/figures';
import { isPeriodKey } from '../figures/group-keys';
import { groupName } from '../figures/weeks';
import { type KeptReport, rowNotes } from '../reports/fetching/kept-rows';
import { basisLines, capitalised, type Explained, figureLines, linesOf, shownSum } from './figure-lines';
import { type CalledFunction, findCall, readArgument } from './formula-text';
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
  const { name: title } = called;
  const value = cell.value();
  const isError = typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value);
  const error = isError ? `Shows ${value}: ${WHY[value] ?? 'point at the cell to read why.'}` : undefined;
  const first = linesOf({ 'This cell': error });
  const about = called.isPart ? linesOf({ Formula: 'The cell does more than call this function.' }) : [];
  try {
    const args = readArguments(called, cell);
    if (typeof args === 'string')
      return { title, lines: [...first, ...linesOf({ Arguments: args }), ...about] };
    const told = explainCall(known, title, args, isError);
    return { ...told, lines: [...first, ...told.lines], more: [...about, ...told.more] };
  } catch (error) {
    return { title, lines: [...first, ...linesOf({ Problem: toReportError(error).message }), ...about] };
  }
}

/** Whether a formula calls a function of ours. */
export function isOurFormula(formula: string): boolean {
  return findCall(formula, isOurs) !== undefined;
}

function isOurs(name: string): boolean {
  return Object.keys(OPTION_USES).includes(likeOf(name));
}

/** The function that it is, or is the American twin of. */
function likeOf(name: string): FunctionName {
  return name.replace('FULFILLMENT', 'FULFILMENT') as FunctionName;
}

/** The arguments as the function gets them, or a sentence that names the one that cannot be determined. */
function readArguments({ args, decimal }: CalledFunction, cell: SelectedCell): readonly unknown[] | string {
  const values: unknown[] = [];
  let calls = 0;
  for (const text of args) {
    const argument = readArgument(text, decimal);
    const start = text.slice(0, 60);
    if (argument.kind === 'value') values.push(argument.value);
    // A cell to wait for; its value says nothing.
    else if (/^SHIFT_STAMP$/i.test(text)) values.push(SOME_STAMP);
    else if (argument.kind === 'unquoted') return `Put quotation marks around it: "${start}".`;
    else {
      calls += argument.text.includes('!') ? 2 : 1;
      const isReference = argument.kind === 'reference';
      if (isReference && calls > MOST_CALLS) return `Refers to more cells than are read here (${start}).`;
      const read = isReference ? cell.read(argument.text) : undefined;
      if (read === undefined) return `Calculated by another formula (${start}), which is not repeated here.`;
      values.push(cellOf(read));
    }
  }
  return values;
}

function explainCall(
  known: KnownFacts,
  name: string,
  args: readonly unknown[],
  isError: boolean,
): { readonly title: string } & Explained {
  const dayOf = (date: Date) => known.dayAt(date.getTime());
  const question = readQuestion(likeOf(name), args, { name, dayOf });
  const { like, placed, keys, measures, options } = question;
  const given = readPairs(placed.options, OPTION_USES[like])
    .filter(({ known: { option } }) => option !== 'refresh')
    .map((one) => ({ label: `Option ${one.known.name}`, value: one.cells.map(textOfValue).join('; ') }));
  if (like === 'SHIFT_STATUS' || like === 'SHIFT_LIST') {
    return { title: name, lines: linesOf({ Asks: textOfValue(placed.what) }), more: given };
  }
  const weekStart = () => known.weekStart(options.weekStarts);
  const { range, before } = daysOf(question, { today: () => known.today(), dayOf, weekStart });
  const isOfShifts = like !== 'WORKER_TURNOVER';
  const kept = isOfShifts ? known.rowsOf(range) : undefined;
  const figures = kept && explainFigures(known, question, kept, range, isError);
  const unread = known.isConnected()
    ? 'No rows are kept of these days: the next calculation asks the service.'
    : 'Connect first: nothing can be read.';
  return {
    title: 'metric' in placed ? `${name}: ${measures[0]?.words[0]}` : name,
    lines: [
      ...linesOf({
        Period: [...(before ? [before] : []), range].map(shortDays).join(', compared with '),
      }),
      ...(figures?.lines ?? []),
    ],
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
  const notes = [...rowNotes(kept), ...repetitionNotes(figures)];
  const [only] = figures.requests;
  const { total } = figuresBy(figures, []);
  if (like === 'SHIFT_METRIC' && only) {
    const { figure, lines, more, whyBlank } = figureLines(only, total, today);
    const shown = only.measure.kind === 'rate' ? shownPercent : shownSum;
    const now = isError ? ', from the rows that are kept now: a new calculation gives this' : '';
    const { value } = figure;
    const again = value === null ? `No figure: ${whyBlank('value')}.` : `${shown(value)}${now}.`;
    return { lines: [...lines, ...linesOf({ Recalculated: again })], more: [...more, ...toKnow(notes)] };
  }
  // One line for each percentage: the rows say the same of a figure in every group.
  const rates = figures.requests.filter(({ measure }) => measure.kind === 'rate');
  const bases = rates.map((request) => {
    const sentences = basisLines(request, null, today).map(({ value }) => value.replace(/\.$/, ''));
    return {
      label: capitalised(request.measure.words[0]),
      value: `${sentences.map(capitalised).join('. ')}.`,
    };
  });
  const facts = factsOf(figures, kept.generatedAt, false);
  const isTrend = like === 'SHIFT_TREND';
  const ofAll = options.notes && !isTrend ? [] : listNotes(total, facts);
  const ofLines = isTrend && !options.evidence ? notesOfLines(figures, keys) : [];
  return { lines: bases.slice(0, 5), more: [...bases.slice(5), ...toKnow([...ofAll, ...ofLines, ...notes])] };
}

function toKnow(notes: readonly string[]): ExplanationLine[] {
  return notes.length === 0 ? [] : linesOf({ Note: `${notes.join('. ')}.` });
}

/** For how many lines of a trend notes are shown (our choice). */
const MOST_LINES = 3;

/** Why percentages of the newest lines are blank: `13 Mar 2026: no shows % = no shows ÷ booked: 0 of 2 rows agree`. */
function notesOfLines(figures: FigureSet, keys: readonly GroupKey[]): string[] {
  const noted = figuresBy(figures, keys).groups.flatMap((group) => {
    const notes = figures.requests.flatMap((request, at) => blankNote(request, group.figures[at] as Figure));
    const names = group.keys.map((key, at) =>
      isPeriodKey(keys[at] as GroupKey) ? shortDay(Number(key)) : key,
    );
    return notes.length === 0 ? [] : [`${groupName(names)}: ${notes.join('; ')}`];
  });
  const more = noted.length - MOST_LINES;
  const earlier = more > 0 ? [`${shownCount(more, 'earlier line')} with notes`] : [];
  return [...earlier, ...noted.slice(-MOST_LINES)];
}
