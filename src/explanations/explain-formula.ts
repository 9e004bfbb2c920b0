import { type Cell, cellOf, refuseOption, textOf } from '../answers/arguments/cells';
import { daysOf, type FunctionName, PLACES, type Question, readQuestion } from '../answers/question';
import { basisText, blankNote, listNotes, repetitionNotes } from '../answers/tables/figure-columns';
import { shortDays } from '../calendar/calendar-date';
import { isSampleConnection } from '../employer-api/connection';
import { toReportError } from '../employer-api/errors';
import { capital, shownNumber, shownPercent } from '../employer-api/text';
import { type Figure, type FigureSet, figuresBy } from '../figures/figures';
import { type KeptReport, rowNotes } from '../reports/fetching/kept-rows';
import {
  type Explanation,
  type ExplanationLine,
  explained,
  figureLines,
  type KnownFacts,
  linesOf,
  meaningOf,
  partsInTitle,
} from './explanation';

/** Words without quotation marks, such as `last week` or `worked %`: no name of a cell holds a space or a percent sign. */
const UNQUOTED = /^[a-z][\w.]*(?:[ %]+[\w.%]*)+$/i;

/** A cell that a formula fills: the heading above it, and the values of its line, this cell's last. */
interface FilledCell {
  readonly heading: string;
  readonly line: readonly unknown[];
}

/**
 * Explains a formula of ours: it asks the same question as the formula, and calls the same figures over the rows that are
 * kept.
 *
 * @param filled The one of its cells that is meant, other than its first.
 * @returns `undefined` for any other formula.
 */
export function explainFormula(
  known: KnownFacts,
  formula: string,
  filled?: FilledCell,
): Explanation | undefined {
  const called = findCall(formula);
  if (called === undefined) return undefined;
  const { name, args } = called;
  const { row, column } = known.cell;
  const value = known.sheet.readBlock(row, column, 1, 1)[0]?.[0];
  const isError = typeof value === 'string' && /^#(?:[A-Z/0]+[!?]|N\/A)$/.test(value);
  let told: Explanation;
  try {
    told = explainQuestion(known, name, readArguments(args, known), filled);
  } catch (error) {
    told = explained(name, { Arguments: toReportError(error).message });
  }
  // A script cannot read the message behind it.
  const shown = isError && `Shows ${value}: point at the cell to read why.`;
  return explained(told.title, { 'This cell': shown }, told.lines);
}

/** The function that it is, or is the American twin of. */
function likeOf(name: string): FunctionName {
  return name.replace('FULFILLMENT', 'FULFILMENT') as FunctionName;
}

/** The arguments as the function gets them. @throws {ReportError} One sentence that names the one that cannot be determined. */
function readArguments(args: readonly Argument[], { cell }: KnownFacts): readonly unknown[] {
  return args.map((argument) => {
    if ('value' in argument) return argument.value;
    const { text } = argument;
    // A cell to wait for; its value, a moment, says nothing.
    if (/^SHIFT_STAMP$/i.test(text)) return Date.UTC(2026, 0);
    const start = text.slice(0, 60);
    if (UNQUOTED.test(text)) refuseOption(`Put quotation marks around ${start}`);
    const read = cell.read(text);
    if (read !== undefined) return cellOf(read);
    return refuseOption(`Calculated by another formula (${start}), which is not repeated here`);
  });
}

function explainQuestion(
  known: KnownFacts,
  name: string,
  args: readonly unknown[],
  filled: FilledCell | undefined,
): Explanation {
  const { dayOf } = known.dateContext();
  const question = readQuestion(likeOf(name), args, { name, dayOf });
  const { like, placed, keys, measures, options } = question;
  if (like === 'SHIFT_STATUS' || like === 'SHIFT_LIST') {
    return explained(name, { Asks: textOf((placed.what ?? '') as Cell) });
  }
  const { range, before } = daysOf(question, known.dateContext(options.weekStarts));
  const isOfShifts = like !== 'WORKER_TURNOVER';
  const kept = isOfShifts ? known.keptRows(range) : undefined;
  const about = {
    Period: [...(before ? [before] : []), range].map(shortDays).join(', compared with '),
    Freshness:
      isOfShifts && !kept && 'No rows are kept of these days: the next calculation asks the service.',
  };
  return explained('metric' in placed ? `${name}: ${measures[0]?.words[0]}` : name, about, [
    ...(kept ? explainFigures(known, question, kept, range, filled) : []),
    ...linesOf({
      'Grouped by': keys.join(', '),
      Fetched: known.time(kept?.fetchedAt),
      'Data as of': known.time(kept?.generatedAt),
      'Correlation ID': kept && !isSampleConnection(known.connection()) ? kept.correlationId : undefined,
    }),
  ]);
}

/** Of how many lines it is said why they are blank: the newest (our choice). */
const MOST_NOTED = 3;

/** What the figures of a formula rest on, from the rows that are kept. */
function explainFigures(
  known: KnownFacts,
  question: Question,
  kept: KeptReport,
  range: FigureSet['range'],
  filled: FilledCell | undefined,
): ExplanationLine[] {
  const { like, keys } = question;
  const today = known.today();
  const figures = known.figuresOf(question, kept.rows, { range, today });
  const { requests } = figures;
  const { groups, total } = figuresBy(figures, keys);
  const notesOf = (ofFigures: readonly string[]) => {
    const notes = [...ofFigures, ...rowNotes(kept), ...repetitionNotes(figures)];
    return linesOf({ Note: notes.length > 0 && `${notes.join('. ')}.` });
  };
  const [only] = requests;
  if (like === 'SHIFT_METRIC' && only) {
    const figure = total.figures[0] as Figure;
    const say = only.measure.kind === 'rate' ? shownPercent : shownNumber;
    const again = { Recalculated: `${figure.value === null ? 'Blank' : say(figure.value)}.` };
    return [
      ...figureLines(only, figure, total, today, again),
      ...meaningOf(only.measure.name, only.definitions),
      ...notesOf([]),
    ];
  }
  const place = requests.findIndex(({ measure }) => measure.name === filled?.heading);
  const group = groups.find((one) =>
    keys.every((_, at) => known.holds(filled?.line[at], one.keys[at] ?? null)),
  );
  if (place >= 0 && group) return figureLines(requests[place], group.figures[place], group, today, {});
  // One line for each percentage: the rows say the same of a figure in every group.
  const bases = requests.flatMap((request) => {
    const basis = basisText(request, {});
    return linesOf({ [capital(request.measure.words[0])]: basis && `${capital(basis)}.` });
  });
  const blanks = groups.flatMap((group) => {
    const notes = requests.flatMap((request, at) => blankNote(request, group.figures[at] as Figure));
    const parts = keys.map((key, at) => ({ key, value: group.keys[at] ?? null }));
    return notes.length === 0 ? [] : [`${partsInTitle(parts)}: ${notes.join('; ')}`];
  });
  const ofAll = listNotes(total, { requests, today, marksIncomplete: false });
  return [...bases, ...notesOf([...ofAll, ...blanks.slice(-MOST_NOTED)])];
}

/** What an argument is written as: a value, `undefined` where it is blank, or what Google Sheets works out. */
export type Argument = { readonly value: string | number | boolean | undefined } | { readonly text: string };

/** A text, the name of a sheet, a bracket, a separator, or what stands between them. */
const TOKEN = /"(?:[^"]|"")*"|'(?:[^']|'')*'|[(){},;]|[^"'(){},;]+|["']/g;

/**
 * Finds the first of our functions in a formula.
 *
 * Arguments are apart by commas, or by semicolons where the spreadsheet's locale writes so; decimals have a comma there.
 *
 * @returns Its name in capitals and its arguments; `undefined` where there is none, or its brackets do not close.
 */
export function findCall(formula: string) {
  const tokens = formula.match(TOKEN) ?? [];
  const nameBefore = (at: number) =>
    /([A-Za-z_][\w.]*)\s*$/.exec(tokens[at - 1] ?? '')?.[1]?.toUpperCase() ?? '';
  const textOf = (from: number, to?: number) => tokens.slice(from, to).join('').trim();
  const open = tokens.findIndex((token, at) => token === '(' && likeOf(nameBefore(at)) in PLACES);
  if (open < 0) return undefined;
  let [depth, close] = [1, open];
  const separators: number[] = [];
  while (depth > 0) {
    close += 1;
    const token = tokens[close];
    if (token === undefined) return undefined;
    if (token === '(' || token === '{') depth += 1;
    else if (token === ')' || token === '}') depth -= 1;
    else if (depth === 1 && (token === ',' || token === ';')) separators.push(close);
  }
  const splitter = separators.some((at) => tokens[at] === ';') ? ';' : ',';
  const cuts = [open, ...separators.filter((at) => tokens[at] === splitter), close];
  const args = cuts.slice(1).map((end, at) => textOf((cuts[at] as number) + 1, end));
  return {
    name: nameBefore(open),
    args: args.join() === '' && args.length === 1 ? [] : args.map((text) => readArgument(text, splitter)),
  };
}

function readArgument(text: string, splitter: ',' | ';'): Argument {
  if (text === '') return { value: undefined };
  if (/^"(?:[^"]|"")*"$/.test(text)) return { value: text.slice(1, -1).replace(/""/g, '"') };
  if (/^(?:true|false)$/i.test(text)) return { value: text.toLowerCase() === 'true' };
  const number = splitter === ';' ? text.replace(',', '.') : text;
  return /^[+-]?\d+(?:\.\d+)?$/.test(number) ? { value: Number(number) } : { text };
}
