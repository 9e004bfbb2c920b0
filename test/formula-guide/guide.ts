import { OPTION_USES, OPTIONS } from '../../src/answers/arguments/option-table';
import { describeRange, parseIsoDate } from '../../src/calendar/calendar-date';
import { PERIODS, parseDayOffset, readPeriodWord } from '../../src/calendar/period-words';
import { MEASURES, needsTargets } from '../../src/figures/measures';
import type { FunctionHelp } from '../workbench/protocol';
import { EXAMPLES, MISTAKES, OPTION_EXAMPLES } from './examples';
import { code, markdownTable } from './markdown';

/** What the guide is made from. */
export interface GuideSources {
  /** The help texts of the built functions. */
  readonly help: readonly FunctionHelp[];
  /** What a cell with this formula and those that it fills show; of an error its message. */
  answer(formula: string): { readonly cells: string[][] } | { readonly error: string };
}

/** The day on which the periods' examples are read: a Wednesday. */
const EXAMPLE_DAY = '2025-07-09';

/** The page `docs/formulas.md`: every function, option, period and figure, with what the built add-on answers. */
export function renderGuide({ help, answer }: GuideSources): string {
  const functions = Object.keys(EXAMPLES).flatMap((name) => help.filter((one) => one.name === name));
  const twins = help.filter(({ name }) => !(name in EXAMPLES)).map(({ name }) => code(name));
  return `${[
    '# Formulas',
    '`npm run formula-guide` makes this page from the code, and a test compares the two. The answers are those of a spreadsheet in London on Tuesday, 10 March 2026, with made-up figures. [what-the-figures-mean.md](what-the-figures-mean.md) explains the figures.',
    INTRODUCTION,
    ...functions.map((one) => functionSection(one, answer)),
    `${twins.join(' and ')} are the same functions under their American names.`,
    periodSection(),
    optionSection(answer),
    figureSection(),
    mistakeSection(answer),
  ].join('\n\n')}\n`;
}

const INTRODUCTION = `## How formulas are written

- Every function takes its dates first, then options in pairs: \`"last week", "venue", "*Grand Hotel*"\`. The name of an option ends the dates; empty arguments count as left out.
- Results are real dates and numbers under one heading row. \`QUERY\`, \`FILTER\`, \`SORT\` and charts work on them.
- Google Sheets recalculates a function only when an argument changes. So "last week" stays the week before you typed the formula, unless you add \`"refresh", SHIFT_STAMP\`, or SHIFT_STAMP alone, which counts as an empty argument. SHIFT_STAMP is the name of a cell that every refresh rewrites, by hand or on the schedule. The first refresh makes it; without a saved report, *Refresh all reports* in the menu or saving a schedule does.
- \`NOW()\` and \`RAND()\` can't be arguments. Use period words instead.
- 0 means none. Blank means unknown or undefined.
- A formula makes no request if its days were fetched for this spreadsheet within the last 15 minutes. While the service doesn't answer, it shows what was fetched within the last 6 hours, and SHIFT_STATUS says \`failing\`. \`"as of", TRUE\` adds the time of the data; \`"if failed", "error"\` shows the error instead.
- If your spreadsheet's locale uses decimal commas, separate arguments with \`;\` instead of \`,\`.`;

function functionSection(
  { name, description, parameters }: FunctionHelp,
  answer: GuideSources['answer'],
): string {
  const signature = parameters.map((parameter) =>
    parameter.optional ? `[${parameter.name}]` : parameter.name,
  );
  const used: readonly string[] = OPTION_USES[name as keyof typeof OPTION_USES];
  const rows = parameters.map((parameter) => [code(parameter.name), parameter.description]);
  const examples = (EXAMPLES[name] ?? []).map(
    ({ question, formula }) => `**${question}**\n\n${showExample(formula, answer)}`,
  );
  return [
    `## ${name}`,
    description.replace(/ Example: .*$/, ''),
    code(`=${name}(${signature.join(', ')}${parameters.at(-1)?.name === 'value' ? ', …' : ''})`),
    markdownTable([['argument', 'what it is'], ...rows]),
    used.length === 0
      ? 'Options: only `refresh`.'
      : `Options: ${used.map(optionLink).join(', ')}, \`refresh\`.`,
    ...examples,
  ].join('\n\n');
}

function optionLink(option: string): string {
  return option === 'fields' ? 'any field name' : code(option);
}

function showExample(formula: string, answer: GuideSources['answer']): string {
  return `\`\`\`\n${formula}\n\`\`\`\n\n${showAnswer(answer(formula))}`;
}

function showAnswer(result: ReturnType<GuideSources['answer']>): string {
  if ('error' in result) return `Error: ${result.error}`;
  const [first = []] = result.cells;
  if (result.cells.length === 1 && first.length === 1) return `→ ${code(first[0] ?? '')}`;
  if (result.cells.length === 1) return markdownTable([first.map(() => ' '), first]);
  return first.length === 1 && first[0] !== first[0]?.toUpperCase()
    ? `→ ${result.cells.map(([cell = '']) => code(cell)).join(', ')}`
    : markdownTable(result.cells);
}

function periodSection(): string {
  const today = parseIsoDate(EXAMPLE_DAY) ?? Number.NaN;
  const rows = PERIODS.map(({ word, also, meaning }) => {
    const offset = parseDayOffset(word);
    const days = (weekStart: 1 | 7) =>
      offset === undefined
        ? describePeriod(readPeriodWord(word, today, weekStart))
        : describePeriod({ from: today + offset, to: today + offset });
    const [monday, sunday] = [days(1), days(7)];
    const shown = monday === sunday ? monday : `${monday} (weeks from Sunday: ${sunday})`;
    return [[word, ...also].map((text) => code(text)).join(', '), meaning, shown];
  });
  return `## Dates and periods

A date is a date cell, \`2024-12-31\`, a period or an offset in days such as \`-7\`. If both dates are blank, they are the last 7 days; in SHIFT_TREND, the last 13 complete weeks or other periods that it runs over. A period alone gives both ends; any other day alone runs through today. In \`from\` a period gives its first day, in \`to\` its last. Case doesn't matter, nor do spaces, hyphens and underscores between words. Numbers run from 1 to 3,660. Today is the day in the spreadsheet's time zone. Weeks start on Monday for UK employers and on Sunday for US ones; \`"week starts", "Saturday"\` changes that. Dates run from 1990 to 2100.

Examples on Wednesday, 9 July 2025:

${markdownTable([['period', 'meaning', 'days'], ...rows])}`;
}

function describePeriod(range: { readonly from: number; readonly to: number } | undefined): string {
  return range === undefined ? '' : describeRange(range);
}

function optionSection(answer: GuideSources['answer']): string {
  const examples = OPTIONS.map(({ name }) => showExample(OPTION_EXAMPLES[name], answer));
  const rows = OPTIONS.map(({ name, aliases, value, meaning, example }) => [
    name === 'fields' ? 'any field name' : [name, ...aliases].map((text) => code(text)).join(', '),
    meaning,
    value,
    code(example),
  ]);
  return `## Options

Options are pairs, as two arguments or as a range of two columns: \`A1:B5\` with names in A and values in B. A blank value counts as missing, so an empty drop-down means "all".

A range of values of one filter is a list. Names know \`*\` (any text), \`?\` (one character) and \`<>\` (not), numbers and dates also comparisons: \`>=5\` with \`<=9\` is 5 to 9. A record is shown if it fits one of the plain values, where there are any, and each of the others.

${markdownTable([['option', 'meaning', 'value; without it', 'example'], ...rows])}

### An answer for each

${examples.join('\n\n')}`;
}

function figureSection(): string {
  const rows = MEASURES.map((measure) => [
    code(measure.name),
    measure.words.map((word) => code(word)).join(', '),
    needsTargets(measure) ? 'by the targets sheet' : measure.kind === 'rate' ? 'ratio of sums' : 'sum',
    measure.finishedDaysOnly ? 'finished days' : 'all days',
  ]);
  return `## Figures

For \`metric\` and \`measures\`. "Finished days" leaves out today and future days, because no one can miss a shift that hasn't ended. Four figures need the [targets sheet](what-the-figures-mean.md#targets-plans-and-prices).

${markdownTable([['name', 'also', 'in groups', 'of'], ...rows])}`;
}

function mistakeSection(answer: GuideSources['answer']): string {
  const rows = MISTAKES.map((formula) => {
    const result = answer(formula);
    return [code(formula), 'error' in result ? result.error : ''];
  });
  return `## Mistakes

A formula that isn't valid makes no request and says what to write instead.

${markdownTable([['formula', 'what the cell says'], ...rows])}`;
}
